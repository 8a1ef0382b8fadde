// SPDX-License-Identifier: Apache-2.0
/** Settings and state of ports' queues, of the buffer and of PFC. */
package org.weir.bmv2.controlplane.traffic;
