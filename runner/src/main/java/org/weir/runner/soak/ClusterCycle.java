// SPDX-License-Identifier: Apache-2.0
package org.weir.runner.soak;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Figures of one cycle of {@code weir soak cluster}: a master is killed and started again, or cut
 * off and reached again.
 *
 * @param number of the cycle, from 1
 * @param fault kind of the fault of the node
 * @param node number of the node
 * @param primarySeconds from the fault until another node is a primary of all its switches, s
 * @param controlSeconds from the fault until the control loop has decided there once, s
 * @param furtherPrimaries times that a node has become a primary afterwards, until all are back
 * @param lostAfterFault packets lost from the last sample before the fault to the end of the calm
 *     time, by flow
 * @param lostInReturn packets lost from then on until the node is back, by flow
 * @param leastLinks smallest number of links at another node; null when none answered
 * @param leastHosts the same of hosts
 * @param backSeconds from the end of the fault until all nodes know the network, s
 * @param secondWriters requests to write that a switch accepted from another than its primary
 * @param differing REST resources that are not equal at all nodes
 */
record ClusterCycle(
        int number,
        ClusterFault fault,
        int node,
        double primarySeconds,
        double controlSeconds,
        int furtherPrimaries,
        Map<String, Long> lostAfterFault,
        Map<String, Long> lostInReturn,
        Integer leastLinks,
        Integer leastHosts,
        double backSeconds,
        int secondWriters,
        List<String> differing) {
    /** Longest time without a primary that is accepted, s. */
    static final double PRIMARY_WITHIN_SECONDS = 10;

    /** Flows that must lose nothing; flow C of the network is overloaded. */
    static final List<String> LOSSLESS = List.of("A", "B");

    /** Packets that a flow has lost in the whole cycle. */
    long lost(String flow) {
        return lostAfterFault.getOrDefault(flow, 0L) + lostInReturn.getOrDefault(flow, 0L);
    }

    /** Rules that the cycle breaks, in words; none when all hold. */
    List<String> broken() {
        List<String> broken = new ArrayList<>();
        if (primarySeconds > PRIMARY_WITHIN_SECONDS) {
            broken.add("next primary late");
        }
        if (furtherPrimaries > 0) {
            broken.add("further primaries");
        }
        for (String flow : LOSSLESS) {
            if (lost(flow) > 0) {
                broken.add(flow + " lost packets");
            }
        }
        if (leastLinks == null || leastLinks < ClusterNodes.LINKS) {
            broken.add(leastLinks == null ? "links unknown" : "link lost");
        }
        if (leastHosts == null || leastHosts < ClusterNodes.HOSTS) {
            broken.add(leastHosts == null ? "hosts unknown" : "host lost");
        }
        if (backSeconds > fault.backWithinSeconds()) {
            broken.add("back late");
        }
        if (secondWriters > 0) {
            broken.add("second writer");
        }
        if (!differing.isEmpty()) {
            broken.add("REST differs: " + String.join(" ", differing));
        }
        return broken;
    }
}
