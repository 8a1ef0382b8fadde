// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.compare.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.weir.lab.workload.TrafficClass;

class RunFolderTest {
    private static final Miss MISS =
            new Miss(
                    TrafficClass.B,
                    0,
                    1,
                    List.of("flood", "bulk"),
                    MissCause.FLOOD_LOSS,
                    100,
                    40,
                    5,
                    0.1,
                    Double.NaN,
                    Double.POSITIVE_INFINITY,
                    0.95);
    private static final Miss QUIET =
            new Miss(
                    TrafficClass.C, 0, 2, List.of(), MissCause.DELAY, 90, 80, 0, 0.02, 7.5, 6, 0.5);
    private static final List<RunOutcome> RUNS =
            List.of(run("ecn", "-11/-01/-10", MISS, QUIET), run("wrr", "-11/-11/-11"));

    @TempDir Path folder;

    private static RunOutcome run(String scheme, String verdicts, Miss... misses) {
        Map<Metric, Double> metrics = new EnumMap<>(Metric.class);
        for (Metric metric : Metric.values()) {
            metrics.put(metric, 1.0);
        }
        return new RunOutcome(
                new RunRow(scheme, "n", 1, metrics, verdicts),
                new RunDetail(List.of(), List.of(), List.of(misses)));
    }

    @BeforeEach
    void writeRuns() throws IOException {
        EndedRuns ended = new EndedRuns(folder);
        RUNS.forEach(ended::add);
    }

    private void append(String file, String... lines) throws IOException {
        Path path = folder.resolve(file);
        List<String> before = Files.exists(path) ? Files.readAllLines(path) : List.of();
        Files.write(path, Stream.concat(before.stream(), Stream.of(lines)).toList());
    }

    @Test
    void readsWhatAnInterruptedComparisonWrote() throws IOException {
        RunFolder read = RunFolder.read(folder);
        assertThat(read.runs()).isEqualTo(RUNS);
        assertThat(read.hasMisses()).isTrue();
        assertThat(read.described()).isEmpty();
        assertThat(read.periods()).isEmpty();
        assertThat(new ComparisonReport(read, List.of(), "wrr", List.of()).lines())
                .contains("against wrr, over 1 network, [95 % interval over networks]")
                .contains(
                        "    all causes                                          "
                                + "33.33 (16.67)");
    }

    @Test
    void readsDescriptionsAndTheNumberOfPeriods() throws IOException {
        append("networks.txt", "n: a dumbbell");
        append(
                "series.csv",
                RunDetail.PERIOD_HEAD,
                "n,ecn,1,A,0,1.0,5,1.0,1.0,1,1",
                "n,ecn,1,A,2,3.0,5,1.0,1.0,1,1",
                "n,ecn,1,B,1,2.0,5,1.0,1.0,1,1",
                "n,wrr,1,A,8,9.0,5,1.0,1.0,1,1");
        RunFolder read = RunFolder.read(folder);
        assertThat(read.described()).containsExactly("n: a dumbbell");
        assertThat(read.periods()).hasValue(3);
    }

    /** As when somebody hands on {@code runs.csv} alone. */
    @Test
    void runsAloneHaveNoCauses() throws IOException {
        Files.delete(folder.resolve("misses.csv"));
        RunFolder read = RunFolder.read(folder);
        assertThat(read.hasMisses()).isFalse();
        assertThat(new ComparisonReport(read, List.of(), "ecn", List.of()).lines())
                .noneMatch(line -> line.contains("by cause"));
    }

    @Test
    void saysWhichFileAndLineIsWrong() throws IOException {
        append("series.csv", RunDetail.PERIOD_HEAD, "n,ecn,1,A,1,1.0,5,1.0,1.0,1,1");
        says("series.csv: has 2 periods a run", "n ecn seed 1", "not 3");
        Files.writeString(folder.resolve("series.csv"), "x\n");
        says("series.csv: line 1: must be " + RunDetail.PERIOD_HEAD);
        append("misses.csv", "n,wrr,1,B,2,3,,loss,100,40,5,0.1,7.5,6,0.95");
        says("misses.csv: must have the 0 missed class-periods of n wrr seed 1", "has 1");
        append("misses.csv", "n,wrr,1,B,2,3,,luck,100,40,5,0.1,7.5,6,0.95");
        says("misses.csv: line 5: no cause is named \"luck\"");
        append("runs.csv", Files.readAllLines(folder.resolve("runs.csv")).get(1));
        Files.delete(folder.resolve("misses.csv"));
        says("runs.csv: two rows of n ecn seed 1");
        append("runs.csv", "n,wrr");
        says("runs.csv: line 5: must have 29 columns, has 2");
        Files.write(folder.resolve("runs.csv"), RunsCsv.lines(List.of()));
        says("runs.csv: has no run");
        Files.delete(folder.resolve("runs.csv"));
        assertThatThrownBy(() -> RunFolder.read(folder)).isInstanceOf(NoSuchFileException.class);
    }

    private void says(String... parts) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> RunFolder.read(folder))
                .satisfies(
                        wrong ->
                                assertThat(wrong.getMessage())
                                        .startsWith(folder.toString())
                                        .contains(parts));
    }
}
