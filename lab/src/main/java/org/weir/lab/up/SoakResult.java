// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.up;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/**
 * What one network's run has shown. What was not reached or cannot be known is null.
 *
 * @param network its words, such as {@code fat-tree:4}
 * @param perFlow what each pair of hosts offers, bit/s, as given to {@code --per-flow}
 * @param size switches, directed links and hosts that there are
 * @param found when everything was found
 * @param quiet what was measured while nothing was done to the network
 * @param events what was done to it, and what came of it
 * @param failure why the run did not come to its end; null when it did
 */
record SoakResult(
        String network,
        String perFlow,
        NetworkSize size,
        Found found,
        Quiet quiet,
        List<Event> events,
        String failure) {

    /**
     * When ONOS had found all of a kind for the first time, in seconds since the command's start.
     *
     * @param settings when the first settings were solved
     */
    record Found(Double switches, Double links, Double hosts, Double settings) {}

    /**
     * What was measured while nothing was done.
     *
     * @param seconds how long it was
     * @param leastLinks least directed links that ONOS had
     * @param traffic packets in that time
     * @param onosCpu processors that ONOS took, of 1.0 each, over its last part
     * @param networkCpu processors that the network's process took
     * @param onosResidentBytes memory of ONOS at its end
     * @param networkResidentBytes memory of the network's process
     * @param restP50Ms median time of GET weir/v1/ports
     * @param restP99Ms its 99th percentile
     */
    record Quiet(
            double seconds,
            int leastLinks,
            TrafficTotals traffic,
            double onosCpu,
            double networkCpu,
            Long onosResidentBytes,
            Long networkResidentBytes,
            Double restP50Ms,
            Double restP99Ms) {

        /** Packets that all flows together send in a second. */
        double packetsPerSecond() {
            return seconds == 0 ? 0 : traffic.sentPackets() / seconds;
        }
    }

    /**
     * Something done to the network.
     *
     * @param name what
     * @param lostPackets packets lost from just before until all was well again
     * @param lostMs the time in which all flows together send as many, ms
     * @param backSeconds from its end until ONOS had all links; null when that was not within the
     *     time it is given
     */
    record Event(String name, long lostPackets, Double lostMs, Double backSeconds) {

        /** An event in which so many packets of so many a second were lost. */
        static Event of(
                String name, long lostPackets, double packetsPerSecond, Double backSeconds) {
            return new Event(
                    name,
                    lostPackets,
                    packetsPerSecond == 0 ? null : 1000 * lostPackets / packetsPerSecond,
                    backSeconds);
        }
    }

    /** For programs. */
    ObjectNode toJson() {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        node.put("network", network);
        node.put("perFlow", perFlow);
        node.put("switches", size.switches());
        node.put("hosts", size.hosts());
        node.put("links", size.links());
        node.putObject("foundSeconds")
                .put("switches", found.switches())
                .put("links", found.links())
                .put("hosts", found.hosts())
                .put("settings", found.settings());
        if (quiet == null) {
            node.putNull("quiet");
        } else {
            node.putObject("quiet")
                    .put("seconds", quiet.seconds())
                    .put("linksLeast", quiet.leastLinks())
                    .put("sentPackets", quiet.traffic().sentPackets())
                    .put("lostPackets", quiet.traffic().lostPackets())
                    .put("onosCpu", quiet.onosCpu())
                    .put("networkCpu", quiet.networkCpu())
                    .put("onosResidentBytes", quiet.onosResidentBytes())
                    .put("networkResidentBytes", quiet.networkResidentBytes())
                    .put("restP50Ms", quiet.restP50Ms())
                    .put("restP99Ms", quiet.restP99Ms());
        }
        ArrayNode eventNodes = node.putArray("events");
        for (Event event : events) {
            eventNodes
                    .addObject()
                    .put("name", event.name())
                    .put("lostPackets", event.lostPackets())
                    .put("lostMs", event.lostMs())
                    .put("backSeconds", event.backSeconds());
        }
        node.put("failure", failure);
        return node;
    }
}
