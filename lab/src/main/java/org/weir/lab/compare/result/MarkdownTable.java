// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.compare.result;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.weir.lab.experiment.run.Estimate;
import org.weir.lab.stats.Bootstrap;
import org.weir.lab.stats.PairedTest;

/**
 * A table of a comparison for a document, in Markdown: one row for each scheme, those that kept
 * most first, and the chosen columns. Figures are means over all networks with their 95 %
 * intervals, such as {@code 0.75 [0.67, 0.84]}; of one network the intervals are over its seeds.
 * The row of the base has only its part of class-periods kept and its percentages of promises.
 */
public final class MarkdownTable {
    private static final double PERCENT = 100;
    private static final double LEAST_PROBABILITY = 0.0001;

    /** A column. Its name on the command line is that of the constant, in lower case, with -. */
    public enum Column {
        /** Class-periods kept, %. */
        KEPT("kept, %", null, false),
        /** Points of class-periods kept more than with the base; interval over networks. */
        POINTS("points more", Difference.KEPT, false),
        /** The same; interval over seeds. */
        POINTS_SEEDS("points more, over seeds", Difference.KEPT, true),
        /** The same; interval over networks by the {@link Bootstrap}. */
        POINTS_BOOTSTRAP("points more, bootstrap", Difference.KEPT, false),
        /** Probability of such a difference by chance, by Wilcoxon's signed-rank test. */
        P_WILCOXON("p, Wilcoxon", Difference.KEPT, false),
        /** The same by Student's t test. */
        P_STUDENT("p, t test", Difference.KEPT, false),
        /** Goodput, times the base's. */
        GOODPUT("goodput, times", Difference.ratio(Metric.GOODPUT_MBPS), false),
        /** Mean queue. */
        QUEUE("mean queue, times", Difference.ratio(Metric.QUEUE_MEAN), false),
        /** 99th percentile of class A's delay. */
        P99_A("p99 of A, times", Difference.ratio(Metric.P99_A_US), false),
        /** 99th percentile of class B's delay. */
        P99_B("p99 of B, times", Difference.ratio(Metric.P99_B_US), false),
        /** 99th percentile of class C's delay. */
        P99_C("p99 of C, times", Difference.ratio(Metric.P99_C_US), false),
        /** 99th percentile of the slowdown. */
        SLOWDOWN_P99("slowdown p99, times", Difference.ratio(Metric.SLOWDOWN_P99), false),
        /** 99.9th percentile of the slowdown. */
        SLOWDOWN_P999("slowdown p99.9, times", Difference.ratio(Metric.SLOWDOWN_P999), false),
        /** 99th percentile of the slowdown of class A's messages. */
        SLOWDOWN_A("class A's p99, times", Difference.ratio(Metric.SLOWDOWN_A_P99), false),
        /** The same of class B's messages. */
        SLOWDOWN_B("class B's p99, times", Difference.ratio(Metric.SLOWDOWN_B_P99), false),
        /** The same of class C's messages. */
        SLOWDOWN_C("class C's p99, times", Difference.ratio(Metric.SLOWDOWN_C_P99), false),
        /** Promises that were broken, %. */
        BROKEN("broken, %", Metric.BROKEN_PERCENT),
        /** Promises that were broken in silence, %. */
        SILENT("silent, %", Metric.SILENT_PERCENT),
        /** Kept class-periods that were reported as missed, %. */
        FALSE_ALARMS("false alarms, %", Metric.FALSE_ALARM_PERCENT),
        /** Class-periods that the counters cannot decide, %. */
        UNDECIDED("undecided, %", Metric.UNDECIDED_PERCENT),
        /** Score of the search, less that of the base. */
        SCORE("score, difference", Difference.SCORE, false);

        private final String heading;
        private final Difference difference;
        private final boolean isOverSeeds;
        private final Metric promises;

        Column(String heading, Difference difference, boolean isOverSeeds) {
            this(heading, difference, isOverSeeds, null);
        }

        Column(String heading, Metric promises) {
            this(heading, null, false, promises);
        }

        Column(String heading, Difference difference, boolean isOverSeeds, Metric promises) {
            this.heading = heading;
            this.difference = difference;
            this.isOverSeeds = isOverSeeds;
            this.promises = promises;
        }

        /** Name on the command line. */
        public String label() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }

        /**
         * The column of a name.
         *
         * @throws IllegalArgumentException with all names, if there is none
         */
        public static Column named(String name) {
            return Arrays.stream(values())
                    .filter(one -> one.label().equals(name))
                    .findFirst()
                    .orElseThrow(
                            () ->
                                    new IllegalArgumentException(
                                            "column "
                                                    + name
                                                    + " must be one of "
                                                    + Arrays.stream(values())
                                                            .map(Column::label)
                                                            .collect(Collectors.joining(", "))));
        }

        /** A number with the digits that this column shows. */
        private String number(double value) {
            double size = Math.abs(value);
            int digits;
            if (difference == null || difference == Difference.KEPT) {
                digits = size >= 0.095 || size < 0.005 ? 1 : 2;
            } else if (this == GOODPUT || this == SCORE) {
                digits = 3;
            } else {
                digits = size < 9.995 ? 2 : 1;
            }
            String text = String.format(Locale.ROOT, "%." + digits + "f", size);
            // A minus sign as in the text of documents, and none before zero.
            return value < 0 && Double.parseDouble(text) != 0 ? "−" + text : text;
        }
    }

    private MarkdownTable() {}

    /**
     * The lines of a table.
     *
     * @param base label of the scheme to which the others are compared
     * @param columns from left to right, after the scheme's name
     */
    static List<String> lines(Summary summary, String base, List<Column> columns) {
        List<String> lines = new ArrayList<>();
        lines.add(row("scheme", columns.stream().map(one -> one.heading).toList()));
        lines.add("|---".repeat(columns.size() + 1) + "|");
        List<String> schemes = new ArrayList<>(summary.schemes());
        schemes.sort(Comparator.comparingDouble(one -> -keptPercent(summary, one)));
        for (String scheme : schemes) {
            List<String> cells =
                    columns.stream().map(one -> cell(summary, scheme, base, one)).toList();
            lines.add(row("`" + scheme + "`", cells));
        }
        return lines;
    }

    private static String row(String name, List<String> cells) {
        return "| " + name + " | " + String.join(" | ", cells) + " |";
    }

    private static String cell(Summary summary, String scheme, String base, Column column) {
        if (column == Column.KEPT) {
            return column.number(keptPercent(summary, scheme));
        }
        if (column.promises != null) {
            return PromisePercent.text(summary, scheme, column.promises, FigureText::fixed);
        }
        if (scheme.equals(base)) {
            return "";
        }
        Estimate one =
                column.isOverSeeds || summary.networks().size() == 1
                        ? summary.pairedBySeed(scheme, base, column.difference.ofRuns())
                        : summary.paired(scheme, base, column.difference.ofRuns());
        if (Double.isNaN(one.mean())) {
            return "";
        }
        if (column == Column.P_WILCOXON) {
            return probability(PairedTest.wilcoxon(one.values()));
        }
        if (column == Column.P_STUDENT) {
            return probability(PairedTest.student(one.values()));
        }
        String mean = shown(column, one.mean());
        if (one.values().size() < 2) {
            return mean;
        }
        Bootstrap ends =
                column == Column.POINTS_BOOTSTRAP
                        ? Bootstrap.of(one.values())
                        : new Bootstrap(one.mean() - one.halfWidth(), one.mean() + one.halfWidth());
        return mean + " [" + shown(column, ends.low()) + ", " + shown(column, ends.high()) + "]";
    }

    private static String probability(double value) {
        if (Double.isNaN(value)) {
            return "";
        }
        return value < LEAST_PROBABILITY
                ? "< 0.0001"
                : String.format(Locale.ROOT, value < 0.0095 ? "%.4f" : "%.3f", value);
    }

    private static double keptPercent(Summary summary, String scheme) {
        return PERCENT * summary.meanOfNetworks(scheme, RunRow::keptPart).mean();
    }

    private static String shown(Column column, double mean) {
        return column.number(column.difference.shown().applyAsDouble(mean));
    }
}
