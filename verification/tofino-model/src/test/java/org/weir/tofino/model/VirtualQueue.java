// SPDX-License-Identifier: Apache-2.0
package org.weir.tofino.model;

/**
 * Reference for the virtual queues of the Tofino program (pipelines/tna/virtual_drain.p4): the
 * plain recursion of a queue that drains at a rate.
 */
public final class VirtualQueue {

    private static final int FCS_BYTES = 4;

    private static final long ROUND_NS = 1L << 32;
    private static final long MOST_BACKLOG_NS = 1 << 24;

    /** Last lengths of the steps of packet length. */
    private static final int[] STEP_ENDS = {
        71, 87, 103, 119, 143, 167, 199, 231, 271, 319, 375, 439, 511, 599, 703, 823, 959, 1119,
        1303, 1503, 1551, 1855, 2175, 2559, 3007, 3583, 4223, 4991, 5951, 7103, 8191
    };

    /** Length on the link that each step charges for a packet, bytes. */
    static final int[] STEP_BYTES = {
        84, 99, 115, 131, 151, 175, 202, 234, 270, 314, 365, 425, 493, 572, 668, 779, 907, 1054,
        1225, 1417, 1538, 1710, 2023, 2372, 2786, 3291, 3897, 4596, 5450, 6497, 7629, 9038
    };

    private final boolean forgets;
    private long emptyNs;
    private long sumNs;
    private int forgotten;

    /**
     * An empty queue.
     *
     * @param forgets true if it loses its backlog where the program does: when its clock restarts,
     *     and when the backlog is too long
     * @param sumNs the program's sum of costs so far
     */
    public VirtualQueue(boolean forgets, long sumNs) {
        this.forgets = forgets;
        this.sumNs = sumNs;
    }

    /**
     * The step of packet length of a frame.
     *
     * @param frameBytes its length without frame check sequence
     */
    public static int step(int frameBytes) {
        int step = 0;
        while (step < STEP_ENDS.length && frameBytes + FCS_BYTES > STEP_ENDS[step]) {
            step++;
        }
        return step;
    }

    /** Adds a packet, and returns the backlog before it. */
    public long backlogNs(long nowNs, long costNs) {
        long backlog = Math.max(0, emptyNs - nowNs);
        long coming = nowNs - sumNs;
        boolean otherRound =
                Math.floorDiv(coming, ROUND_NS) != Math.floorDiv(coming + backlog, ROUND_NS);
        if (forgets && (backlog > MOST_BACKLOG_NS || otherRound)) {
            backlog = 0;
            forgotten++;
        }
        emptyNs = nowNs + backlog + costNs;
        sumNs += costNs;
        return backlog;
    }

    /**
     * Adds a packet under rate-based marking; one that finds the threshold empties the queue.
     *
     * @return the backlog before it
     */
    public long backlogByRateNs(long nowNs, long costNs, long thresholdNs) {
        long backlog = backlogNs(nowNs, costNs);
        if (backlog >= thresholdNs) {
            emptyNs = nowNs;
        }
        return backlog;
    }

    /** Sum of the costs so far; the program keeps its last 32 bits. */
    public long sumNs() {
        return sumNs;
    }

    /** Backlogs that were lost so far. */
    public int forgotten() {
        return forgotten;
    }
}
