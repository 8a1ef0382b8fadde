// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.compare.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Node;
import org.weir.lab.compare.plot.DotPlot;
import org.weir.lab.compare.plot.FrontPlot;
import org.weir.lab.experiment.run.Estimate;

class SummaryTest {
    private static final List<RunRow> ROWS =
            List.of(
                    row("a", "one", 1, 10, 5, "11-/0-/1"),
                    row("a", "one", 2, 12, 7, "10-/0-/1"),
                    row("b", "one", 1, 20, 9, "11-/1-/1"),
                    row("b", "one", 2, 20, 9, "11-/1-/0"),
                    row("c", "one", 1, 9, 8, "00-/0-/0"),
                    row("c", "one", 2, 9, 8, "00-/0-/0"));

    @Test
    void csvReadsBackTheSame() {
        List<RunRow> rows = new ArrayList<>(ROWS);
        rows.add(row("d", "two", 3, 1 / 3.0, Double.NaN, "---"));
        assertThat(RunsCsv.read(RunsCsv.lines(rows))).isEqualTo(rows);
    }

    /** As in a file of an earlier version. */
    @Test
    void csvWithoutAColumnReadsAsNoValue() {
        int column = 3 + Metric.SLOWDOWN_C_P99.ordinal();
        List<String> older = new ArrayList<>();
        for (String line : RunsCsv.lines(ROWS)) {
            List<String> words = new ArrayList<>(List.of(line.split(",")));
            words.remove(column);
            older.add(String.join(",", words));
        }
        List<RunRow> rows = RunsCsv.read(older);
        assertThat(rows).hasSameSizeAs(ROWS);
        for (int i = 0; i < rows.size(); i++) {
            assertThat(rows.get(i).metrics().get(Metric.SLOWDOWN_C_P99)).isNaN();
            assertThat(rows.get(i).metrics().get(Metric.GOODPUT_MBPS))
                    .isEqualTo(ROWS.get(i).metrics().get(Metric.GOODPUT_MBPS));
            assertThat(rows.get(i).verdicts()).isEqualTo(ROWS.get(i).verdicts());
        }
    }

    @Test
    void csvTellsTheLineThatIsWrong() {
        List<String> lines = new ArrayList<>(RunsCsv.lines(ROWS));
        lines.set(2, lines.get(2) + ",1");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> RunsCsv.read(lines))
                .withMessageContaining("line 3");
        assertThatIllegalArgumentException().isThrownBy(() -> RunsCsv.read(List.of("x")));
    }

    @Test
    void countsClassPeriods() {
        assertThat(ROWS.get(0).keptPart()).isEqualTo(0.75);
        assertThat(ROWS.get(0).keptPartOfClass(1)).isZero();
        assertThat(ROWS.get(1).keptPartOf(ROWS.get(3))).isEqualTo(1 / 3.0);
        assertThat(ROWS.get(4).keptPartOf(ROWS.get(5))).isNaN();
    }

    @Test
    void pairsRunsOfTheSameSeed() {
        Summary summary = new Summary(ROWS);
        assertThat(
                        summary.paired(
                                        "b",
                                        "a",
                                        (one, other) ->
                                                one.metrics().get(Metric.GOODPUT_MBPS)
                                                        - other.metrics().get(Metric.GOODPUT_MBPS))
                                .mean())
                .isEqualTo(9);
        assertThat(summary.mean("one", "a", row -> row.metrics().get(Metric.GOODPUT_MBPS)).mean())
                .isCloseTo(11, within(1e-12));
    }

    @Test
    void frontHasThoseThatNobodyBeats() {
        assertThat(Front.of(new Summary(ROWS), "one", Metric.P99_A_US))
                .extracting(Front.Point::scheme, Front.Point::isOnFront)
                .containsExactly(tuple("a", true), tuple("b", true), tuple("c", false));
    }

    /** As of a fluid, which has no delays. */
    @Test
    void aSchemeWithoutDelaysIsOnNoFront() {
        List<RunRow> rows = new ArrayList<>(ROWS);
        rows.add(row("fluid", "one", 1, 30, Double.NaN, "11-/0-/1"));
        assertThat(Front.of(new Summary(rows), "one", Metric.P99_A_US))
                .filteredOn(Front.Point::isOnFront)
                .extracting(Front.Point::scheme)
                .containsExactly("a", "b");
    }

    @Test
    void filesHaveNoIntervalOfOneSeed() {
        Summary summary = new Summary(ROWS.subList(0, 1));
        assertThat(new SummaryTable(summary, "a").csv()).contains("one,a,GOODPUT_MBPS,10.0,NaN,1");
        assertThat(Front.csv(summary)).contains("one,a,10.0,NaN,5.0,NaN,1");
        assertThat(new FrontPlot(summary).svg(Metric.P99_A_US)).doesNotContain("NaN");
    }

    @Test
    void plotHasADotForEachScheme() throws Exception {
        String svg =
                new DotPlot(new Summary(ROWS))
                        .svg("goodput < 1", row -> row.metrics().get(Metric.GOODPUT_MBPS));
        var dots =
                DocumentBuilderFactory.newInstance()
                        .newDocumentBuilder()
                        .parse(new ByteArrayInputStream(svg.getBytes(StandardCharsets.UTF_8)))
                        .getElementsByTagName("circle");
        assertThat(dots.getLength()).isEqualTo(3);
        // Goodputs 11, 20 and 9 on an axis from 0.
        double first = place(dots.item(0)) - place(dots.item(2));
        double second = place(dots.item(1)) - place(dots.item(2));
        assertThat(first / second).isCloseTo(2 / 11.0, within(0.01));
    }

    private static double place(Node dot) {
        return Double.parseDouble(dot.getAttributes().getNamedItem("cx").getNodeValue());
    }

    /** Two networks with two seeds each count as two values, not as four. */
    @Test
    void intervalsAreOverNetworks() {
        List<RunRow> rows = new ArrayList<>();
        for (long seed = 1; seed <= 2; seed++) {
            rows.add(row("a", "one", seed, 10, 5, "1"));
            rows.add(row("a", "two", seed, 10, 5, "1"));
            rows.add(row("b", "one", seed, seed == 1 ? 11 : 13, 5, "1"));
            rows.add(row("b", "two", seed, seed == 1 ? 14 : 18, 5, "1"));
        }
        Estimate more =
                new Summary(rows)
                        .paired(
                                "b",
                                "a",
                                (one, other) ->
                                        one.metrics().get(Metric.GOODPUT_MBPS)
                                                - other.metrics().get(Metric.GOODPUT_MBPS));
        // 2 and 6, whose mean is 4 and standard error 2; t of one degree of freedom is 12.706.
        assertThat(more.values()).containsExactly(2.0, 6.0);
        assertThat(more.halfWidth()).isCloseTo(2 * 12.706, within(0.01));
    }

    @Test
    void comparesWithTheBaseAndWithTheOracle() {
        List<String> lines = new SummaryTable(new Summary(ROWS), "a").againstBase(List.of("b"));
        assertThat(lines)
                .anyMatch(line -> line.matches(" *of those that b keeps, % +54\\.167"))
                .anyMatch(line -> line.matches(" *goodput, times +1\\.826"));
    }

    /**
     * Of b against a: goodputs 20/10 and 20/12, whose logarithms have the mean 0.60199 and the
     * standard error 0.091161; Student's t of one degree of freedom is 12.7062.
     */
    @Test
    void eachNetworkHasRatiosToTheBase() {
        assertThat(new SummaryTable(new Summary(ROWS), "a").ofNetworks())
                .anyMatch(line -> line.matches("  against a +kept, points more +goodput, times .*"))
                .anyMatch(
                        line ->
                                line.matches(
                                        "  b +25\\.000 \\[25\\.000, 25\\.000\\]"
                                                + " +1\\.826 \\[0\\.573, 5\\.814\\] .*"))
                .noneMatch(line -> line.matches("  a .* 1\\.000 \\[1\\.000, 1\\.000\\].*"));
        assertThat(new SummaryTable(new Summary(ROWS.subList(0, 2)), "a").ofNetworks())
                .noneMatch(line -> line.contains("against"));
    }

    @Test
    void tableNamesTheBase() {
        SummaryTable table = new SummaryTable(new Summary(ROWS), "a");
        assertThat(table.againstBase(List.of("b")).get(0)).startsWith("against a, over 1 network");
        assertThat(table.ofNetworks().get(0)).isEqualTo("one");
        assertThat(table.csv()).anyMatch(line -> line.startsWith("one,a,GOODPUT_MBPS,11.0,12.70"));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new SummaryTable(new Summary(ROWS), "x"));
    }

    private static RunRow row(
            String scheme, String network, long seed, double goodput, double p99, String verdicts) {
        Map<Metric, Double> metrics = new EnumMap<>(Metric.class);
        for (Metric metric : Metric.values()) {
            metrics.put(metric, 1.0);
        }
        metrics.put(Metric.GOODPUT_MBPS, goodput);
        metrics.put(Metric.P99_A_US, p99);
        return new RunRow(scheme, network, seed, metrics, verdicts);
    }
}
