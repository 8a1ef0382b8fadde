// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.up;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** What {@code weir soak fabric} makes of what it has measured. */
class SoakTest {
    private static final NetworkSize SIZE = new NetworkSize(20, 64, 16);

    @TempDir Path folder;

    private static SoakResult whole() {
        return new SoakResult(
                "fat-tree:4",
                "1800000",
                SIZE,
                new SoakResult.Found(20.04, 31.5, 33.0, 25.25),
                new SoakResult.Quiet(
                        100.0,
                        62,
                        new TrafficTotals(360_000, 359_990, 10),
                        0.5,
                        0.25,
                        800_000_000L,
                        null,
                        12.5,
                        40.0),
                List.of(
                        SoakResult.Event.of("link down", 36, 3600, 4.0),
                        SoakResult.Event.of("ONOS stopped", 0, 3600, null)),
                null);
    }

    private static SoakResult failed() {
        return new SoakResult(
                "fat-tree:8",
                "225000",
                new NetworkSize(80, 512, 128),
                new SoakResult.Found(90.0, null, null, null),
                null,
                List.of(),
                "not all was found");
    }

    @Test
    void aRowHasItsValuesUnderTheirTitles() {
        List<String> lines = SoakTable.lines(whole());

        assertThat(lines).hasSize(3);
        assertThat(lines.get(0).strip().split("\\s+"))
                .containsExactly(
                        "fat-tree:4",
                        "20",
                        "16",
                        "64",
                        "20.0",
                        "31.5",
                        "33.0",
                        "25.3",
                        "62",
                        "360000",
                        "10",
                        "0.50",
                        "0.25",
                        "800",
                        "-",
                        "12.5",
                        "40.0");
        assertThat(lines.get(0)).hasSameSizeAs(SoakTable.header());
        assertThat(lines.get(1))
                .isEqualTo(
                        "  link down: lost 36 packets, 10.0 ms of all traffic;"
                                + " all links 4.0 s after");
        assertThat(lines.get(2))
                .isEqualTo(
                        "  ONOS stopped: lost 0 packets, 0.0 ms of all traffic;"
                                + " all links - s after");
    }

    @Test
    void whatWasNotReachedIsLeftOpenAndSaid() {
        List<String> lines = SoakTable.lines(failed());

        assertThat(lines.get(0)).hasSameSizeAs(SoakTable.header()).contains("90.0").endsWith("-");
        assertThat(lines.get(1)).isEqualTo("  failed: not all was found");
        assertThat(failed().toJson().path("quiet").isNull()).isTrue();
        assertThat(failed().toJson().at("/foundSeconds/links").isNull()).isTrue();
    }

    @Test
    void programsGetTheSameNumbers() {
        assertThat(whole().toJson().at("/quiet/lostPackets").asLong()).isEqualTo(10);
        assertThat(whole().toJson().at("/quiet/networkResidentBytes").isNull()).isTrue();
        assertThat(whole().toJson().at("/events/0/lostMs").asDouble()).isEqualTo(10.0);
        assertThat(whole().toJson().at("/failure").isNull()).isTrue();
    }

    @Test
    void samplesAreReadOnceAndOnlyWhenTheyAreWhole() throws IOException {
        Path file = folder.resolve("samples.jsonl");
        SampleFollower follower = new SampleFollower(file);
        assertThat(follower.read()).isEmpty();

        Files.writeString(
                file,
                "{\"timeSeconds\":5.5,\"onosAnswers\":true,\"devices\":2,\"links\":4,\"hosts\":3,"
                        + "\"resolves\":1,\"flows\":[{\"sentPackets\":7,\"receivedPackets\":5,"
                        + "\"lostPackets\":2},{\"sentPackets\":1,\"receivedPackets\":1,"
                        + "\"lostPackets\":0}]}\n{\"timeSec");
        assertThat(follower.read())
                .containsExactly(
                        new SoakReading(
                                5.5,
                                true,
                                new NetworkSize(2, 4, 3),
                                true,
                                new TrafficTotals(8, 6, 2)));
        assertThat(follower.read()).isEmpty();

        Files.writeString(file, "onds\":6.5}\n{\"startSeconds\":3}\n", StandardOpenOption.APPEND);
        assertThat(follower.read()).extracting(SoakReading::timeSeconds).containsExactly(6.5);
    }

    @Test
    void percentilesAreValuesThatWereMeasured() {
        assertThat(SoakRun.percentile(List.of(), 0.5)).isNull();
        assertThat(SoakRun.percentile(List.of(3.0), 0.99)).isEqualTo(3.0);
        assertThat(SoakRun.percentile(List.of(4.0, 1.0, 3.0, 2.0), 0.5)).isEqualTo(2.0);
        assertThat(SoakRun.percentile(List.of(4.0, 1.0, 3.0, 2.0), 0.99)).isEqualTo(4.0);
    }

    @Test
    void residentMemoryIsTakenFromTheProcessesStatus() {
        assertThat(ProcessLoad.residentBytes("Name:\tjava\nVmRSS:\t  2048 kB\nThreads:\t3\n"))
                .isEqualTo(2048 * 1024);
        assertThat(ProcessLoad.residentBytes("Name:\tkthreadd\n")).isZero();
        assertThat(ProcessLoad.of(List.of(ProcessHandle.current())).cpu()).isPositive();
    }

    @Test
    void largerNetworksOfferLessForEachPair() {
        assertThat(SoakFabric.perFlow(null, SIZE)).isEqualTo("1800000");
        assertThat(SoakFabric.perFlow(null, new NetworkSize(80, 512, 128))).isEqualTo("225000");
        assertThat(SoakFabric.perFlow("1M", SIZE)).isEqualTo("1M");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--k 4,5 | --k: k must be even, not 5",
                "--k 2 | --k: must be at least 4, for a way around what is broken, not 2",
                "--out /nowhere/x.json | --out: /nowhere/x.json: cannot be written",
            })
    void badInputIsToldInOneLineBeforeAnythingStarts(String words, String message) {
        StringWriter errors = new StringWriter();

        int exitCode =
                new CommandLine(new SoakFabric())
                        .setErr(new PrintWriter(errors, true))
                        .execute((words + " --state " + folder.resolve("state")).split(" "));

        assertThat(exitCode).isEqualTo(2);
        assertThat(errors.toString().strip()).isEqualTo(message);
        assertThat(folder.resolve("state")).doesNotExist();
    }
}
