// SPDX-License-Identifier: Apache-2.0
package org.weir.control.de;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.commons.math3.random.Well19937c;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class DifferentialEvolutionTest {
    @ParameterizedTest
    @EnumSource(Strategy.class)
    void everyStrategySolvesASmoothProblem(Strategy strategy) {
        DifferentialEvolution search =
                DifferentialEvolution.builder().strategy(strategy).maxEvaluations(100_000).build();
        SearchResult result = search.minimize(new Bowl(), 1);
        assertThat(result.best()).containsExactly(new double[] {1, -2, 3}, within(1e-4));
        assertThat(Strategy.named(strategy.published())).isEqualTo(strategy);
    }

    @Test
    void strategiesHaveTheirUsualOtherNames() {
        assertThat(Strategy.named("DE/current-to-best/1/bin"))
                .isEqualTo(Strategy.TARGET_TO_BEST_1_BIN);
        assertThat(Strategy.named("DE/best/1/exp")).isEqualTo(Strategy.BEST_1_L);
        assertThat(Strategy.named("DE/current-to-pbest/1/bin"))
                .isEqualTo(Strategy.CURRENT_TO_PBEST_1_BIN);
    }

    @Test
    void learntParametersNeedFewerEvaluations() {
        int classic = evaluations(DifferentialEvolution.builder().strategy(Strategy.RAND_1_BIN));
        assertThat(evaluations(DifferentialEvolution.lShade())).isLessThan(classic);
    }

    /** Rosenbrock's valley in 10 dimensions, from 100 points. */
    private static int evaluations(DifferentialEvolution.Builder search) {
        SearchResult result =
                search.populationSize(100)
                        .maxEvaluations(600_000)
                        .spread(1e-6)
                        .build()
                        .minimize(new Valley(), 1);
        assertThat(result.stopReason()).isEqualTo(StopReason.SPREAD);
        assertThat(result.value()).isCloseTo(1, within(1e-5));
        return result.evaluations();
    }

    /** The archive of replaced parents changes the search; without current-to-pbest it has none. */
    /**
     * All points are 0 but one in the archive, so that only what comes from there moves a trial.
     */
    @Test
    void theArchiveIsUsedByCurrentToPbestOnly() {
        assertThat(movedTrials(Strategy.CURRENT_TO_PBEST_1_BIN, 1)).isBetween(100, 300);
        assertThat(movedTrials(Strategy.CURRENT_TO_PBEST_1_BIN, 0)).isZero();
        assertThat(movedTrials(Strategy.RAND_1_BIN, 1)).isZero();
    }

    private static int movedTrials(Strategy strategy, double archiveShare) {
        Mutation mutation =
                new Mutation(
                        strategy,
                        BoundRepair.REFLECT,
                        0.5,
                        archiveShare,
                        new double[] {-10},
                        new double[] {10},
                        new Well19937c(1));
        Candidate[] population = new Candidate[4];
        for (int i = 0; i < population.length; i++) {
            population[i] = new Candidate(new double[1], new double[1], 0, new double[0]);
        }
        double[] away = {1};
        mutation.archive(new Candidate(away, away, 0, new double[0]), population.length);
        int moved = 0;
        for (int i = 0; i < 600; i++) {
            double x = mutation.trial(population, i % 4, 0.5, 1)[0];
            assertThat(x).isIn(0.0, -0.5);
            moved += x != 0 ? 1 : 0;
        }
        return moved;
    }

    @Test
    void wholeVariablesStayWhole() {
        Bowl bowl =
                new Bowl() {
                    @Override
                    public boolean isWhole(int variable) {
                        return variable < 2;
                    }

                    @Override
                    public double[] upper() {
                        return new double[] {5, 5, 2.5};
                    }

                    @Override
                    public double evaluate(double[] x, double[] constraints) {
                        assertThat(x[0]).isEqualTo(Math.rint(x[0])).isBetween(-5.0, 5.0);
                        assertThat(x[1]).isEqualTo(Math.rint(x[1])).isBetween(-5.0, 5.0);
                        double a = x[0] - 4.6;
                        double b = x[1] + 1.4;
                        return a * a + b * b + (x[2] - 3) * (x[2] - 3);
                    }
                };
        for (DifferentialEvolution.Builder search :
                new DifferentialEvolution.Builder[] {
                    DifferentialEvolution.builder(), DifferentialEvolution.lShade()
                }) {
            SearchResult result = search.build().minimize(bowl, 1);
            assertThat(result.best()).containsExactly(new double[] {5, -1, 2.5}, within(1e-6));
        }
        Bowl none =
                new Bowl() {
                    @Override
                    public boolean isWhole(int variable) {
                        return true;
                    }

                    @Override
                    public double[] lower() {
                        return new double[] {0.2, 0, 0};
                    }

                    @Override
                    public double[] upper() {
                        return new double[] {0.8, 1, 1};
                    }
                };
        assertThatThrownBy(() -> DifferentialEvolution.builder().build().minimize(none, 1))
                .hasMessageContaining("must have a whole number between them");
    }

    @Test
    void equalitiesHoldWithinTheirTolerance() {
        Bowl line =
                new Bowl() {
                    @Override
                    public int inequalities() {
                        return 1;
                    }

                    @Override
                    public int equalities() {
                        return 1;
                    }

                    @Override
                    public double evaluate(double[] x, double[] constraints) {
                        constraints[0] = x[2] - 2;
                        constraints[1] = x[0] + x[1] - 1;
                        return super.evaluate(x, constraints);
                    }
                };
        for (double tolerance : new double[] {1e-2, 1e-6}) {
            SearchResult result =
                    DifferentialEvolution.builder()
                            .strategy(Strategy.RAND_1_BIN)
                            .equalityTolerance(tolerance)
                            .maxEvaluations(200_000)
                            .build()
                            .minimize(line, 1);
            assertThat(result.feasible()).isTrue();
            assertThat(result.best()[0] + result.best()[1])
                    .isCloseTo(1 - tolerance, within(1e-3 * tolerance));
            assertThat(result.slacks()[0]).isCloseTo(0, within(1e-6));
            assertThat(result.slacks()[1])
                    .isCloseTo(
                            tolerance - Math.abs(result.best()[0] + result.best()[1] - 1),
                            within(1e-15));
        }
    }

    @Test
    void theAnswerDoesNotDependOnTheThreads() {
        for (DifferentialEvolution.Builder search :
                new DifferentialEvolution.Builder[] {
                    DifferentialEvolution.builder(), DifferentialEvolution.lShade()
                }) {
            SearchResult alone = search.build().minimize(new Valley(), 3);
            ExecutorService threads = Executors.newFixedThreadPool(3);
            try {
                SearchResult together =
                        search.executor(threads, 3).build().minimize(new Valley(), 3);
                assertThat(together.best()).isEqualTo(alone.best());
                assertThat(together.history()).isEqualTo(alone.history());
                assertThat(together.evaluations()).isEqualTo(alone.evaluations());
            } finally {
                threads.shutdown();
            }
        }
    }

    @Test
    void anErrorOfTheProblemComesThroughFromEveryThread() {
        Bowl broken =
                new Bowl() {
                    @Override
                    public double evaluate(double[] x, double[] constraints) {
                        throw new IllegalStateException("no value");
                    }
                };
        assertThatThrownBy(
                        () ->
                                DifferentialEvolution.builder()
                                        .executor(Runnable::run, 2)
                                        .build()
                                        .minimize(broken, 1))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("no value");
    }

    /** Constraints in very different units count alike. */
    @Test
    void constraintsAreBalanced() {
        Bowl units =
                new Bowl() {
                    @Override
                    public int inequalities() {
                        return 2;
                    }

                    @Override
                    public double evaluate(double[] x, double[] constraints) {
                        // Cannot both hold; equal parts of each is the least sum in equal units.
                        constraints[0] = 1e9 * square(x[0] + 2);
                        constraints[1] = 1e-9 * square(x[0] - 2);
                        return 0;
                    }

                    private double square(double value) {
                        return value * value;
                    }
                };
        SearchResult result = DifferentialEvolution.builder().build().minimize(units, 1);
        assertThat(result.feasible()).isFalse();
        assertThat(result.best()[0]).isCloseTo(0, within(0.2));
    }

    @ParameterizedTest
    @EnumSource(BoundRepair.class)
    void staysWithinBoundsAndFindsAnOptimumOnThem(BoundRepair repair) {
        Bowl bowl =
                new Bowl() {
                    @Override
                    public double evaluate(double[] x, double[] violations) {
                        for (int j = 0; j < x.length; j++) {
                            assertThat(x[j]).isBetween(lower()[j], upper()[j]);
                        }
                        return x[0] - x[1] + x[2];
                    }
                };
        SearchResult result =
                DifferentialEvolution.builder()
                        .strategy(Strategy.BEST_1_BIN)
                        .boundRepair(repair)
                        .build()
                        .minimize(bowl, 3);
        assertThat(result.best()).containsExactly(new double[] {-5, 5, -5}, within(1e-6));
    }

    @Test
    void theSameSeedGivesTheSameAnswer() {
        DifferentialEvolution search = DifferentialEvolution.builder().build();
        SearchResult first = search.minimize(new Valley(), 7);
        SearchResult again = search.minimize(new Valley(), 7);
        SearchResult other = search.minimize(new Valley(), 8);
        assertThat(again.best()).isEqualTo(first.best());
        assertThat(again.history()).isEqualTo(first.history());
        assertThat(again.evaluations()).isEqualTo(first.evaluations());
        assertThat(other.best()).isNotEqualTo(first.best());
    }

    @Test
    void noNumberIsInfeasible() {
        Bowl hole =
                new Bowl() {
                    @Override
                    public double evaluate(double[] x, double[] violations) {
                        return x[0] < 2 ? Double.NaN : super.evaluate(x, violations);
                    }
                };
        SearchResult result = DifferentialEvolution.builder().build().minimize(hole, 1);
        assertThat(result.feasible()).isTrue();
        assertThat(result.best()[0]).isCloseTo(2, within(1e-6));
        Bowl nothing =
                new Bowl() {
                    @Override
                    public double evaluate(double[] x, double[] violations) {
                        return Double.NaN;
                    }
                };
        SearchResult none =
                DifferentialEvolution.builder().maxEvaluations(500).build().minimize(nothing, 1);
        assertThat(none.feasible()).isFalse();
        assertThat(none.stopReason()).isEqualTo(StopReason.EVALUATIONS);
    }

    @Test
    void anImpossibleProblemIsAnsweredWithTheLeastViolation() {
        Bowl impossible =
                new Bowl() {
                    @Override
                    public int inequalities() {
                        return 1;
                    }

                    @Override
                    public double evaluate(double[] x, double[] violations) {
                        violations[0] = 1 + x[0] * x[0];
                        return 0;
                    }
                };
        SearchResult result = DifferentialEvolution.builder().build().minimize(impossible, 1);
        assertThat(result.feasible()).isFalse();
        assertThat(result.violation()).isCloseTo(1, within(1e-6));
        assertThat(result.slacks()).containsExactly(-result.violation());
    }

    @Test
    void aWarmStartIsNeverLost() {
        DifferentialEvolution brief = DifferentialEvolution.builder().maxEvaluations(1).build();
        SearchResult result = brief.minimize(new Bowl(), 1, new double[] {1, -2, 3});
        assertThat(result.value()).isZero();
        assertThat(result.best()).containsExactly(1, -2, 3);
    }

    @Test
    void stopsOnTime() {
        AtomicLong now = new AtomicLong();
        SearchResult result =
                DifferentialEvolution.builder()
                        .spread(0)
                        .budgetNs(10, now::getAndIncrement)
                        .maxEvaluations(1_000_000)
                        .build()
                        .minimize(new Valley(), 1);
        assertThat(result.stopReason()).isEqualTo(StopReason.TIME);
        assertThat(result.history()).hasSize(10);
    }

    @Test
    void historyNeverGetsWorse() {
        double[] history =
                DifferentialEvolution.builder().build().minimize(new Bowl(), 5).history();
        for (int i = 1; i < history.length; i++) {
            assertThat(history[i]).isLessThanOrEqualTo(history[i - 1]);
        }
    }

    @Test
    void refusesBadBounds() {
        Bowl backwards =
                new Bowl() {
                    @Override
                    public double[] lower() {
                        return new double[] {9, 9, 9};
                    }
                };
        assertThatThrownBy(() -> DifferentialEvolution.builder().build().minimize(backwards, 1))
                .hasMessageContaining("bounds of variable 0");
        assertThatThrownBy(() -> DifferentialEvolution.builder().populationSize(3))
                .hasMessageContaining("populationSize");
        assertThatThrownBy(() -> Strategy.named("DE/worst/1")).hasMessageContaining("DE/worst/1");
    }

    /** Rosenbrock's function plus 1. */
    private static final class Valley implements Problem {
        @Override
        public double[] lower() {
            return filled(-5);
        }

        @Override
        public double[] upper() {
            return filled(10);
        }

        private static double[] filled(double value) {
            double[] values = new double[10];
            Arrays.fill(values, value);
            return values;
        }

        @Override
        public double evaluate(double[] x, double[] constraints) {
            double sum = 1;
            for (int j = 0; j + 1 < x.length; j++) {
                double a = x[j + 1] - x[j] * x[j];
                sum += 100 * a * a + (1 - x[j]) * (1 - x[j]);
            }
            return sum;
        }
    }

    /** A shifted sphere. */
    private static class Bowl implements Problem {
        private static final double[] CENTRE = {1, -2, 3};

        @Override
        public double[] lower() {
            return new double[] {-5, -5, -5};
        }

        @Override
        public double[] upper() {
            return new double[] {5, 5, 5};
        }

        @Override
        public double evaluate(double[] x, double[] violations) {
            double sum = 0;
            for (int j = 0; j < x.length; j++) {
                sum += (x[j] - CENTRE[j]) * (x[j] - CENTRE[j]);
            }
            return sum;
        }
    }
}
