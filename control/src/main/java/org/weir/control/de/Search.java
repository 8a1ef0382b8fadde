// SPDX-License-Identifier: Apache-2.0
package org.weir.control.de;

import java.util.Arrays;
import org.apache.commons.math3.random.RandomGenerator;
import org.apache.commons.math3.random.Well19937c;

/** One run of differential evolution. All that is random is drawn on the calling thread. */
final class Search {
    private static final int SMALLEST_POPULATION = 4;

    /**
     * Part of the first generation, the best points, whose violations give the first tolerance of
     * constraints.
     */
    private static final double RELAXED_SHARE = 0.2;

    private static final double RELAXATION_POWER = 5;

    private final DifferentialEvolution settings;
    private final RandomGenerator random;
    private final double[] lower;
    private final double[] upper;
    private final int firstSize;
    private final Evaluator evaluator;
    private final Mutation mutation;
    private final ParameterControl control;
    private final long startNs;
    private Candidate[] population;
    private Candidate best;
    private double firstLevel;
    private double level;
    private double[] history = new double[64];
    private int generations;

    Search(DifferentialEvolution settings, Problem problem, long seed) {
        this.settings = settings;
        this.random = new Well19937c(seed);
        this.lower = problem.lower().clone();
        this.upper = problem.upper().clone();
        check(problem);
        widenWhole(problem);
        this.firstSize = settings.populationSize(lower.length);
        this.evaluator =
                new Evaluator(
                        problem, settings.equalityTolerance, settings.executor, settings.threads);
        this.mutation =
                new Mutation(
                        settings.strategy,
                        settings.boundRepair,
                        settings.pbestShare,
                        settings.archiveShare,
                        lower,
                        upper,
                        random);
        this.control = settings.parameterControl();
        this.startNs = settings.budgetNs > 0 ? settings.clockNs.getAsLong() : 0;
    }

    private void check(Problem problem) {
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
            if (problem.isWhole(j) && Math.ceil(lower[j]) > Math.floor(upper[j])) {
                throw new IllegalArgumentException(
                        "bounds of variable "
                                + j
                                + " must have a whole number between them, were "
                                + lower[j]
                                + " and "
                                + upper[j]);
            }
        }
    }

    /**
     * Widens the bounds of whole variables by half, so that the numbers at the ends are as likely
     * as all others.
     */
    private void widenWhole(Problem problem) {
        for (int j = 0; j < lower.length; j++) {
            if (problem.isWhole(j)) {
                lower[j] = Math.ceil(lower[j]) - 0.5;
                upper[j] = Math.floor(upper[j]) + 0.5;
            }
        }
    }

    SearchResult run(double[][] warmStart) {
        start(warmStart);
        StopReason reason = stopReason();
        while (reason == null) {
            generation();
            reason = stopReason();
        }
        return new SearchResult(
                best, evaluator.evaluations(), reason, Arrays.copyOf(history, generations));
    }

    private void start(double[][] warmStart) {
        double[][] points = LatinHypercube.sample(firstSize, lower, upper, random);
        for (int i = 0; i < Math.min(firstSize, warmStart.length); i++) {
            if (warmStart[i].length != lower.length) {
                throw new IllegalArgumentException(
                        "warm start must have " + lower.length + " variables");
            }
            for (int j = 0; j < lower.length; j++) {
                points[i][j] = Math.max(lower[j], Math.min(upper[j], warmStart[i][j]));
            }
        }
        population = evaluator.evaluate(points);
        evaluator.balance(population);
        sort();
        if (settings.relaxation > 0) {
            int last = (int) (RELAXED_SHARE * population.length);
            double violation = population[last].violation;
            firstLevel = Double.isInfinite(violation) ? 0 : violation;
            level = firstLevel;
        }
        record();
    }

    private void generation() {
        int size = population.length;
        double[][] points = new double[size][];
        double[] scales = new double[size];
        double[] rates = new double[size];
        control.begin(random);
        for (int i = 0; i < size; i++) {
            control.draw(random);
            scales[i] = control.scale();
            rates[i] = control.crossoverRate();
            points[i] = mutation.trial(population, i, scales[i], rates[i]);
        }
        Candidate[] trials = evaluator.evaluate(points);
        for (int i = 0; i < size; i++) {
            int order = Candidate.compare(trials[i], population[i], level);
            if (order < 0) {
                control.won(scales[i], rates[i], gain(population[i], trials[i]));
                mutation.archive(population[i], size);
            }
            if (order <= 0) {
                population[i] = trials[i];
            }
        }
        control.end();
        relax();
        sort();
        shrink();
        record();
    }

    private double gain(Candidate parent, Candidate trial) {
        boolean byValue = parent.violation <= level && trial.violation <= level;
        return byValue ? parent.value - trial.value : parent.violation - trial.violation;
    }

    /** Reduces the tolerance of violations towards 0. */
    private void relax() {
        if (firstLevel > 0) {
            double end = settings.relaxation * settings.maxEvaluations;
            double left = Math.max(0, 1 - evaluator.evaluations() / end);
            level = firstLevel * Math.pow(left, RELAXATION_POWER);
        }
    }

    private void shrink() {
        if (settings.shrinking && population.length > SMALLEST_POPULATION) {
            double done = (double) evaluator.evaluations() / settings.maxEvaluations;
            double wanted = firstSize + (SMALLEST_POPULATION - firstSize) * Math.min(1, done);
            int size = Math.max(SMALLEST_POPULATION, (int) Math.rint(wanted));
            if (size < population.length) {
                population = Arrays.copyOf(population, size);
                mutation.shrink(size);
            }
        }
    }

    /**
     * Sorts the population, the best first, and keeps the best of all points by the plain rules.
     */
    private void sort() {
        for (Candidate one : population) {
            if (best == null || Candidate.compare(one, best, 0) < 0) {
                best = one;
            }
        }
        Arrays.sort(population, (a, b) -> Candidate.compare(a, b, level));
    }

    private void record() {
        if (generations == history.length) {
            history = Arrays.copyOf(history, 2 * generations);
        }
        history[generations++] = best.isFeasible() ? best.value : Double.NaN;
    }

    private StopReason stopReason() {
        if (hasConverged()) {
            return StopReason.SPREAD;
        }
        if (evaluator.evaluations() + population.length > settings.maxEvaluations) {
            return StopReason.EVALUATIONS;
        }
        if (settings.budgetNs > 0 && settings.clockNs.getAsLong() - startNs >= settings.budgetNs) {
            return StopReason.TIME;
        }
        return null;
    }

    private boolean hasConverged() {
        double low = best.value;
        double high = low;
        for (Candidate one : population) {
            if (!one.isFeasible()) {
                return false;
            }
            high = Math.max(high, one.value);
        }
        double size = Math.max(1e-300, Math.max(Math.abs(low), Math.abs(high)));
        return high - low <= settings.spread * size;
    }
}
