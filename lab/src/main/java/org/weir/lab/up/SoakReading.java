// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.up;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * What a soak needs of a sample of {@code weir up}.
 *
 * @param timeSeconds since that command started
 * @param onosAnswers whether ONOS answered; if not, what it has found is as it was last
 * @param found switches, directed links and hosts that ONOS has found
 * @param solved whether settings have been solved
 * @param traffic packets of all flows since the start
 */
record SoakReading(
        double timeSeconds,
        boolean onosAnswers,
        NetworkSize found,
        boolean solved,
        TrafficTotals traffic) {

    /** Reads a line of the file of samples. */
    static SoakReading of(JsonNode sample) {
        long sent = 0;
        long received = 0;
        long lost = 0;
        for (JsonNode flow : sample.path("flows")) {
            sent += flow.path("sentPackets").asLong();
            received += flow.path("receivedPackets").asLong();
            lost += flow.path("lostPackets").asLong();
        }
        return new SoakReading(
                sample.path("timeSeconds").asDouble(),
                sample.path("onosAnswers").asBoolean(),
                new NetworkSize(
                        sample.path("devices").asInt(),
                        sample.path("links").asInt(),
                        sample.path("hosts").asInt()),
                sample.path("resolves").asLong() > 0,
                new TrafficTotals(sent, received, lost));
    }
}
