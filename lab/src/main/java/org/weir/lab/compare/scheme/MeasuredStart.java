// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.compare.scheme;

import java.util.function.DoubleFunction;
import org.weir.reaction.RateControl;
import org.weir.reaction.Reaction;
import org.weir.wire.feedback.FeedbackMessage;

/**
 * Start of a flow in a host with an agent: the flow is not shaped until its first feedback, and
 * then begins at the rate at which it really sent.
 *
 * @param shaped reaction of a flow that begins at a rate, bit/s
 */
record MeasuredStart(DoubleFunction<Reaction> shaped) implements Reaction {
    @Override
    public RateControl start(long lineBps) {
        return new Control(lineBps);
    }

    private final class Control implements RateControl {
        private final long lineBps;
        private double usedBps = Double.POSITIVE_INFINITY;

        /** Null before the first feedback. */
        private RateControl control;

        Control(long lineBps) {
            this.lineBps = lineBps;
        }

        @Override
        public long rateBps() {
            return control == null ? lineBps : control.rateBps();
        }

        @Override
        public void onUsedRate(double bps) {
            usedBps = bps;
        }

        @Override
        public void onFeedback(FeedbackMessage feedback) {
            if (control == null) {
                control = shaped.apply(Math.max(1, Math.min(lineBps, usedBps))).start(lineBps);
            }
            control.onFeedback(feedback);
        }

        @Override
        public long cycleNs() {
            return control == null ? 0 : control.cycleNs();
        }

        @Override
        public void onCycle(boolean limited) {
            control.onCycle(limited);
        }

        @Override
        public void onSent(int frameBytes) {
            if (control != null) {
                control.onSent(frameBytes);
            }
        }
    }
}
