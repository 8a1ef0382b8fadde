// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.compare.result;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * All tables of a comparison: of each network, over all networks, of causes of misses, and of the
 * error of trials.
 */
public final class ComparisonReport {
    private final RunFolder runs;
    private final Summary summary;
    private final SummaryTable table;
    private final String base;
    private final List<String> lines;

    /**
     * The tables of some runs.
     *
     * @param runs of this comparison
     * @param earlier rows of other comparisons, for the tables of {@link SummaryTable} and {@link
     *     OverallTable}; those on other networks or with other seeds are left out
     * @param base label of the scheme to which the others are compared
     * @param oracles labels of schemes whose kept class-periods are a measure
     * @throws IllegalArgumentException if no row is of the base
     */
    public ComparisonReport(
            RunFolder runs, List<RunRow> earlier, String base, List<String> oracles) {
        this.runs = runs;
        this.base = base;
        List<RunRow> own = runs.runs().stream().map(RunOutcome::row).toList();
        List<RunRow> rows = new ArrayList<>(own);
        earlier.stream().filter(row -> isOfRun(own, row)).forEach(rows::add);
        summary = new Summary(rows);
        table = new SummaryTable(summary, base);
        lines = lines(own, oracles);
    }

    private List<String> lines(List<RunRow> own, List<String> oracles) {
        List<String> text = new ArrayList<>(runs.described());
        text.add("");
        text.addAll(table.ofNetworks());
        text.addAll(new OverallTable(summary, base).lines());
        text.add("");
        text.addAll(table.againstBase(oracles));
        text.add("");
        if (runs.hasMisses()) {
            text.addAll(CauseTable.lines(runs.runs()));
        }
        runs.periods().ifPresent(periods -> text.addAll(TrialError.lines(own, periods)));
        return text;
    }

    private static boolean isOfRun(List<RunRow> own, RunRow row) {
        return own.stream()
                .anyMatch(
                        one ->
                                one.network().equals(row.network())
                                        && one.seed() == row.seed()
                                        && one.verdicts().length() == row.verdicts().length());
    }

    /** All rows, also those of other comparisons. */
    public Summary summary() {
        return summary;
    }

    /** The tables as text. */
    public List<String> lines() {
        return List.copyOf(lines);
    }

    /**
     * The comparison with the base as a table for a document.
     *
     * @param columns from left to right
     */
    public List<String> markdown(List<MarkdownTable.Column> columns) {
        return MarkdownTable.lines(summary, base, columns);
    }

    /**
     * Writes the tables as text and as CSV.
     *
     * @param folder that exists
     * @throws IOException when a file cannot be written
     */
    public void write(Path folder) throws IOException {
        Files.write(folder.resolve("summary.csv"), table.csv());
        Files.write(folder.resolve("against.csv"), AgainstCsv.lines(summary, base));
        Files.write(folder.resolve("fronts.csv"), Front.csv(summary));
        if (!runs.described().isEmpty()) {
            Files.write(folder.resolve("networks.txt"), runs.described());
        }
        Files.write(folder.resolve("table.txt"), lines);
    }
}
