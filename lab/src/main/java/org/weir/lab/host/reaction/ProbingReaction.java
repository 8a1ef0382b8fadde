// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.host.reaction;

import org.weir.lab.packet.CongestionNotification;
import org.weir.lab.packet.FeedbackMessage;

/**
 * The rate limiter of the paper that compares QCN with ECM. After negative feedback it waits, then
 * marks one packet as a probe and waits for its echo. With an echo it goes on in fast recovery and
 * active increase, counted in bytes; without one it is in short fuse, increases hyper-actively for
 * a number of cycles, and waits to probe again.
 *
 * @param startBps rate at the start, bit/s
 * @param startTargetBps target at the start, bit/s
 * @param leastBps rate below which no cut goes, bit/s
 * @param decreaseGain G_d
 * @param recoveryCycles cycles of fast recovery
 * @param recoveryBytes bytes of a cycle of fast recovery
 * @param increaseBytes bytes of a cycle of active increase
 * @param hyperBytes bytes of a cycle of hyper-active increase
 * @param hyperCycles cycles of hyper-active increase before the next probe, at least 1
 * @param increaseBps R_i, bit/s, in hyper-active increase times the cycle's number
 * @param probeWaitNs time from feedback to the probe, ns
 * @param echoWaitNs time for which an echo is waited for, ns
 */
public record ProbingReaction(
        double startBps,
        double startTargetBps,
        double leastBps,
        double decreaseGain,
        int recoveryCycles,
        long recoveryBytes,
        long increaseBytes,
        long hyperBytes,
        int hyperCycles,
        double increaseBps,
        long probeWaitNs,
        long echoWaitNs)
        implements Reaction {
    private static final int PROBE_TAG = 1;

    private enum State {
        WAITING_TO_PROBE,
        WAITING_FOR_ECHO,
        SHORT_FUSE
    }

    @Override
    public RateControl start(long lineBps) {
        return new Control(lineBps);
    }

    private final class Control implements RateControl {
        private final RecoveringRate rate;
        private State state = State.WAITING_TO_PROBE;
        private boolean probeDue;
        private int cycles;
        private int hyperCyclesPast;
        private long bytes;

        Control(long lineBps) {
            rate = new RecoveringRate(startBps, leastBps, lineBps);
            rate.setTargetBps(startTargetBps);
        }

        @Override
        public long rateBps() {
            return rate.rateBps();
        }

        @Override
        public void onFeedback(FeedbackMessage feedback) {
            throw new IllegalStateException("QCN has no feedback of Weir's kind");
        }

        @Override
        public void onNotification(CongestionNotification notification, long nowNs) {
            if (notification.feedback() >= 0) {
                return;
            }
            double factor = 1 + decreaseGain * notification.feedback();
            if (cycles == 0) {
                rate.cutKeepingTarget(factor);
            } else {
                rate.cut(factor);
                cycles = 0;
            }
            bytes = 0;
            hyperCyclesPast = 0;
            probeDue = false;
            state = State.WAITING_TO_PROBE;
        }

        @Override
        public long cycleNs() {
            return state == State.WAITING_FOR_ECHO ? echoWaitNs : probeWaitNs;
        }

        @Override
        public void onCycle(boolean limited) {
            if (state == State.WAITING_TO_PROBE) {
                state = State.WAITING_FOR_ECHO;
                probeDue = true;
            } else if (state == State.WAITING_FOR_ECHO) {
                if (!probeDue) {
                    state = State.SHORT_FUSE;
                    hyperCyclesPast = 0;
                    bytes = 0;
                }
            }
        }

        @Override
        public int tag() {
            return probeDue ? PROBE_TAG : 0;
        }

        @Override
        public void onSent(int frameBytes) {
            probeDue = false;
            bytes += frameBytes;
            if (state == State.SHORT_FUSE) {
                if (bytes >= hyperBytes) {
                    bytes = 0;
                    hyperCyclesPast++;
                    rate.recover(hyperCyclesPast * increaseBps);
                    if (hyperCyclesPast >= hyperCycles) {
                        state = State.WAITING_TO_PROBE;
                    }
                }
            } else if (bytes >= (cycles < recoveryCycles ? recoveryBytes : increaseBytes)) {
                bytes = 0;
                cycles++;
                if (cycles == 1 && rate.targetBps() > 10 * rate.currentBps()) {
                    rate.setTargetBps(rate.targetBps() / 8);
                }
                rate.recover(cycles <= recoveryCycles ? 0 : increaseBps);
            }
        }
    }
}
