// SPDX-License-Identifier: Apache-2.0
package org.weir.control.solver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.weir.control.ClassKind;
import org.weir.control.Targets;
import org.weir.control.model.SpareCapacity;
import org.weir.control.tuning.Tunable;
import org.weir.control.tuning.Tuning;

/** Shares of classes that count on what others leave of the port ({@link Tunable#SPARE_PART}). */
class SparePartTest {
    private static final Tuning OWN_SHARES = Tuning.DEFAULTS.with(Tunable.SPARE_PART, 0);
    private static final Tuning WITH_SPARE = Tuning.DEFAULTS.with(Tunable.SPARE_PART, 1);
    private static final double RATE = 10_000;

    private final Objective direct = Objective.named("targets", SolverMethod.DIRECT);

    private static ClassProblem one(String name, double importance, double load, Targets targets) {
        return new ClassProblem(name, ClassKind.C, importance, targets, load * RATE, 1, 0);
    }

    private static Targets delay(double ms) {
        return Targets.builder().delayMs(ms).build();
    }

    private double[] shares(Tuning tuning, ClassProblem... classes) {
        return weights(direct.solve(new PortProblem("p", RATE, 1000, List.of(classes)), tuning, 1));
    }

    private static double[] weights(PortSolution solution) {
        return solution.classes().stream()
                .mapToDouble(each -> each.queue().weightFraction())
                .toArray();
    }

    @Test
    void aGreedyClassGetsWhatOthersLeave() {
        double[] weight = {0.5, 0.3, 0.2};
        // The first leaves 0.4, which the other two share as 3 : 2.
        assertThat(SpareCapacity.greedyRate(1, weight, new double[] {0.1, 0, 9}, 1))
                .isCloseTo(0.54, within(1e-12));
        // Nobody else sends.
        assertThat(SpareCapacity.greedyRate(2, weight, new double[] {0, 0, 0}, 1))
                .isCloseTo(1, within(1e-12));
        // All others are greedy, too.
        assertThat(SpareCapacity.greedyRate(0, weight, new double[] {0, 9, 9}, 1))
                .isCloseTo(0.5, within(1e-12));
    }

    @Test
    void sharesStayByImportanceWhileOthersLeaveEnough() {
        ClassProblem[] classes = {one("A", 2, 0.3, delay(10)), one("B", 1, 0.5, delay(10))};
        assertThat(shares(OWN_SHARES, classes)[1]).isGreaterThan(0.5);
        assertThat(shares(WITH_SPARE, classes)[1]).isCloseTo(1.0 / 3, within(2e-3));
    }

    @Test
    void aTargetBeyondTheShareIsExpectedBesideThePresentLoadsAndNotGuaranteed() {
        PortProblem port =
                new PortProblem(
                        "p",
                        RATE,
                        1000,
                        List.of(one("A", 2, 0.3, delay(10)), one("B", 1, 0.5, delay(10))));
        PortSolution solution = direct.solve(port, WITH_SPARE, 1);
        assertThat(solution.feasible()).isTrue();
        ClassSolution second = solution.classes().get(1);
        assertThat(second.notGuaranteed()).isNotEmpty();
        assertThat(second.missed()).isEmpty();
        assertThat(second.expected().prediction().delayMs()).isLessThan(1);
        double[] third = {2.0 / 3, 1.0 / 3};
        assertThat(direct.evaluate(port, third, OWN_SHARES).feasible()).isFalse();
    }

    @Test
    void sharesMoveWhenOthersDoNotLeaveEnough() {
        // By importance B could have half of the port, and needs 0.6.
        double[] shares =
                shares(WITH_SPARE, one("A", 1, 0.7, Targets.NONE), one("B", 1, 0.58, delay(5)));
        assertThat(shares[1]).isGreaterThan(0.55);
    }

    @Test
    void aGuaranteedRateIsTheClasssOwn() {
        Targets guaranteed = Targets.builder().minRateBps(0.6 * RATE).build();
        double[] shares =
                shares(WITH_SPARE, one("A", 3, 0.1, Targets.NONE), one("B", 1, 0.3, guaranteed));
        assertThat(shares[1]).isGreaterThanOrEqualTo(0.6 - 1e-3);
    }

    /** Shares lie between those by importance and those by needs, and leave nobody worse off. */
    @Test
    void noClassHasLessThanByItsOwnShareOrItsNeed() {
        SplittableRandom random = new SplittableRandom(31);
        int kept = 0;
        for (int run = 0; run < 2000; run++) {
            PortProblem port = RandomPorts.randomPort(random);
            int count = port.classes().size();
            double[] own = weights(direct.solve(port, OWN_SHARES, 1));
            double[] spare = weights(direct.solve(port, WITH_SPARE, 1));
            double[] demand = new double[count];
            double importance = 0;
            for (int i = 0; i < count; i++) {
                demand[i] = port.classes().get(i).entitledRate() / port.rate();
                importance += port.classes().get(i).importance();
            }
            double grain = 3.0 * count / port.capacityPackets();
            boolean isByImportance = true;
            for (int i = 0; i < count; i++) {
                ClassProblem one = port.classes().get(i);
                double fair = one.importance() / importance;
                isByImportance &= Math.abs(spare[i] - fair) < grain;
                assertThat(spare[i])
                        .isBetween(Math.min(own[i], fair) - grain, Math.max(own[i], fair) + grain);
                double need =
                        Math.max(
                                demand[i],
                                new QueueNeed(port, one, OWN_SHARES.get(Tunable.MIN_LIMIT))
                                        .leastShare(one.entitledRate()));
                double before = SpareCapacity.greedyRate(i, own, demand, 1);
                assertThat(SpareCapacity.greedyRate(i, spare, demand, 1))
                        .isGreaterThanOrEqualTo(Math.min(need, before) * 0.95 - 2 * grain);
            }
            kept += isByImportance ? 1 : 0;
        }
        assertThat(kept).isBetween(200, 1900);
    }
}
