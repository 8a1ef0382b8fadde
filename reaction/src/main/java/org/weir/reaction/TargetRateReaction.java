// SPDX-License-Identifier: Apache-2.0
package org.weir.reaction;

import org.weir.control.RateWindow;
import org.weir.wire.feedback.FeedbackMessage;

/**
 * Weir's reaction point for feedback that names a rate which the class can really have: the sender
 * goes to it and stays near it, where PMQECN's goes back to the rate that was too much, and on.
 *
 * <ul>
 *   <li>Start: the rate grows by a part of itself each cycle. The first feedback ends that, and
 *       takes the last step back.
 *   <li>Feedback drains: for one cycle the rate is less by this flow's part of what takes the queue
 *       below its threshold within the settling time T. A queue much below it would be empty at
 *       times, and the port idle. A class with rate-based marking has nothing to drain.
 *   <li>Feedback also corrects the rate. Where λ is above λ*, it becomes λ*&#47;λ of itself: above
 *       by more than the resolution of λ, a packet in the switch's window, and a tolerance of λ*,
 *       within which the controller leaves a setting as it is. Otherwise the rate is nearly right,
 *       and gives up a margin; twice that if the feedback before was heeded less than a few cycles
 *       ago, and so on. Where λ is as much below λ*, others send too much, and a margin is all.
 *   <li>Where feedback comes often, the queue itself shows the excess, and sooner than λ does,
 *       which is a window old: with a growth gain above 0, what a second feedback within two
 *       settling times names as depth, less what the one before named, is the growth of the queue,
 *       and the rate gives up the gain's part of growth over arrivals. A queue that shrinks cuts
 *       nothing. λ*, which the controller derives from loads of some time ago, then counts only for
 *       the first feedback of all: a class that finds others idle is not held to its share.
 *   <li>What the switch decides within T after a cut was measured, in part, before that had
 *       arrived, and cuts no more; it only keeps the rate from growing.
 *   <li>Every cycle without feedback the rate grows by a step, so small that a queue rises by less
 *       than a packet before a feedback packet reports it. After a number of quiet cycles somebody
 *       has left, and each further cycle takes one step more than the one before it. With a quiet
 *       growth above 0 such cycles add that part of the rate instead, twice, thrice and so on, and
 *       a step is as much smaller as the root of this flow's part of its class: many flows together
 *       then grow little faster than one.
 *   <li>Where packets are farther apart than a cycle, a cycle in which none was sent does not
 *       count: nothing could bring feedback, so the rate does not grow, and a drain goes on. Growth
 *       of the queue, and what drains it, are then over the time between two packets in place of T.
 * </ul>
 *
 * <p>Steps are equal for all and margins a part of each rate, so that flows of a class become
 * alike.
 *
 * @param startBps rate at the start, bit/s
 * @param leastBps rate below which no cut goes, bit/s
 * @param leastRatio the smallest part of itself that one feedback makes the rate, above 0 to 1
 * @param startGrowth part of itself by which the rate grows in a cycle of the start
 * @param margin part of itself that the rate gives up with a cut
 * @param tolerance part of λ* by which λ may differ from it without being more or less
 * @param windowUs over which the switch measures λ, µs; {@link #WINDOW_OF_LINE} for that of the
 *     sender's own line
 * @param stepPart a step, as a part of the line's rate
 * @param calmCycles cycles after which feedback is about a rate that has fitted until then
 * @param quietCycles cycles of one step each
 * @param cycleNs length of a cycle, ns, counted anew from each feedback
 * @param settleUs T, time in which a cut shows and its queue drains, µs, above 0
 * @param drainPackets packets below the threshold to which feedback drains a queue
 * @param growthGain part of a queue's measured growth that one feedback takes away, 0 to 1
 * @param quietGrowth part of itself by which a rate grows in the first cycle after the quiet ones
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
        double growthGain,
        double quietGrowth)
        implements Reaction {
    /** λ is measured over the window that the sender's line has by its rate. */
    public static final double WINDOW_OF_LINE = 0;

    private static final double BITS_PER_BYTE = 8;
    private static final double US_PER_SECOND = 1e6;
    private static final double BPS_PER_KBPS = 1e3;

    @Override
    public RateControl start(long lineBps) {
        return new Control(lineBps);
    }

    private final class Control implements RateControl {
        private final double lineBps;
        private final double resolutionUs;
        private final double floorBps;
        private double rateBps;
        private double beforeStepBps;

        /** Rate to take once the queue has drained, bit/s; 0 when it has. */
        private double drainedBps;

        private boolean starting = true;
        private boolean everCut;
        private long cutUs;
        private double cutPart;
        private int quiet;
        private int frameBytes;

        /** A packet has left since a cycle counted last. */
        private boolean hasSent;

        private int depthPackets;
        private int egressPort;

        /** This flow's part of its class's arrivals, when it was last told. */
        private double partOfClass = 1;

        Control(long lineBps) {
            this.lineBps = lineBps;
            resolutionUs = windowUs > 0 ? windowUs : RateWindow.forRate(lineBps).us();
            floorBps = Math.min(leastBps, lineBps);
            rateBps = Math.min(startBps, lineBps);
            beforeStepBps = rateBps;
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
        public void onFeedback(FeedbackMessage feedback) {
            boolean first = starting;
            if (starting) {
                starting = false;
                rateBps = beforeStepBps;
                quiet = calmCycles;
            }
            boolean calm = quiet >= calmCycles;
            quiet = 0;
            long sinceUs = feedback.timeUs() - cutUs;
            if (everCut && sinceUs < settleUs) {
                return;
            }
            boolean sameQueue = feedback.egressPort() == egressPort;
            double packetBits = BITS_PER_BYTE * frameBytes;
            double seenUs = Math.max(settleUs, packetBits * US_PER_SECOND / rateBps);
            boolean grown = everCut && sameQueue && sinceUs < 2 * seenUs;
            double growthPackets = grown ? feedback.depthPackets() - depthPackets : 0;
            everCut = true;
            cutUs = feedback.timeUs();
            depthPackets = feedback.depthPackets();
            egressPort = feedback.egressPort();
            double arrivalBps = BPS_PER_KBPS * Math.max(1, feedback.arrivalRateKbps());
            // The switch tells the larger of two windows' rates, a whole number of packets each.
            double atLeastBps = arrivalBps - packetBits * US_PER_SECOND / resolutionUs;
            partOfClass = Math.min(1, rateBps / Math.max(1, atLeastBps));
            double excessPackets =
                    feedback.isByRate()
                            ? 0
                            : feedback.depthPackets() - feedback.thresholdPackets() + drainPackets;
            double drainBps = Math.max(0, excessPackets) * packetBits * US_PER_SECOND / seenUs;
            if (growthGain > 0 && !first && !feedback.isByRate()) {
                double growthBps = growthPackets * packetBits * US_PER_SECOND / sinceUs;
                double loadBps = Math.max(arrivalBps, growthBps);
                double kept = grown && growthPackets <= 0 ? 1 : 1 - margin;
                drainedBps = part(leastRatio, Math.min(kept, 1 - growthGain * growthBps / loadBps));
                drainBps = Math.max(0, drainBps + Math.min(0, growthBps));
                rateBps = part(0, drainedBps / rateBps - drainBps / loadBps);
            } else {
                drainedBps = part(leastRatio, kept(feedback, calm, arrivalBps, atLeastBps));
                rateBps = part(leastRatio, drainedBps / rateBps - drainBps / arrivalBps);
            }
            rateBps = Math.min(drainedBps, rateBps);
        }

        /** The part of the rate that λ and λ* leave. */
        private double kept(
                FeedbackMessage feedback, boolean calm, double arrivalBps, double atLeastBps) {
            double targetBps = BPS_PER_KBPS * feedback.targetRateKbps();
            boolean above = atLeastBps > (1 + tolerance) * targetBps;
            boolean below = atLeastBps < (1 - tolerance) * targetBps;
            cutPart = calm || below ? margin : 2 * cutPart;
            double kept = 1 - cutPart;
            return above ? Math.min(kept, targetBps / arrivalBps) : kept;
        }

        /** A part of the rate, within what one feedback may do. */
        private double part(double least, double ratio) {
            return Math.min(rateBps, Math.max(floorBps, Math.max(least, ratio) * rateBps));
        }

        @Override
        public long cycleNs() {
            return cycleNs;
        }

        @Override
        public void onCycle(boolean limited) {
            if (!hasSent) {
                return;
            }
            hasSent = false;
            if (drainedBps > 0) {
                rateBps = drainedBps;
                drainedBps = 0;
            }
            if (!limited) {
                return;
            }
            if (starting) {
                beforeStepBps = rateBps;
                rateBps *= 1 + startGrowth;
            } else {
                quiet++;
                int busy = Math.max(0, quiet - quietCycles);
                double stepBps = stepPart * lineBps;
                rateBps +=
                        quietGrowth > 0
                                ? Math.sqrt(partOfClass) * stepBps + quietGrowth * busy * rateBps
                                : Math.max(1, busy) * stepBps;
            }
            rateBps = Math.min(lineBps, rateBps);
        }
    }
}
