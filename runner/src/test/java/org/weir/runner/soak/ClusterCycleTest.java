// SPDX-License-Identifier: Apache-2.0
package org.weir.runner.soak;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.weir.runner.up.NetworkSize;
import picocli.CommandLine;

/** Verdicts, rows and counts of {@code weir soak cluster}. */
class ClusterCycleTest {
    @TempDir Path folder;

    private static ClusterCycle cycle(
            double primary, int further, long lostA, long lostB, Integer links, Integer hosts) {
        return new ClusterCycle(
                1,
                ClusterFault.KILL,
                2,
                primary,
                3.0,
                further,
                Map.of("A", lostA, "B", 0L, "C", 40L),
                Map.of("A", 0L, "B", lostB, "C", 2L),
                links,
                hosts,
                30.0,
                0,
                List.of());
    }

    @ParameterizedTest
    @CsvSource(
            nullValues = "none",
            value = {
                "2.5, 0, 0, 0, 2, 5, ''",
                "10.0, 0, 0, 0, 2, 5, ''",
                "10.1, 0, 0, 0, 2, 5, next primary late",
                "2.5, 1, 0, 0, 2, 5, further primaries",
                "2.5, 0, 1, 0, 2, 5, A lost packets",
                "2.5, 0, 0, 1, 2, 5, B lost packets",
                "2.5, 0, 0, 0, 1, 5, link lost",
                "2.5, 0, 0, 0, 2, 4, host lost",
                "2.5, 0, 0, 0, none, 5, links unknown",
                "2.5, 0, 0, 0, 2, none, hosts unknown",
            })
    void eachRuleIsJudged(
            double primary,
            int further,
            long lostA,
            long lostB,
            Integer links,
            Integer hosts,
            String broken) {
        ClusterCycle cycle = cycle(primary, further, lostA, lostB, links, hosts);
        assertThat(String.join(", ", cycle.broken())).isEqualTo(broken);
    }

    @Test
    void rowAndSummaryHaveTheFigures() {
        assertThat(ClusterTable.row(cycle(2.5, 0, 0, 3, 2, null)))
                .isEqualTo(
                        "| 1 | onos-2 | 2.5 | 3.0 | 0 | 0, 0, 40 | 0, 3, 2 | 2, unknown | 30.0 | 0 |"
                                + " B lost packets, hosts unknown |");
        assertThat(
                        ClusterTable.summary(
                                List.of(cycle(2.5, 0, 0, 0, 2, 5), cycle(4.5, 0, 1, 0, 2, 5))))
                .isEqualTo(
                        "1 of 2 cycles broke no rule; next primary at most 4.5 s, in control 3.0 s,"
                                + " back 30.0 s; lost in all A 1, B 0, C 84");
    }

    private static ClusterCycle healed(double backSeconds, int secondWriters) {
        return new ClusterCycle(
                1,
                ClusterFault.PARTITION,
                2,
                2.5,
                3.0,
                0,
                Map.of(),
                Map.of(),
                2,
                5,
                backSeconds,
                secondWriters,
                List.of());
    }

    @Test
    void aNodeIsHealedWithin30SecondsAndASwitchHasOneWriter() {
        assertThat(healed(30, 0).broken()).isEmpty();
        assertThat(healed(30.1, 0).broken()).containsExactly("back late");
        assertThat(healed(3, 1).broken()).containsExactly("second writer");
    }

    @Test
    void aSecondWriterIsSeenInTheLog() throws IOException {
        Path log = folder.resolve("writes.jsonl");
        Files.writeString(
                log,
                """
                {"switch":"s1","event":"primary","electionId":20}
                {"switch":"s1","event":"write","electionId":20,"updates":0,"accepted":true}
                {"switch":"s2","event":"primary","electionId":20}
                {"switch":"s1","event":"primary","electionId":40}
                {"switch":"s1","event":"write","electionId":20,"updates":1,"accepted":false}
                {"switch":"s1","event":"write","electionId":40,"updates":1,"accepted":true}
                {"switch":"s2","event":"write","electionId":20,"updates":1,"accepted":true}
                """);
        assertThat(Writers.read(log)).isEqualTo(new Writers(3, 1, 0));
        Files.writeString(
                log,
                """
                {"switch":"s1","event":"write","electionId":20,"updates":1,"accepted":true}
                {"switch":"s2","event":"primary","electionId":null}
                {"switch":"s2","event":"write","electionId":20,"updates":1,"accepted":true}
                {"switch":"s2","event":"wri""",
                StandardOpenOption.APPEND);
        assertThat(Writers.read(log)).isEqualTo(new Writers(5, 1, 2));
    }

    @Test
    void lossIsCountedBetweenSamples() {
        assertThat(ClusterRun.lost(reading(3, 4), reading(3, 9)))
                .containsOnly(Map.entry("A", 0L), Map.entry("C", 5L));
    }

    private static SoakReading reading(long lostA, long lostC) {
        return new SoakReading(
                1,
                true,
                new NetworkSize(2, 2, 5),
                true,
                List.of(
                        new SoakReading.Flow("A", 100, 90, lostA),
                        new SoakReading.Flow("C", 100, 90, lostC)));
    }

    /** A long log goes on in a file of another number. */
    @Test
    void primariesAreCountedInTheLogsOfAllNodes() throws IOException {
        String line = "12:00 | INFO | device:s1: primary controller with election id 20\n";
        for (String file : List.of("onos-1/karaf.log", "onos-1/karaf.log.1", "onos-3/karaf.log")) {
            Path log =
                    folder.resolve("onos-8181-" + file.substring(0, 6) + "/karaf/data/log")
                            .resolve(file.substring(7));
            Files.createDirectories(log.getParent());
            Files.writeString(log, line + "device:s1: standby\n");
        }
        ClusterNodes nodes = new ClusterNodes(8181, folder);
        assertThat(nodes.primaries("device:s1")).isEqualTo(3);
        assertThat(nodes.primaries("device:s2")).isZero();
    }

    @ParameterizedTest
    @CsvSource({"0", "10001"})
    void numberOfCyclesIsChecked(String cycles) {
        StringWriter err = new StringWriter();
        int exit =
                new CommandLine(new SoakCluster())
                        .setErr(new PrintWriter(err))
                        .execute("--cycles", cycles);
        assertThat(exit).isEqualTo(2);
        assertThat(err.toString()).isEqualTo("--cycles: must be 1 to 10000, not " + cycles + "\n");
    }
}
