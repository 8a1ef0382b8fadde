// SPDX-License-Identifier: Apache-2.0
package org.weir.runner.up;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.weir.lab.network.FlowReport;
import org.weir.lab.stats.LatencyHistogram;
import org.weir.runner.host.HostFrames;

class LiveTableTest {

    private static List<String> table(int ports, int idle, List<FlowReport> flows) {
        return LiveTable.lines(Samples.table(Samples.ports(ports, idle), flows, List.of()));
    }

    private static List<String> starting(String start, List<String> lines) {
        return lines.stream().filter(line -> line.startsWith(start)).toList();
    }

    private static List<FlowReport> flows(int count) {
        List<FlowReport> flows = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            flows.add(Samples.flow("f" + i, i % 2 == 0 ? "A" : "B", 100, i % 2, i));
        }
        return flows;
    }

    @Test
    void aSmallNetworkHasALinePerPortAndPerFlowAndTheSumLast() {
        List<String> lines = table(24, 2, flows(24));

        assertThat(starting("device:s1", lines)).hasSize(22);
        assertThat(lines).contains("2 ports without traffic not shown");
        assertThat(starting("flow f", lines)).hasSize(24);
        assertThat(lines.get(lines.size() - 1))
                .isEqualTo("traffic: sent 2400, received 2388, lost 12 (0.50 %)");
    }

    @Test
    void hostsThatAreNamespacesHaveTheirFramesInThePlaceOfFlows() {
        List<String> lines =
                LiveTable.lines(
                        Samples.hosts(
                                new HostFrames("h1", 100, 3, 0, 0, 7, 0),
                                new HostFrames("h2", 50, 2, 20, 1, 0, 4),
                                new HostFrames("h3", 5, 140, 0, 0, 0, 0)));

        assertThat(lines)
                .endsWith(
                        "frames of hosts: sent 155, received 145, lost between hosts and"
                                + " switches 32",
                        "lost: h2: 20 overflowed its queue, 1 not read in time, 4 not taken by its"
                                + " interface",
                        "lost: h1: 7 not readable");
        assertThat(starting("traffic", lines)).isEmpty();
    }

    @Test
    void manyFlowsAreFoldedIntoTheirClasses() {
        List<String> lines = table(1, 0, flows(26));

        assertThat(lines)
                .endsWith(
                        "class A: 13 flows, sent 1300, received 1300, lost 0 (0.00 %),"
                                + " of the worst flow delay p50 24.00 ms p99 48.00 ms",
                        "class B: 13 flows, sent 1300, received 1287, lost 13 (1.00 %),"
                                + " of the worst flow delay p50 25.00 ms p99 50.00 ms",
                        "traffic: sent 2600, received 2587, lost 13 (0.50 %)");
        assertThat(starting("flow", lines)).isEmpty();
    }

    @Test
    void theDelayOfAFlowThatReceivedNothingIsUnknown() {
        List<String> lines = table(1, 0, List.of(Samples.flow("f0", "A", 100, 100, 0)));

        assertThat(starting("flow f0", lines)).singleElement().asString().endsWith("delay unknown");
    }

    @Test
    void ofManyPortsTheBusiestAreShown() {
        List<String> lines = table(30, 5, List.of());

        assertThat(starting("device:s1", lines)).hasSize(12);
        assertThat(starting("device:s1", lines).get(0)).startsWith("device:s1        30 ");
        assertThat(lines)
                .contains("13 ports with less traffic not shown, nor 5 without traffic")
                .endsWith("traffic: sent 0, received 0, lost 0 (0.00 %)");
    }

    /** Their figures are unknown: they may carry traffic. */
    @Test
    void portsWithoutAReadingAreNotThoseWithoutTraffic() {
        ArrayNode ports = Samples.ports(40, 3);
        for (int i = 3; i < 33; i++) {
            ObjectNode port = (ObjectNode) ports.get(i);
            port.put("measured", false);
            ((ObjectNode) port.path("classes").get(0)).putNull("offeredBps");
        }

        List<String> lines = LiveTable.lines(Samples.table(ports, List.of(), List.of()));

        assertThat(starting("device:s1", lines)).hasSize(7);
        assertThat(lines)
                .contains("3 ports without traffic not shown")
                .contains("no recent reading: device:s1/4", "no recent reading: device:s1/15")
                .contains("no recent reading: 18 more ports");
        assertThat(starting("no recent reading", lines)).hasSize(13);
    }

    @Test
    void lambdaIsMeasured() {
        ArrayNode ports = Samples.ports(1, 0);
        ((ObjectNode) ports.get(0).path("classes").get(0))
                .put("offeredBps", 3_250_000)
                .put("arrivalRateBps", 1_000_000);

        List<String> lines = LiveTable.lines(Samples.table(ports, List.of(), List.of()));

        assertThat(starting("device:s1", lines))
                .singleElement()
                .asString()
                .startsWith("device:s1         1 A        3.25 ");
    }

    @Test
    void delaysOfFastLinesAreNotRoundedToNothing() {
        ArrayNode ports = Samples.ports(1, 0);
        ((ObjectNode) ports.get(0).path("classes").get(0))
                .putObject("delayMs")
                .put("p50", 0.00344)
                .put("p99", 12.3456);

        List<String> lines = LiveTable.lines(Samples.table(ports, List.of(), List.of()));

        assertThat(starting("device:s1", lines))
                .singleElement()
                .asString()
                .contains(" 0.00344    12.35 ");
    }

    @Test
    void ofManyThingsOutOfReachSomeAreShown() {
        List<String> unreachable =
                Stream.iterate(1, i -> i + 1).limit(30).map(i -> "device:s" + i).toList();

        List<String> lines =
                LiveTable.lines(Samples.table(Samples.ports(0, 0), List.of(), unreachable));

        assertThat(starting("unreachable: device:", lines)).hasSize(12);
        assertThat(lines).contains("unreachable: 18 more");
    }

    @Test
    void aClassWithoutTrafficHasMetNothing() {
        ArrayNode ports = Samples.ports(1, 0);
        ArrayNode classes = (ArrayNode) ports.get(0).path("classes");
        ((ObjectNode) classes.get(0)).put("targetMet", true);
        classes.addObject().put("name", "B").put("offeredBps", 0).put("targetMet", true);
        classes.addObject()
                .put("name", "C")
                .put("offeredBps", 0)
                .put("targetMet", false)
                .putArray("missed")
                .add("mean delay");

        List<String> lines =
                starting("device:s1", LiveTable.lines(Samples.table(ports, List.of(), List.of())));

        assertThat(lines.get(0)).endsWith("  met");
        assertThat(lines.get(1)).endsWith("  no traffic");
        assertThat(lines.get(2)).endsWith("  missed mean delay");
    }

    @Test
    void theTimeOfFeedbackIsUnknownIfTheSwitchesHaveAnotherClock() {
        LatencyHistogram feedback = new LatencyHistogram();
        feedback.add(2_000_000);
        assertThat(LiveTable.lines(Samples.feedback(feedback, true)).get(0))
                .contains("feedback 1 packets, p50 2.0")
                .doesNotContain("unknown");
        assertThat(LiveTable.lines(Samples.feedback(feedback, false)).get(0))
                .contains("feedback 1 packets, p50 unknown, p99 unknown");
        assertThat(Samples.feedback(feedback, false).feedbackJson().toString())
                .isEqualTo("{\"packets\":1,\"latencyMs\":{\"p50\":null,\"p99\":null}}");
    }
}
