// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.controlplane;

/**
 * Counters of a port since it was attached. A frame's bytes are those from the first of its
 * destination address to the last of its payload.
 *
 * @param rxPackets frames received
 * @param rxBytes bytes of them
 * @param rxDrops frames received while the port was down, or refused by the program
 * @param txPackets frames sent
 * @param txBytes bytes of them
 * @param txDrops frames lost to a full queue or to a port that was down
 */
public record PortCounters(
        long rxPackets, long rxBytes, long rxDrops, long txPackets, long txBytes, long txDrops) {}
