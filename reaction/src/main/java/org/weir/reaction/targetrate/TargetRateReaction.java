// SPDX-License-Identifier: Apache-2.0
package org.weir.reaction.targetrate;

import org.weir.control.RateWindow;
import org.weir.reaction.PresumedPort;
import org.weir.reaction.RateControl;
import org.weir.reaction.Reaction;
import org.weir.reaction.ReactionTunable;
import org.weir.wire.feedback.FeedbackMessage;

/**
 * Weir's reaction point for target rates that the class can really have: after a cut the sender
 * stays near the new rate, while PMQECN's sender returns to the old one.
 *
 * <ul>
 *   <li>Start: the rate grows by {@code startGrowth} per cycle. The first feedback undoes the last
 *       step and ends the start.
 *   <li>Used rate: feedback first reduces the rate to the {@link UsedRateLimit}. Example: ten
 *       messages of one host, each with the line's rate, send at a tenth of it; without this rule
 *       the first cuts down to a tenth would change nothing (as for TCP's window in RFC 7661).
 *   <li>Drain: for one cycle after feedback the rate is lower by this flow's part of the excess
 *       packets, so that the queue falls to {@code drainPackets} below its threshold. A lower goal
 *       would leave the port idle at times. With rate-based marking there is no queue to drain.
 *   <li>Slow flows: a cycle in which no packet was sent cannot cause feedback: the rate does not
 *       grow, and a drain continues. With the next packet such cycles by depth, up to one {@code
 *       cycleNs}, count as time without feedback, and after the quiet cycles for growth too. The
 *       drain of the queue refers to the time between two packets instead of a settling time, and
 *       delays the next packet by no more packets than the flow has too many. Example: a flow with
 *       a packet in 0.2 ms has a tenth of ten excess packets, so its next packet comes after 0.4
 *       ms.
 * </ul>
 *
 * <p><b>By rate.</b> All feedback of rate-based marking, and with {@code depthGain} 0 all feedback,
 * cuts by λ*:
 *
 * <ul>
 *   <li>Cut: if λ exceeds λ* by more than the resolution of λ (one packet per rate window) and the
 *       tolerance of λ* (within which the controller does not change a setting), the rate is
 *       multiplied by λ*&#47;λ. Otherwise it is nearly right and loses only the margin; if the
 *       previous feedback came less than {@code calmCycles} before, the last reduction is doubled
 *       instead. If λ is as far below λ*, other flows cause the excess, and the margin suffices.
 *   <li>Settling: feedback that the switch decided on within {@code settleUs} after a cut was
 *       partly measured before the cut took effect. It does not cut again; it only ends the growth.
 *   <li>Growth: each cycle without feedback adds one step, so small that a queue rises by less than
 *       a packet before feedback reports it.
 * </ul>
 *
 * <p><b>By depth.</b> Feedback of depth-based marking, with {@code depthGain} above 0. It needs no
 * λ, whose window is long, and no λ*, which the controller derives from past loads; so a class is
 * not held to its share while others are idle:
 *
 * <ul>
 *   <li>First cut: by rate or by depth, whichever leaves more. The excess is then that of one
 *       settling time. In a burst the depth leaves 1 - {@code depthGain} of the rate, and λ*&#47;λ
 *       counts only if it leaves more. Where other classes are idle, λ* can be far below what the
 *       class can have. Example: λ* is 1.7 Gb/s, λ 8.5 Gb/s, and one packet too many waits. Then
 *       the cut is by the excess, 0.7 Gb/s, and not to a fifth.
 *   <li>Cut: the last feedback planned a depth: {@code drainPackets} below the threshold, or higher
 *       if the drain could not reach this depth. Packets above the planned depth arrived in excess
 *       since then. The class's excess is their bits divided by the time; this flow gives up
 *       depthGain of its part of it. Its part is its rate divided by λ, or by the excess if that is
 *       larger: in a burst λ, the mean over a window, lags behind, and less than the excess cannot
 *       have arrived. λ is counted from few packets where a class is slow or its window is short,
 *       so the larger of λ and its mean over this flow's feedback (with a gain of {@code
 *       arrivalGain}) counts: a single low λ would let a small flow take most of a cut. A drain
 *       that has not ended ends with the cut, so that it does not reduce the rate for good.
 *       Example: 60 packets wait after a burst, and a drain removes at most ten of them in a cycle.
 *       Then 50 packets at the next feedback are no excess, and do not reduce the rate again.
 *   <li>Bursts: with {@code excessCycles} above 0 a flow gives up its part of the lasting excess
 *       only, and what it has grown since the last feedback that it obeyed ({@link LastingExcess}).
 *       Its drain is that of the whole excess, so it makes room for a burst for one cycle.
 *   <li>Settling: a cut shows in the depth after {@code depthUs}, about a round trip. This is also
 *       the length of a cycle.
 *   <li>Growth: the rate also grows while feedback comes, by {@code depthStepPart} of the geometric
 *       mean of the line rate and λ per {@code cycleNs}, times this flow's part of its class to the
 *       power of {@code partExponent}: near 1, many flows together grow little faster than one. A
 *       class with a slow port or a small share grows more slowly. The {@link GrowthLimit} is a
 *       part of the rate, larger where the queue is short. So the depth settles where growth and
 *       cuts are equal, slightly above the threshold, and the port has no idle time.
 * </ul>
 *
 * <p>With {@link #WINDOW_OF_PRESUMED_PORT} the port is a {@link PresumedPort}, which may be slower
 * than the sender's line: times are then longer than the stated ones, and the line rate in the
 * growth is the presumed rate; after the quiet cycles, growth by rate refers to at least a
 * hundredth of the line. Growth by depth, before the quiet cycles are over, is also at most {@value
 * #GROWTH_PACKETS} packets of the class in a settling time ({@value #MESSAGES_GROWTH_PACKETS} with
 * {@link #WINDOW_OF_MESSAGES_PORT}): where the feedback interval is long for the port's rate, a
 * larger growth fills the queue before feedback comes.
 *
 * <p>After {@code quietCycles} without feedback another sender has probably ended, and growth
 * accelerates: each further cycle adds one step more than the one before, or, with {@code
 * quietGrowth} above 0, a step and that part of the rate, twice, three times and so on.
 *
 * <p>Steps are equal for all flows of a class and cuts are proportional to the rate, so that the
 * rates of a class's flows become equal.
 *
 * @param startBps rate at the start, bit/s
 * @param leastBps rate below which no cut goes, bit/s; or {@link #LEAST_OF_PORT}
 * @param leastRatio smallest factor by which one feedback multiplies the rate, above 0 to 1
 * @param startGrowth relative growth of the rate per cycle of the start
 * @param margin smallest relative reduction by a cut by rate
 * @param tolerance relative difference between λ and λ* that counts as equal
 * @param windowUs over which the switch measures λ, µs; {@link #WINDOW_OF_LINE} or {@link
 *     #WINDOW_OF_PRESUMED_PORT} where it is not stated
 * @param stepPart growth per cycle by rate (a step), as a part of the line rate
 * @param calmCycles cycles without feedback after which a cut by rate starts with the margin again
 * @param quietCycles cycles without feedback that add one step each
 * @param cycleNs length of a cycle, ns, counted anew from each feedback
 * @param settleUs settling time of a cut by rate, in which it takes effect and the queue drains,
 *     µs, above 0
 * @param drainPackets distance below the threshold to which feedback drains a queue, packets
 * @param depthGain part of the excess that one feedback by depth removes, 0 to 1; 0 for cuts by
 *     rate only
 * @param depthStepPart growth by depth in {@code cycleNs} of a flow that is alone in its class, as
 *     a part of the geometric mean of the line rate and λ
 * @param partExponent exponent of a flow's part of its class in its growth by depth, 0 to 1: with 0
 *     n flows grow n times as fast as one, with 1 they do not become equal
 * @param arrivalGain weight of the newest λ in its mean over a flow's feedback, above 0 to 1; with
 *     1 only the newest counts
 * @param excessCycles time over which the excess of the class is averaged, as a multiple of {@code
 *     depthUs}, 0 or more; with 0 only the newest counts
 * @param growthLimit largest growth by depth in {@code cycleNs}, as a part of the rate
 * @param depthUs settling time of a cut by depth, and length of a cycle then, µs, above 0
 * @param quietGrowth relative growth of the rate in the first cycle after the quiet ones
 * @param usedRate limit of the rate by the used one when feedback comes
 */
public record TargetRateReaction(
        double startBps,
        double leastBps,
        double leastRatio,
        double startGrowth,
        double margin,
        double tolerance,
        double windowUs,
        double stepPart,
        int calmCycles,
        int quietCycles,
        long cycleNs,
        long settleUs,
        double drainPackets,
        double depthGain,
        double depthStepPart,
        double partExponent,
        double arrivalGain,
        double excessCycles,
        GrowthLimit growthLimit,
        long depthUs,
        double quietGrowth,
        UsedRateLimit usedRate)
        implements Reaction {
    /** The port is as fast as the sender's line, and λ is measured over the window of this rate. */
    public static final double WINDOW_OF_LINE = 0;

    /** Neither the port's rate nor its window is known: it is a {@link PresumedPort}. */
    public static final double WINDOW_OF_PRESUMED_PORT = -1;

    /** The same, and the flow is a message ({@link PresumedPort#ofMessage}). */
    public static final double WINDOW_OF_MESSAGES_PORT = -2;

    /** The least rate is that of a {@link PresumedPort}. */
    public static final double LEAST_OF_PORT = -1;

    private static final double BITS_PER_BYTE = 8;
    private static final double US_PER_SECOND = 1e6;
    private static final double BPS_PER_KBPS = 1e3;
    private static final double NS_PER_MS = 1e6;
    private static final double NS_PER_SECOND = 1e9;
    private static final double US_PER_MS = 1e3;
    private static final long NS_PER_US = 1000;

    /**
     * Packets by which the growth of a class in one settling time by depth may fill a queue in the
     * next, where a port is not known: a few, so that the feedback interval is short enough for it.
     */
    private static final double GROWTH_PACKETS = 2;

    /**
     * The same for messages: bursts of new messages fill the queue in any case, and a rate that a
     * burst has reduced must grow back before the next.
     */
    private static final double MESSAGES_GROWTH_PACKETS = 6;

    /**
     * The defaults ({@link ReactionTunable}, {@link TargetRateTunable}) for a line of the given
     * rate, bit/s.
     */
    public static TargetRateReaction forLine(long lineBps) {
        return new TargetRateReaction(
                Math.min(ReactionTunable.START_BPS.defaultValue(lineBps), lineBps),
                LEAST_OF_PORT,
                ReactionTunable.LEAST_RATIO.defaultValue(lineBps),
                TargetRateTunable.START_GROWTH.defaultValue(),
                TargetRateTunable.MARGIN.defaultValue(),
                TargetRateTunable.TOLERANCE.defaultValue(),
                WINDOW_OF_PRESUMED_PORT,
                TargetRateTunable.STEP_PART.defaultValue(),
                (int) TargetRateTunable.CALM_CYCLES.defaultValue(),
                (int) TargetRateTunable.QUIET_CYCLES.defaultValue(),
                Math.round(NS_PER_MS * TargetRateTunable.CYCLE_MS.defaultValue(lineBps)),
                Math.max(
                        1,
                        Math.round(US_PER_MS * TargetRateTunable.SETTLE_MS.defaultValue(lineBps))),
                TargetRateTunable.DRAIN_PACKETS.defaultValue(),
                TargetRateTunable.DEPTH_GAIN.defaultValue(),
                TargetRateTunable.DEPTH_STEP_PART.defaultValue(),
                TargetRateTunable.PART_EXPONENT.defaultValue(),
                TargetRateTunable.ARRIVAL_GAIN.defaultValue(),
                TargetRateTunable.EXCESS_CYCLES.defaultValue(),
                new GrowthLimit(
                        TargetRateTunable.GROWTH_LIMIT.defaultValue(),
                        TargetRateTunable.SHORT_QUEUE_GROWTH_LIMIT.defaultValue(),
                        TargetRateTunable.SHORT_QUEUE_PART.defaultValue()),
                Math.max(
                        1,
                        Math.round(US_PER_MS * TargetRateTunable.DEPTH_MS.defaultValue(lineBps))),
                TargetRateTunable.QUIET_GROWTH.defaultValue(),
                UsedRateLimit.NONE);
    }

    /**
     * The same for a flow that goes on at its rate, bit/s: until its next feedback it grows as
     * after the quiet cycles, and this feedback is not taken for the one about a burst at its
     * start.
     */
    public TargetRateReaction goingOnAt(double bps) {
        return new TargetRateReaction(
                bps,
                leastBps,
                leastRatio,
                quietGrowth,
                margin,
                tolerance,
                windowUs,
                stepPart,
                calmCycles,
                quietCycles,
                cycleNs,
                settleUs,
                drainPackets,
                depthGain,
                depthStepPart,
                partExponent,
                arrivalGain,
                excessCycles,
                growthLimit,
                depthUs,
                quietGrowth,
                new UsedRateLimit(usedRate.quiet(), usedRate.quiet(), usedRate.busy()));
    }

    /**
     * For messages the line's rate: the mean λ does not yet contain the burst that caused the first
     * feedback, and the depth in the feedback does.
     */
    @Override
    public double unshapedBps(double lineBps, double arrivalBps) {
        return windowUs == WINDOW_OF_MESSAGES_PORT
                ? lineBps
                : Reaction.super.unshapedBps(lineBps, arrivalBps);
    }

    @Override
    public RateControl start(long lineBps) {
        return new Control(lineBps);
    }

    private final class Control implements RateControl {
        private final double lineBps;
        private final PresumedPort port;
        private double floorBps;

        /** {@code cycleNs}, {@code settleUs} and {@code depthUs}, or longer ones for the port. */
        private long portCycleNs;

        private long portSettleUs;
        private long portDepthUs;
        private double rateBps;
        private double beforeStepBps;

        /** Rate to take once the queue has drained, bit/s; 0 when it has. */
        private double drainedBps;

        /** Depth that the last drain was expected to reach, packets. */
        private double plannedPackets;

        private boolean starting = true;
        private boolean everCut;
        private long cutUs;
        private double cutPart;

        /**
         * Rate at which a message's first feedback came, bit/s: until the feedback interval is
         * known, silence does not permit more.
         */
        private double firstFeedbackBps = Double.POSITIVE_INFINITY;

        /** Time since the first feedback, while the feedback interval is not known, ns. */
        private long unknownIntervalNs;

        /** The last feedback was by depth. */
        private boolean byDepth;

        /** Time without feedback and since the last cut, of cycles that counted, ns. */
        private long quietNs;

        private long grownNs;

        /** Length of the cycles without a packet that will count with the next one, ns. */
        private long waitedNs;

        private int frameBytes;

        /** A packet has left since a cycle counted last. */
        private boolean hasSent;

        /** This flow's part of its class's arrivals, when it was last told. */
        private double partOfClass = 1;

        /**
         * λ, the arrival rate of the class, when it was last told, at most the line rate, bit/s.
         */
        private double arrivalBps;

        /** Exponentially weighted mean of λ over this flow's feedback, bit/s. */
        private double meanArrivalBps;

        private final LastingExcess lasting = new LastingExcess(excessCycles);

        /** Largest growth by depth in a cycle that is not quiet, at an unknown port, bit/s. */
        private double portStepBps = Double.POSITIVE_INFINITY;

        /** Largest growth by depth in {@code cycleNs}, as a part of the rate. */
        private double mostGrowth = growthLimit.longQueue();

        Control(long lineBps) {
            this.lineBps = lineBps;
            port = port(lineBps);
            takePort();
            rateBps = Math.min(startBps, lineBps);
            beforeStepBps = rateBps;
        }

        private PresumedPort port(long lineBps) {
            if (windowUs == WINDOW_OF_PRESUMED_PORT) {
                return PresumedPort.of(lineBps);
            }
            if (windowUs == WINDOW_OF_MESSAGES_PORT) {
                return PresumedPort.ofMessage(lineBps);
            }
            boolean isOfLine = windowUs == WINDOW_OF_LINE;
            return PresumedPort.known(
                    lineBps, isOfLine ? RateWindow.forRate(lineBps).us() : windowUs);
        }

        private void takePort() {
            floorBps = Math.min(leastBps == LEAST_OF_PORT ? port.leastBps() : leastBps, lineBps);
            double longestCycleNs = NS_PER_MS * TargetRateTunable.CYCLE_MS.defaultValue();
            portCycleNs = Math.round(port.time(cycleNs, longestCycleNs));
            double longestSettleUs = US_PER_MS * TargetRateTunable.SETTLE_MS.defaultValue();
            portSettleUs = Math.round(port.time(settleUs, longestSettleUs));
            double longestDepthUs = US_PER_MS * TargetRateTunable.DEPTH_MS.defaultValue();
            portDepthUs = Math.round(port.time(depthUs, longestDepthUs));
        }

        @Override
        public long rateBps() {
            return Math.max(1, Math.round(rateBps));
        }

        @Override
        public void onSent(int bytes) {
            frameBytes = bytes;
            hasSent = true;
        }

        @Override
        public void onUsedRate(double usedBps) {
            double limitBps = usedRate.bps(starting, isQuiet(), usedBps);
            limitBps = Math.max(floorBps, limitBps);
            rateBps = Math.min(rateBps, limitBps);
            drainedBps = Math.min(drainedBps, limitBps);
            beforeStepBps = Math.min(beforeStepBps, rateBps);
        }

        private boolean isQuiet() {
            return quietNs >= quietCycles * portCycleNs;
        }

        @Override
        public void onFeedback(FeedbackMessage feedback) {
            port.onFeedback(feedback);
            takePort();
            boolean first = starting;
            boolean calm = starting || quietNs >= calmCycles * portCycleNs;
            if (starting) {
                starting = false;
                rateBps = beforeStepBps;
                firstFeedbackBps = rateBps;
                unknownIntervalNs = 0;
            }
            quietNs = 0;
            byDepth = depthGain > 0 && !feedback.isByRate();
            long effectUs = byDepth ? portDepthUs : portSettleUs;
            long sinceUs = feedback.timeUs() - cutUs;
            if (everCut && sinceUs < effectUs) {
                return;
            }
            everCut = true;
            cutUs = feedback.timeUs();
            endDrain();
            double packetBits = BITS_PER_BYTE * frameBytes;
            double toldBps = BPS_PER_KBPS * Math.max(1, feedback.arrivalRateKbps());
            arrivalBps = Math.min(lineBps, toldBps);
            // The switch tells the larger of two windows' rates, a whole number of packets each.
            double atLeastBps = toldBps - packetBits * US_PER_SECOND / port.windowUs();
            meanArrivalBps =
                    first
                            ? atLeastBps
                            : (1 - arrivalGain) * meanArrivalBps + arrivalGain * atLeastBps;
            double steadyBps = Math.max(1, Math.max(atLeastBps, meanArrivalBps));
            partOfClass = partOf(steadyBps, rateBps);
            double goalPackets = feedback.thresholdPackets() - drainPackets;
            double excessPackets =
                    feedback.isByRate() ? 0 : Math.max(0, feedback.depthPackets() - goalPackets);
            double seenUs = Math.max(effectUs, packetBits * US_PER_SECOND / rateBps);
            double drainBps = excessPackets * packetBits * US_PER_SECOND / seenUs;
            if (byDepth) {
                double unplanned =
                        Math.max(
                                0, feedback.depthPackets() - Math.max(goalPackets, plannedPackets));
                double measuredUs = first ? seenUs : Math.max(seenUs, sinceUs);
                double excessBps = unplanned * packetBits * US_PER_SECOND / measuredUs;
                double grownBps = first ? rateBps : rateBps + partOfCycle(sinceUs) * depthStepBps();
                // In a burst λ lags behind, and less than the excess cannot have arrived.
                double part = partOf(Math.max(steadyBps, excessBps), grownBps);
                double cyclePackets =
                        steadyBps * portCycleNs / NS_PER_SECOND / Math.max(1, packetBits);
                mostGrowth = growthLimit.part(unplanned, cyclePackets);
                lasting.add(excessBps, first ? Double.POSITIVE_INFINITY : measuredUs / portDepthUs);
                double cutBps = lasting.cutBps(depthGain * part, grownBps);
                double leftBps = within(leastRatio, grownBps - cutBps, lineBps);
                drainedBps =
                        first
                                ? Math.max(leftBps, byRate(feedback, calm, toldBps, atLeastBps))
                                : leftBps;
                double onePacketBps = packetBits * US_PER_SECOND / effectUs;
                double drainingBps = drainingBps(partOfClass * drainBps, onePacketBps);
                rateBps = within(leastRatio, drainingBps, drainedBps);
            } else {
                drainedBps = byRate(feedback, calm, toldBps, atLeastBps);
                double drain = drainBps / toldBps;
                rateBps = within(leastRatio, drainedBps - drain * rateBps, drainedBps);
            }
            lasting.obeyed(drainedBps);
            grownNs = 0;
            if (!port.isKnown()) {
                double depthSeconds = portDepthUs / US_PER_SECOND;
                boolean isMessage = windowUs == WINDOW_OF_MESSAGES_PORT;
                double packets = isMessage ? MESSAGES_GROWTH_PACKETS : GROWTH_PACKETS;
                double growthBps = partOfClass * packets * packetBits / depthSeconds;
                portStepBps = growthBps * portCycleNs / NS_PER_SECOND / depthSeconds;
            }
            // All flows of the class drain alike: this flow's drain is its part of the class's.
            double drainedBits = (drainedBps - rateBps) / partOfClass * seenUs / US_PER_SECOND;
            // Before the first packet its length is unknown: 0.
            plannedPackets = feedback.depthPackets() - drainedBits / Math.max(1, packetBits);
        }

        /** A rate as a part of the class's arrival rate, at most 1. */
        private double partOf(double arrivalBps, double bps) {
            return Math.min(1, bps / arrivalBps);
        }

        private void endDrain() {
            rateBps = Math.max(rateBps, drainedBps);
            drainedBps = 0;
        }

        /**
         * Rate for the time of a drain, bit/s. Below one packet in this time, the rate also delays
         * the next packet, but by no more packets than the flow has too many.
         *
         * @param ownBps this flow's part of what is to be drained
         * @param onePacketBps one packet in the settling time
         */
        private double drainingBps(double ownBps, double onePacketBps) {
            double delayedBps = drainedBps / (1 + ownBps / drainedBps);
            return Math.max(drainedBps - ownBps, Math.min(delayedBps, onePacketBps));
        }

        /** The rest of a cycle by depth, which the feedback ended, as a part of {@code cycleNs}. */
        private double partOfCycle(long sinceUs) {
            long restNs = Math.min(NS_PER_US * sinceUs - grownNs, cycleNs());
            return (double) Math.max(0, restNs) / portCycleNs;
        }

        private double depthStepBps() {
            double referenceBps = Math.sqrt(port.rateBps() * arrivalBps);
            double stepBps = Math.pow(partOfClass, partExponent) * depthStepPart * referenceBps;
            double portBps = isQuiet() ? Double.POSITIVE_INFINITY : portStepBps;
            return Math.min(Math.min(stepBps, portBps), mostGrowth * rateBps);
        }

        /** The rate that λ and λ* leave, bit/s. */
        private double byRate(
                FeedbackMessage feedback, boolean calm, double toldBps, double atLeastBps) {
            double targetBps = BPS_PER_KBPS * feedback.targetRateKbps();
            boolean above = atLeastBps > (1 + tolerance) * targetBps;
            boolean below = atLeastBps < (1 - tolerance) * targetBps;
            cutPart = calm || below ? margin : 2 * cutPart;
            double kept = 1 - cutPart;
            double ratio = above ? Math.min(kept, targetBps / toldBps) : kept;
            return within(leastRatio, ratio * rateBps, rateBps);
        }

        /** A rate within what one feedback may do to the present one. */
        private double within(double least, double bps, double mostBps) {
            return Math.min(mostBps, Math.max(floorBps, Math.max(least * rateBps, bps)));
        }

        @Override
        public long cycleNs() {
            return byDepth ? NS_PER_US * portDepthUs : portCycleNs;
        }

        @Override
        public void onCycle(boolean limited) {
            unknownIntervalNs += cycleNs();
            grow(limited);
            boolean isOpen = !starting && port.isIntervalOpen();
            if (isOpen && unknownIntervalNs < PresumedPort.LONGEST_INTERVAL_NS) {
                rateBps = Math.min(rateBps, firstFeedbackBps);
                quietNs = 0;
            }
        }

        private void grow(boolean limited) {
            if (!hasSent) {
                if (byDepth) {
                    waitedNs = Math.min(waitedNs + cycleNs(), Math.max(0, portCycleNs - cycleNs()));
                }
                return;
            }
            hasSent = false;
            long countedNs = waitedNs + cycleNs();
            waitedNs = 0;
            endDrain();
            if (!limited) {
                return;
            }
            if (starting) {
                beforeStepBps = rateBps;
                rateBps *= 1 + startGrowth;
            } else {
                quietNs += countedNs;
                grownNs += countedNs;
                boolean quiet = quietNs > quietCycles * portCycleNs;
                double cycles = (double) (quiet ? countedNs : cycleNs()) / portCycleNs;
                double busy = Math.max(0, (double) quietNs / portCycleNs - quietCycles);
                double stepBps = byDepth ? depthStepBps() : stepPart * port.growthBps(quiet);
                rateBps +=
                        cycles
                                * (quietGrowth > 0
                                        ? stepBps + quietGrowth * busy * rateBps
                                        : Math.max(1, busy) * stepBps);
            }
            rateBps = Math.min(lineBps, rateBps);
        }
    }
}
