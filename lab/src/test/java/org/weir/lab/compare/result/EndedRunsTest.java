// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.compare.result;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.weir.lab.workload.TrafficClass;

class EndedRunsTest {
    @TempDir Path folder;

    private static RunOutcome run(String scheme, MissCause... causes) {
        Map<Metric, Double> metrics = new EnumMap<>(Metric.class);
        for (Metric metric : Metric.values()) {
            metrics.put(metric, 1.0);
        }
        List<Miss> misses =
                List.of(causes).stream()
                        .map(
                                cause ->
                                        new Miss(
                                                TrafficClass.B,
                                                2,
                                                3,
                                                List.of("flood", "bulk"),
                                                cause,
                                                100,
                                                40,
                                                5,
                                                0.1,
                                                7.5,
                                                6,
                                                0.95))
                        .toList();
        return new RunOutcome(
                new RunRow(scheme, "n", 1, metrics, "-10/-00/-11"),
                new RunDetail(List.of(), List.of(), misses));
    }

    @Test
    void filesHaveEachRunAsSoonAsItHasEnded() throws IOException {
        EndedRuns ended = new EndedRuns(folder);
        assertThat(RunsCsv.read(Files.readAllLines(folder.resolve("runs.csv")))).isEmpty();
        ended.add(run("ecn", MissCause.LOSS));
        ended.add(run("wrr", MissCause.SHARE, MissCause.DELAY));
        assertThat(RunsCsv.read(Files.readAllLines(folder.resolve("runs.csv"))))
                .extracting(RunRow::scheme)
                .containsExactly("ecn", "wrr");
        assertThat(Files.readAllLines(folder.resolve("misses.csv")))
                .containsExactly(
                        Miss.HEAD,
                        "n,ecn,1,B,2,3,flood+bulk,loss,100,40,5,0.1000,7.500,6.000,0.950",
                        "n,wrr,1,B,2,3,flood+bulk,share,100,40,5,0.1000,7.500,6.000,0.950",
                        "n,wrr,1,B,2,3,flood+bulk,delay,100,40,5,0.1000,7.500,6.000,0.950");
    }

    @Test
    void theTableHasPartsOfTheJudgedClassPeriods() {
        List<String> lines =
                CauseTable.lines(
                        List.of(
                                run("ecn", MissCause.LOSS, MissCause.LOSS, MissCause.DELAY),
                                run("ecn")));
        // Two of six in one run, none in the other.
        assertThat(lines).anyMatch(line -> line.matches(" +losses +16.67 \\(16.67\\)"));
        assertThat(lines).anyMatch(line -> line.matches(" +delay +8.33 \\(8.33\\)"));
        assertThat(lines).anyMatch(line -> line.matches(" +all causes +25.00 \\(25.00\\)"));
        assertThat(lines)
                .anyMatch(line -> line.matches(" +losses beside a flood +0.00 \\(0.00\\)"));
    }
}
