// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.host.reaction;

/**
 * The rate limiter of the paper that compares QCN with ECM. After negative feedback it waits, then
 * marks one packet as a probe and waits for its echo. With an echo it goes on in fast recovery and
 * active increase, counted in bytes; without one it is in short fuse and increases hyper-actively
 * until feedback comes.
 *
 * @param startBps rate at the start, bit/s
 * @param startTargetBps target at the start, bit/s
 * @param leastBps rate below which no cut goes, bit/s
 * @param decreaseGain G_d
 * @param recoveryCycles cycles of fast recovery
 * @param recoveryBytes bytes of a cycle of fast recovery
 * @param increaseBytes bytes of a cycle of active increase
 * @param hyperBytes bytes of a cycle of hyper-active increase
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
        private int hyperCycles;

        Control(long lineBps) {
            super(new RecoveringRate(startBps, leastBps, lineBps), startTargetBps, decreaseGain);
        }

        @Override
        void onCut() {
            hyperCycles = 0;
            probeDue = false;
            state = State.WAITING_TO_PROBE;
        }

        @Override
        public long cycleNs() {
            switch (state) {
                case WAITING_TO_PROBE:
                    return probeWaitNs;
                case WAITING_FOR_ECHO:
                    return echoWaitNs;
                default:
                    return 0;
            }
        }

        @Override
        public void onCycle(boolean limited) {
            if (state == State.WAITING_TO_PROBE) {
                state = State.WAITING_FOR_ECHO;
                probeDue = true;
            } else if (!probeDue) {
                state = State.SHORT_FUSE;
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
                    hyperCycles++;
                    recover(hyperCycles * increaseBps);
                }
            } else if (endsCycle(
                    frameBytes, byteCycles() < recoveryCycles ? recoveryBytes : increaseBytes)) {
                countCycle();
                recover(byteCycles() <= recoveryCycles ? 0 : increaseBps);
            }
        }
    }
}
