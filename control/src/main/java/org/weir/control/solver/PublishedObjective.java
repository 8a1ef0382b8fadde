// SPDX-License-Identifier: Apache-2.0
package org.weir.control.solver;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.weir.control.de.DifferentialEvolution;
import org.weir.control.de.SearchResult;
import org.weir.control.de.Strategy;
import org.weir.control.tuning.Tunable;
import org.weir.control.tuning.Tuning;

/**
 * The two-layer programme of PMQECN as published, its defects included (docs/errata.md): first the
 * service rates, min Σ (μᵢ/Γ) fᵢ(μᵢ); then with these the arrival rates, min Σ (μᵢ/Γ) fᵢ(λᵢ); with
 * f the residual capacity plus delay for voice, delay plus jitter for video, delay plus loss rate
 * for bulk. Solved by differential evolution: DE/rand/1 finds the valley, the published DE/best/1
 * with exponential crossover its ground. Kept as a comparator.
 *
 * <p>Where the programme has no solution, which is always so in overload, the answer says so and
 * carries weights in proportion to the arrival rates.
 */
public final class PublishedObjective implements Objective {
    private static final int MAX_EVALUATIONS = 20_000;

    /** The published strategy. It is quick to end in the next valley, so it comes second. */
    private static final DifferentialEvolution REFINE =
            DifferentialEvolution.builder()
                    .strategy(Strategy.BEST_1_L)
                    .populationSize(20)
                    .scale(0.4, 0.9)
                    .crossoverRate(0.9)
                    .spread(1e-13)
                    .maxEvaluations(MAX_EVALUATIONS)
                    .build();

    /** Finds the valley. */
    private static final DifferentialEvolution EXPLORE =
            DifferentialEvolution.builder()
                    .strategy(Strategy.RAND_1_BIN)
                    .populationSize(60)
                    .scale(0.5, 0.9)
                    .crossoverRate(0.9)
                    .spread(1e-9)
                    .maxEvaluations(MAX_EVALUATIONS)
                    .build();

    /** Least share of a class in fallback weights, so that one without load keeps a queue. */
    private static final double FALLBACK_FLOOR = 0.01;

    @Override
    public String name() {
        return "published";
    }

    @Override
    public PortSolution solve(PortProblem port, Tuning tuning, long seed) {
        PublishedProgramme programme = new PublishedProgramme(port);
        int count = port.classes().size();
        if (!programme.hasSolutionShape()) {
            return fallback(port, programme, tuning, 0);
        }
        double[] mu;
        int evaluations = 0;
        if (count == 1) {
            mu = new double[] {port.rate()};
        } else {
            SearchResult explored = EXPLORE.minimize(programme.serviceLayer(), seed);
            SearchResult first = REFINE.minimize(programme.serviceLayer(), seed, explored.best());
            evaluations += explored.evaluations() + first.evaluations();
            if (!first.feasible()) {
                return fallback(port, programme, tuning, evaluations);
            }
            mu = programme.serviceRates(first.best());
        }
        double[] shares = new double[count];
        for (int i = 0; i < count; i++) {
            shares[i] = mu[i] / port.rate();
        }
        double[] sent = cappedArrivals(port, mu, tuning);
        SearchResult explored = EXPLORE.minimize(programme.arrivalLayer(mu), seed, sent);
        SearchResult second = REFINE.minimize(programme.arrivalLayer(mu), seed, explored.best());
        evaluations += explored.evaluations() + second.evaluations();
        double[] constraints = new double[2];
        double value = programme.serviceValue(mu, constraints);
        double violation = Math.max(0, constraints[0]) + Math.max(0, constraints[1]);
        return solution(
                port,
                shares,
                second.best(),
                tuning,
                violation == 0 && second.feasible(),
                value,
                violation + second.violation(),
                evaluations,
                second.stopReason().name().toLowerCase(Locale.ROOT));
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
        QueuePlan plan = new QueuePlan(port, shares, new double[shares.length], tuning);
        List<ClassSolution> classes = new ArrayList<>();
        for (int i = 0; i < shares.length; i++) {
            ClassProblem one = port.classes().get(i);
            double serviceRate = shares[i] * port.rate();
            double servicePps = serviceRate / one.packetWork();
            ClassSolution.Builder solved = new ClassSolution.Builder();
            solved.name = one.name();
            solved.serviceRate = serviceRate;
            solved.weight = shares[i];
            solved.weightPackets = plan.weightPackets(i);
            solved.limitPackets = plan.limitPackets(i);
            solved.thresholdPackets =
                    plan.threshold(i, Math.ceil(shares[i] * port.capacityPackets()));
            solved.targetRate = targetRates[i];
            // The published model gives each queue the whole buffer.
            solved.predicted =
                    Prediction.of(
                            one.arrivalRate() / one.packetWork(),
                            servicePps,
                            port.capacityPackets());
            solved.afterFeedback =
                    Prediction.of(
                            Math.min(one.arrivalRate(), targetRates[i]) / one.packetWork(),
                            servicePps,
                            port.capacityPackets());
            solved.slackRate = serviceRate - one.arrivalRate();
            classes.add(new ClassSolution(solved));
        }
        return new PortSolution(name(), feasible, value, violation, evaluations, stop, classes);
    }
}
