// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.soak;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.weir.bmv2.cli.WeirCommandLine;
import org.weir.rules.ComputesOnly;
import picocli.CommandLine;

/** {@code weir soak day} as it is typed, and what it makes of its readings. */
@ComputesOnly
class SoakDayTest {
    private static final long HALF_HOUR_NS = 1_800_000_000_000L;
    private static final long HEAP_BYTES = 50_000_000;

    @TempDir Path folder;
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int soak(String words) {
        CommandLine command = new CommandLine(new SoakDay());
        command.setOut(new PrintWriter(out)).setErr(new PrintWriter(err));
        command.setParameterExceptionHandler(
                (exception, given) -> {
                    err.write(exception.getMessage());
                    return exception.getCommandLine().getCommandSpec().exitCodeOnInvalidInput();
                });
        return command.execute(words.split(" "));
    }

    /** Exit code 1 is right, too: in a minute the heap of a test's process may do anything. */
    @Test
    void printsARowForEachReadingAndWritesThemAsJson() throws Exception {
        Path file = folder.resolve("day.json");
        int exitCode =
                soak("--hours 0.02 --every 6s --rate 1M --generate dumbbell:1 --out " + file);

        assertThat(exitCode).as(err.toString()).isIn(0, 1);
        List<String> lines = out.toString().lines().toList();
        assertThat(lines).allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(100));
        assertThat(lines.get(0).trim()).startsWith("hour").endsWith("re-solve");
        assertThat(lines).anyMatch(line -> line.startsWith("heap bytes"));
        assertThat(lines).contains("packets missing or too many: at 0 of 13 readings");
        JsonNode day = new ObjectMapper().readTree(file.toFile());
        assertThat(day.path("readings")).hasSize(13);
        assertThat(day.path("readings").get(12).path("missingPackets").asLong()).isZero();
        assertThat(day.path("good").asBoolean()).isEqualTo(exitCode == 0);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--hours 1e400 | --hours must be above 0 and at most 8784, not 1e400",
                "--hours x | --hours must be above 0 and at most 8784, not x",
                "--hours 0 | --hours must be above 0 and at most 8784, not 0",
                "--every 3h | --every must be at most a 12th of --hours, so that a trend can be seen",
                "--load 1.5 | --load must be above 0 and at most 1, not \"1.5\"",
                "--rate x | --rate must be 1k to 1000G bit/s, such as 10G, 2.5G or 100M, not \"x\"",
                "--generate fat-tree:3 | --generate fat-tree:3: k must be even, not 3",
                "--out /nowhere/x.json | --out: /nowhere/x.json: cannot be written",
            })
    void badInputIsReportedBeforeAnythingRuns(String words, String message) {
        assertThat(soak(words)).isEqualTo(2);
        assertThat(err.toString()).isEqualTo(message);
        assertThat(out.toString()).isEmpty();
    }

    @Test
    void theProcessExitsWithTwoForBadInput() {
        assertThat(WeirCommandLine.execute(new SoakDay(), "--hours", "0")).isEqualTo(2);
    }

    private static List<DayReading> day(
            LongUnaryOperator heap, LongUnaryOperator threads, long missing) {
        List<DayReading> readings = new ArrayList<>();
        for (int i = 0; i <= 48; i++) {
            readings.add(
                    new DayReading(
                            i * HALF_HOUR_NS,
                            new ProcessState(
                                    heap.applyAsLong(i),
                                    (int) threads.applyAsLong(i),
                                    OptionalLong.empty()),
                            2904,
                            500,
                            i,
                            i,
                            new PacketBalance(10 + missing, 2, 5, 2, Map.of("link", 4L), 1)));
        }
        return readings;
    }

    /** 10 kB a reading are 1 % of 50 MB a day, 40 kB are 4 %. */
    @Test
    void aHeapMayGrowByLessThanTwoPerCentADay() {
        assertThat(DayVerdict.of(day(i -> HEAP_BYTES + 10_000 * i, i -> 7, 0)).isGood()).isTrue();
        assertThat(DayVerdict.of(day(i -> HEAP_BYTES + 40_000 * i, i -> 7, 0)).isGood()).isFalse();
    }

    @Test
    void whatHappensInTheFirstQuarterDoesNotCount() {
        List<DayReading> readings =
                day(i -> i < 12 ? i * 1_000_000 : HEAP_BYTES, i -> i < 12 ? 3 : 7, 0);

        assertThat(DayVerdict.of(readings).isGood()).isTrue();
        assertThat(DayVerdict.judged(readings)).hasSize(37);
    }

    @Test
    void threadsMayNotGrowAtAllAndUnknownHandlesAreNotJudged() {
        DayVerdict verdict = DayVerdict.of(day(i -> HEAP_BYTES, i -> i < 30 ? 7 : 8, 0));

        assertThat(verdict.isGood()).isFalse();
        assertThat(verdict.growths())
                .filteredOn(DayVerdict.Growth::isTooMuch)
                .extracting(DayVerdict.Growth::name)
                .containsExactly("threads");
        assertThat(verdict.growths()).noneMatch(growth -> growth.name().equals("open handles"));
    }

    @Test
    void aMissingPacketIsEnough() {
        DayVerdict verdict = DayVerdict.of(day(i -> HEAP_BYTES, i -> 7, 1));

        assertThat(verdict.unbalancedReadings()).isEqualTo(49);
        assertThat(verdict.isGood()).isFalse();
    }
}
