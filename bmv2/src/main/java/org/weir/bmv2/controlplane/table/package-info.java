// SPDX-License-Identifier: Apache-2.0
/** Match-action tables, action profiles and value sets as a control plane sees them. */
package org.weir.bmv2.controlplane.table;
