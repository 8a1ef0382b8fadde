// SPDX-License-Identifier: Apache-2.0
package org.weir.reaction.mixed;

import org.weir.reaction.RateControl;
import org.weir.reaction.Reaction;
import org.weir.reaction.share.ShareReaction;
import org.weir.reaction.targetrate.TargetRateReaction;
import org.weir.wire.feedback.FeedbackMessage;

/**
 * Reaction point of hosts that send messages and also flows that last. A message needs a rate that
 * falls within some round trips and grows back within some tens of them; a flow that lasts needs
 * one that keeps the shares of λ*. A host does not know which a flow will be, so each begins as a
 * message.
 *
 * <ul>
 *   <li>A flow <em>waits</em> in a cycle if it had more to send than its rate allowed. Its waiting
 *       time is the sum of the cycles in which it waited, less those in which it did not, at least
 *       0 and at most {@code lastingNs}.
 *   <li>Lasting: with the first feedback after a waiting time of {@code lastingNs} the flow becomes
 *       one that lasts, at its present rate, if it has at least {@code largePart} of its class's
 *       arrival rate or if the feedback is by rate. Others stay messages: a long message among many
 *       short ones would lose rate at each of their bursts, and only in proportion to its own rate
 *       regain it.
 *   <li>Message: a flow becomes a message again, at its present rate, when its waiting time is 0,
 *       or with feedback by depth when it has less than half of {@code largePart}. Example: a
 *       connection that is kept open for requests and answers, after a long download.
 * </ul>
 *
 * @param messages reaction point while a flow counts as a message
 * @param lasting reaction point while it counts as lasting
 * @param lastingNs waiting time from which it counts as lasting, ns, above 0
 * @param largePart part of its class's arrival rate from which it counts as lasting, above 0 to 1
 */
public record MixedReaction(
        TargetRateReaction messages, ShareReaction lasting, long lastingNs, double largePart)
        implements Reaction {
    private static final double BPS_PER_KBPS = 1000;

    private static final long NS_PER_US = 1000;

    @Override
    public double unshapedBps(double lineBps, double arrivalBps) {
        return messages.unshapedBps(lineBps, arrivalBps);
    }

    @Override
    public RateControl start(long lineBps) {
        return new Control(lineBps);
    }

    private final class Control implements RateControl {
        private final long lineBps;
        private RateControl current;
        private boolean isLasting;
        private long waitingNs;

        /** The last cycle was one in which the flow waited. */
        private boolean hasWaited = true;

        private boolean hasFeedback;
        private long feedbackUs;

        /** Cycles that ended since the last feedback, ns. */
        private long cyclesNs;

        private int frameBytes;
        private double usedBps = Double.POSITIVE_INFINITY;

        Control(long lineBps) {
            this.lineBps = lineBps;
            current = messages.start(lineBps);
        }

        @Override
        public long rateBps() {
            return current.rateBps();
        }

        @Override
        public void onSent(int bytes) {
            frameBytes = bytes;
            current.onSent(bytes);
        }

        @Override
        public void onUsedRate(double usedBps) {
            this.usedBps = usedBps;
            current.onUsedRate(usedBps);
        }

        @Override
        public void onFeedback(FeedbackMessage feedback) {
            if (hasFeedback) {
                // Feedback ends a cycle early; this part of it counts too.
                long partNs = NS_PER_US * (feedback.timeUs() - feedbackUs) - cyclesNs;
                count(Math.max(0, Math.min(partNs, current.cycleNs())));
            }
            hasFeedback = true;
            feedbackUs = feedback.timeUs();
            cyclesNs = 0;
            double part = current.rateBps() / (BPS_PER_KBPS * feedback.arrivalRateKbps());
            boolean isLarge = feedback.isByRate() || part >= largePart;
            boolean isSmall = !feedback.isByRate() && part < largePart / 2;
            if (!isLasting && waitingNs == lastingNs && isLarge) {
                become(true);
            } else if (isLasting && isSmall) {
                become(false);
                current.onUsedRate(usedBps);
            }
            current.onFeedback(feedback);
        }

        @Override
        public long cycleNs() {
            return current.cycleNs();
        }

        @Override
        public void onCycle(boolean limited) {
            hasWaited = limited;
            cyclesNs += current.cycleNs();
            count(current.cycleNs());
            current.onCycle(limited);
            if (isLasting && waitingNs == 0) {
                become(false);
            }
        }

        private void count(long ns) {
            waitingNs = Math.max(0, Math.min(lastingNs, waitingNs + (hasWaited ? ns : -ns)));
        }

        private void become(boolean lasts) {
            isLasting = lasts;
            long rateBps = current.rateBps();
            current =
                    lasts
                            ? lasting.startingAt(rateBps).start(lineBps)
                            : messages.goingOnAt(rateBps).start(lineBps);
            current.onSent(frameBytes);
        }
    }
}
