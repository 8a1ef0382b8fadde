// SPDX-License-Identifier: Apache-2.0
/** Clients' roles, and the election of each role's primary. */
package org.weir.bmv2.p4runtime.role;
