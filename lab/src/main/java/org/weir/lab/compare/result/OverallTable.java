// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.compare.result;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.weir.lab.experiment.run.Estimate;

/**
 * Each scheme over all networks, beside a base: the part of class-periods kept, the score of the
 * search, and the networks on which a scheme keeps clearly more.
 */
public final class OverallTable {
    /** Points of class-periods kept from which a network is named. */
    static final double CLEARLY_MORE_POINTS = 1.5;

    private static final int COLUMN_WIDTH = 14;
    private static final double PERCENT = 100;

    /** Difference of parts that counts as none: of rounding. */
    private static final double ROUNDING = 1e-9;

    private final Summary summary;
    private final String base;

    /**
     * The tables of a comparison.
     *
     * @param base label of the scheme to which the others are compared
     */
    public OverallTable(Summary summary, String base) {
        this.summary = summary;
        this.base = base;
    }

    /** All tables as text, with an empty line between them. */
    public List<String> lines() {
        List<String> lines = new ArrayList<>(kept());
        lines.add("");
        lines.addAll(scores());
        lines.add("");
        lines.addAll(clearlyBetter());
        return lines;
    }

    private List<String> kept() {
        List<String> lines = new ArrayList<>();
        lines.add(title("class-periods kept"));
        TextTable table = new TextTable(COLUMN_WIDTH);
        table.add(
                "",
                List.of(
                        "kept %",
                        "points more",
                        "over networks",
                        "over seeds",
                        "better on",
                        "worse on",
                        "equal on"));
        for (String scheme : summary.schemes()) {
            List<String> figures = new ArrayList<>();
            figures.add(
                    FigureText.fixed(
                            PERCENT * summary.meanOfNetworks(scheme, RunRow::keptPart).mean()));
            if (!scheme.equals(base)) {
                Estimate more = summary.paired(scheme, base, Difference.KEPT.ofRuns());
                figures.addAll(differences(scheme, Difference.KEPT));
                figures.add(count(more, 1));
                figures.add(count(more, -1));
                figures.add(count(more, 0));
            }
            table.add("  " + scheme, figures);
        }
        lines.addAll(table.lines());
        return lines;
    }

    private List<String> scores() {
        List<String> lines = new ArrayList<>();
        lines.add(title("score of the search, less is better"));
        TextTable table = new TextTable(COLUMN_WIDTH);
        table.add("", List.of("score", "difference", "over networks", "over seeds"));
        for (String scheme : summary.schemes()) {
            List<String> figures = new ArrayList<>();
            figures.add(
                    FigureText.fixed(summary.meanOfNetworks(scheme, RunRow::searchScore).mean()));
            if (!scheme.equals(base)) {
                figures.addAll(differences(scheme, Difference.SCORE));
            }
            table.add("  " + scheme, figures);
        }
        lines.addAll(table.lines());
        return lines;
    }

    /** A network, and a scheme that keeps clearly more there. */
    private record Better(String scheme, double keptPercent) {}

    private List<String> clearlyBetter() {
        List<String> lines = new ArrayList<>();
        for (String network : summary.networks()) {
            List<Better> better = new ArrayList<>();
            for (String scheme : summary.schemes()) {
                Estimate more = summary.pairedOn(network, scheme, base, Difference.KEPT.ofRuns());
                if (more.mean() >= CLEARLY_MORE_POINTS / PERCENT - ROUNDING) {
                    better.add(new Better(scheme, keptPercent(network, scheme)));
                }
            }
            better.sort(Comparator.comparingDouble(Better::keptPercent).reversed());
            if (!better.isEmpty()) {
                lines.add(
                        String.format(
                                Locale.ROOT,
                                "  %s: %s %.2f; %s",
                                network,
                                base,
                                keptPercent(network, base),
                                String.join(
                                        ", ",
                                        better.stream()
                                                .map(
                                                        one ->
                                                                String.format(
                                                                        Locale.ROOT,
                                                                        "%s %.2f",
                                                                        one.scheme,
                                                                        one.keptPercent))
                                                .toList())));
            }
        }
        lines.add(
                0,
                String.format(
                        Locale.ROOT,
                        "networks on which a scheme keeps at least %.1f points more than %s: %d of"
                                + " %d%s",
                        CLEARLY_MORE_POINTS,
                        base,
                        lines.size(),
                        summary.networks().size(),
                        lines.isEmpty() ? "" : "; kept % of " + base + " and of these schemes"));
        return lines;
    }

    private double keptPercent(String network, String scheme) {
        return PERCENT * summary.mean(network, scheme, RunRow::keptPart).mean();
    }

    private String title(String quantity) {
        int count = summary.networks().size();
        return quantity
                + ", over "
                + count
                + (count == 1 ? " network" : " networks")
                + ", against "
                + base
                + ", [95 % intervals]";
    }

    /** Mean difference to the base, and its intervals over networks and over seeds. */
    private List<String> differences(String scheme, Difference one) {
        Estimate ofNetworks = summary.paired(scheme, base, one.ofRuns());
        Estimate ofSeeds = summary.pairedBySeed(scheme, base, one.ofRuns());
        return List.of(
                FigureText.fixed(one.shown().applyAsDouble(ofNetworks.mean())),
                FigureText.ends(ofNetworks, one.shown()),
                FigureText.ends(ofSeeds, one.shown()));
    }

    /** Number of values with a sign. */
    private static String count(Estimate differences, int sign) {
        return Long.toString(
                differences.values().stream()
                        .filter(
                                one ->
                                        (Math.abs(one) <= ROUNDING ? 0 : (int) Math.signum(one))
                                                == sign)
                        .count());
    }
}
