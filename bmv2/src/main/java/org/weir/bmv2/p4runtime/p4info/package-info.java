// SPDX-License-Identifier: Apache-2.0
/** P4Info of a program, and the encoding of values that it prescribes. */
package org.weir.bmv2.p4runtime.p4info;
