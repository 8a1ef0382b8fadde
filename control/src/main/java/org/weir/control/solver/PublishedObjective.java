// SPDX-License-Identifier: Apache-2.0
package org.weir.control.solver;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.weir.control.Marking;
import org.weir.control.QueueSettings;
import org.weir.control.de.DifferentialEvolution;
import org.weir.control.de.SearchResult;
import org.weir.control.de.Strategy;
import org.weir.control.tuning.Tunable;
import org.weir.control.tuning.Tuning;

/**
 * PMQECN's optimisation problem as published, with its errors (docs/errata.md), for comparison. It
 * has two layers: first the service rates, min Σ (μᵢ/Γ) fᵢ(μᵢ); then with these the arrival rates,
 * min Σ (μᵢ/Γ) fᵢ(λᵢ). f is the residual capacity plus delay for voice, delay plus jitter for
 * video, delay plus loss rate for bulk.
 *
 * <p>The first layer of two or three classes is searched directly ({@link ServiceRateSearch}); the
 * first layer of more classes, and the second layer, by differential evolution: DE/rand/1 finds the
 * region of the minimum, then the published DE/best/1 with exponential crossover the minimum
 * itself.
 *
 * <p>In overload, for example, the problem has no solution. Then the answer says so, and has
 * weights in proportion to the arrival rates.
 *
 * <p>The model is k parallel queues M/M/1/N: a packet is dropped if N packets of its class wait. So
 * each class may fill the whole buffer, and no smaller limit enforces the weights.
 */
public final class PublishedObjective implements Objective {
    private static final int MAX_EVALUATIONS = 20_000;

    /** The published strategy. It soon ends in a local minimum, so it runs second. */
    private static final DifferentialEvolution REFINE =
            DifferentialEvolution.builder()
                    .strategy(Strategy.BEST_1_L)
                    .populationSize(20)
                    .scale(0.4, 0.9)
                    .crossoverRate(0.9)
                    .spread(1e-13)
                    .maxEvaluations(MAX_EVALUATIONS)
                    .build();

    /** The strategy that finds the region of the minimum. */
    private static final DifferentialEvolution EXPLORE =
            DifferentialEvolution.builder()
                    .strategy(Strategy.RAND_1_BIN)
                    .populationSize(60)
                    .scale(0.5, 0.9)
                    .crossoverRate(0.9)
                    .spread(1e-9)
                    .maxEvaluations(MAX_EVALUATIONS)
                    .build();

    private static final double ROUNDING = 1e-12;

    /**
     * Least share of a class in fallback weights, so that a class without load has a queue, too.
     */
    private static final double FALLBACK_FLOOR = 0.01;

    @Override
    public String name() {
        return "published";
    }

    @Override
    public PortSolution solve(PortProblem port, Tuning tuning, long seed) {
        PublishedProgramme programme = new PublishedProgramme(port);
        ServiceRates first = serviceRates(port, programme, seed);
        if (first.mu == null) {
            return fallback(port, programme, tuning, first.evaluations);
        }
        double[] mu = first.mu;
        double[] sent = cappedArrivals(port, mu, tuning);
        SearchResult explored = EXPLORE.minimize(programme.arrivalLayer(mu), seed, sent);
        SearchResult second = REFINE.minimize(programme.arrivalLayer(mu), seed, explored.best());
        return solution(
                port,
                programme,
                mu,
                second.best(),
                tuning,
                second.violation(),
                first.evaluations + explored.evaluations() + second.evaluations(),
                second.stopReason().name().toLowerCase(Locale.ROOT));
    }

    /**
     * Solves the first layer only: the service rates are those of {@link #solve}, the target rates
     * the present arrivals.
     */
    public PortSolution solveServiceRates(PortProblem port, Tuning tuning, long seed) {
        PublishedProgramme programme = new PublishedProgramme(port);
        ServiceRates first = serviceRates(port, programme, seed);
        if (first.mu == null) {
            return fallback(port, programme, tuning, first.evaluations);
        }
        return solution(
                port,
                programme,
                first.mu,
                cappedArrivals(port, first.mu, tuning),
                tuning,
                0,
                first.evaluations,
                "first layer");
    }

    /** Answer of the first layer, bit/s; no rates if there is none. */
    static final class ServiceRates {
        final double[] mu;
        final int evaluations;

        ServiceRates(double[] mu, int evaluations) {
            this.mu = mu;
            this.evaluations = evaluations;
        }
    }

    private static ServiceRates serviceRates(
            PortProblem port, PublishedProgramme programme, long seed) {
        int count = port.classes().size();
        if (!programme.hasSolutionShape()) {
            return new ServiceRates(null, 0);
        }
        if (count == 1) {
            return new ServiceRates(new double[] {port.rate()}, 0);
        }
        if (ServiceRateSearch.suits(count)) {
            ServiceRateSearch search = new ServiceRateSearch(programme);
            double[] parts = search.search();
            return new ServiceRates(
                    parts == null ? null : programme.ratesOf(parts), search.evaluations());
        }
        return evolve(programme, seed);
    }

    /** The first layer by differential evolution alone, for any number of classes above 1. */
    static ServiceRates evolve(PublishedProgramme programme, long seed) {
        SearchResult explored = EXPLORE.minimize(programme.serviceLayer(), seed);
        SearchResult found = REFINE.minimize(programme.serviceLayer(), seed, explored.best());
        return new ServiceRates(
                found.feasible() ? programme.serviceRates(found.best()) : null,
                explored.evaluations() + found.evaluations());
    }

    @Override
    public PortSolution evaluate(PortProblem port, double[] shares, Tuning tuning) {
        PublishedProgramme programme = new PublishedProgramme(port);
        double[] mu = new double[shares.length];
        for (int i = 0; i < shares.length; i++) {
            mu[i] = shares[i] * port.rate();
        }
        double[] constraints = new double[2];
        double value = programme.serviceValue(mu, constraints);
        double violation = programme.violation(mu, constraints);
        return solution(
                port,
                shares,
                cappedArrivals(port, mu, tuning),
                tuning,
                violation == 0,
                value,
                violation,
                1,
                "shares were given");
    }

    private PortSolution solution(
            PortProblem port,
            PublishedProgramme programme,
            double[] mu,
            double[] targetRates,
            Tuning tuning,
            double secondViolation,
            int evaluations,
            String stop) {
        double[] shares = new double[mu.length];
        for (int i = 0; i < mu.length; i++) {
            shares[i] = mu[i] / port.rate();
        }
        double[] constraints = new double[2];
        double value = programme.serviceValue(mu, constraints);
        double violation = programme.violation(mu, constraints);
        // The rounding error of a buffer that is just full is no violation.
        violation = violation <= ROUNDING ? 0 : violation;
        return solution(
                port,
                shares,
                targetRates,
                tuning,
                violation == 0 && secondViolation == 0,
                value,
                violation + secondViolation,
                evaluations,
                stop);
    }

    private PortSolution fallback(
            PortProblem port, PublishedProgramme programme, Tuning tuning, int evaluations) {
        int count = port.classes().size();
        double[] shares = new double[count];
        double load = port.load() * port.rate();
        double[] mu = new double[count];
        for (int i = 0; i < count; i++) {
            double proportional =
                    load > 0 ? port.classes().get(i).arrivalRate() / load : 1.0 / count;
            shares[i] = FALLBACK_FLOOR + (1 - count * FALLBACK_FLOOR) * proportional;
            mu[i] = shares[i] * port.rate();
        }
        double[] constraints = new double[2];
        double value = programme.serviceValue(mu, constraints);
        return solution(
                port,
                shares,
                cappedArrivals(port, mu, tuning),
                tuning,
                false,
                value,
                programme.violation(mu, constraints),
                evaluations,
                "no solution: weights in proportion to arrival rates");
    }

    private static double[] cappedArrivals(PortProblem port, double[] mu, Tuning tuning) {
        double[] lambda = new double[mu.length];
        for (int i = 0; i < mu.length; i++) {
            double largest = tuning.get(Tunable.TARGET_UTILIZATION) * mu[i];
            double arrives = port.classes().get(i).arrivalRate();
            lambda[i] = arrives > 0 ? Math.min(arrives, largest) : largest;
        }
        return lambda;
    }

    private PortSolution solution(
            PortProblem port,
            double[] shares,
            double[] targetRates,
            Tuning tuning,
            boolean feasible,
            double value,
            double violation,
            int evaluations,
            String stop) {
        int[] weightPackets = QueuePlan.weightPackets(port, shares, tuning);
        int limit = Math.min(port.capacityPackets(), QueuePlan.LARGEST_COUNT);
        List<QueueSettings> queues = new ArrayList<>();
        for (int i = 0; i < shares.length; i++) {
            ClassProblem one = port.classes().get(i);
            double serviceRate = shares[i] * port.rate();
            queues.add(
                    QueueSettings.builder(i)
                            .weightFraction(shares[i])
                            .weightPackets(weightPackets[i])
                            .limitPackets(limit)
                            .marking(Marking.atDepth(threshold(shares[i], limit)))
                            .arrivalRateBps(one.arrivalRate())
                            .serviceRateBps(serviceRate)
                            .targetRateBps(targetRates[i])
                            .build());
        }
        List<Expectation> expected = Expectation.of(port, queues);
        List<ClassSolution> classes = new ArrayList<>();
        for (int i = 0; i < shares.length; i++) {
            ClassProblem one = port.classes().get(i);
            double serviceRate = shares[i] * port.rate();
            double servicePps = serviceRate / one.packetBits();
            Prediction guaranteed =
                    Prediction.of(
                            one.arrivalRate() / one.packetBits(),
                            servicePps,
                            port.capacityPackets());
            Prediction afterFeedback =
                    Prediction.of(
                            Math.min(one.arrivalRate(), targetRates[i]) / one.packetBits(),
                            servicePps,
                            port.capacityPackets());
            QueueNeed need = new QueueNeed(port, one, tuning.get(Tunable.MIN_LIMIT));
            List<MissedTarget> missed =
                    GuaranteedTargets.missed(
                            one,
                            guaranteed,
                            afterFeedback,
                            serviceRate,
                            need.leastShare(one.arrivalRate()) * port.rate(),
                            need.largestLoad(shares[i], 0, one.arrivalRate()));
            classes.add(
                    new ClassSolution(
                            one.name(),
                            queues.get(i),
                            guaranteed,
                            expected.get(i),
                            afterFeedback,
                            serviceRate - one.arrivalRate(),
                            missed,
                            GuaranteedTargets.missedAtPresentLoad(
                                    expected.get(i).missed(one), missed)));
        }
        return new PortSolution(name(), feasible, value, violation, evaluations, stop, classes);
    }

    /** K = ωN, rounded up as in the authors' code; with one class at most N − 1. */
    private static int threshold(double share, int limit) {
        return (int) Math.max(1, Math.min(limit - 1, Math.ceil(share * limit)));
    }
}
