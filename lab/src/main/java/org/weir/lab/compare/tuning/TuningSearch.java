// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.compare.tuning;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.weir.lab.compare.network.ComparedNetwork;
import org.weir.lab.compare.result.RunRow;
import org.weir.lab.compare.run.Comparison;
import org.weir.lab.compare.scheme.SchemeChoice;
import org.weir.lab.compare.scheme.SearchRanges;

/**
 * A search over the factors of a scheme's parameters ({@link SearchRanges}). Every scheme has as
 * many candidates, on the same networks and seeds:
 *
 * <ol>
 *   <li>Half of the candidates are a Latin hypercube. The first of them has the factor 1
 *       everywhere.
 *   <li>The other half are neighbours of the best one so far, in {@value #ROUNDS} rounds. A
 *       neighbour has each parameter with probability 1/2 multiplied by a factor from 1/2 to 2, or
 *       the distance of a utilization to 1 divided by it ({@link FactorScale}). Before each round
 *       the range of a factor grows where the best one is at an end of it ({@link FactorRanges}).
 *   <li>All these run on every third training network. The best sixth of them, and the candidate
 *       with the factors 1, run on the other networks, too. Of these finalists the best one by all
 *       runs is chosen.
 * </ol>
 *
 * <p>Minimised is the mean over the runs of {@link RunRow#searchScore}.
 */
public final class TuningSearch {
    private static final int ROUNDS = 4;
    private static final int SCREENING_STEP = 3;
    private static final int FINALISTS_OF = 6;
    private static final double NEIGHBOUR_FACTOR = 2;
    private static final double NEIGHBOUR_PART = 0.5;

    private final Comparison comparison;
    private final List<ComparedNetwork> screening;
    private final List<ComparedNetwork> others;
    private final List<Long> seeds;
    private final int budget;
    private final long searchSeed;
    private final Consumer<String> warnings;

    /**
     * A search on training networks.
     *
     * @param networks to train on
     * @param seeds to train with
     * @param budget candidates of each scheme, at least 1
     * @param searchSeed of the candidates
     * @param warnings is told of each parameter whose best factor is at an end of its range
     */
    public TuningSearch(
            Comparison comparison,
            List<ComparedNetwork> networks,
            List<Long> seeds,
            int budget,
            long searchSeed,
            Consumer<String> warnings) {
        this.comparison = comparison;
        List<ComparedNetwork> first = new ArrayList<>();
        List<ComparedNetwork> rest = new ArrayList<>();
        for (int i = 0; i < networks.size(); i++) {
            (i % SCREENING_STEP == 0 ? first : rest).add(networks.get(i));
        }
        screening = List.copyOf(first);
        others = List.copyOf(rest);
        this.seeds = List.copyOf(seeds);
        this.budget = budget;
        this.searchSeed = searchSeed;
        this.warnings = warnings;
    }

    /**
     * One candidate and what it came to.
     *
     * @param scheme name of the scheme
     * @param factors by parameter
     * @param networks number of training networks on which it ran
     * @param score the mean that is minimised
     */
    public record Candidate(
            String scheme, Map<String, Double> factors, int networks, double score) {
        /** A candidate of which nothing is known yet. */
        static Candidate untried(String scheme, Map<String, Double> factors) {
            return new Candidate(scheme, factors, 0, Double.NaN);
        }

        /** The same candidate with the mean score on further networks included. */
        Candidate with(int more, double meanScore) {
            double sum = networks == 0 ? 0 : networks * score;
            return new Candidate(
                    scheme, factors, networks + more, (sum + more * meanScore) / (networks + more));
        }
    }

    /**
     * Most runs of a search.
     *
     * @param budget candidates of the scheme
     * @param networks number of training networks
     * @param seeds number of training seeds
     */
    public static int runs(int budget, int networks, int seeds) {
        int screened = (networks + SCREENING_STEP - 1) / SCREENING_STEP;
        int finalists = Math.min(budget, 1 + budget / FINALISTS_OF);
        return seeds * (budget * screened + finalists * (networks - screened));
    }

    /** All candidates of a scheme in the order in which they were tried. */
    public List<Candidate> search(SchemeChoice scheme) {
        FactorRanges ranges =
                new FactorRanges(
                        scheme, Stream.concat(screening.stream(), others.stream()).toList());
        SplittableRandom random =
                new SplittableRandom(searchSeed ^ scheme.scheme().name().hashCode());
        int count = ranges.names().isEmpty() ? 1 : budget;
        int neighbours = count / 2;
        List<Candidate> tried =
                new ArrayList<>(
                        run(scheme, hypercube(ranges, count - neighbours, random), screening));
        for (int round = 0; round < ROUNDS; round++) {
            int own = neighbours * (round + 1) / ROUNDS - neighbours * round / ROUNDS;
            Map<String, Double> centre = TunedFile.best(tried).factors();
            ranges.widen(centre);
            List<Map<String, Double>> points = new ArrayList<>();
            for (int i = 0; i < own; i++) {
                points.add(neighbour(centre, ranges, random));
            }
            tried.addAll(run(scheme, points, screening));
        }
        List<Candidate> all = withFinal(scheme, tried);
        ranges.ends(TunedFile.best(all).factors()).forEach(warnings);
        return all;
    }

    /** The candidates, the finalists of them with their scores on all networks. */
    private List<Candidate> withFinal(SchemeChoice scheme, List<Candidate> tried) {
        List<Integer> ranked = new ArrayList<>();
        for (int i = 1; i < tried.size(); i++) {
            ranked.add(i);
        }
        ranked.sort(Comparator.comparingDouble(i -> tried.get(i).score()));
        List<Integer> finalists = new ArrayList<>(List.of(0));
        finalists.addAll(ranked.subList(0, Math.min(ranked.size(), budget / FINALISTS_OF)));
        List<Candidate> scored =
                run(scheme, finalists.stream().map(i -> tried.get(i).factors()).toList(), others);
        List<Candidate> all = new ArrayList<>(tried);
        for (int i = 0; i < finalists.size() && !others.isEmpty(); i++) {
            Candidate more = scored.get(i);
            all.set(
                    finalists.get(i),
                    tried.get(finalists.get(i)).with(more.networks(), more.score()));
        }
        return all;
    }

    private List<Candidate> run(
            SchemeChoice scheme, List<Map<String, Double>> points, List<ComparedNetwork> networks) {
        List<SchemeChoice> choices = new ArrayList<>();
        for (int i = 0; i < points.size(); i++) {
            choices.add(scheme.withFactors(scheme.label() + "#" + i, points.get(i)));
        }
        List<RunRow> rows =
                choices.isEmpty() || networks.isEmpty()
                        ? List.of()
                        : comparison.run(choices, networks, seeds);
        List<Candidate> candidates = new ArrayList<>();
        for (int i = 0; i < choices.size(); i++) {
            String label = choices.get(i).label();
            double score =
                    rows.stream()
                            .filter(row -> row.scheme().equals(label))
                            .mapToDouble(RunRow::searchScore)
                            .average()
                            .orElse(Double.NaN);
            candidates.add(
                    Candidate.untried(scheme.scheme().name(), points.get(i))
                            .with(networks.size(), score));
        }
        return candidates;
    }

    private static Map<String, Double> neighbour(
            Map<String, Double> centre, FactorRanges ranges, SplittableRandom random) {
        Map<String, Double> point = new LinkedHashMap<>();
        centre.forEach(
                (name, factor) -> {
                    double log = (2 * random.nextDouble() - 1) * StrictMath.log(NEIGHBOUR_FACTOR);
                    boolean isChanged = random.nextDouble() < NEIGHBOUR_PART;
                    point.put(
                            name,
                            isChanged ? ranges.beside(name, factor, StrictMath.exp(log)) : factor);
                });
        return point;
    }

    private static List<Map<String, Double>> hypercube(
            FactorRanges ranges, int count, SplittableRandom random) {
        List<Map<String, Double>> points = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            points.add(new LinkedHashMap<>());
        }
        int strata = points.size() - 1;
        for (String name : ranges.names()) {
            points.get(0).put(name, 1.0);
            List<Integer> order = new ArrayList<>();
            for (int i = 0; i < strata; i++) {
                order.add(i);
            }
            Collections.shuffle(order, new Random(random.nextLong()));
            for (int i = 0; i < strata; i++) {
                double part = (order.get(i) + random.nextDouble()) / strata;
                points.get(i + 1).put(name, ranges.at(name, part));
            }
        }
        return points;
    }
}
