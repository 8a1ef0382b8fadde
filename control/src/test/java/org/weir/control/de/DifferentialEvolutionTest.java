// SPDX-License-Identifier: Apache-2.0
package org.weir.control.de;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class DifferentialEvolutionTest {
    private static final int RUNS = 25;

    @ParameterizedTest
    @EnumSource(Cec2006.class)
    void solvesTheBenchmarkForEverySeed(Cec2006 problem) {
        DifferentialEvolution search =
                DifferentialEvolution.builder()
                        .strategy(Strategy.RAND_1_BIN)
                        .populationSize(60)
                        .spread(1e-9)
                        .maxEvaluations(500_000)
                        .build();
        for (int seed = 1; seed <= RUNS; seed++) {
            SearchResult result = search.minimize(problem, seed);
            assertThat(result.feasible()).as("seed %d feasible", seed).isTrue();
            assertThat(result.value() - problem.optimum())
                    .as("seed %d", seed)
                    .isLessThanOrEqualTo(1e-4);
            assertThat(result.evaluations()).isLessThanOrEqualTo(500_000);
        }
    }

    @ParameterizedTest
    @EnumSource(Strategy.class)
    void everyStrategySolvesASmoothProblem(Strategy strategy) {
        DifferentialEvolution search =
                DifferentialEvolution.builder().strategy(strategy).maxEvaluations(100_000).build();
        SearchResult result = search.minimize(new Bowl(), 1);
        assertThat(result.best()).containsExactly(new double[] {1, -2, 3}, within(1e-4));
        assertThat(Strategy.named(strategy.published())).isEqualTo(strategy);
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
        SearchResult first = search.minimize(Cec2006.G09, 7);
        SearchResult again = search.minimize(Cec2006.G09, 7);
        SearchResult other = search.minimize(Cec2006.G09, 8);
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
                    public int constraints() {
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
        assertThat(result.violations()).containsExactly(result.violation());
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
                        .minimize(Cec2006.G09, 1);
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
