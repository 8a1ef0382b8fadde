// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.host.reaction;

import org.weir.lab.packet.FeedbackMessage;

/**
 * Weir's reaction point for feedback that names a rate which the class can really have: the sender
 * goes to it and stays there, where PMQECN's goes back to the rate that was too much.
 *
 * <ul>
 *   <li>Start: the rate grows by a part of itself each cycle. The first feedback ends that, and
 *       takes the last step back.
 *   <li>Feedback multiplies the rate by λ*&#47;λ, never by more than 1. What the switch decides
 *       within the settling time after it was measured, in part, before the cut had arrived, and
 *       cuts no more; it only keeps the rate from growing.
 *   <li>Without feedback the rate grows by one step a cycle. When more cycles than expected stay
 *       quiet somebody has left, and each cycle takes one step more than the one before it.
 * </ul>
 *
 * @param startBps rate at the start, bit/s
 * @param leastBps rate below which no cut goes, bit/s
 * @param leastRatio the smallest λ*&#47;λ that one feedback applies, above 0 to 1
 * @param startGrowth part of itself by which the rate grows in a cycle of the start
 * @param stepPart a step, as a part of the line's rate
 * @param quietCycles cycles of one step each before steps grow
 * @param cycleNs length of a cycle, ns, counted anew from each feedback
 * @param settleUs time after a cut in which further feedback does not cut, µs
 */
public record TargetRateReaction(
        double startBps,
        double leastBps,
        double leastRatio,
        double startGrowth,
        double stepPart,
        int quietCycles,
        long cycleNs,
        long settleUs)
        implements Reaction {
    @Override
    public RateControl start(long lineBps) {
        return new Control(lineBps);
    }

    private final class Control implements RateControl {
        private final double lineBps;
        private final double floorBps;
        private double rateBps;
        private double beforeStepBps;
        private boolean starting = true;
        private int cyclesSinceFeedback;
        private boolean cut;
        private long cutUs;

        Control(long lineBps) {
            this.lineBps = lineBps;
            floorBps = Math.min(leastBps, lineBps);
            rateBps = Math.min(startBps, lineBps);
            beforeStepBps = rateBps;
        }

        @Override
        public long rateBps() {
            return Math.max(1, Math.round(rateBps));
        }

        @Override
        public void onFeedback(FeedbackMessage feedback) {
            cyclesSinceFeedback = 0;
            if (starting) {
                starting = false;
                rateBps = beforeStepBps;
            }
            if (cut && feedback.timeUs() - cutUs < settleUs) {
                return;
            }
            if (feedback.arrivalRateKbps() > feedback.targetRateKbps()) {
                double ratio = (double) feedback.targetRateKbps() / feedback.arrivalRateKbps();
                double wanted = rateBps * Math.max(leastRatio, ratio);
                rateBps = Math.min(rateBps, Math.max(floorBps, wanted));
                cut = true;
                cutUs = feedback.timeUs();
            }
        }

        @Override
        public long cycleNs() {
            return cycleNs;
        }

        @Override
        public void onCycle(boolean limited) {
            if (!limited) {
                return;
            }
            beforeStepBps = rateBps;
            if (starting) {
                rateBps *= 1 + startGrowth;
            } else {
                cyclesSinceFeedback++;
                int steps = Math.max(1, cyclesSinceFeedback - quietCycles);
                rateBps += steps * stepPart * lineBps;
            }
            rateBps = Math.min(lineBps, rateBps);
        }
    }
}
