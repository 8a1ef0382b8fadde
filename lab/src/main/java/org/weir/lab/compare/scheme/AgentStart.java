// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.compare.scheme;

import java.util.function.DoubleFunction;
import org.weir.reaction.RateControl;
import org.weir.reaction.Reaction;
import org.weir.wire.feedback.FeedbackMessage;

/**
 * A flow in a host with an agent: it is not shaped until its first feedback. Then it begins at
 * {@link Reaction#unshapedBps}, as the agent's flow table has it. The delays of Linux are left out:
 * an agent reads counters every 25 ms, and needs some milliseconds for a change.
 *
 * @param shaped reaction of a flow that begins at a rate, bit/s
 */
record AgentStart(DoubleFunction<Reaction> shaped) implements Reaction {
    private static final double BPS_PER_KBPS = 1000;

    @Override
    public RateControl start(long lineBps) {
        return new Control(lineBps);
    }

    private final class Control implements RateControl {
        private final long lineBps;
        private int frameBytes;

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
            if (control != null) {
                control.onUsedRate(bps);
            }
        }

        @Override
        public void onFeedback(FeedbackMessage feedback) {
            if (control == null) {
                double arrivalBps = BPS_PER_KBPS * feedback.arrivalRateKbps();
                double mostBps = shaped.apply(lineBps).unshapedBps(lineBps, arrivalBps);
                control = shaped.apply(mostBps).start(lineBps);
                control.onSent(frameBytes);
                control.onUsedRate(mostBps);
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
        public void onSent(int bytes) {
            frameBytes = bytes;
            if (control != null) {
                control.onSent(bytes);
            }
        }
    }
}
