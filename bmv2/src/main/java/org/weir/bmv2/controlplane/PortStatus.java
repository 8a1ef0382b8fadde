// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.controlplane;

/**
 * A port as the control plane sees it.
 *
 * @param number as in {@code ingress_port}
 * @param name for people, such as {@code s1-eth1}
 * @param rateBps its rate in bit/s
 * @param up whether it carries frames
 * @param adminUp whether it is meant to
 * @param counters its counters
 */
public record PortStatus(
        int number,
        String name,
        long rateBps,
        boolean up,
        boolean adminUp,
        PortCounters counters) {}
