// SPDX-License-Identifier: Apache-2.0
package org.weir.control.solver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.weir.control.ClassKind;
import org.weir.control.TargetKind;
import org.weir.control.Targets;
import org.weir.control.tuning.Tunable;
import org.weir.control.tuning.Tuning;

/**
 * Expected values of two changes of policy that were measured in {@code ./weir up}: port s1/4 of
 * PMQECN's Fig. 6 with the loads of the moment at which each plan was made.
 */
class ExpectationTest {
    private static final Targets B =
            Targets.builder().delayMs(20).p99DelayMs(60).lossFraction(0.01).minRateBps(1e6).build();

    private static ClassProblem one(String name, double importance, Targets targets, double mbps) {
        return new ClassProblem(name, ClassKind.C, importance, targets, mbps * 1e6, 8000, 0);
    }

    /** A's mean at most 1.5 ms, of least importance; C of most. */
    private static final ClassProblem[] FIRST = {
        one("A", 1, Targets.builder().delayMs(1.5).build(), 1.92),
        one("B", 2, B, 3.16),
        one("C", 3, Targets.builder().lossFraction(0.05).build(), 3.46)
    };

    /** Back: A's mean at most 5 ms, of most importance; C's at most 2 ms, of least. */
    private static final ClassProblem[] BACK = {
        one("A", 3, Targets.builder().delayMs(5).build(), 1.93),
        one("B", 2, B, 3.04),
        one("C", 1, Targets.builder().delayMs(2).build(), 3.91)
    };

    private static List<ClassSolution> solved(ClassProblem... classes) {
        PortProblem port = new PortProblem("device:s1/4", 1e7, 256, List.of(classes));
        return new TargetsObjective().solve(port, Tuning.DEFAULTS, 1).classes();
    }

    /** Means and percentiles inside their intervals. */
    private static int inside(
            List<ClassSolution> classes, double[] meanMs, double[] p99Ms, double largestRatio) {
        int inside = 0;
        for (int i = 0; i < meanMs.length; i++) {
            Expectation expected = classes.get(i).expected();
            double delayMs = expected.prediction().delayMs();
            System.out.printf(
                    Locale.ROOT,
                    "%s mean %.2f (%.2f to %.2f), measured %.2f; p99 %.1f (%.1f to %.1f), measured"
                            + " %.1f; guaranteed %.1f, %.1f%n",
                    classes.get(i).name(),
                    delayMs,
                    expected.low(TargetKind.DELAY),
                    expected.high(TargetKind.DELAY),
                    meanMs[i],
                    expected.prediction().p99DelayMs(),
                    expected.low(TargetKind.P99_DELAY),
                    expected.high(TargetKind.P99_DELAY),
                    p99Ms[i],
                    classes.get(i).guaranteed().delayMs(),
                    classes.get(i).guaranteed().p99DelayMs());
            inside += isInside(expected, TargetKind.DELAY, meanMs[i]);
            inside += isInside(expected, TargetKind.P99_DELAY, p99Ms[i]);
            assertThat(Math.max(delayMs / meanMs[i], meanMs[i] / delayMs))
                    .as("mean of %s", classes.get(i).name())
                    .isLessThan(largestRatio);
        }
        return inside;
    }

    private static int isInside(Expectation expected, TargetKind kind, double value) {
        return value >= expected.low(kind) && value <= expected.high(kind) ? 1 : 0;
    }

    @Test
    void theMeasuredValuesOfTheFirstChangeAreInsideTheIntervals() {
        List<ClassSolution> classes = solved(FIRST);
        assertThat(classes.get(0).guaranteed().delayMs()).isGreaterThan(150);
        double[] meanMs = {2.99, 2.81, 2.48};
        double[] p99Ms = {22.7, 17.5, 13.4};
        assertThat(inside(classes, meanMs, p99Ms, 1.3)).isEqualTo(6);
    }

    /** Feedback held C, and with it B, below what is expected without it. */
    @Test
    void theChangeBackIsExpectedUpToFourTimesTooHigh() {
        double[] meanMs = {1.16, 0.89, 1.17};
        double[] p99Ms = {4.9, 4.5, 10.5};
        assertThat(inside(solved(BACK), meanMs, p99Ms, 4.2)).isEqualTo(2);
    }

    /** A mean at the upper end of its interval loses more than the expected mean does. */
    @Test
    void theUpperEndOfASmallLossFollowsFromThatOfTheMean() {
        Targets small = Targets.builder().lossFraction(2e-6).build();
        ClassProblem rest = new ClassProblem("B", ClassKind.C, 3, Targets.NONE, 4.5e6, 10_000, 0);
        for (double mbps = 2; mbps < 3.7; mbps += 0.05) {
            ClassProblem one = new ClassProblem("A", ClassKind.C, 1, small, mbps * 1e6, 10_000, 0);
            PortProblem port = new PortProblem("p", 1e7, 64, List.of(one, rest));
            ClassSolution solved =
                    new TargetsObjective().solve(port, Tuning.DEFAULTS, 1).classes().get(0);
            Expectation expected = solved.expected();
            double loss = expected.prediction().lossFraction();
            double high = expected.high(TargetKind.LOSS);
            assertThat(high).isGreaterThan(5 * loss);
            assertThat(expected.missed(one).isEmpty()).isEqualTo(high <= 2e-6);
        }
    }

    /** The fewer packets a level takes, the sooner a class beyond its share loses priority. */
    @Test
    void aClassWithinItsShareWaitsLessWithMoreLevels() {
        List<ClassProblem> classes = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            classes.add(
                    new ClassProblem(
                            "c" + i,
                            ClassKind.C,
                            3 - i,
                            Targets.NONE,
                            3e6,
                            10_000,
                            0,
                            OptionalDouble.of(1),
                            OptionalDouble.of(1)));
        }
        PortProblem port = new PortProblem("p", 1e7, 64, classes);
        double[] levels = {1, 4, 8, 64};
        double[] expectedMs = {2.68, 1.94, 1.56, 1.11};
        for (int i = 0; i < levels.length; i++) {
            Tuning tuning = Tuning.DEFAULTS.with(Tunable.WEIGHT_LEVELS, levels[i]);
            ClassSolution a = new TargetsObjective().solve(port, tuning, 1).classes().get(0);
            assertThat(a.expected().prediction().delayMs())
                    .as("mean with %s levels", levels[i])
                    .isCloseTo(expectedMs[i], within(0.005));
        }
    }

    @Test
    void aTargetIsMissedBesidePresentLoadsOnlyIfItsIntervalIsBeyondIt() {
        ClassSolution voice = solved(FIRST).get(0);
        assertThat(voice.notGuaranteed()).hasSize(1);
        assertThat(voice.missed()).hasSize(1);
        assertThat(voice.missed().get(0).toString())
                .startsWith("delayMs: wanted at most 1.500, expected 2.7");
        Targets loose = Targets.builder().delayMs(10).build();
        ClassSolution met = solved(one("A", 1, loose, 1.92), FIRST[1], FIRST[2]).get(0);
        assertThat(met.missed()).isEmpty();
    }

    /** The same values, with a wider interval. */
    @Test
    void anUnknownDispersionWidensTheIntervals() {
        Expectation known = expectation(OptionalDouble.of(1));
        Expectation unknown = expectation(OptionalDouble.empty());
        for (TargetKind kind : List.of(TargetKind.DELAY, TargetKind.P99_DELAY, TargetKind.LOSS)) {
            assertThat(unknown.prediction().of(kind)).isEqualTo(known.prediction().of(kind));
            assertThat(unknown.high(kind)).as(kind.name()).isGreaterThan(2 * known.high(kind));
        }
    }

    private static Expectation expectation(OptionalDouble dispersion) {
        ClassProblem one =
                new ClassProblem(
                        "A",
                        ClassKind.C,
                        1,
                        Targets.NONE,
                        6e6,
                        10_000,
                        0,
                        dispersion,
                        OptionalDouble.empty());
        ClassProblem other = new ClassProblem("B", ClassKind.C, 1, Targets.NONE, 1e6, 10_000, 0);
        PortProblem port = new PortProblem("p", 1e7, 16, List.of(one, other));
        return new TargetsObjective().solve(port, Tuning.DEFAULTS, 1).classes().get(0).expected();
    }
}
