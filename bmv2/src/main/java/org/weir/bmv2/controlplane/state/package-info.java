// SPDX-License-Identifier: Apache-2.0
/** Counters, meters and registers as a control plane sees them. */
package org.weir.bmv2.controlplane.state;
