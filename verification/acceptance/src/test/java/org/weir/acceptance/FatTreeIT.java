// SPDX-License-Identifier: Apache-2.0
package org.weir.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/**
 * A fat tree of 20 switches and 16 hosts under a real ONOS: a controller that is short of processor
 * time must not harm the network. One run serves all tests, in order.
 */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class FatTreeIT {
    private static final Duration START = Duration.ofSeconds(420);
    private static final Duration AWHILE = Duration.ofSeconds(180);
    private static final int LINKS = 64;

    /** Seconds in which each link is probed 30 times, ten times as long as it may go unseen. */
    private static final int HALF_A_MINUTE = 30;

    /** More than are ever on the way through two ports of 100 Mb/s that carry one. */
    private static final int IN_THE_PORTS = 10;

    private static final int PODS = 4;

    @TempDir static Path folder;
    private static RunningWeir weir;

    /** The network once all links, hosts and routes had been found. */
    private static JsonNode complete;

    @BeforeAll
    static void start() throws Exception {
        List<String> switches = new ArrayList<>();
        for (int i = 1; i <= PODS * 2; i++) {
            switches.add("edge" + i);
            switches.add("agg" + i);
        }
        for (int i = 1; i <= PODS; i++) {
            switches.add("core" + i);
        }
        weir =
                new RunningWeir(
                        folder,
                        List.of(
                                "--generate",
                                "fat-tree:" + PODS,
                                "--rate",
                                "100M",
                                "--per-flow",
                                "600k",
                                "--start-within",
                                START.toSeconds() + "s"),
                        switches);
    }

    @AfterAll
    static void end() {
        if (weir != null) {
            weir.close();
        }
    }

    @Test
    @Order(1)
    void everythingIsFoundAndAllFlowsArrive() throws Exception {
        complete =
                weir.awaitSample(
                        "20 devices, 64 links, 16 hosts, and packets of every flow",
                        START,
                        s ->
                                s.path("devices").asInt() == 20
                                        && s.path("links").asInt() == LINKS
                                        && s.path("hosts").asInt() == 16
                                        && allFlowsArrive(s));
        assertThat(sum(complete, flow -> flow.path("lostPackets").asLong()))
                .as("packets that were sent before there was a route, or fell into a hole")
                .isZero();
    }

    @Test
    @Order(2)
    void noLinkGoesAndNoPacketIsLostForHalfAMinute() throws Exception {
        double fromSeconds = complete.path("timeSeconds").asDouble();
        JsonNode last =
                weir.awaitSample(
                        "half a minute of traffic",
                        AWHILE,
                        s -> s.path("timeSeconds").asDouble() > fromSeconds + HALF_A_MINUTE);
        assertThat(weir.samples())
                .filteredOn(s -> s.path("timeSeconds").asDouble() >= fromSeconds)
                .allMatch(s -> s.path("links").asInt() == LINKS);
        assertThat(sum(last, flow -> flow.path("lostPackets").asLong())).isZero();
        assertThat(sum(last, flow -> flow.path("receivedPackets").asLong())).isGreaterThan(10_000);
    }

    @Test
    @Order(3)
    void aLinkThatFailsCostsNoFlowItsPath() throws Exception {
        weir.type("link down agg1 edge1");
        JsonNode down =
                weir.awaitSample(
                        "two directed links less",
                        AWHILE,
                        s -> s.path("links").asInt() == LINKS - 2);
        long received = sum(down, flow -> flow.path("receivedPackets").asLong());
        JsonNode later =
                weir.awaitSample(
                        "packets of every flow since then",
                        AWHILE,
                        s ->
                                sum(s, flow -> flow.path("receivedPackets").asLong())
                                        > received + 5_000);
        long lostAtOnce = sum(later, flow -> flow.path("lostPackets").asLong());
        assertThat(lostAtOnce)
                .as("what was in the two ports; switches take other paths by themselves")
                .isLessThan(IN_THE_PORTS);
        weir.type("link up agg1 edge1");
        JsonNode again =
                weir.awaitSample("all links again", AWHILE, s -> s.path("links").asInt() == LINKS);
        long receivedAgain = sum(again, flow -> flow.path("receivedPackets").asLong());
        JsonNode end =
                weir.awaitSample(
                        "packets over all links",
                        AWHILE,
                        s ->
                                sum(s, flow -> flow.path("receivedPackets").asLong())
                                        > receivedAgain + 5_000);
        assertThat(sum(end, flow -> flow.path("lostPackets").asLong()))
                .as("a link that comes back costs nothing")
                .isEqualTo(lostAtOnce);
    }

    @Test
    @Order(4)
    void controllerThatStandsStillLosesAndWithdrawsNothing() throws Exception {
        JsonNode before = weir.lastSample();
        long lost = sum(before, flow -> flow.path("lostPackets").asLong());
        double fromSeconds = before.path("timeSeconds").asDouble();
        signal("-STOP");
        try {
            Thread.sleep(Duration.ofSeconds(15).toMillis());
        } finally {
            signal("-CONT");
        }
        JsonNode after =
                weir.awaitSample(
                        "ONOS answers and every switch is there",
                        AWHILE,
                        s ->
                                s.path("timeSeconds").asDouble() > fromSeconds + 15
                                        && s.path("onosAnswers").asBoolean()
                                        && s.path("devices").asInt() == 20);
        double afterSeconds = after.path("timeSeconds").asDouble();
        JsonNode last =
                weir.awaitSample(
                        "20 s of traffic",
                        AWHILE,
                        s -> s.path("timeSeconds").asDouble() > afterSeconds + 20);
        assertThat(sum(last, flow -> flow.path("lostPackets").asLong())).isEqualTo(lost);
        assertThat(weir.samples())
                .filteredOn(s -> s.path("timeSeconds").asDouble() >= fromSeconds)
                .allMatch(s -> s.path("links").asInt() == LINKS);
        assertThat(weir.errorsLogged()).isEmpty();
    }

    @Test
    @Order(5)
    void aLinkThatFailsWhileTheControllerStandsStillCostsNothing() throws Exception {
        long lost = sum(weir.lastSample(), flow -> flow.path("lostPackets").asLong());
        signal("-STOP");
        try {
            weir.type("link down agg1 edge1");
            Thread.sleep(Duration.ofSeconds(5).toMillis());
            weir.type("link up agg1 edge1");
        } finally {
            signal("-CONT");
        }
        JsonNode after =
                weir.awaitSample("ONOS answers", AWHILE, s -> s.path("onosAnswers").asBoolean());
        assertThat(sum(after, flow -> flow.path("lostPackets").asLong()) - lost)
                .isLessThan(IN_THE_PORTS);
    }

    private static void signal(String name) throws Exception {
        new ProcessBuilder("kill", name, Long.toString(weir.onos().pid())).start().waitFor();
    }

    private static boolean allFlowsArrive(JsonNode sample) {
        for (JsonNode flow : sample.path("flows")) {
            if (flow.path("receivedPackets").asLong() == 0) {
                return false;
            }
        }
        return !sample.path("flows").isEmpty();
    }

    private static long sum(JsonNode sample, ToLongFunction<JsonNode> of) {
        long sum = 0;
        for (JsonNode flow : sample.path("flows")) {
            sum += of.applyAsLong(flow);
        }
        return sum;
    }
}
