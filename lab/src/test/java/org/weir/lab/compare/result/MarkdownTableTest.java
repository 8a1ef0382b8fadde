// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.compare.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.weir.lab.compare.result.MarkdownTable.Column;

/** Expected figures are computed by hand; Student's t of one degree of freedom is 12.7062. */
class MarkdownTableTest {
    private static RunRow row(String network, String scheme, String verdicts, double queue) {
        return row(network, scheme, 1, verdicts, queue);
    }

    private static RunRow row(
            String network, String scheme, long seed, String verdicts, double queue) {
        Map<Metric, Double> metrics = new EnumMap<>(Metric.class);
        for (Metric metric : Metric.values()) {
            metrics.put(metric, 100.0);
        }
        metrics.put(Metric.QUEUE_MEAN, queue);
        return new RunRow(scheme, network, seed, metrics, verdicts);
    }

    private static List<String> lines(List<RunRow> rows, String... columns) {
        return MarkdownTable.lines(
                new Summary(rows), "a", Stream.of(columns).map(Column::named).toList());
    }

    @Test
    void hasTheBestSchemeFirstAndDifferencesToTheBase() {
        List<RunRow> rows =
                List.of(
                        row("one", "a", "11/10/-", 1),
                        row("two", "a", "11/10/-", 1),
                        row("one", "b", "11/11/-", 4),
                        row("two", "b", "11/10/-", 4.84));
        assertThat(lines(rows, "kept", "points", "goodput", "queue", "score"))
                .containsExactly(
                        "| scheme | kept, % | points more | goodput, times | mean queue, times"
                                + " | score, difference |",
                        "|---|---|---|---|---|---|",
                        // Points 25 and 0; queues 4 and 4.84 times: the mean is 4.4, and the ends
                        // are 4.4 · 1.1^(±12.7062).
                        "| `b` | 87.5 | 12.5 [−146.3, 171.3] | 1.000 [1.000, 1.000]"
                                + " | 4.40 [1.31, 14.8] | −0.125 [−1.713, 1.463] |",
                        "| `a` | 75.0 |  |  |  |  |");
    }

    @Test
    void oneNetworkHasIntervalsOverItsSeeds() {
        List<RunRow> rows =
                List.of(
                        row("one", "a", 1, "11", 1),
                        row("one", "a", 2, "11", 1),
                        row("one", "b", 1, "11", 4),
                        row("one", "b", 2, "11", 4.84));
        assertThat(lines(rows, "queue").get(2)).isEqualTo("| `a` |  |");
        assertThat(lines(rows, "queue").get(3)).isEqualTo("| `b` | 4.40 [1.31, 14.8] |");
    }

    @Test
    void oneValueHasNoInterval() {
        List<RunRow> rows = List.of(row("one", "a", "11", 1), row("one", "b", "10", 20));
        assertThat(lines(rows, "points", "points-seeds", "queue").get(3))
                .isEqualTo("| `b` | −50.0 | −50.0 | 20.0 |");
    }

    @Test
    void smallDifferencesHaveTwoDigits() {
        String kept = "1".repeat(2000);
        List<RunRow> rows =
                List.of(
                        row("one", "a", kept, 1),
                        row("one", "b", kept.replaceFirst("1", "0"), 1),
                        row("one", "c", kept, 1));
        assertThat(lines(rows, "points"))
                .contains("| `b` | −0.05 |", "| `c` | 0.0 |", "| `a` |  |");
    }

    /** On five of six networks one class-period of two more is kept. */
    @Test
    void hasTestsAndBootstrapOfPairedDifferences() {
        List<RunRow> rows = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            rows.add(row("network " + i, "a", "10", 1));
            rows.add(row("network " + i, "b", i == 0 ? "10" : "11", 1));
        }
        String line = lines(rows, "points-bootstrap", "p-wilcoxon", "p-student").get(2);
        // Five equal differences: 2/2⁵. t = 5 of five degrees of freedom.
        assertThat(line).isEqualTo("| `b` | 41.7 [25.0, 50.0] | 0.063 | 0.0041 |");
        rows.removeIf(row -> row.network().equals("network 0"));
        assertThat(lines(rows, "p-wilcoxon", "p-student").get(3)).isEqualTo("| `a` |  |  |");
        assertThat(lines(rows, "p-wilcoxon", "p-student").get(2))
                .isEqualTo("| `b` | 0.063 | < 0.0001 |");
    }

    @Test
    void percentagesOfPromisesAreNeverNegative() {
        List<RunRow> rows = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            RunRow row = row("network " + i, "a", "11", 1);
            Map<Metric, Double> metrics = new EnumMap<>(row.metrics());
            metrics.put(Metric.PROMISES, 1000.0);
            metrics.put(Metric.BROKEN_PERCENT, i < 5 ? 0.0 : 1.0);
            metrics.put(Metric.SILENT_PERCENT, 0.0);
            metrics.put(Metric.FALSE_ALARM_PERCENT, 0.0);
            rows.add(new RunRow("a", row.network(), 1, metrics, row.verdicts()));
        }
        assertThat(lines(rows, "broken", "silent", "false-alarms").get(2))
                .isEqualTo(
                        "| `a` | 0.500 [0.200, 0.800] | 0.000 [0.000, 0.030 (rule of three)]"
                                + " | 0.000 |");
    }

    @Test
    void anUnknownColumnIsNamedWithAllOthers() {
        assertThatThrownBy(() -> Column.named("queues"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("column queues must be one of kept, points, points-seeds,")
                .hasMessageEndingWith(", score");
    }
}
