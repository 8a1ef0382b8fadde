// SPDX-License-Identifier: Apache-2.0
package org.weir.runner.soak;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Figures of one cycle of {@code weir soak cluster}: a master is killed and started again.
 *
 * @param number of the cycle, from 1
 * @param killed number of the node
 * @param primarySeconds from the kill until another node is a primary of all its switches, s
 * @param controlSeconds from the kill until the control loop has decided there once, s
 * @param furtherPrimaries times that a node has become a primary afterwards, until all are back
 * @param lostAfterKill packets lost from the last sample before the kill to the end of the calm
 *     time, by flow
 * @param lostInRestart packets lost from then on until the killed node is back, by flow
 * @param leastLinks smallest number of links at a node that lives; null when none answered
 * @param leastHosts the same of hosts
 * @param backSeconds from the start of the killed node until all nodes know the network, s
 * @param differing REST resources that are not equal at all nodes
 */
record ClusterCycle(
        int number,
        int killed,
        double primarySeconds,
        double controlSeconds,
        int furtherPrimaries,
        Map<String, Long> lostAfterKill,
        Map<String, Long> lostInRestart,
        Integer leastLinks,
        Integer leastHosts,
        double backSeconds,
        List<String> differing) {
    /** Longest time without a primary that is accepted, s. */
    static final double PRIMARY_WITHIN_SECONDS = 10;

    /** Flows that must lose nothing; flow C of the network is overloaded. */
    static final List<String> LOSSLESS = List.of("A", "B");

    /** Packets that a flow has lost in the whole cycle. */
    long lost(String flow) {
        return lostAfterKill.getOrDefault(flow, 0L) + lostInRestart.getOrDefault(flow, 0L);
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
        if (!differing.isEmpty()) {
            broken.add("REST differs: " + String.join(" ", differing));
        }
        return broken;
    }
}
