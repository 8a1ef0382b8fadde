// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.controlplane.traffic;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * Sending configuration of a port: its rate, its eight queues and their scheduler.
 *
 * @param rateBps bit/s that the queues share, 1 to {@value QueueConfig#MAX_RATE}; {@link
 *     QueueConfig#UNLIMITED} for a line that takes no time
 * @param ratePps packets/s that the queues share, in the same range; {@link QueueConfig#UNLIMITED}
 *     for no limit
 * @param sharing rule by which queues of the same level share
 * @param quantumBytes bytes of a round for each unit of weight, with {@link Sharing#DWRR}, 1 to
 *     {@value #MAX_QUANTUM_BYTES}
 * @param queues the eight queues by number
 * @param pfc priority-based flow control; needs a {@code rateBps}, whose bit times it counts
 */
public record PortTraffic(
        long rateBps,
        long ratePps,
        Sharing sharing,
        int quantumBytes,
        List<QueueConfig> queues,
        PfcConfig pfc) {

    /** Queues of a port. */
    public static final int QUEUES = 8;

    /** Largest quantum. */
    public static final int MAX_QUANTUM_BYTES = 1_000_000_000;

    /** A frame of the customary size, so that each turn sends one at least. */
    public static final int DEFAULT_QUANTUM_BYTES = 1500;

    /** Checks the values. */
    public PortTraffic {
        Range.checkRate("rateBps", rateBps);
        Range.checkRate("ratePps", ratePps);
        Range.check("quantumBytes", quantumBytes, 1, MAX_QUANTUM_BYTES);
        queues = List.copyOf(queues);
        if (queues.size() != QUEUES) {
            throw new IllegalArgumentException(
                    "queues must be " + QUEUES + ", not " + queues.size());
        }
        if (!pfc.isOff() && rateBps == QueueConfig.UNLIMITED) {
            throw new IllegalArgumentException(
                    "pfc needs a limited rateBps, whose bit times are the unit of a pause");
        }
    }

    /** Strict priority, the higher number first, with no other limit than a depth in packets. */
    public static PortTraffic strict(long rateBps, int capacityPackets) {
        List<QueueConfig> queues = new ArrayList<>();
        for (int i = 0; i < QUEUES; i++) {
            queues.add(new QueueConfig(i, capacityPackets));
        }
        return new PortTraffic(
                rateBps,
                QueueConfig.UNLIMITED,
                Sharing.DWRR,
                DEFAULT_QUANTUM_BYTES,
                queues,
                PfcConfig.OFF);
    }

    /** The same with other rates. */
    public PortTraffic withRates(long newRateBps, long newRatePps) {
        return new PortTraffic(newRateBps, newRatePps, sharing, quantumBytes, queues, pfc);
    }

    /** The same with another way of sharing. */
    public PortTraffic withSharing(Sharing newSharing, int newQuantumBytes) {
        return new PortTraffic(rateBps, ratePps, newSharing, newQuantumBytes, queues, pfc);
    }

    /** The same with one queue changed, 0 to 7. */
    public PortTraffic withQueue(int queue, QueueConfig config) {
        Range.check("queue", queue, 0, QUEUES - 1);
        List<QueueConfig> changed = new ArrayList<>(queues);
        changed.set(queue, config);
        return new PortTraffic(rateBps, ratePps, sharing, quantumBytes, changed, pfc);
    }

    /** The same with all queues changed alike, as BMv2's {@code set_queue_rate PORT} does. */
    public PortTraffic withEachQueue(UnaryOperator<QueueConfig> change) {
        return new PortTraffic(
                rateBps, ratePps, sharing, quantumBytes, queues.stream().map(change).toList(), pfc);
    }

    /** The same with other flow control. */
    public PortTraffic withPfc(PfcConfig newPfc) {
        return new PortTraffic(rateBps, ratePps, sharing, quantumBytes, queues, newPfc);
    }

    /** Bytes of the switch's buffer that the port has for itself. */
    public long setAsideBytes() {
        long bytes = 0;
        for (QueueConfig queue : queues) {
            bytes = saturatedSum(bytes, queue.reservedBytes());
        }
        for (PfcPriority priority : pfc.priorities()) {
            if (priority.isLossless()) {
                bytes = saturatedSum(bytes, priority.xoffBytes() + priority.headroomBytes());
            }
        }
        return bytes;
    }

    private static long saturatedSum(long a, long b) {
        return a > Long.MAX_VALUE - b ? Long.MAX_VALUE : a + b;
    }
}
