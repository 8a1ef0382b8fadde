// SPDX-License-Identifier: Apache-2.0
package org.weir.control.de;

import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;

/**
 * Evaluation of points. All points of a generation are evaluated before any is used, so the number
 * of threads has no influence.
 */
final class Evaluator {
    private final Problem problem;
    private final double tolerance;
    private final Executor executor;
    private final int threads;
    private final int inequalities;
    private final int constraints;
    private final boolean[] whole;
    private final boolean anyWhole;
    private final double[] weights;
    private int evaluations;

    Evaluator(Problem problem, double tolerance, Executor executor, int threads) {
        this.problem = problem;
        this.tolerance = tolerance;
        this.executor = executor;
        this.threads = threads;
        this.inequalities = problem.inequalities();
        this.constraints = inequalities + problem.equalities();
        this.whole = new boolean[problem.lower().length];
        boolean any = false;
        for (int j = 0; j < whole.length; j++) {
            whole[j] = problem.isWhole(j);
            any |= whole[j];
        }
        this.anyWhole = any;
        this.weights = new double[constraints];
        Arrays.fill(weights, 1);
    }

    int evaluations() {
        return evaluations;
    }

    Candidate[] evaluate(double[][] points) {
        Candidate[] candidates = new Candidate[points.length];
        evaluations += points.length;
        int parts = Math.min(threads, points.length);
        if (parts < 2) {
            evaluate(points, candidates, 0, points.length);
            return candidates;
        }
        CompletableFuture<?>[] running = new CompletableFuture<?>[parts];
        for (int part = 0; part < parts; part++) {
            int from = (int) ((long) part * points.length / parts);
            int to = (int) ((long) (part + 1) * points.length / parts);
            running[part] =
                    CompletableFuture.runAsync(
                            () -> evaluate(points, candidates, from, to), executor);
        }
        try {
            CompletableFuture.allOf(running).join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof RuntimeException) {
                throw (RuntimeException) e.getCause();
            }
            throw e;
        }
        return candidates;
    }

    private void evaluate(double[][] points, Candidate[] candidates, int from, int to) {
        for (int i = from; i < to; i++) {
            candidates[i] = evaluate(points[i]);
        }
    }

    private Candidate evaluate(double[] x) {
        double[] point = anyWhole ? rounded(x) : x;
        double[] violations = new double[constraints];
        double value = problem.evaluate(point, violations);
        boolean number = !Double.isNaN(value);
        for (int k = 0; k < constraints; k++) {
            if (k >= inequalities) {
                violations[k] = Math.abs(violations[k]) - tolerance;
            }
            number &= !Double.isNaN(violations[k]);
        }
        Candidate made =
                new Candidate(x, point, number ? value : Double.POSITIVE_INFINITY, violations);
        made.violation = number ? weighed(violations) : Double.POSITIVE_INFINITY;
        return made;
    }

    private double[] rounded(double[] x) {
        double[] point = x.clone();
        for (int j = 0; j < point.length; j++) {
            if (whole[j]) {
                double low = Math.ceil(problem.lower()[j]);
                double high = Math.floor(problem.upper()[j]);
                point[j] = Math.max(low, Math.min(high, Math.rint(point[j])));
            }
        }
        return point;
    }

    private double weighed(double[] violations) {
        double sum = 0;
        for (int k = 0; k < constraints; k++) {
            sum += violations[k] > 0 ? weights[k] * violations[k] : 0;
        }
        return sum;
    }

    /**
     * Makes constraints of different units comparable: from now on each violation is divided by the
     * largest one among the given points.
     */
    void balance(Candidate[] candidates) {
        for (int k = 0; k < constraints; k++) {
            double largest = 0;
            for (Candidate one : candidates) {
                double violation = one.violations[k];
                largest =
                        violation < Double.POSITIVE_INFINITY
                                        && one.violation < Double.POSITIVE_INFINITY
                                ? Math.max(largest, violation)
                                : largest;
            }
            weights[k] = largest > 0 ? 1 / largest : 1;
        }
        for (Candidate one : candidates) {
            if (one.violation < Double.POSITIVE_INFINITY) {
                one.violation = weighed(one.violations);
            }
        }
    }
}
