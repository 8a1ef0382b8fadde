// SPDX-License-Identifier: Apache-2.0
package org.weir.agent.flow;

/**
 * Counters of a flow's class.
 *
 * @param bytes bytes of frames sent
 * @param packets packets sent
 * @param backlogPackets packets that wait
 * @param overlimits times that a packet had to wait
 */
public record SlotTraffic(long bytes, long packets, long backlogPackets, long overlimits) {}
