// SPDX-License-Identifier: Apache-2.0
package org.weir.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/**
 * Hosts that are network namespaces, with agents, behind stock BMv2 under a real ONOS
 * (docs/stock-bmv2.md). Skipped where {@code simple_switch_grpc} is not on the PATH and
 * WEIR_SIMPLE_SWITCH_GRPC does not name it.
 */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class StockHostsIT {
    private static final Duration START = Duration.ofSeconds(600);
    private static final Duration WAIT = Duration.ofSeconds(180);
    private static final String BMV2 = "simple_switch_grpc";
    private static final String NAMED = System.getenv("WEIR_SIMPLE_SWITCH_GRPC");

    @TempDir static Path folder;
    private static RunningWeir weir;

    @BeforeAll
    static void checkMachine() throws Exception {
        String missing = missing();
        assumeTrue(missing == null, "hosts behind stock BMv2 are not tested here: " + missing);
    }

    private static String missing() throws Exception {
        if (!System.getProperty("os.name").equals("Linux")) {
            return "they need Linux";
        }
        if (!Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0)) {
            return "they need root";
        }
        if (NAMED == null && !Shell.has(BMV2)) {
            return BMV2 + " is not on the PATH";
        }
        for (String program : List.of("ip", "tc", "ping")) {
            if (!Shell.has(program)) {
                return program + " is not on the PATH";
            }
        }
        return null;
    }

    @AfterAll
    static void end() throws Exception {
        if (weir != null) {
            weir.close();
        }
    }

    @Test
    @Order(1)
    void startsWithSettingsInBothSwitches() throws Exception {
        weir =
                new RunningWeir(
                        folder,
                        List.of(
                                "--switch",
                                NAMED == null ? BMV2 : BMV2 + "=" + NAMED,
                                "--hosts",
                                "netns",
                                "--agents",
                                "--start-within",
                                START.toSeconds() + "s"),
                        List.of("s1", "s2"));
        weir.awaitSample(
                "2 devices, 2 links, 5 hosts and solved settings",
                START,
                s ->
                        s.path("devices").asInt() == 2
                                && s.path("links").asInt() == 2
                                && s.path("hosts").asInt() == 5
                                && s.path("resolves").asLong() > 0);
        assertThat(namespaces("weir-up-")).hasSize(2);
    }

    @Test
    @Order(2)
    void hostsReachEachOther() throws Exception {
        String host = "weirhost-" + weir.pid() + "-h1";
        String answer =
                Shell.run(
                                Shell.home(),
                                "ip",
                                "netns",
                                "exec",
                                host,
                                "ping",
                                "-c",
                                "10",
                                "-w",
                                "60",
                                "h5")
                        .orFail();
        assertThat(answer).contains(" bytes from ");
    }

    @Test
    @Order(3)
    void agentsObeyFeedbackAndProgramsDoNotSeeIt() throws Exception {
        try (HostPrograms programs = new HostPrograms(weir.pid(), false)) {
            programs.awaitReceived(WAIT);
            programs.awaitFeedback(WAIT);
            assertThat(programs.feedbackInSockets()).isZero();
            for (String host : List.of("h1", "h2", "h3")) {
                assertThat(HostPrograms.icmpErrorsSent(weir.pid(), host)).as(host).isZero();
            }
        }
    }

    @Test
    @Order(4)
    void interruptLeavesNothing() throws Exception {
        assertThat(weir.interrupt()).as(weir.tail()).isZero();
        assertThat(namespaces("weir-up-")).isEmpty();
        assertThat(namespaces("weirhost-")).isEmpty();
    }

    private static List<String> namespaces(String prefix) throws Exception {
        return Shell.run(Shell.home(), "ip", "netns", "list")
                .orFail()
                .lines()
                .filter(line -> line.startsWith(prefix + weir.pid() + "-"))
                .toList();
    }
}
