// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.host.reaction;

/**
 * The recovery that PMQECN and P4QCN have in common (PMQECN, Algorithm 3): after a cut N_C cycles
 * of fast recovery, then one step R_A of active increase in each cycle. What cuts, by how much, and
 * what ends a cycle is a reaction point's own.
 */
final class SteppedRecovery {
    private final RecoveringRate rate;
    private final int recoveryCycles;
    private final double increaseBps;
    private int recoveryLeft;

    /**
     * @param recoveryCycles N_C
     * @param increaseBps R_A, bit/s
     */
    SteppedRecovery(RecoveringRate rate, int recoveryCycles, double increaseBps) {
        this.rate = rate;
        this.recoveryCycles = recoveryCycles;
        this.increaseBps = increaseBps;
    }

    /** Makes the rate before the target, the rate a part of it, and recovery begin anew. */
    void cut(double factor) {
        rate.cut(factor);
        recoveryLeft = recoveryCycles;
    }

    /** Ends a cycle. */
    void endCycle() {
        rate.recover(recoveryLeft > 0 ? 0 : increaseBps);
        recoveryLeft = Math.max(0, recoveryLeft - 1);
    }

    /** The current rate in whole bit/s. */
    long rateBps() {
        return rate.rateBps();
    }
}
