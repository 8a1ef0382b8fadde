// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.controlplane.traffic;

import java.util.Map;

/**
 * Contents and counters of a queue since its port was attached. A packet's bytes are those it had
 * in the queue. {@code enqueuedPackets} is always {@code dequeuedPackets} plus {@code depthPackets}
 * plus those {@link DropReason#FLUSHED}; the other drops were never enqueued.
 *
 * @param queue 0 to 7
 * @param depthPackets packets that wait
 * @param depthBytes bytes of them
 * @param maxDepthPackets most packets that waited at once
 * @param maxDepthBytes most bytes that waited at once
 * @param paused whether the port's peer has paused it
 * @param enqueuedPackets packets that were put in
 * @param enqueuedBytes bytes of them
 * @param dequeuedPackets packets that were taken out to be sent
 * @param dequeuedBytes bytes of them
 * @param ecnMarkedPackets packets that came in ECN-capable and unmarked, and were sent from this
 *     queue with CE (RFC 3168); copies are not counted
 * @param ecnMarkedBytes bytes of them
 * @param droppedPackets packets lost, for every reason
 * @param droppedBytes bytes of them
 */
public record QueueStatus(
        int queue,
        int depthPackets,
        long depthBytes,
        int maxDepthPackets,
        long maxDepthBytes,
        boolean paused,
        long enqueuedPackets,
        long enqueuedBytes,
        long dequeuedPackets,
        long dequeuedBytes,
        long ecnMarkedPackets,
        long ecnMarkedBytes,
        Map<DropReason, Long> droppedPackets,
        Map<DropReason, Long> droppedBytes) {}
