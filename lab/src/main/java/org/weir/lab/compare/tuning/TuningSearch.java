// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.compare.tuning;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SplittableRandom;
import org.weir.lab.compare.network.ComparedNetwork;
import org.weir.lab.compare.result.Metric;
import org.weir.lab.compare.result.RunRow;
import org.weir.lab.compare.run.Comparison;
import org.weir.lab.compare.scheme.SchemeChoice;
import org.weir.lab.compare.scheme.SearchRanges;

/**
 * A Latin-hypercube search over the factors of a scheme's parameters ({@link SearchRanges}). The
 * first candidate has the factor 1 everywhere. Every scheme has as many candidates, and each of
 * them runs on all training networks with all training seeds.
 *
 * <p>Minimised is the mean over the runs of: part of class-periods missed + 2 · part of the offered
 * bytes not carried + 0.1 · ln of the 99.9th percentile of the slowdown.
 */
public final class TuningSearch {
    private static final double UNCARRIED_WEIGHT = 2;
    private static final double SLOWDOWN_WEIGHT = 0.1;
    private static final double PERCENT = 100;

    private final Comparison comparison;
    private final List<ComparedNetwork> networks;
    private final List<Long> seeds;
    private final int budget;
    private final long searchSeed;

    /**
     * @param networks to train on
     * @param seeds to train with
     * @param budget candidates of each scheme, at least 1
     * @param searchSeed of the candidates
     */
    public TuningSearch(
            Comparison comparison,
            List<ComparedNetwork> networks,
            List<Long> seeds,
            int budget,
            long searchSeed) {
        this.comparison = comparison;
        this.networks = List.copyOf(networks);
        this.seeds = List.copyOf(seeds);
        this.budget = budget;
        this.searchSeed = searchSeed;
    }

    /**
     * One candidate and what it came to.
     *
     * @param scheme name of the scheme
     * @param factors by parameter
     * @param score the mean that is minimised
     */
    public record Candidate(String scheme, Map<String, Double> factors, double score) {}

    /** All candidates of a scheme in the order in which they were tried. */
    public List<Candidate> search(SchemeChoice scheme) {
        List<Map<String, Double>> points = points(scheme);
        List<SchemeChoice> choices = new ArrayList<>();
        for (int i = 0; i < points.size(); i++) {
            choices.add(scheme.withFactors(scheme.label() + "#" + i, points.get(i)));
        }
        List<RunRow> rows = comparison.run(choices, networks, seeds);
        List<Candidate> candidates = new ArrayList<>();
        for (int i = 0; i < choices.size(); i++) {
            String label = choices.get(i).label();
            double score =
                    rows.stream()
                            .filter(row -> row.scheme().equals(label))
                            .mapToDouble(TuningSearch::score)
                            .average()
                            .orElseThrow();
            candidates.add(new Candidate(scheme.scheme().name(), points.get(i), score));
        }
        return candidates;
    }

    /** Score of one run, which is minimised. */
    static double score(RunRow row) {
        double kept = row.keptPart();
        double missed = Double.isNaN(kept) ? 0 : 1 - kept;
        double uncarried = Math.max(0, 1 - row.metrics().get(Metric.CARRIED_PERCENT) / PERCENT);
        double slowdown = row.metrics().get(Metric.SLOWDOWN_P999);
        return missed
                + UNCARRIED_WEIGHT * uncarried
                + SLOWDOWN_WEIGHT * Math.log(Math.max(1, slowdown));
    }

    private List<Map<String, Double>> points(SchemeChoice scheme) {
        List<String> names = SearchRanges.names(scheme.scheme());
        SplittableRandom random =
                new SplittableRandom(searchSeed ^ scheme.scheme().name().hashCode());
        List<Map<String, Double>> points = new ArrayList<>();
        for (int i = 0; i < (names.isEmpty() ? 1 : budget); i++) {
            points.add(new LinkedHashMap<>());
        }
        int strata = points.size() - 1;
        for (String name : names) {
            points.get(0).put(name, 1.0);
            List<Integer> order = new ArrayList<>();
            for (int i = 0; i < strata; i++) {
                order.add(i);
            }
            Collections.shuffle(order, new Random(random.nextLong()));
            for (int i = 0; i < strata; i++) {
                double part = (order.get(i) + random.nextDouble()) / strata;
                points.get(i + 1).put(name, SearchRanges.factor(part));
            }
        }
        return points;
    }
}
