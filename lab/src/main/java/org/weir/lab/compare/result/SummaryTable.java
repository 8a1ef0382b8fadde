// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.compare.result;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.DoubleUnaryOperator;
import java.util.function.ToDoubleFunction;
import org.weir.lab.experiment.run.Estimate;
import org.weir.lab.workload.TrafficClass;

/** A {@link Summary} as text for people. */
public final class SummaryTable {
    /** Metrics whose ratio to the base is told, over all networks. */
    private static final List<Metric> RATIOS =
            List.of(
                    Metric.GOODPUT_MBPS,
                    Metric.QUEUE_MEAN,
                    Metric.P99_A_US,
                    Metric.P99_B_US,
                    Metric.P99_C_US,
                    Metric.SLOWDOWN_P99,
                    Metric.SLOWDOWN_P999,
                    Metric.SLOWDOWN_A_P999,
                    Metric.SLOWDOWN_B_P999,
                    Metric.SLOWDOWN_C_P999);

    private static final int SCHEME_WIDTH = 24;
    private static final int COLUMN_WIDTH = 17;
    private static final double PERCENT = 100;

    private final Summary summary;
    private final String base;

    /**
     * @param base label of the scheme to which the others are compared
     */
    public SummaryTable(Summary summary, String base) {
        this.summary = summary;
        this.base = base;
        if (!summary.schemes().contains(base)) {
            throw new IllegalArgumentException(
                    "base must be one of " + summary.schemes() + ", not " + base);
        }
    }

    private record Column(String head, ToDoubleFunction<RunRow> value) {}

    /** Two tables for each network: mean over seeds ± half of the 95 % interval. */
    public List<String> ofNetworks() {
        List<Column> first = new ArrayList<>();
        first.add(new Column("kept %", row -> PERCENT * row.keptPart()));
        for (TrafficClass one : TrafficClass.values()) {
            first.add(
                    new Column(
                            "kept " + one + " %",
                            row -> PERCENT * row.keptPartOfClass(one.ordinal())));
        }
        List<Column> second = new ArrayList<>();
        List<Column> third = new ArrayList<>();
        for (Metric metric : Metric.values()) {
            boolean isDelay = metric.unit().equals("µs");
            if (metric != Metric.CARRIED_PERCENT && metric != Metric.FINISHED_PERCENT) {
                String unit = metric.unit().isEmpty() ? "" : " " + metric.unit();
                (metric.isOfPromises() ? third : isDelay ? second : first)
                        .add(new Column(metric.label() + unit, row -> row.metrics().get(metric)));
            }
        }
        List<String> lines = new ArrayList<>();
        for (String network : summary.networks()) {
            lines.add(network);
            add(lines, network, first);
            add(lines, network, second);
            if (hasPromises(network)) {
                add(lines, network, third);
            }
            lines.add("");
        }
        return lines;
    }

    private boolean hasPromises(String network) {
        return summary.rows().stream()
                .anyMatch(
                        row ->
                                row.network().equals(network)
                                        && !Double.isNaN(row.metrics().get(Metric.PROMISES)));
    }

    private void add(List<String> lines, String network, List<Column> columns) {
        StringBuilder head = new StringBuilder(pad("", SCHEME_WIDTH));
        columns.forEach(column -> head.append(lead(column.head)));
        lines.add(head.toString());
        for (String scheme : summary.schemes()) {
            StringBuilder line = new StringBuilder(pad("  " + scheme, SCHEME_WIDTH));
            columns.forEach(column -> line.append(lead(text(network, scheme, column.value))));
            lines.add(line.toString());
        }
    }

    private String text(String network, String scheme, ToDoubleFunction<RunRow> value) {
        return text(summary.mean(network, scheme, value));
    }

    private static String text(Estimate one) {
        if (Double.isNaN(one.mean())) {
            return "-";
        }
        return number(one.mean()) + (one.values().size() < 2 ? "" : " ±" + width(one));
    }

    /** With as many digits as the mean at most. */
    private static String width(Estimate one) {
        return String.format(Locale.ROOT, "%.2g", one.halfWidth()).contains("e")
                ? String.format(Locale.ROOT, "%.0f", one.halfWidth())
                : String.format(Locale.ROOT, "%.2g", one.halfWidth());
    }

    private static String number(double value) {
        double size = Math.abs(value);
        String format = size >= 1000 ? "%.0f" : size >= 100 ? "%.1f" : size >= 10 ? "%.2f" : "%.3f";
        return String.format(Locale.ROOT, format, value);
    }

    /**
     * Each scheme against the base over all networks: ratios (geometric means) and the difference
     * of class-periods kept, in points, with 95 % intervals over networks.
     *
     * @param oracles labels of schemes whose kept class-periods are a measure
     */
    public List<String> againstBase(List<String> oracles) {
        List<String> lines = new ArrayList<>();
        int networks = summary.networks().size();
        lines.add(
                "against "
                        + base
                        + ", over "
                        + networks
                        + (networks == 1 ? " network" : " networks")
                        + ", [95 % interval over networks]");
        for (String scheme : summary.schemes()) {
            lines.add(scheme);
            Estimate kept =
                    summary.paired(scheme, base, (row, other) -> row.keptPart() - other.keptPart());
            lines.add(
                    line("class-periods kept, points more", interval(kept, one -> PERCENT * one)));
            for (String oracle : oracles) {
                Estimate ofOracle = summary.paired(scheme, oracle, RunRow::keptPartOf);
                lines.add(
                        line(
                                "of those that " + oracle + " keeps, %",
                                interval(ofOracle, one -> PERCENT * one)));
            }
            for (Metric metric : RATIOS) {
                Estimate log =
                        summary.paired(
                                scheme,
                                base,
                                (row, other) ->
                                        Math.log(
                                                row.metrics().get(metric)
                                                        / other.metrics().get(metric)));
                lines.add(line(metric.label() + ", times", interval(log, Math::exp)));
            }
            for (Metric metric : Metric.values()) {
                if (metric.isOfPromises() && metric != Metric.PROMISES) {
                    Estimate own =
                            summary.paired(
                                    scheme, scheme, (row, other) -> row.metrics().get(metric));
                    if (!Double.isNaN(own.mean())) {
                        lines.add(line(metric.label() + ", %", interval(own, one -> one)));
                    }
                }
            }
        }
        return lines;
    }

    private static String line(String label, String value) {
        return String.format(Locale.ROOT, "    %-38s %s", label, value);
    }

    private static String interval(Estimate one, DoubleUnaryOperator transformed) {
        if (Double.isNaN(one.mean())) {
            return "-";
        }
        return String.format(
                Locale.ROOT,
                "%.3f [%.3f, %.3f]",
                transformed.applyAsDouble(one.mean()),
                transformed.applyAsDouble(one.mean() - one.halfWidth()),
                transformed.applyAsDouble(one.mean() + one.halfWidth()));
    }

    private static String pad(String text, int width) {
        return String.format(Locale.ROOT, "%-" + width + "s", text);
    }

    private static String lead(String text) {
        return String.format(Locale.ROOT, "%" + COLUMN_WIDTH + "s", text);
    }

    /** The tables of networks as CSV: mean and half width of each quantity. */
    public List<String> csv() {
        List<String> lines =
                new ArrayList<>(List.of("network,scheme,quantity,mean,half_width,runs"));
        for (String network : summary.networks()) {
            for (String scheme : summary.schemes()) {
                add(lines, network, scheme, "KEPT_PERCENT", row -> PERCENT * row.keptPart());
                for (TrafficClass one : TrafficClass.values()) {
                    add(
                            lines,
                            network,
                            scheme,
                            "KEPT_" + one + "_PERCENT",
                            row -> PERCENT * row.keptPartOfClass(one.ordinal()));
                }
                for (Metric metric : Metric.values()) {
                    add(lines, network, scheme, metric.name(), row -> row.metrics().get(metric));
                }
            }
        }
        return lines;
    }

    private void add(
            List<String> lines,
            String network,
            String scheme,
            String name,
            ToDoubleFunction<RunRow> value) {
        Estimate one = summary.mean(network, scheme, value);
        lines.add(
                String.join(
                        ",",
                        network,
                        scheme,
                        name,
                        Double.toString(one.mean()),
                        Double.toString(one.halfWidth()),
                        Integer.toString(one.values().size())));
    }
}
