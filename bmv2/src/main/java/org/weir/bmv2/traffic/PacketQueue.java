// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.traffic;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import org.weir.bmv2.controlplane.traffic.DropReason;
import org.weir.bmv2.controlplane.traffic.QueueConfig;
import org.weir.bmv2.controlplane.traffic.QueueStatus;
import org.weir.bmv2.runtime.packet.PacketState;

/** Packets in the order they came, at most as many as fit, and what has become of others. */
final class PacketQueue {

    private static final int INITIAL_SLOTS = 16;
    private static final DropReason[] REASONS = DropReason.values();

    private QueueConfig config;
    private int capacityPackets;
    private long capacityBytes;
    private RateLimit bitLimit;
    private RateLimit packetLimit;

    private PacketState[] slots = new PacketState[INITIAL_SLOTS];

    /** Bytes of each packet, times 2, plus 1 when an ingress account holds them. */
    private int[] sizes = new int[INITIAL_SLOTS];

    private int head;
    private int size;
    private long bytes;

    /** Bytes that no ingress account holds. */
    private long pooledBytes;

    private int maxSize;
    private long maxBytes;
    private long enqueuedPackets;
    private long enqueuedBytes;
    private long ecnMarkedPackets;
    private long ecnMarkedBytes;
    private final long[] droppedPackets = new long[REASONS.length];
    private final long[] droppedBytes = new long[REASONS.length];

    PacketQueue(QueueConfig config) {
        this.config = config;
        configure(config, 0);
    }

    /** Changes the limits; packets that wait stay. */
    void configure(QueueConfig changed, long nowNs) {
        capacityPackets = changed.capacityPackets();
        capacityBytes = changed.capacityBytes();
        if (bitLimit == null
                || changed.maxRateBps() != config.maxRateBps()
                || changed.burstBytes() != config.burstBytes()) {
            bitLimit =
                    RateLimit.changed(
                            bitLimit, changed.maxRateBps(), 8 * changed.burstBytes(), nowNs);
        }
        if (packetLimit == null || changed.maxRatePps() != config.maxRatePps()) {
            packetLimit = RateLimit.changed(packetLimit, changed.maxRatePps(), 0, nowNs);
        }
        config = changed;
    }

    QueueConfig config() {
        return config;
    }

    int size() {
        return size;
    }

    boolean isLimited() {
        return bitLimit != null || packetLimit != null;
    }

    /** Time from which its maximum rates let a packet go, ns. */
    long eligibleNs() {
        long timeNs = bitLimit == null ? Long.MIN_VALUE : bitLimit.eligibleNs();
        return packetLimit == null ? timeNs : Math.max(timeNs, packetLimit.eligibleNs());
    }

    boolean fits(int packetBytes) {
        return size < capacityPackets && packetBytes <= capacityBytes - bytes;
    }

    /** Bytes of the packet that goes next. */
    int headBytes() {
        return sizes[head] >> 1;
    }

    /** Whether an ingress account holds the packet that goes next. */
    boolean headIsAccounted() {
        return (sizes[head] & 1) != 0;
    }

    /** Bytes in the shared part of the buffer. */
    long sharedBytes() {
        return Math.max(0, pooledBytes - config.reservedBytes());
    }

    /** Bytes that it would have there with one more packet. */
    long sharedBytesWith(int packetBytes) {
        return Math.max(0, pooledBytes + packetBytes - config.reservedBytes());
    }

    void add(PacketState packet, int packetBytes, boolean accounted) {
        if (size == slots.length) {
            widen();
        }
        int tail = (head + size) & (slots.length - 1);
        slots[tail] = packet;
        sizes[tail] = packetBytes << 1 | (accounted ? 1 : 0);
        size++;
        bytes += packetBytes;
        if (!accounted) {
            pooledBytes += packetBytes;
        }
        maxSize = Math.max(maxSize, size);
        maxBytes = Math.max(maxBytes, bytes);
        enqueuedPackets++;
        enqueuedBytes += packetBytes;
    }

    private void widen() {
        PacketState[] widerSlots = new PacketState[slots.length * 2];
        int[] widerSizes = new int[slots.length * 2];
        int first = slots.length - head;
        System.arraycopy(slots, head, widerSlots, 0, first);
        System.arraycopy(slots, 0, widerSlots, first, head);
        System.arraycopy(sizes, head, widerSizes, 0, first);
        System.arraycopy(sizes, 0, widerSizes, first, head);
        slots = widerSlots;
        sizes = widerSizes;
        head = 0;
    }

    PacketState remove() {
        PacketState packet = slots[head];
        int packetBytes = headBytes();
        if (!headIsAccounted()) {
            pooledBytes -= packetBytes;
        }
        slots[head] = null;
        head = (head + 1) & (slots.length - 1);
        size--;
        bytes -= packetBytes;
        return packet;
    }

    /** Notes that the next packet goes at a time. */
    void charge(long timeNs) {
        if (bitLimit != null) {
            bitLimit.charge(timeNs, 8L * headBytes());
        }
        if (packetLimit != null) {
            packetLimit.charge(timeNs, 1);
        }
    }

    void countDrop(DropReason reason, int packetBytes) {
        droppedPackets[reason.ordinal()]++;
        droppedBytes[reason.ordinal()] += packetBytes;
    }

    /** Counts a packet that was marked with CE before it was sent. */
    void countEcnMark(int packetBytes) {
        ecnMarkedPackets++;
        ecnMarkedBytes += packetBytes;
    }

    long droppedPackets() {
        return Arrays.stream(droppedPackets).sum();
    }

    void clearMaxDepths() {
        maxSize = size;
        maxBytes = bytes;
    }

    QueueStatus status(int number, boolean paused) {
        int flushed = DropReason.FLUSHED.ordinal();
        return new QueueStatus(
                number,
                size,
                bytes,
                maxSize,
                maxBytes,
                paused,
                enqueuedPackets,
                enqueuedBytes,
                enqueuedPackets - size - droppedPackets[flushed],
                enqueuedBytes - bytes - droppedBytes[flushed],
                ecnMarkedPackets,
                ecnMarkedBytes,
                byReason(droppedPackets),
                byReason(droppedBytes));
    }

    private static Map<DropReason, Long> byReason(long[] counts) {
        Map<DropReason, Long> map = new EnumMap<>(DropReason.class);
        for (DropReason reason : REASONS) {
            map.put(reason, counts[reason.ordinal()]);
        }
        return map;
    }
}
