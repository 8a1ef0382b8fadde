// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.host.reaction;

import org.weir.lab.packet.FeedbackMessage;

/**
 * PMQECN's reaction point. Feedback multiplies the current rate by λ*&#47;λ and remembers the rate
 * before as the target; {@code N_C} cycles of fast recovery halve the way back to the target; then
 * each cycle of active increase raises the target by R_A and goes half way there.
 *
 * <p>Feedback never raises the rate. The rate does not grow while the application sends less than
 * it allows: otherwise it would stand at the line rate, and the first cuts would not be felt.
 */
public final class ReactionPoint implements RateControl {
    private final ReactionParameters parameters;
    private final long lineBps;
    private double currentBps;
    private double targetBps;
    private int recoveryCyclesLeft;

    /**
     * @param lineBps rate of the sender's port, bit/s, which the sending rate never exceeds
     */
    public ReactionPoint(ReactionParameters parameters, long lineBps) {
        this.parameters = parameters;
        this.lineBps = lineBps;
        currentBps = Math.min(parameters.startBps(), lineBps);
        targetBps = currentBps;
    }

    @Override
    public long rateBps() {
        return Math.max(1, Math.round(currentBps));
    }

    @Override
    public void onFeedback(FeedbackMessage feedback) {
        double ratio = 1;
        if (feedback.arrivalRateKbps() > 0) {
            ratio = (double) feedback.targetRateKbps() / feedback.arrivalRateKbps();
            ratio = Math.max(parameters.leastRatio(), Math.min(1, ratio));
        }
        targetBps = currentBps;
        currentBps = Math.min(currentBps, Math.max(parameters.leastBps(), currentBps * ratio));
        recoveryCyclesLeft = parameters.recoveryCycles();
    }

    @Override
    public long cycleNs() {
        return parameters.cycleNs();
    }

    @Override
    public void onCycle(boolean limited) {
        if (!limited) {
            return;
        }
        if (recoveryCyclesLeft > 0) {
            recoveryCyclesLeft--;
        } else {
            targetBps = Math.min(lineBps, targetBps + parameters.increaseBps());
        }
        currentBps = Math.min(lineBps, (currentBps + targetBps) / 2);
    }

    /** The target rate R_t, bit/s. */
    public double targetBps() {
        return targetBps;
    }

    /** Whether the next cycle is one of fast recovery rather than active increase. */
    public boolean isRecovering() {
        return recoveryCyclesLeft > 0;
    }
}
