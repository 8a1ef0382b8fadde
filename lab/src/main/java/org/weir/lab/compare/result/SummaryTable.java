// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.compare.result;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import org.weir.lab.experiment.run.Estimate;
import org.weir.lab.workload.TrafficClass;

/** A {@link Summary} as text for people. */
public final class SummaryTable {
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

    /**
     * Tables for each network: the mean over seeds ± half of the 95 % interval, and the differences
     * and ratios (geometric means) to the base.
     */
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
            addAgainstBase(lines, network);
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
        TextTable table = new TextTable(COLUMN_WIDTH);
        table.add("", columns.stream().map(Column::head).toList());
        for (String scheme : summary.schemes()) {
            table.add(
                    "  " + scheme,
                    columns.stream()
                            .map(
                                    column ->
                                            FigureText.mean(
                                                    summary.mean(network, scheme, column.value)))
                            .toList());
        }
        lines.addAll(table.lines());
    }

    /** The other schemes on one network against the base, with intervals over seeds. */
    private void addAgainstBase(List<String> lines, String network) {
        List<String> others = summary.schemes().stream().filter(one -> !one.equals(base)).toList();
        if (others.isEmpty()) {
            return;
        }
        TextTable table = new TextTable(COLUMN_WIDTH);
        List<String> head = new ArrayList<>(List.of("kept, points more"));
        Difference.RATIOS.forEach(one -> head.add(one.label()));
        table.add("  against " + base, head);
        for (String scheme : others) {
            List<String> figures = new ArrayList<>();
            figures.add(onNetwork(network, scheme, Difference.KEPT));
            Difference.RATIOS.forEach(one -> figures.add(onNetwork(network, scheme, one)));
            table.add("  " + scheme, figures);
        }
        lines.addAll(table.lines());
    }

    private String onNetwork(String network, String scheme, Difference one) {
        return FigureText.interval(
                summary.pairedOn(network, scheme, base, one.ofRuns()), one.shown());
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
            lines.add(overall(scheme, Difference.KEPT));
            for (String oracle : oracles) {
                Estimate ofOracle = summary.paired(scheme, oracle, RunRow::keptPartOf);
                lines.add(
                        line(
                                "of those that " + oracle + " keeps, %",
                                FigureText.interval(ofOracle, one -> PERCENT * one)));
            }
            Difference.RATIOS.forEach(one -> lines.add(overall(scheme, one)));
            for (Metric metric : Metric.values()) {
                if (metric.isOfPromises() && metric != Metric.PROMISES) {
                    String own = PromisePercent.text(summary, scheme, metric, FigureText::fixed);
                    if (!own.isEmpty()) {
                        lines.add(line(metric.label() + ", %", own));
                    }
                }
            }
        }
        return lines;
    }

    private String overall(String scheme, Difference one) {
        return line(
                one.label(),
                FigureText.interval(summary.paired(scheme, base, one.ofRuns()), one.shown()));
    }

    private static String line(String label, String value) {
        return String.format(Locale.ROOT, "    %-38s %s", label, value);
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
                        Double.toString(Summary.halfWidth(one)),
                        Integer.toString(one.values().size())));
    }
}
