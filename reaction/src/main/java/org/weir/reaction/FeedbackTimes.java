// SPDX-License-Identifier: Apache-2.0
package org.weir.reaction;

/**
 * The times of Weir's feedback for messages, by one rule from 10 Mb/s to 100 Gb/s: they follow from
 * the round trip of a full packet over four links, to which a line adds the time that it sends the
 * packet and its delay. Example: 11.2 µs at 10 Gb/s with 1 µs a link, 3.2 ms at 10 Mb/s, both with
 * packets of 1000 bytes.
 *
 * @param lineBps rate of the hosts' lines, bit/s, above 0
 * @param linkDelayMs propagation delay of a link, ms, at least 0
 * @param packetBytes length of a full packet's frame, bytes, above 0
 */
public record FeedbackTimes(double lineBps, double linkDelayMs, double packetBytes) {
    private static final int LINKS = 4;
    private static final double BITS_PER_BYTE = 8;
    private static final double USUAL_PACKET_BYTES = 1000;
    private static final double MS_PER_SECOND = 1000;

    /** A cycle outlasts three feedback intervals and a packet's turn. */
    private static final double CYCLE_INTERVALS = 3.3;

    /** Class A's mean delay may be the time of so many packets; B's and the p99s are multiples. */
    private static final double TARGET_PACKETS = 25;

    /** Between two rounds of the controller so many packets pass. */
    private static final double PERIOD_PACKETS = 12_500;

    private static final double LEAST_PERIOD_MS = 10;
    private static final double LONGEST_PERIOD_MS = 1000;

    /** The times with full packets of 1000 bytes. */
    public FeedbackTimes(double lineBps, double linkDelayMs) {
        this(lineBps, linkDelayMs, USUAL_PACKET_BYTES);
    }

    /** Time in which the line sends a packet, ms. */
    public double packetMs() {
        return BITS_PER_BYTE * packetBytes * MS_PER_SECOND / lineBps;
    }

    /** The round trip of a packet and the feedback about it in an empty network, ms. */
    public double roundTripMs() {
        return LINKS * (packetMs() + 2 * linkDelayMs);
    }

    /** The feedback interval, and the time until a cut shows, ms: a round trip. */
    public double settleMs() {
        return roundTripMs();
    }

    /** The reaction point's cycle, ms. */
    public double cycleMs() {
        return CYCLE_INTERVALS * settleMs();
    }

    /** Class A's target of the mean delay, ms: 20 ms at 10 Mb/s, 20 µs at 10 Gb/s. */
    public double targetMs() {
        return TARGET_PACKETS * packetMs();
    }

    /** The lag of the threshold, ms, with class A's own target. */
    public double thresholdLagMs() {
        return thresholdLagMs(targetMs());
    }

    /**
     * The lag of the threshold, ms: half of class A's target, or what a link and back leave of it.
     *
     * @param targetMs class A's target of the mean delay, ms
     */
    public double thresholdLagMs(double targetMs) {
        return Math.max(0, Math.min(targetMs / 2, targetMs - 2 * linkDelayMs));
    }

    /** The controller's period, ms: from 10 ms at 10 Gb/s on to 1 s at 100 Mb/s and below. */
    public double periodMs() {
        double ms = Math.rint(PERIOD_PACKETS * packetMs());
        return Math.max(LEAST_PERIOD_MS, Math.min(LONGEST_PERIOD_MS, ms));
    }
}
