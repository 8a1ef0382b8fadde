// SPDX-License-Identifier: Apache-2.0
package org.weir.reaction;

/**
 * Start and recovery of PMQECN's and P4QCN's senders (PMQECN, Algorithm 3): after a cut N_C cycles
 * of fast recovery, then one step R_A of active increase in each cycle. The cuts and the end of a
 * cycle belong to each reaction point.
 *
 * @param startBps rate at the start, bit/s, or the line's where that is lower
 * @param leastBps rate below which no cut goes, bit/s
 * @param increaseBps R_A, by which the target rate grows in active increase, bit/s
 * @param cycles N_C, cycles of fast recovery
 */
public record Recovery(double startBps, double leastBps, double increaseBps, int cycles) {
    /** A sender's rate on a line, before its first cut. */
    SteppedRate on(long lineBps) {
        return new SteppedRate(this, lineBps);
    }
}
