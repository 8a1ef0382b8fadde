// SPDX-License-Identifier: Apache-2.0
/** The state of one packet as generated code reads and writes it. */
package org.weir.bmv2.runtime.packet;
