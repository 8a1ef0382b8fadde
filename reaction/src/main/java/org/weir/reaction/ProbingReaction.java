// SPDX-License-Identifier: Apache-2.0
package org.weir.reaction;

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

    private final class Control extends QcnControl {
        private State state = State.WAITING_TO_PROBE;
        private boolean probeDue;
        private int hyperCyclesPast;

        Control(long lineBps) {
            super(new RecoveringRate(startBps, leastBps, lineBps), startTargetBps, decreaseGain);
        }

        @Override
        void onCut() {
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
            } else if (state == State.WAITING_FOR_ECHO && !probeDue) {
                state = State.SHORT_FUSE;
                hyperCyclesPast = 0;
                restartCycle();
            }
        }

        @Override
        public int tag() {
            return probeDue ? PROBE_TAG : 0;
        }

        @Override
        public void onSent(int frameBytes) {
            probeDue = false;
            if (state == State.SHORT_FUSE) {
                if (endsCycle(frameBytes, hyperBytes)) {
                    hyperCyclesPast++;
                    recover(hyperCyclesPast * increaseBps);
                    if (hyperCyclesPast >= hyperCycles) {
                        state = State.WAITING_TO_PROBE;
                    }
                }
            } else if (endsCycle(
                    frameBytes, byteCycles() < recoveryCycles ? recoveryBytes : increaseBytes)) {
                countCycle();
                recover(byteCycles() <= recoveryCycles ? 0 : increaseBps);
            }
        }
    }
}
