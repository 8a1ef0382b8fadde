// SPDX-License-Identifier: Apache-2.0
package org.weir.onos.device;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.onosproject.cluster.NodeId;
import org.onosproject.net.DeviceId;

/**
 * Decision which switches get another master: when one node has had at least two switches more than
 * another for a time, as many move as make the difference one or less. Example: of two switches and
 * three nodes, 2–0–0 becomes 1–1–0, and 1–1–0 stays.
 *
 * <p>ONOS's own {@code balanceRoles} leaves 2–0–0 as it is: it moves at most as many switches as
 * there are for each node, rounded down.
 */
final class BalanceRule {
    private static final int LEAST_DIFFERENCE = 2;

    private Map<NodeId, TreeSet<DeviceId>> present = Map.of();
    private long sinceMs;

    /** A switch and its next master. */
    static final class Move {
        private final DeviceId device;
        private final NodeId node;

        Move(DeviceId device, NodeId node) {
            this.device = device;
            this.node = node;
        }

        DeviceId device() {
            return device;
        }

        NodeId node() {
            return node;
        }

        @Override
        public String toString() {
            return device + " to " + node;
        }
    }

    /**
     * Takes the next look at the cluster.
     *
     * @param switchesByNode switches of each node that is ready
     * @param settleMs time for which a distribution must last: a cluster that starts, or has lost a
     *     node, is not done yet
     * @param nowMs monotonic time, ms
     * @return the moves that are due now, mostly none; one that had no effect is due again after
     *     the time
     */
    List<Move> moves(
            Map<NodeId, ? extends Iterable<DeviceId>> switchesByNode, long settleMs, long nowMs) {
        Map<NodeId, TreeSet<DeviceId>> now = sorted(switchesByNode);
        if (!now.equals(present)) {
            present = now;
            sinceMs = nowMs;
            return List.of();
        }
        if (present.isEmpty() || nowMs - sinceMs < settleMs) {
            return List.of();
        }
        sinceMs = nowMs;
        return evened(sorted(present));
    }

    private static List<Move> evened(Map<NodeId, TreeSet<DeviceId>> switchesByNode) {
        Comparator<Map.Entry<NodeId, TreeSet<DeviceId>>> bySize =
                Comparator.comparing(entry -> entry.getValue().size());
        List<Move> moves = new ArrayList<>();
        while (true) {
            Map.Entry<NodeId, TreeSet<DeviceId>> least =
                    switchesByNode.entrySet().stream().min(bySize).orElseThrow();
            Map.Entry<NodeId, TreeSet<DeviceId>> most =
                    switchesByNode.entrySet().stream().max(bySize).orElseThrow();
            if (most.getValue().size() - least.getValue().size() < LEAST_DIFFERENCE) {
                return moves;
            }
            DeviceId device = most.getValue().pollFirst();
            least.getValue().add(device);
            moves.add(new Move(device, least.getKey()));
        }
    }

    private static Map<NodeId, TreeSet<DeviceId>> sorted(
            Map<NodeId, ? extends Iterable<DeviceId>> switchesByNode) {
        Map<NodeId, TreeSet<DeviceId>> sorted = new TreeMap<>(Comparator.comparing(NodeId::id));
        switchesByNode.forEach(
                (node, switches) -> {
                    TreeSet<DeviceId> set = new TreeSet<>(Comparator.comparing(DeviceId::toString));
                    switches.forEach(set::add);
                    sorted.put(node, set);
                });
        return sorted;
    }
}
