// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.controlplane.traffic;

/**
 * One of a port's eight queues.
 *
 * <p>The traffic manager stands between ingress and egress: weights, depths, maximum rates and the
 * buffer count a packet's bytes as it waits, without what egress adds or removes.
 *
 * @param level queues of a higher level go first, queues of one level share; 0 to 7
 * @param weight share among the queues of its level, 1 to 65535
 * @param capacityPackets most packets that wait, 1 to 1 000 000 000
 * @param capacityBytes most bytes that wait, at least 1; {@link #UNLIMITED} for no limit
 * @param maxRateBps most bit/s that leave, 1 to {@value #MAX_RATE}; {@link #UNLIMITED} for no limit
 * @param maxRatePps most packets/s that leave, as BMv2's {@code set_queue_rate} has it, 1 to
 *     {@value #MAX_RATE}; {@link #UNLIMITED} for no limit
 * @param burstBytes bytes by which a queue may be ahead of {@code maxRateBps} after it had to wait
 *     for others, 0 to {@value #MAX_BURST_BYTES}; with 0 its packets are evenly paced. Below the
 *     bytes of one turn, a queue that shares its level may get less than its maximum
 * @param reservedBytes part of the switch's buffer that no other queue uses, not negative
 * @param alpha the queue may hold this many times the free shared buffer beyond what is reserved
 *     for it, above 0, infinite for all of it (A. Choudhury and E. Hahne, "Dynamic Queue Length
 *     Thresholds for Shared-Memory Packet Switches", IEEE/ACM ToN 6(2), 1998)
 */
public record QueueConfig(
        int level,
        int weight,
        int capacityPackets,
        long capacityBytes,
        long maxRateBps,
        long maxRatePps,
        long burstBytes,
        long reservedBytes,
        double alpha) {

    /** A limit that is never reached. */
    public static final long UNLIMITED = Long.MAX_VALUE;

    /** Highest level. */
    public static final int MAX_LEVEL = 7;

    /** Greatest weight. */
    public static final int MAX_WEIGHT = 65_535;

    /** Greatest depth in packets. */
    public static final int MAX_CAPACITY_PACKETS = 1_000_000_000;

    /** Greatest rate in bit/s or packets/s that is not {@link #UNLIMITED}. */
    public static final long MAX_RATE = 1_000_000_000_000_000L;

    /** Greatest burst. */
    public static final long MAX_BURST_BYTES = 1_000_000_000L;

    /** Two frames of the customary size. */
    public static final long DEFAULT_BURST_BYTES = 3000;

    /** Value that switches usually have for lossy traffic. */
    public static final double DEFAULT_ALPHA = 1;

    /** Checks the values. */
    public QueueConfig {
        Range.check("level", level, 0, MAX_LEVEL);
        Range.check("weight", weight, 1, MAX_WEIGHT);
        Range.check("capacityPackets", capacityPackets, 1, MAX_CAPACITY_PACKETS);
        Range.check("capacityBytes", capacityBytes, 1, UNLIMITED);
        Range.checkRate("maxRateBps", maxRateBps);
        Range.checkRate("maxRatePps", maxRatePps);
        Range.check("burstBytes", burstBytes, 0, MAX_BURST_BYTES);
        Range.check("reservedBytes", reservedBytes, 0, UNLIMITED - 1);
        if (!(alpha > 0)) {
            throw new IllegalArgumentException("alpha must be above 0, not " + alpha);
        }
    }

    /** A queue of a level that only its depth in packets limits. */
    public QueueConfig(int level, int capacityPackets) {
        this(
                level,
                1,
                capacityPackets,
                UNLIMITED,
                UNLIMITED,
                UNLIMITED,
                DEFAULT_BURST_BYTES,
                0,
                DEFAULT_ALPHA);
    }

    /** The same queue in a level and with a weight in it. */
    public QueueConfig withShare(int newLevel, int newWeight) {
        return new QueueConfig(
                newLevel,
                newWeight,
                capacityPackets,
                capacityBytes,
                maxRateBps,
                maxRatePps,
                burstBytes,
                reservedBytes,
                alpha);
    }

    /** The same queue of another depth. */
    public QueueConfig withCapacity(int newCapacityPackets, long newCapacityBytes) {
        return new QueueConfig(
                level,
                weight,
                newCapacityPackets,
                newCapacityBytes,
                maxRateBps,
                maxRatePps,
                burstBytes,
                reservedBytes,
                alpha);
    }

    /** The same queue with another maximum rate in bit/s. */
    public QueueConfig withMaxRateBps(long newMaxRateBps, long newBurstBytes) {
        return new QueueConfig(
                level,
                weight,
                capacityPackets,
                capacityBytes,
                newMaxRateBps,
                maxRatePps,
                newBurstBytes,
                reservedBytes,
                alpha);
    }

    /** The same queue with another maximum rate in packets/s. */
    public QueueConfig withMaxRatePps(long newMaxRatePps) {
        return new QueueConfig(
                level,
                weight,
                capacityPackets,
                capacityBytes,
                maxRateBps,
                newMaxRatePps,
                burstBytes,
                reservedBytes,
                alpha);
    }

    /** The same queue with another part of the buffer. */
    public QueueConfig withBuffer(long newReservedBytes, double newAlpha) {
        return new QueueConfig(
                level,
                weight,
                capacityPackets,
                capacityBytes,
                maxRateBps,
                maxRatePps,
                burstBytes,
                newReservedBytes,
                newAlpha);
    }
}
