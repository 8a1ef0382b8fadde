// SPDX-License-Identifier: Apache-2.0
package org.weir.runner.soak;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import org.weir.runner.up.NetworkSize;
import org.weir.runner.up.TrafficTotals;

/**
 * Parts of a sample of {@code weir up} that a soak needs.
 *
 * @param timeSeconds since that command started
 * @param onosAnswers whether ONOS answered; if not, what it has found is as it was last
 * @param found switches, directed links and hosts that ONOS has found
 * @param solved whether settings have been solved
 * @param flows packets of each flow since the start
 */
record SoakReading(
        double timeSeconds,
        boolean onosAnswers,
        NetworkSize found,
        boolean solved,
        List<Flow> flows) {

    /**
     * Packets of a flow since the start.
     *
     * @param name the flow, unique in its network
     * @param sentPackets handed to the sender's port
     * @param receivedPackets received
     * @param lostPackets of those sent, known to be lost
     */
    record Flow(String name, long sentPackets, long receivedPackets, long lostPackets) {}

    /** Reads a line of the file of samples. */
    static SoakReading of(JsonNode sample) {
        List<Flow> flows = new ArrayList<>();
        for (JsonNode flow : sample.path("flows")) {
            flows.add(
                    new Flow(
                            flow.path("name").asText(),
                            flow.path("sentPackets").asLong(),
                            flow.path("receivedPackets").asLong(),
                            flow.path("lostPackets").asLong()));
        }
        return new SoakReading(
                sample.path("timeSeconds").asDouble(),
                sample.path("onosAnswers").asBoolean(),
                new NetworkSize(
                        sample.path("devices").asInt(),
                        sample.path("links").asInt(),
                        sample.path("hosts").asInt()),
                sample.path("resolves").asLong() > 0,
                flows);
    }

    /** Packets of all flows since the start. */
    TrafficTotals traffic() {
        return new TrafficTotals(
                flows.stream().mapToLong(Flow::sentPackets).sum(),
                flows.stream().mapToLong(Flow::receivedPackets).sum(),
                flows.stream().mapToLong(Flow::lostPackets).sum());
    }
}
