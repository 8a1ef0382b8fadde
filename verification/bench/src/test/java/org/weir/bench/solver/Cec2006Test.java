// SPDX-License-Identifier: Apache-2.0
package org.weir.bench.solver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.weir.control.de.DifferentialEvolution;
import org.weir.control.de.Strategy;
import org.weir.rules.ComputesOnly;

@ComputesOnly
class Cec2006Test {
    private static final int RUNS = 25;
    private static final double SUCCESS = 1e-4;

    private static long successes(DifferentialEvolution search, Cec2006 problem) {
        return IntStream.rangeClosed(1, RUNS)
                .parallel()
                .mapToObj(seed -> search.minimize(problem, seed))
                .filter(
                        result ->
                                result.feasible()
                                        && result.value() - problem.optimum() <= SUCCESS
                                        && result.evaluations() <= 500_000)
                .count();
    }

    private static DifferentialEvolution.Builder classic() {
        return DifferentialEvolution.builder()
                .strategy(Strategy.RAND_1_BIN)
                .populationSize(60)
                .spread(1e-9)
                .maxEvaluations(500_000);
    }

    @ParameterizedTest
    @EnumSource(
            value = Cec2006.class,
            names = {"G01", "G04", "G06", "G08", "G09", "G11", "G12", "G24"})
    void theEasyOnesAreSolvedForEverySeed(Cec2006 problem) {
        assertThat(successes(classic().build(), problem)).isEqualTo(RUNS);
    }

    @ParameterizedTest
    @EnumSource(
            value = Cec2006.class,
            names = {"G05", "G07", "G10", "G14", "G15", "G16", "G18"})
    void theMiddleOnesAreSolvedForNearlyEverySeed(Cec2006 problem) {
        assertThat(successes(classic().build(), problem)).isGreaterThanOrEqualTo(20);
        DifferentialEvolution lShade =
                DifferentialEvolution.lShade().spread(1e-9).maxEvaluations(500_000).build();
        assertThat(successes(lShade, problem)).isGreaterThanOrEqualTo(20);
    }

    /** Equalities that leave little room: Deb's rules stop early, relaxed ones do not. */
    @ParameterizedTest
    @EnumSource(
            value = Cec2006.class,
            names = {"G03", "G13"})
    void relaxationSolvesWhatTheRulesAloneDoNot(Cec2006 problem) {
        DifferentialEvolution.Builder search =
                DifferentialEvolution.lShade().spread(1e-9).maxEvaluations(200_000);
        assertThat(successes(search.build(), problem)).isLessThan(10);
        assertThat(successes(search.relaxation(0.6).build(), problem)).isGreaterThanOrEqualTo(20);
    }

    /** The problems are what the report says: its best points have its best values. */
    @Test
    void theBestKnownPointsHaveTheBestKnownValues() throws Exception {
        int rows = 0;
        try (BufferedReader table =
                new BufferedReader(
                        new InputStreamReader(
                                getClass().getResourceAsStream("cec2006.csv"),
                                StandardCharsets.UTF_8))) {
            for (String line = table.readLine(); line != null; line = table.readLine()) {
                String[] cells = line.split(",");
                Cec2006 problem = Cec2006.valueOf(cells[0].toUpperCase(Locale.ROOT));
                double[] x = new double[cells.length - 1];
                for (int j = 0; j < x.length; j++) {
                    x[j] = Double.parseDouble(cells[j + 1]);
                    assertThat(x[j])
                            .isBetween(problem.lower()[j] - 1e-12, problem.upper()[j] + 1e-12);
                }
                double[] constraints = new double[problem.inequalities() + problem.equalities()];
                double value = problem.evaluate(x, constraints);
                // g17 steps where the point lies; its value there is known to four digits less.
                double digits = problem == Cec2006.G17 ? 1e-7 : 1e-9;
                assertThat(value)
                        .as("%s", problem)
                        .isCloseTo(
                                problem.optimum(), within(digits * Math.max(1, Math.abs(value))));
                for (int k = 0; k < constraints.length && problem != Cec2006.G20; k++) {
                    double violation =
                            k < problem.inequalities()
                                    ? constraints[k]
                                    : Math.abs(constraints[k]) - 1e-4;
                    assertThat(violation).as("%s, constraint %d", problem, k).isLessThan(1e-9);
                }
                rows++;
            }
        }
        assertThat(rows).isEqualTo(24);
    }
}
