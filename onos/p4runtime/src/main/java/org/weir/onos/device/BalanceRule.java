// SPDX-License-Identifier: Apache-2.0
package org.weir.onos.device;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import org.onosproject.cluster.NodeId;

/**
 * Decision when the masters of switches are to be balanced: when one node has at least two switches
 * more than another, and that has been so for a time. Example: of two switches and three nodes,
 * 2–0–0 is balanced to 1–1–0, and 1–1–0 stays. Each distribution is balanced once: what ONOS cannot
 * balance must not move for ever.
 */
final class BalanceRule {
    private static final int LEAST_DIFFERENCE = 2;

    private final long settleMs;
    private Map<NodeId, Integer> present = Map.of();
    private Map<NodeId, Integer> balanced = Map.of();
    private long sinceMs;

    /**
     * A rule that has seen nothing yet.
     *
     * @param settleMs time for which a distribution must last: a cluster that starts, or has lost a
     *     node, is not done yet
     */
    BalanceRule(long settleMs) {
        this.settleMs = settleMs;
    }

    /**
     * Takes the next look at the cluster.
     *
     * @param switchesByNode number of switches of each node that is ready
     * @return whether to balance now
     */
    boolean isDue(Map<NodeId, Integer> switchesByNode, long nowMs) {
        if (!switchesByNode.equals(present)) {
            present = new TreeMap<>(switchesByNode);
            sinceMs = nowMs;
            return false;
        }
        if (present.isEmpty() || nowMs - sinceMs < settleMs || present.equals(balanced)) {
            return false;
        }
        int most = Collections.max(present.values());
        int least = Collections.min(present.values());
        if (most - least < LEAST_DIFFERENCE) {
            balanced = Map.of();
            return false;
        }
        balanced = present;
        return true;
    }
}
