// SPDX-License-Identifier: Apache-2.0
package org.weir.tofino.model;

/**
 * Metadata from the traffic manager about a packet's way through its queue, for egress.
 *
 * @param enqueueDepthCells cells of the queue when the packet came, 19 bits
 * @param enqueueTimeNs clock when it came
 * @param dequeueDepthCells cells of the queue when it left, 19 bits
 * @param dequeueTimeNs clock when it left, which is egress' time stamp too
 */
public record QueuePassage(
        int enqueueDepthCells, long enqueueTimeNs, int dequeueDepthCells, long dequeueTimeNs) {

    private static final int DEPTH_BITS = 19;

    /** Checks the ranges. */
    public QueuePassage {
        if (enqueueDepthCells >>> DEPTH_BITS != 0 || dequeueDepthCells >>> DEPTH_BITS != 0) {
            throw new IllegalArgumentException("a depth has " + DEPTH_BITS + " bits");
        }
        if (dequeueTimeNs < enqueueTimeNs) {
            throw new IllegalArgumentException("leaves before it comes");
        }
    }
}
