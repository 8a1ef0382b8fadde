// SPDX-License-Identifier: Apache-2.0
/** Headers, header stacks and unions of a program, and their fields. */
package org.weir.bmv2.program.header;
