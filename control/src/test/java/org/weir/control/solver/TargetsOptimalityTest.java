// SPDX-License-Identifier: Apache-2.0
package org.weir.control.solver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.weir.control.de.DifferentialEvolution;
import org.weir.control.de.SearchResult;
import org.weir.control.tuning.Tunable;
import org.weir.control.tuning.Tuning;
import org.weir.rules.ComputesOnly;

/** The answers of {@code targets} against brute force and against differential evolution. */
@ComputesOnly
class TargetsOptimalityTest {
    private final Objective objective = Objective.named("targets");

    /** Against a grid: where any weights meet all targets, the answer does. */
    @Test
    void meetsAllTargetsWhereverAGridDoes() {
        Tuning fine =
                Tuning.DEFAULTS.with(Tunable.PROTECTED_SHARE, 0).with(Tunable.IDLE_SHARE, 0.01);
        SplittableRandom random = new SplittableRandom(14);
        int feasible = 0;
        for (int run = 0; run < 60; run++) {
            PortProblem port = RandomPorts.randomPort(random, 3);
            boolean gridMeets = false;
            for (int a = 1; a < 40 && !gridMeets; a++) {
                for (int b = 1; a + b < 40 && !gridMeets; b++) {
                    double[] shares = {a / 40.0, b / 40.0, (40 - a - b) / 40.0};
                    gridMeets = objective.evaluate(port, shares, fine).feasible();
                }
            }
            if (gridMeets) {
                feasible++;
                PortSolution solved = objective.solve(port, fine, 1);
                assertThat(solved.feasible())
                        .as("%s", RandomPorts.describe(port, solved, solved))
                        .isTrue();
            }
        }
        assertThat(feasible).isBetween(10, 59);
    }

    /** The needs: differential evolution on the stated programme finds the same least sum. */
    @Test
    void differentialEvolutionConfirmsTheDirectAnswer() {
        SplittableRandom random = new SplittableRandom(15);
        DifferentialEvolution search =
                DifferentialEvolution.lShade().maxEvaluations(10_000).spread(1e-10).build();
        int compared = 0;
        for (int run = 0; run < 20; run++) {
            PortProblem port = RandomPorts.randomPort(random, 2 + random.nextInt(3));
            SearchResult found = search.minimize(new TargetsProgramme(port, Tuning.DEFAULTS), run);
            double direct = objective.solve(port, Tuning.DEFAULTS, 1).objectiveValue();
            if (found.feasible()) {
                assertThat(direct).isLessThanOrEqualTo(found.value() * (1 + 1e-9));
                assertThat(direct).isCloseTo(found.value(), within(1e-6 * direct));
                compared++;
            } else {
                assertThat(direct).isGreaterThan(1);
            }
        }
        assertThat(compared).isGreaterThan(12);
    }

    /**
     * The division, where all needs fit: the shares nearest to those by importance with which each
     * class has its need and a tenth more, or what there is. Needs are found by brute force: the
     * model is evaluated at every share; no point of a grid that closes in on its best one leaves
     * the scarcest class more to spare.
     */
    @Test
    void agreesWithBruteForceForThreeClasses() {
        SplittableRandom random = new SplittableRandom(16);
        int fitting = 0;
        for (int run = 0; run < 80; run++) {
            PortProblem port = RandomPorts.randomPort(random, 3);
            double[] need = new double[3];
            for (int i = 0; i < 3; i++) {
                need[i] = leastByGrid(port, i);
            }
            double total = need[0] + need[1] + need[2];
            PortSolution solved = objective.solve(port, Tuning.DEFAULTS, 1);
            if (Double.isInfinite(total)) {
                assertThat(solved.objectiveValue()).isInfinite();
                continue;
            }
            assertThat(solved.objectiveValue()).isCloseTo(total, within(1e-6));
            if (total <= 1) {
                fitting++;
                double best = leastUse(need);
                assertThat(solved.objectiveValue()).isCloseTo(best, within(1e-6));
                double[] nearest = nearestToImportance(port, need, Math.min(1.1, 1 / best));
                for (int i = 0; i < 3; i++) {
                    // As near as whole packets can come.
                    assertThat(need[i] / solved.classes().get(i).queue().weightFraction())
                            .isLessThanOrEqualTo(1 + 1e-6);
                    assertThat(solved.classes().get(i).queue().weightFraction())
                            .isCloseTo(nearest[i], within(4.0 / port.capacityPackets()));
                }
            }
        }
        assertThat(fitting).isBetween(20, 79);
    }

    /** Each class's part of its need, or more where importance gives it more, summing to 1. */
    private static double[] nearestToImportance(PortProblem port, double[] need, double part) {
        double[] shares = new double[need.length];
        double low = 0;
        double high = 1;
        while (high - low > 1e-12) {
            double level = (low + high) / 2;
            double sum = 0;
            for (int i = 0; i < need.length; i++) {
                ClassProblem one = port.classes().get(i);
                double byImportance = one.arrivalRate() > 0 ? level * one.importance() : 0;
                shares[i] = Math.max(part * need[i], byImportance);
                sum += shares[i];
            }
            high = sum > 1 ? level : high;
            low = sum > 1 ? low : level;
        }
        return shares;
    }

    /** The least share of one class with which all its targets hold. */
    private static double leastByGrid(PortProblem port, int index) {
        TargetsProgramme programme = new TargetsProgramme(port, Tuning.DEFAULTS);
        ClassProblem one = port.classes().get(index);
        QueueNeed queue = new QueueNeed(port, one, Tuning.DEFAULTS.get(Tunable.MIN_LIMIT));
        double low = programme.lower()[index];
        double high = programme.upper()[index];
        if (!holds(queue, one.arrivalRate(), high)) {
            return Double.POSITIVE_INFINITY;
        }
        while (high - low > 1e-9) {
            // Twenty places at a time, from the one before the first that holds.
            double width = (high - low) / 20;
            int first = 0;
            while (first < 20 && !holds(queue, one.arrivalRate(), low + first * width)) {
                first++;
            }
            if (first == 0) {
                return low;
            }
            high = low + first * width;
            low = high - width;
        }
        return high;
    }

    private static boolean holds(QueueNeed queue, double load, double share) {
        for (int k = 0; load > 0 && k < queue.conditions(); k++) {
            if (queue.excess(k, load, share) > 0) {
                return false;
            }
        }
        return true;
    }

    /** The least, over all divisions, of the largest need over share. */
    private static double leastUse(double[] need) {
        double best = Double.POSITIVE_INFINITY;
        double[] centre = {1.0 / 3, 1.0 / 3};
        for (double width = 1.0 / 3; width > 1e-9; width *= 0.5) {
            double[] around = centre.clone();
            for (int i = -20; i <= 20; i++) {
                for (int j = -20; j <= 20; j++) {
                    double a = around[0] + width * i / 20;
                    double b = around[1] + width * j / 20;
                    double c = 1 - a - b;
                    if (a > 0 && b > 0 && c > 0) {
                        double use = Math.max(need[0] / a, Math.max(need[1] / b, need[2] / c));
                        if (use < best) {
                            best = use;
                            centre = new double[] {a, b};
                        }
                    }
                }
            }
        }
        return best;
    }

    /**
     * In a shortage with distinct importances and protections at their least: no division on a grid
     * gives a more important class more of what it needs without taking from one that is more
     * important still. The least important class that sends is the one that gives way.
     */
    @Test
    void inAShortageNoDivisionIsBetterByImportance() {
        Tuning plain =
                Tuning.DEFAULTS.with(Tunable.PROTECTED_SHARE, 0).with(Tunable.IDLE_SHARE, 0.01);
        SplittableRandom random = new SplittableRandom(17);
        int shortages = 0;
        for (int run = 0; run < 300; run++) {
            PortProblem port = RandomPorts.randomPort(random, 3);
            PortSolution solved = objective.solve(port, plain, 1);
            if (solved.objectiveValue() <= 1) {
                continue;
            }
            shortages++;
            double[] ours = new double[3];
            double[] need = new double[3];
            for (int i = 0; i < 3; i++) {
                ClassSolution one = solved.classes().get(i);
                ours[i] = one.queue().weightFraction();
                ClassProblem given = port.classes().get(i);
                need[i] =
                        new QueueNeed(port, given, plain.get(Tunable.MIN_LIMIT))
                                .leastShare(given.entitledRate());
            }
            double grain = 2.0 / port.capacityPackets();
            int givesWay = 0;
            while (port.classes().get(givesWay).arrivalRate() == 0) {
                givesWay++;
            }
            for (int a = 1; a < 60; a++) {
                for (int b = 1; a + b < 60; b++) {
                    double[] theirs = {a / 60.0, b / 60.0, (60 - a - b) / 60.0};
                    // The random ports list the least important first.
                    for (int i = 2; i > givesWay; i--) {
                        double wanted = Math.min(1, need[i]);
                        double theyGive = Math.min(wanted, theirs[i]);
                        double weGive = Math.min(wanted, ours[i]);
                        if (weGive > theyGive + grain) {
                            break;
                        }
                        double idle = 0.01 * (2 - i + 1);
                        assertThat(weGive)
                                .as("class %d, %s", i, RandomPorts.describe(port, solved, solved))
                                .isGreaterThanOrEqualTo(theyGive - grain - idle - 1.0 / 60);
                    }
                }
            }
        }
        assertThat(shortages).isGreaterThan(50);
    }
}
