// SPDX-License-Identifier: Apache-2.0
package org.weir.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@code ./weir up --switch tofino-model}: Weir's program on Intel's model under a real ONOS, by
 * way of the drivers' BF Runtime. Skipped where the environment's {@code SDE_INSTALL} names no SDE.
 * With {@code -Dweir.tofino=tofino2-model} it takes Tofino 2.
 */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class TofinoModelIT {
    private static final String INSTALL = System.getenv("SDE_INSTALL");
    private static final String KIND = System.getProperty("weir.tofino", "tofino-model");
    private static final Duration START = Duration.ofMinutes(8);
    private static final Duration WAIT = Duration.ofMinutes(3);

    @TempDir static Path folder;

    private static RunningWeir weir;

    @BeforeAll
    static void isInstalled() {
        assumeTrue(INSTALL != null, "SDE_INSTALL names no SDE with Intel's model");
    }

    @AfterAll
    static void end() throws Exception {
        if (weir != null) {
            weir.close();
        }
    }

    private static long sum(JsonNode sample, String field) {
        return StreamSupport.stream(sample.path("flows").spliterator(), false)
                .mapToLong(flow -> flow.path(field).asLong())
                .sum();
    }

    private static String schedulingMode(JsonNode sample, int port) {
        return StreamSupport.stream(sample.path("ports").spliterator(), false)
                .filter(one -> one.path("port").asInt() == port)
                .map(one -> one.at("/scheduling/mode").asText())
                .findFirst()
                .orElse("");
    }

    private static boolean isSolved(JsonNode sample) {
        return sample.path("devices").asInt() == 1
                && sample.path("hosts").asInt() == 4
                && sample.path("resolves").asLong() > 0
                && sample.path("unreachable").isEmpty();
    }

    @Test
    @Order(1)
    void onosSolvesSettingsForTheModel() throws Exception {
        weir =
                new RunningWeir(
                        folder,
                        List.of(
                                "--switch",
                                KIND,
                                "--topology",
                                Path.of("netcfg/tofino-model/network.json").toString(),
                                "--start-within",
                                START.toSeconds() + "s"),
                        List.of("s1"));
        weir.awaitSample("a device, 4 hosts and solved settings", START, TofinoModelIT::isSolved);
    }

    @Test
    @Order(2)
    void packetsMarksAndFeedbackReachTheHosts() throws Exception {
        JsonNode sample =
                weir.awaitSample(
                        "1000 packets, and feedback",
                        WAIT,
                        s -> sum(s, "receivedPackets") > 1000 && sum(s, "feedbackPackets") > 0);
        assertThat(sum(sample, "markedPackets")).isPositive();
        assertThat(schedulingMode(sample, 11)).isEqualTo("virtual");
        weir.awaitSample(
                "weights of port 8 in the traffic manager's tables",
                WAIT,
                s -> schedulingMode(s, 8).equals("asic"));
    }

    @Test
    @Order(3)
    void aSwitchThatRestartsGetsItsRulesFromOnos() throws Exception {
        weir.type("stop s1");
        weir.awaitSample("no device", WAIT, s -> s.path("unreachable").size() == 1);
        weir.type("start s1");
        JsonNode back = weir.awaitSample("the device is back", START, TofinoModelIT::isSolved);
        long received = sum(back, "receivedPackets");
        weir.awaitSample(
                "packets flow again", WAIT, s -> sum(s, "receivedPackets") > received + 500);
    }

    @Test
    @Order(4)
    void interruptLeavesNothing() throws Exception {
        assertThat(weir.interrupt()).as(weir.tail()).isZero();
        assertThat(
                        Shell.run(Shell.home(), "ip", "netns", "list")
                                .orFail()
                                .lines()
                                .filter(line -> line.startsWith("weir-up-" + weir.pid() + "-")))
                .isEmpty();
    }
}
