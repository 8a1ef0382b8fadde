// SPDX-License-Identifier: Apache-2.0
package org.weir.control.solver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.weir.control.ClassKind;
import org.weir.control.Targets;
import org.weir.control.tuning.Tuning;

/** Shares by importance and measured delays ({@link ClassProblem#pressure()}). */
class PressureSharesTest {
    private static final double RATE = 10_000;

    private final Objective direct = Objective.named("targets", SolverMethod.DIRECT);

    private static ClassProblem one(double importance, double pressure, double minRate) {
        Targets.Builder targets = Targets.builder().delayMs(10);
        if (minRate > 0) {
            targets.minRateBps(minRate * RATE);
        }
        return new ClassProblem(
                "p" + pressure,
                ClassKind.C,
                importance,
                targets.build(),
                0.5 * RATE,
                1,
                0,
                OptionalDouble.of(1),
                Double.isNaN(pressure) ? OptionalDouble.empty() : OptionalDouble.of(pressure));
    }

    private double[] shares(ClassProblem... classes) {
        PortProblem port = new PortProblem("p", RATE, 4096, List.of(classes));
        return direct.solve(port, Tuning.DEFAULTS, 1).classes().stream()
                .mapToDouble(each -> each.queue().weightFraction())
                .toArray();
    }

    @Test
    void sharesAreInProportionToImportanceAndPressure() {
        assertThat(shares(one(3, 1, 0), one(2, 1, 0), one(1, 1, 0)))
                .containsExactly(new double[] {0.5, 1.0 / 3, 1.0 / 6}, within(2e-3));
        assertThat(shares(one(3, 1, 0), one(2, 1, 0), one(1, 4, 0)))
                .containsExactly(new double[] {3.0 / 9, 2.0 / 9, 4.0 / 9}, within(2e-3));
    }

    @Test
    void minimumRatesAreKeptUnderAnyPressure() {
        double[] shares = shares(one(3, 0.125, 0.3), one(2, 8, 0.1), one(1, 1, 0));
        assertThat(shares[0]).isCloseTo(0.3, within(2e-3));
        assertThat(shares[1] / shares[2]).isCloseTo(16, within(0.5));
    }

    @Test
    void inAShortageTheMoreImportantMinimumRateIsKept() {
        double[] shares = shares(one(100, 1, 0.8), one(1, 8, 0.8), one(50, 1, 0));
        assertThat(shares[0]).isCloseTo(0.8, within(0.01));
        assertThat(shares[1]).isBetween(0.15, 0.2);
        // A class without a minimum rate is served, if little.
        assertThat(shares[2]).isPositive();
        double[] alike = shares(one(2, 1, 0.9), one(2, 8, 0.3));
        assertThat(alike).containsExactly(new double[] {0.7, 0.3}, within(0.01));
    }

    @Test
    void pressureCountsOnlyIfAllClassesHaveOne() {
        double none = Double.NaN;
        assertThat(shares(one(3, none, 0), one(1, 8, 0)))
                .containsExactly(shares(one(3, none, 0), one(1, none, 0)), within(1e-12));
    }
}
