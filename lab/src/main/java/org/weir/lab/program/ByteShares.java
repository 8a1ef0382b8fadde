// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.program;

import java.util.Map;
import org.weir.bmv2.controlplane.SwitchControl;
import org.weir.bmv2.controlplane.traffic.Sharing;

/**
 * Queues of a port that share one level by bytes (deficit weighted round robin). In a round a queue
 * sends its weight times the port's quantum. Weights need not be whole: the scheduler counts in
 * parts of the quantum.
 */
public final class ByteShares {
    /** Smallest weight; others are rounded to a multiple of it. */
    public static final double LEAST_WEIGHT = 1.0 / 64;

    /** Largest weight. */
    public static final double LARGEST_WEIGHT = 1000;

    private ByteShares() {}

    /**
     * Has queues share.
     *
     * @param quantumBytes bytes in a round for a weight of 1
     * @param weights by queue
     */
    public static void set(
            SwitchControl control,
            int port,
            int quantumBytes,
            int level,
            Map<Integer, Double> weights) {
        int partBytes = Math.max(1, (int) Math.round(quantumBytes * LEAST_WEIGHT));
        var shared = control.traffic().portTraffic(port).withSharing(Sharing.DWRR, partBytes);
        for (Map.Entry<Integer, Double> one : weights.entrySet()) {
            int queue = one.getKey();
            int parts = Math.max(1, (int) Math.round(one.getValue() / LEAST_WEIGHT));
            shared = shared.withQueue(queue, shared.queues().get(queue).withShare(level, parts));
        }
        control.traffic().setPortTraffic(port, shared);
    }
}
