// SPDX-License-Identifier: Apache-2.0
package org.weir.reaction;

import org.weir.control.RateWindow;
import org.weir.wire.feedback.FeedbackMessage;

/**
 * The congested port as a sender presumes it: a host knows the rate of its own line, but not that
 * of the port, nor the port's rate window or feedback interval.
 *
 * <ul>
 *   <li>Rate: {@value #TARGETS} times λ*, at most the rate of the own line. A class with at least
 *       an eighth of its port then has a presumed rate of at least the port's. One packet per
 *       window of this rate is 1 % of {@value #TARGETS} λ*, so that the resolution of λ never seems
 *       to be of the size of λ*.
 *   <li>Feedback interval: a {@link FeedbackInterval}.
 *   <li>Times: they fit a window of 32.768 ms and an interval of 10 ms together. Where the presumed
 *       window is longer than the own line's, or the interval in the same proportion, the times are
 *       at least as long in this proportion. Example: at a line of 10 Gb/s with a window of 128 µs
 *       the interval may be 39 µs. With 10 ms times are those of 10 Mb/s.
 * </ul>
 *
 * <p>Before the first feedback the port is the own line.
 */
public final class PresumedPort {
    /** Longest feedback interval that is presumed, ns. */
    public static final long LONGEST_INTERVAL_NS = 1000 * (long) FeedbackInterval.LONGEST_US;

    /** Presumed rate of a port, as a multiple of λ*. */
    static final double TARGETS = 8;

    /** Least rate as a part of a line or of λ*. */
    private static final double LEAST_PART = 0.001;

    /** Least rate as a part of the own line, whatever λ* is. */
    private static final double LEAST_PART_OF_LINE = 1e-6;

    /**
     * Least rate whatever λ* is, bit/s, but at most {@link #LEAST_PART} of the own line: a packet
     * of 1500 bytes a second. Forged feedback must not stop a flow, and only packets cause
     * feedback.
     */
    private static final double LEAST_PACKET_BPS = 12_000;

    /** Least rate of growth as a part of the own line, after the quiet cycles. */
    private static final double QUIET_PART_OF_LINE = 0.01;

    private static final double BPS_PER_KBPS = 1e3;

    private final long lineBps;
    private final boolean isKnown;
    private long rateBps;
    private double windowUs;
    private double targetBps;

    private final FeedbackInterval interval = new FeedbackInterval();
    private final boolean isFirstIntervalShort;
    private boolean hasFeedback;

    private PresumedPort(
            long lineBps, double windowUs, boolean isKnown, boolean isFirstIntervalShort) {
        this.lineBps = lineBps;
        this.isKnown = isKnown;
        this.isFirstIntervalShort = isFirstIntervalShort;
        this.windowUs = windowUs;
        rateBps = lineBps;
    }

    /** The port of a flow, of which only the own line's rate is known, bit/s. */
    public static PresumedPort of(long lineBps) {
        return new PresumedPort(lineBps, RateWindow.forRate(lineBps).us(), false, false);
    }

    /**
     * The same for a flow that is a message: until a port's second feedback its interval counts as
     * fitting the own line, instead of as 10 ms. With 10 ms most messages of a fast line would end
     * before a second cut.
     */
    public static PresumedPort ofMessage(long lineBps) {
        return new PresumedPort(lineBps, RateWindow.forRate(lineBps).us(), false, true);
    }

    /**
     * A port as fast as the own line, whose feedback interval fits the sender's times.
     *
     * @param windowUs its rate window, µs, above 0
     */
    public static PresumedPort known(long lineBps, double windowUs) {
        return new PresumedPort(lineBps, windowUs, true, false);
    }

    /** Takes what a feedback packet says about the port; before all else that uses it. */
    public void onFeedback(FeedbackMessage feedback) {
        if (isKnown) {
            return;
        }
        targetBps = BPS_PER_KBPS * Math.max(1, feedback.targetRateKbps());
        rateBps = (long) Math.min(lineBps, TARGETS * targetBps);
        windowUs = RateWindow.forRate(rateBps).us();
        interval.onFeedback(feedback);
        hasFeedback = true;
    }

    /** True if the sender's configuration says all about it, so that feedback changes nothing. */
    public boolean isKnown() {
        return isKnown;
    }

    /**
     * True for the port of a message ({@link #ofMessage}) before a port's second feedback: no
     * further feedback within {@link #LONGEST_INTERVAL_NS} then says nothing about the queue.
     */
    public boolean isIntervalOpen() {
        return isFirstIntervalShort && !interval.isMeasured();
    }

    /** Its rate, bit/s, at most the own line's. */
    public double rateBps() {
        return rateBps;
    }

    /** Its rate window, µs. */
    public double windowUs() {
        return windowUs;
    }

    /**
     * A time of the sender that has to outlast the window and the feedback interval, in the unit of
     * its arguments.
     *
     * @param own the time that the sender has for its own line
     * @param longest the default for the longest window
     */
    public double time(double own, double longest) {
        if (isKnown) {
            return own;
        }
        double lineWindowUs = RateWindow.forRate(lineBps).us();
        boolean counts = hasFeedback && !isIntervalOpen();
        double intervals = counts ? interval.us() / FeedbackInterval.LONGEST_US : 0;
        double likeUs = Math.max(windowUs, intervals * RateWindow.MAX_US);
        return likeUs > lineWindowUs ? Math.max(own, longest * likeUs / RateWindow.MAX_US) : own;
    }

    /**
     * The rate below which no cut goes where the configuration states none, bit/s: 0.1 % of the own
     * line; of λ* where the port is presumed to be slower than the line, but at least a packet a
     * second.
     */
    public double leastBps() {
        double ofBps = rateBps < lineBps ? targetBps : lineBps;
        double packetBps = Math.min(LEAST_PACKET_BPS, LEAST_PART * lineBps);
        double leastBps = Math.max(packetBps, LEAST_PART_OF_LINE * lineBps);
        return Math.max(1, Math.max(leastBps, LEAST_PART * ofBps));
    }

    /**
     * The rate of which growth is a part, bit/s: {@link #rateBps}; without feedback for long, at
     * least a hundredth of the own line's, because an old λ* is no bound.
     */
    public double growthBps(boolean isQuiet) {
        return isQuiet ? Math.max(rateBps, QUIET_PART_OF_LINE * lineBps) : rateBps;
    }
}
