// SPDX-License-Identifier: Apache-2.0
package org.weir.control.de;

import java.util.Arrays;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.function.LongSupplier;

/**
 * Differential evolution after Storn and Price (1997): constrained minimisation without
 * derivatives.
 *
 * <p>Constraints are handled by Deb's rules (2000). A generation is made from the one before as a
 * whole, and each trial replaces its own parent if it is at least as good, so the answer depends on
 * the seed alone. The start is a Latin hypercube, in which known good points may be put. Immutable
 * and safe for use by several threads; the problem is used on the calling thread.
 */
public final class DifferentialEvolution {
    private final Strategy strategy;
    private final int populationSize;
    private final double scaleLow;
    private final double scaleHigh;
    private final double crossoverRate;
    private final BoundRepair boundRepair;
    private final double spread;
    private final int maxEvaluations;
    private final long budgetNs;
    private final LongSupplier clockNs;

    private DifferentialEvolution(Builder builder) {
        strategy = builder.strategy;
        populationSize = builder.populationSize;
        scaleLow = builder.scaleLow;
        scaleHigh = builder.scaleHigh;
        crossoverRate = builder.crossoverRate;
        boundRepair = builder.boundRepair;
        spread = builder.spread;
        maxEvaluations = builder.maxEvaluations;
        budgetNs = builder.budgetNs;
        clockNs = builder.clockNs;
    }

    /** A builder with usual values. */
    public static Builder builder() {
        return new Builder();
    }

    /**
     * Searches for the minimum.
     *
     * @param problem what to minimise
     * @param seed decides all that is random
     * @param warmStart points to begin with among others, moved into the bounds; may be none
     */
    public SearchResult minimize(Problem problem, long seed, double[]... warmStart) {
        return new Search(problem, new SplittableRandom(seed)).run(warmStart);
    }

    /** One search. */
    private final class Search {
        private final Problem problem;
        private final SplittableRandom random;
        private final double[] lower;
        private final double[] upper;
        private final int size;
        private final double[] scratch;
        private final long startNs;
        private Candidate[] population;
        private int best;
        private int evaluations;
        private double[] history = new double[64];
        private int generations;

        Search(Problem problem, SplittableRandom random) {
            this.problem = problem;
            this.random = random;
            this.lower = problem.lower().clone();
            this.upper = problem.upper().clone();
            if (lower.length == 0 || lower.length != upper.length) {
                throw new IllegalArgumentException("bounds must be of one length above 0");
            }
            for (int j = 0; j < lower.length; j++) {
                if (!(lower[j] <= upper[j]) || Double.isInfinite(upper[j] - lower[j])) {
                    throw new IllegalArgumentException(
                            "bounds of variable "
                                    + j
                                    + " must be finite, low end first, were "
                                    + lower[j]
                                    + " and "
                                    + upper[j]);
                }
            }
            this.size = populationSize > 0 ? populationSize : Math.max(20, 10 * lower.length);
            this.scratch = new double[problem.constraints()];
            this.startNs = budgetNs > 0 ? clockNs.getAsLong() : 0;
        }

        SearchResult run(double[][] warmStart) {
            start(warmStart);
            StopReason reason = stopReason();
            while (reason == null) {
                generation();
                record();
                reason = stopReason();
            }
            Candidate found = population[best];
            Arrays.fill(scratch, 0);
            problem.evaluate(found.x.clone(), scratch);
            return new SearchResult(
                    found, scratch, evaluations, reason, Arrays.copyOf(history, generations));
        }

        private void start(double[][] warmStart) {
            double[][] points = latinHypercube();
            for (int i = 0; i < Math.min(size, warmStart.length); i++) {
                if (warmStart[i].length != lower.length) {
                    throw new IllegalArgumentException(
                            "warm start must have " + lower.length + " variables");
                }
                for (int j = 0; j < lower.length; j++) {
                    points[i][j] = Math.max(lower[j], Math.min(upper[j], warmStart[i][j]));
                }
            }
            population = new Candidate[size];
            for (int i = 0; i < size; i++) {
                population[i] = evaluate(points[i]);
            }
            findBest();
            record();
        }

        /** One point in each of {@code size} slices of every variable. */
        private double[][] latinHypercube() {
            double[][] points = new double[size][lower.length];
            int[] slices = new int[size];
            for (int j = 0; j < lower.length; j++) {
                for (int i = 0; i < size; i++) {
                    int swap = random.nextInt(i + 1);
                    slices[i] = slices[swap];
                    slices[swap] = i;
                }
                for (int i = 0; i < size; i++) {
                    double at = (slices[i] + random.nextDouble()) / size;
                    points[i][j] = Math.min(upper[j], lower[j] + at * (upper[j] - lower[j]));
                }
            }
            return points;
        }

        private Candidate evaluate(double[] x) {
            evaluations++;
            Arrays.fill(scratch, 0);
            return Candidate.of(problem, x, scratch);
        }

        private void generation() {
            Candidate[] next = new Candidate[size];
            // Dither: one scale for the generation keeps the search invariant to rotation.
            double scale = scaleLow + (scaleHigh - scaleLow) * random.nextDouble();
            for (int i = 0; i < size; i++) {
                Candidate trial = evaluate(trial(i, scale));
                next[i] = trial.isAsGoodAs(population[i]) ? trial : population[i];
            }
            population = next;
            findBest();
        }

        private double[] trial(int parent, double scale) {
            int a = other(parent, -1, -1);
            int b = other(parent, a, -1);
            int c = other(parent, a, b);
            double[] from = population[parent].x;
            double[] top = population[best].x;
            double[] first = population[a].x;
            double[] second = population[b].x;
            double[] third = population[c].x;
            double[] x = from.clone();
            boolean[] taken = crossover();
            for (int j = 0; j < x.length; j++) {
                if (!taken[j]) {
                    continue;
                }
                double mutant;
                switch (strategy.base()) {
                    case BEST:
                        mutant = top[j] + scale * (first[j] - second[j]);
                        break;
                    case TARGET_TO_BEST:
                        mutant = from[j] + scale * (top[j] - from[j] + first[j] - second[j]);
                        break;
                    default:
                        mutant = third[j] + scale * (first[j] - second[j]);
                        break;
                }
                if (!(mutant >= lower[j] && mutant <= upper[j])) {
                    mutant = boundRepair.repair(mutant, from[j], lower[j], upper[j]);
                }
                x[j] = mutant;
            }
            return x;
        }

        private boolean[] crossover() {
            boolean[] taken = new boolean[lower.length];
            int start = random.nextInt(taken.length);
            taken[start] = true;
            if (strategy.crossover() == Strategy.Crossover.BINOMIAL) {
                for (int j = 0; j < taken.length; j++) {
                    taken[j] |= random.nextDouble() < crossoverRate;
                }
                return taken;
            }
            for (int n = 1; n < taken.length && random.nextDouble() < crossoverRate; n++) {
                taken[(start + n) % taken.length] = true;
            }
            return taken;
        }

        private int other(int p, int q, int r) {
            int index;
            do {
                index = random.nextInt(size);
            } while (index == p || index == q || index == r);
            return index;
        }

        private void findBest() {
            best = 0;
            for (int i = 1; i < size; i++) {
                if (!population[best].isAsGoodAs(population[i])) {
                    best = i;
                }
            }
        }

        private void record() {
            if (generations == history.length) {
                history = Arrays.copyOf(history, 2 * generations);
            }
            Candidate top = population[best];
            history[generations++] = top.isFeasible() ? top.value : Double.NaN;
        }

        private StopReason stopReason() {
            if (hasConverged()) {
                return StopReason.SPREAD;
            }
            if (evaluations + size > maxEvaluations) {
                return StopReason.EVALUATIONS;
            }
            if (budgetNs > 0 && clockNs.getAsLong() - startNs >= budgetNs) {
                return StopReason.TIME;
            }
            return null;
        }

        private boolean hasConverged() {
            double low = population[best].value;
            double high = low;
            for (Candidate one : population) {
                if (!one.isFeasible()) {
                    return false;
                }
                high = Math.max(high, one.value);
            }
            return high - low <= spread * Math.max(1e-300, Math.max(Math.abs(low), Math.abs(high)));
        }
    }

    /** Collects how to search; each setter checks its own range. */
    public static final class Builder {
        private Strategy strategy = Strategy.BEST_1_L;
        private int populationSize;
        private double scaleLow = 0.5;
        private double scaleHigh = 0.9;
        private double crossoverRate = 0.9;
        private BoundRepair boundRepair = BoundRepair.REFLECT;
        private double spread = 1e-12;
        private int maxEvaluations = 20_000;
        private long budgetNs;
        private LongSupplier clockNs = System::nanoTime;

        private Builder() {}

        /** How trial points are made. */
        public Builder strategy(Strategy value) {
            strategy = Objects.requireNonNull(value, "strategy");
            return this;
        }

        /** Points in a generation, at least 4; without it 10 per variable and at least 20. */
        public Builder populationSize(int value) {
            require(value >= 4, "populationSize must be at least 4", value);
            populationSize = value;
            return this;
        }

        /**
         * Bounds of the factor of differences, F, drawn for each generation; above 0, at most 2.
         * The same twice for a constant.
         */
        public Builder scale(double low, double high) {
            require(low > 0 && low <= high && high <= 2, "scale must be in (0, 2]", low);
            scaleLow = low;
            scaleHigh = high;
            return this;
        }

        /** Chance of a variable to come from the mutant, CR, 0 to 1. */
        public Builder crossoverRate(double value) {
            require(value >= 0 && value <= 1, "crossoverRate must be 0 to 1", value);
            crossoverRate = value;
            return this;
        }

        /** What becomes of variables beyond their bounds. */
        public Builder boundRepair(BoundRepair value) {
            boundRepair = Objects.requireNonNull(value, "boundRepair");
            return this;
        }

        /** Relative distance of the worst from the best value at which to stop, at least 0. */
        public Builder spread(double value) {
            require(value >= 0, "spread must be at least 0", value);
            spread = value;
            return this;
        }

        /** Evaluations that may not be exceeded, above 0; the first generation is always made. */
        public Builder maxEvaluations(int value) {
            require(value > 0, "maxEvaluations must be above 0", value);
            maxEvaluations = value;
            return this;
        }

        /**
         * Time after which to stop, ns; 0 for no limit. With a limit the answer may depend on the
         * machine's speed.
         */
        public Builder budgetNs(long value, LongSupplier clock) {
            require(value >= 0, "budgetNs must be at least 0", value);
            budgetNs = value;
            clockNs = Objects.requireNonNull(clock, "clock");
            return this;
        }

        /** The finished search. */
        public DifferentialEvolution build() {
            return new DifferentialEvolution(this);
        }

        private static void require(boolean holds, String rule, double value) {
            if (!holds) {
                throw new IllegalArgumentException(rule + ", was " + value);
            }
        }
    }
}
