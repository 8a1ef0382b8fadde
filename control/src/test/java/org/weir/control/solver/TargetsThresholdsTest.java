// SPDX-License-Identifier: Apache-2.0
package org.weir.control.solver;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.weir.control.ClassKind;
import org.weir.control.Targets;
import org.weir.control.tuning.Tunable;
import org.weir.control.tuning.Tuning;
import org.weir.rules.ComputesOnly;

/** Marking thresholds and queue limits of {@link TargetsObjective}. */
@ComputesOnly
class TargetsThresholdsTest {
    private final Objective objective = Objective.named(TargetsObjective.NAME);

    private static ClassProblem one(String name, double importance, double rate, Targets targets) {
        return new ClassProblem(name, ClassKind.C, importance, targets, rate, 1, 0);
    }

    private static Targets delay(double ms) {
        return Targets.builder().delayMs(ms).build();
    }

    @Test
    void aCommonLimitIsTheWholeCapacityAndChangesNoWeightAndNoThreshold() {
        PortProblem port =
                new PortProblem(
                        "p",
                        833,
                        64,
                        List.of(one("A", 3, 300, delay(15)), one("C", 1, 500, Targets.NONE)));
        List<ClassSolution> own = objective.solve(port, Tuning.DEFAULTS, 1).classes();
        Tuning common = Tuning.DEFAULTS.with(Tunable.COMMON_LIMIT, 1);
        List<ClassSolution> all = objective.solve(port, common, 1).classes();
        assertThat(own).extracting(one -> one.queue().limitPackets()).doesNotContain(64);
        assertThat(all).extracting(one -> one.queue().limitPackets()).containsOnly(64);
        for (int i = 0; i < all.size(); i++) {
            assertThat(all.get(i).queue().weightPackets())
                    .isEqualTo(own.get(i).queue().weightPackets());
            assertThat(all.get(i).queue().marking()).isEqualTo(own.get(i).queue().marking());
        }
        Tuning half = Tuning.DEFAULTS.with(Tunable.COMMON_LIMIT, 0.5);
        List<ClassSolution> some = objective.solve(port, half, 1).classes();
        for (int i = 0; i < some.size(); i++) {
            int limit = own.get(i).queue().limitPackets();
            assertThat(some.get(i).queue().limitPackets())
                    .isEqualTo(Math.round((limit + 64) / 2.0));
        }
    }

    /** Backlogged classes wait in one line: the strictest target of the more important holds. */
    @Test
    void thresholdsFollowTheStrictestTargetOfTheMoreImportant() {
        PortProblem port =
                new PortProblem(
                        "p",
                        1000,
                        600,
                        List.of(
                                one("A", 3, 300, delay(21)),
                                one("B", 2, 300, delay(101)),
                                one("C", 1, 300, delay(11))));
        PortSolution solution = solution(port, 0);
        double lagMs = Tuning.DEFAULTS.get(Tunable.FEEDBACK_LAG_MS);
        double[] standingMs = {21 - lagMs, 21 - lagMs, 11 - lagMs};
        for (int i = 0; i < 3; i++) {
            ClassSolution one = solution.classes().get(i);
            assertThat(one.queue().marking().thresholdPackets().orElseThrow())
                    .isEqualTo(
                            (int) Math.floor(one.queue().serviceRateBps() * standingMs[i] / 1000));
        }
    }

    @Test
    void withCommonThresholdsTheStrictestTargetOfAllHolds() {
        PortProblem port =
                new PortProblem(
                        "p",
                        1000,
                        600,
                        List.of(one("A", 3, 300, Targets.NONE), one("C", 1, 300, delay(11))));
        double standingMs = 11 - Tuning.DEFAULTS.get(Tunable.FEEDBACK_LAG_MS);

        ClassSolution alone = solution(port, 0).classes().get(0);
        ClassSolution common = solution(port, 1).classes().get(0);

        int following = (int) Math.floor(common.queue().serviceRateBps() * standingMs / 1000);
        assertThat(common.queue().marking().thresholdPackets()).hasValue(following);
        assertThat(alone.queue().marking().thresholdPackets().orElseThrow())
                .as("packets by A's limit alone")
                .isGreaterThan(10 * following);
    }

    @Test
    void aClassWithoutADelayTargetMayHaveALongerThreshold() {
        PortProblem port =
                new PortProblem(
                        "p",
                        1000,
                        600,
                        List.of(
                                one("A", 3, 300, delay(4)),
                                one("B", 2, 300, Targets.builder().jitterMs(500).build()),
                                one("C", 1, 300, Targets.builder().lossFraction(0.1).build())));
        List<ClassSolution> usual = objective.solve(port, Tuning.DEFAULTS, 1).classes();
        Tuning tuning = Tuning.DEFAULTS.with(Tunable.TOLERANT_THRESHOLD, 8);
        List<ClassSolution> longer = objective.solve(port, tuning, 1).classes();

        assertThat(thresholds(usual)).allMatch(packets -> packets < 8);
        assertThat(thresholds(longer))
                .containsExactly(thresholds(usual).get(0), thresholds(usual).get(1), 8);
        Tuning wide = Tuning.DEFAULTS.with(Tunable.TOLERANT_THRESHOLD, 1000);
        ClassSolution bounded = objective.solve(port, wide, 1).classes().get(2);
        assertThat(bounded.queue().marking().thresholdPackets())
                .hasValue(bounded.queue().limitPackets() / 2);
    }

    private static List<Integer> thresholds(List<ClassSolution> classes) {
        return classes.stream()
                .map(one -> one.queue().marking().thresholdPackets().orElseThrow())
                .collect(Collectors.toList());
    }

    private PortSolution solution(PortProblem port, double commonThreshold) {
        Tuning tuning = Tuning.DEFAULTS.with(Tunable.COMMON_THRESHOLD, commonThreshold);
        return objective.solve(port, tuning, 1);
    }
}
