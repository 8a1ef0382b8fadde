// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.host.reaction;

import org.weir.lab.packet.FeedbackMessage;

/**
 * Weir's reaction point for feedback that names a rate which the class can really have: the sender
 * goes to it and stays there, where PMQECN's goes back to the rate that was too much, and on.
 *
 * <ul>
 *   <li>Start: the rate grows by a part of itself each cycle. The first feedback ends that, and
 *       takes the last step back.
 *   <li>Feedback at depth d makes the rate a part (min(λ, λ*) − d/T)&#47;λ of itself: what the
 *       class may have, less what drains its standing queue within the settling time T. A queue may
 *       stand although λ is below λ*: what others left when λ* was solved, they may take again.
 *   <li>What the switch decides within T after a cut was measured, in part, before that had
 *       arrived, and cuts no more; it only keeps the rate from growing.
 *   <li>The first cycle without feedback ends the draining. The rate is then a margin below the
 *       least of λ*&#47;λ of what it was, and half the way back to the rate last held.
 *   <li>Hold: for a number of quiet cycles it stays. What has been held through all of them is
 *       known to fit.
 *   <li>Probe: for as many more it grows by a step each. If they are quiet too somebody has left,
 *       and each further cycle takes one step more than the one before it.
 * </ul>
 *
 * <p>Steps are equal for all and margins a part of each rate, so that flows of a class become
 * alike.
 *
 * @param startBps rate at the start, bit/s
 * @param leastBps rate below which no cut goes, bit/s
 * @param leastRatio the smallest part of itself that one feedback makes the rate, above 0 to 1
 * @param startGrowth part of itself by which the rate grows in a cycle of the start
 * @param margin part of itself that the rate gives up for good with each cut, 0 to 1
 * @param stepPart a step, as a part of the line's rate
 * @param quietCycles cycles of holding, and again of one step each
 * @param cycleNs length of a cycle, ns, counted anew from each feedback
 * @param settleUs T, time in which a cut shows and its queue drains, µs, above 0
 */
public record TargetRateReaction(
        double startBps,
        double leastBps,
        double leastRatio,
        double startGrowth,
        double margin,
        double stepPart,
        int quietCycles,
        long cycleNs,
        long settleUs)
        implements Reaction {
    private static final double BITS_PER_BYTE = 8;
    private static final double US_PER_SECOND = 1e6;
    private static final double BPS_PER_KBPS = 1e3;

    @Override
    public RateControl start(long lineBps) {
        return new Control(lineBps);
    }

    private final class Control implements RateControl {
        private final double lineBps;
        private final double floorBps;
        private double rateBps;
        private double beforeStepBps;

        /** The rate when it was last known to fit. */
        private double heldBps;

        /** Where the rate goes once the queue has drained; 0 when it is there. */
        private double drainedBps;

        private boolean starting = true;
        private boolean everCut;
        private long cutUs;
        private int quiet;
        private int frameBytes;

        Control(long lineBps) {
            this.lineBps = lineBps;
            floorBps = Math.min(leastBps, lineBps);
            rateBps = Math.min(startBps, lineBps);
            beforeStepBps = rateBps;
            heldBps = rateBps;
        }

        @Override
        public long rateBps() {
            return Math.max(1, Math.round(rateBps));
        }

        @Override
        public void onSent(int bytes) {
            frameBytes = bytes;
        }

        @Override
        public void onFeedback(FeedbackMessage feedback) {
            quiet = 0;
            if (starting) {
                starting = false;
                rateBps = beforeStepBps;
                heldBps = rateBps;
            }
            if (everCut && feedback.timeUs() - cutUs < settleUs) {
                return;
            }
            everCut = true;
            cutUs = feedback.timeUs();
            double arrivalBps = BPS_PER_KBPS * Math.max(1, feedback.arrivalRateKbps());
            double wantedBps = Math.min(arrivalBps, BPS_PER_KBPS * feedback.targetRateKbps());
            double drainBps =
                    feedback.depthPackets()
                            * BITS_PER_BYTE
                            * frameBytes
                            * (US_PER_SECOND / settleUs);
            double halfBack = (heldBps + rateBps) / 2 / rateBps;
            drainedBps = part((1 - margin) * Math.min(wantedBps / arrivalBps, halfBack));
            heldBps = drainedBps;
            rateBps = Math.min(drainedBps, part((wantedBps - drainBps) / arrivalBps));
        }

        /** A part of the rate, within what one feedback may do. */
        private double part(double ratio) {
            return Math.min(rateBps, Math.max(floorBps, Math.max(leastRatio, ratio) * rateBps));
        }

        @Override
        public long cycleNs() {
            return cycleNs;
        }

        @Override
        public void onCycle(boolean limited) {
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
                if (quiet == quietCycles) {
                    heldBps = rateBps;
                }
                rateBps += steps() * stepPart * lineBps;
            }
            rateBps = Math.min(lineBps, rateBps);
        }

        private int steps() {
            return quiet <= quietCycles ? 0 : Math.max(1, quiet - 2 * quietCycles);
        }
    }
}
