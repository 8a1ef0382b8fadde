// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.compare.result;

import java.util.ArrayList;
import java.util.List;
import org.weir.lab.experiment.run.Estimate;

/** Differences and ratios of schemes to a base as CSV, with all digits. */
public final class AgainstCsv {
    private static final String HEAD = "network,scheme,base,quantity,mean,low,high,values,over";
    private static final String ALL = "all";
    private static final String SEEDS = "seeds";

    private AgainstCsv() {}

    /**
     * The lines: of each network, with intervals over its seeds; then of all networks, with
     * intervals over networks and over seeds. Without a value there is no line. Both ends of the
     * interval are NaN where it has fewer than two values.
     *
     * @param base label of the scheme to which the others are compared
     */
    public static List<String> lines(Summary summary, String base) {
        List<Difference> differences = new ArrayList<>(List.of(Difference.KEPT, Difference.SCORE));
        differences.addAll(Difference.RATIOS);
        List<String> schemes = summary.schemes().stream().filter(one -> !one.equals(base)).toList();
        List<String> lines = new ArrayList<>(List.of(HEAD));
        for (String network : summary.networks()) {
            for (String scheme : schemes) {
                String names = String.join(",", network, scheme, base);
                for (Difference one : differences) {
                    add(
                            lines,
                            names,
                            one,
                            summary.pairedOn(network, scheme, base, one.ofRuns()),
                            SEEDS);
                }
            }
        }
        for (String scheme : schemes) {
            String names = String.join(",", ALL, scheme, base);
            for (Difference one : differences) {
                add(lines, names, one, summary.paired(scheme, base, one.ofRuns()), "networks");
                add(lines, names, one, summary.pairedBySeed(scheme, base, one.ofRuns()), SEEDS);
            }
        }
        return lines;
    }

    private static void add(
            List<String> lines, String names, Difference difference, Estimate one, String over) {
        if (!Double.isNaN(one.mean())) {
            double half = Summary.halfWidth(one);
            lines.add(
                    String.join(
                            ",",
                            names,
                            difference.column(),
                            shown(difference, one.mean()),
                            shown(difference, one.mean() - half),
                            shown(difference, one.mean() + half),
                            Integer.toString(one.values().size()),
                            over));
        }
    }

    private static String shown(Difference difference, double mean) {
        return Double.toString(difference.shown().applyAsDouble(mean));
    }
}
