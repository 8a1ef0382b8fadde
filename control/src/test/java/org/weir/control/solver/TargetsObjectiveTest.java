// SPDX-License-Identifier: Apache-2.0
package org.weir.control.solver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.weir.control.ClassKind;
import org.weir.control.Marking;
import org.weir.control.TargetKind;
import org.weir.control.Targets;
import org.weir.control.tuning.Tunable;
import org.weir.control.tuning.Tuning;
import org.weir.rules.ComputesOnly;

@ComputesOnly
class TargetsObjectiveTest {
    private static final double GAMMA = 833;
    private final Objective objective = Objective.named("targets");

    private static ClassProblem one(String name, double importance, double rate, Targets targets) {
        return new ClassProblem(name, ClassKind.C, importance, targets, rate, 1, 0);
    }

    /** λ* asks the senders to keep to the maximum rate; that they do is not guaranteed. */
    @Test
    void theMaximumRateLowersLambdaStarAndNotThePredictedLoad() {
        Targets targets = Targets.builder().delayMs(10).maxRateBps(200).build();
        ClassSolution solved =
                solve(1000, 64, one("A", 1, 900, targets), one("B", 1, 600, Targets.NONE))
                        .classes()
                        .get(0);
        double served = solved.queue().serviceRateBps();
        Prediction offered = Prediction.of(900, served, solved.queue().limitPackets());

        assertThat(solved.queue().targetRateBps()).isLessThanOrEqualTo(200);
        assertThat(solved.guaranteed().delayMs()).isCloseTo(offered.delayMs(), within(1e-9));
        assertThat(solved.notGuaranteed()).hasSize(1);
        assertThat(solved.notGuaranteed().get(0).keptByFeedback()).isTrue();
        assertThat(solved.slackRate()).as("it lacks service rate").isNegative();
        assertThat(solved.notGuaranteed().get(0).neededRate())
                .isCloseTo(served - solved.slackRate(), within(1e-6))
                .isGreaterThan(900);
    }

    private static Targets delay(double ms) {
        return Targets.builder().delayMs(ms).build();
    }

    private PortSolution solve(double gamma, int capacity, ClassProblem... classes) {
        return objective.solve(
                new PortProblem("p", gamma, capacity, List.of(classes)), Tuning.DEFAULTS, 1);
    }

    @Test
    void meetsTheVoiceTargetWherePublishedFails() {
        PortSolution solution =
                solve(
                        GAMMA,
                        64,
                        one("A", 1, 200, delay(10)),
                        one("B", 1, 200, Targets.NONE),
                        one("C", 1, 200, Targets.NONE));
        assertThat(solution.feasible()).isTrue();
        assertThat(solution.classes().get(0).guaranteed().delayMs()).isLessThanOrEqualTo(10);
        assertThat(solution.classes().get(0).slackRate()).isPositive();
    }

    @Test
    void whatIsLeftOfThePortIsLeftByAllTargetRatesTogetherAndKeptByRate() {
        List<ClassProblem> classes =
                List.of(
                        one("A", 3, 300, delay(15)),
                        one("B", 2, 200, delay(20)),
                        one("C", 1, 500, Targets.NONE));
        Tuning tuning = Tuning.DEFAULTS.with(Tunable.PORT_UTILIZATION, 0.6);
        PortProblem port = new PortProblem("p", GAMMA, 64, classes);
        double sum = 0;
        for (ClassSolution solved : objective.solve(port, tuning, 1).classes()) {
            assertThat(solved.queue().marking()).isEqualTo(Marking.BY_RATE);
            sum += solved.queue().targetRateBps();
        }
        assertThat(sum).isCloseTo(0.6 * GAMMA, within(1e-6 * GAMMA));
        for (ClassSolution solved : objective.solve(port, Tuning.DEFAULTS, 1).classes()) {
            assertThat(solved.queue().marking().thresholdPackets().orElseThrow())
                    .isBetween(1, solved.queue().limitPackets());
        }
    }

    @Test
    void aClassAloneMayComeToHaveAllThatMayBeTaken() {
        Tuning tuning = Tuning.DEFAULTS.with(Tunable.PORT_UTILIZATION, 0.6);
        double load = 10;
        for (int round = 0; round < 60; round++) {
            PortProblem port =
                    new PortProblem(
                            "p",
                            GAMMA,
                            64,
                            List.of(one("A", 3, 0, delay(15)), one("C", 1, load, Targets.NONE)));
            load = objective.solve(port, tuning, 1).classes().get(1).queue().targetRateBps();
        }
        assertThat(load).isCloseTo(0.6 * GAMMA, within(0.01 * GAMMA));
    }

    @Test
    void inOverloadTheLowestImportanceGivesWayFirstAndIsNamed() {
        PortSolution solution =
                solve(
                        GAMMA,
                        64,
                        one("A", 3, 400, delay(15)),
                        one("B", 2, 200, delay(20)),
                        one("C", 1, 400, delay(20)));
        List<ClassSolution> classes = solution.classes();
        assertThat(solution.feasible()).isFalse();
        assertThat(classes.get(0).notGuaranteed()).isEmpty();
        assertThat(classes.get(1).notGuaranteed()).isEmpty();
        MissedTarget missed = classes.get(2).notGuaranteed().get(0);
        assertThat(missed.kind()).isEqualTo(TargetKind.DELAY);
        assertThat(missed.wanted()).isEqualTo(20);
        assertThat(missed.predicted()).isGreaterThan(60);
        assertThat(missed.excess()).isGreaterThan(2);
        assertThat(missed.neededRate()).isGreaterThan(classes.get(2).queue().serviceRateBps());
    }

    @Test
    void guaranteedRatesComeBeforeLoads() {
        PortSolution solution =
                solve(
                        1000,
                        200,
                        one("A", 3, 5000, delay(10)),
                        one("B", 1, 500, Targets.builder().minRateBps(300).build()));
        assertThat(solution.classes().get(1).notGuaranteed()).isEmpty();
        assertThat(solution.classes().get(1).queue().serviceRateBps()).isGreaterThanOrEqualTo(298);
    }

    /** An elastic class with a guaranteed rate does not grow at the cost of the others. */
    @Test
    void aGuaranteedRateLimitsWhatTargetsMayTake() {
        Targets guaranteed = Targets.builder().delayMs(10).minRateBps(100).build();
        PortSolution solution =
                solve(
                        1000,
                        600,
                        one("A", 3, 600, guaranteed),
                        one("B", 2, 500, Targets.NONE),
                        one("C", 1, 500, Targets.NONE));
        assertThat(solution.classes().get(0).queue().limitPackets()).isEqualTo(300);
        assertThat(solution.classes().get(1).queue().limitPackets()).isEqualTo(200);
        assertThat(solution.classes().get(2).queue().limitPackets()).isEqualTo(100);
        assertThat(solution.classes().get(0).notGuaranteed()).hasSize(1);
        assertThat(solution.classes().get(0).queue().targetRateBps())
                .isCloseTo(0.95 * 500, within(1e-6));
    }

    /** A lower floor slows senders until the model predicts the target kept. */
    @Test
    void targetRatesCanBeMadeToKeepDelayTargets() {
        PortProblem port =
                new PortProblem(
                        "p",
                        1000,
                        600,
                        List.of(one("A", 1, 700, delay(10)), one("B", 1, 700, delay(10))));
        Tuning slowing = Tuning.DEFAULTS.with(Tunable.THROTTLE_FLOOR, 0.5);
        for (ClassSolution one : objective.solve(port, slowing, 1).classes()) {
            assertThat(one.notGuaranteed()).hasSize(1);
            assertThat(one.notGuaranteed().get(0).keptByFeedback()).isTrue();
            assertThat(one.afterFeedback().delayMs()).isCloseTo(10, within(0.01));
            assertThat(one.queue().targetRateBps()).isCloseTo(400, within(1.0));
        }
    }

    @Test
    void tooManyGuaranteesAreGivenByImportanceAndTheRestNamed() {
        Targets sixty = Targets.builder().minRateBps(600).build();
        PortSolution solution = solve(1000, 200, one("A", 2, 100, sixty), one("B", 1, 100, sixty));
        assertThat(solution.classes().get(0).notGuaranteed()).isEmpty();
        MissedTarget missed = solution.classes().get(1).notGuaranteed().get(0);
        assertThat(missed.kind()).isEqualTo(TargetKind.MIN_RATE);
        assertThat(missed.excess()).isCloseTo(1.0 / 3, within(0.02));
    }

    @Test
    void noClassIsStarvedByAMoreImportantOne() {
        PortSolution solution =
                solve(
                        1000,
                        256,
                        one("A", 3, 1e5, delay(10)),
                        one("B", 2, 1e5, delay(10)),
                        one("C", 1, 1e5, Targets.NONE));
        double protectedShare = Tuning.DEFAULTS.get(Tunable.PROTECTED_SHARE);
        assertThat(solution.classes().get(2).queue().weightFraction())
                .isGreaterThanOrEqualTo(protectedShare / 6 - 1.0 / 256);
        assertThat(solution.classes().get(1).queue().weightFraction())
                .isGreaterThanOrEqualTo(protectedShare / 3 - 1.0 / 256);
    }

    @Test
    void withoutTargetsOverloadIsSharedByImportance() {
        PortSolution solution =
                solve(
                        1000,
                        600,
                        one("A", 3, 1e4, Targets.NONE),
                        one("B", 2, 1e4, Targets.NONE),
                        one("C", 1, 1e4, Targets.NONE));
        assertThat(solution.classes().get(0).queue().limitPackets()).isEqualTo(300);
        assertThat(solution.classes().get(1).queue().limitPackets()).isEqualTo(200);
        assertThat(solution.classes().get(2).queue().limitPackets()).isEqualTo(100);
    }

    @Test
    void theMaximumRateBoundsLoadAndTargetRate() {
        PortSolution solution =
                solve(
                        1000,
                        256,
                        one("A", 1, 5000, Targets.builder().maxRateBps(100).build()),
                        one("B", 1, 800, Targets.NONE));
        assertThat(solution.classes().get(0).queue().targetRateBps()).isEqualTo(100);
        assertThat(solution.classes().get(1).queue().serviceRateBps()).isGreaterThan(800);
    }

    /** A class may use the rate that others leave unused: the port never idles beside a queue. */
    @Test
    void aClassMaySendWhatOthersLeave() {
        PortSolution solution =
                solve(
                        1000,
                        256,
                        one("A", 3, 260, delay(2)),
                        one("B", 2, 300, Targets.NONE),
                        one("C", 1, 600, Targets.NONE));
        ClassSolution bulk = solution.classes().get(2);
        assertThat(solution.classes().get(0).queue().serviceRateBps()).isGreaterThan(700);
        assertThat(bulk.queue().serviceRateBps()).isLessThan(150);
        // 1000 less what carries A and B at 95 % load.
        double left = 1000 - 260 / 0.95 - 300 / 0.95;
        assertThat(bulk.queue().targetRateBps()).isCloseTo(0.95 * left, within(1e-6));
        assertThat(bulk.afterFeedback().lossFraction()).isLessThan(0.1);
        // A's own share is not touched by that.
        assertThat(solution.classes().get(0).notGuaranteed()).isEmpty();
    }

    /** Capacity that nobody uses is divided by weight, so that nobody counts on all of it. */
    @Test
    void unusedCapacityIsDividedByWeight() {
        PortSolution solution =
                solve(1000, 256, one("A", 1, 0, Targets.NONE), one("B", 1, 0, Targets.NONE));
        for (ClassSolution one : solution.classes()) {
            assertThat(one.queue().targetRateBps()).isCloseTo(0.95 * 500, within(1e-6));
        }
    }

    @Test
    void missedTargetsSayWhatWouldFixThem() {
        Targets targets = delay(10);
        PortSolution solution =
                solve(1000, 256, one("A", 2, 500, delay(5)), one("B", 1, 600, targets));
        ClassSolution low = solution.classes().get(1);
        MissedTarget missed = low.notGuaranteed().get(0);
        // With the rate that is named, or with the load, the target is kept; with less, it is not.
        double capacity = low.queue().limitPackets();
        assertThat(
                        Prediction.of(
                                        missed.bearableRate(),
                                        low.queue().serviceRateBps(),
                                        low.queue().weightFraction() * 256)
                                .delayMs())
                .isCloseTo(10, within(1e-6));
        assertThat(
                        Prediction.of(600, missed.neededRate(), missed.neededRate() / 1000 * 256)
                                .delayMs())
                .isCloseTo(10, within(1e-6));
        assertThat(capacity).isLessThan(256);
    }

    @Test
    void packetSizesTurnSharesOfWorkIntoSharesOfPackets() {
        ClassProblem small = new ClassProblem("A", ClassKind.A, 1, Targets.NONE, 1e7, 8 * 125, 0);
        ClassProblem large = new ClassProblem("B", ClassKind.C, 1, Targets.NONE, 1e7, 8 * 1250, 0);
        PortSolution solution =
                objective.solve(
                        new PortProblem("p", 1e7, 220, List.of(small, large)), Tuning.DEFAULTS, 1);
        assertThat(solution.classes().get(0).queue().limitPackets()).isEqualTo(200);
        assertThat(solution.classes().get(1).queue().limitPackets()).isEqualTo(20);
        assertThat(solution.classes().get(0).queue().weightFraction()).isCloseTo(0.5, within(1e-9));
    }

    /** Everything the data plane relies on, over random ports. */
    @Test
    void everyAnswerKeepsTheDataPlanesRules() {
        SplittableRandom random = new SplittableRandom(11);
        for (int run = 0; run < 3000; run++) {
            PortProblem port = RandomPorts.randomPort(random);
            PortSolution solution = objective.solve(port, Tuning.DEFAULTS, 1);
            int limits = 0;
            double weights = 0;
            for (int i = 0; i < port.classes().size(); i++) {
                ClassSolution one = solution.classes().get(i);
                limits += one.queue().limitPackets();
                weights += one.queue().weightFraction();
                assertThat(one.queue().marking().thresholdPackets().orElseThrow())
                        .isBetween(1, one.queue().limitPackets() - 1);
                assertThat(one.queue().weightPackets()).isPositive();
                assertThat(one.queue().targetRateBps())
                        .isGreaterThanOrEqualTo(0.95 * one.queue().serviceRateBps() * (1 - 1e-12))
                        .isLessThanOrEqualTo(0.95 * port.rate() * (1 + 1e-12));
                assertThat(one.queue().serviceRateBps())
                        .isCloseTo(
                                one.queue().weightFraction() * port.rate(),
                                within(1e-6 * port.rate()));
            }
            assertThat(limits)
                    .isBetween((int) (0.83 * port.capacityPackets()), port.capacityPackets());
            assertThat(weights).isCloseTo(1, within(1e-12));
        }
    }

    /**
     * Equal and rate-proportional weights never keep the targets of more important classes where
     * the answer does not, with distinct importances, and guarantees and protected shares turned
     * off.
     */
    @Test
    void isNeverWorseThanEqualOrProportionalWeights() {
        Tuning plain =
                Tuning.DEFAULTS.with(Tunable.PROTECTED_SHARE, 0).with(Tunable.IDLE_SHARE, 0.01);
        SplittableRandom random = new SplittableRandom(12);
        for (int run = 0; run < 2000; run++) {
            PortProblem port = RandomPorts.randomPort(random);
            int count = port.classes().size();
            double[] equal = new double[count];
            double[] proportional = new double[count];
            double sum = 0;
            for (int i = 0; i < count; i++) {
                equal[i] = 1.0 / count;
                proportional[i] = port.classes().get(i).arrivalRate() + 1e-3 * port.rate();
                sum += proportional[i];
            }
            for (int i = 0; i < count; i++) {
                proportional[i] /= sum;
            }
            PortSolution solved = objective.solve(port, plain, 1);
            notWorse(port, solved, objective.evaluate(port, equal, plain));
            notWorse(port, solved, objective.evaluate(port, proportional, plain));
        }
    }

    /** Compares by importance: at the first level that differs, ours has fewer classes missing. */
    private static void notWorse(PortProblem port, PortSolution ours, PortSolution theirs) {
        List<Integer> order = new ArrayList<>();
        for (int i = 0; i < port.classes().size(); i++) {
            order.add(i);
        }
        order.sort((a, b) -> Double.compare(importance(port, b), importance(port, a)));
        for (int i : order) {
            boolean weMiss = !ours.classes().get(i).notGuaranteed().isEmpty();
            boolean theyMiss = !theirs.classes().get(i).notGuaranteed().isEmpty();
            if (theyMiss && !weMiss) {
                return;
            }
            assertThat(weMiss && !theyMiss)
                    .as(
                            "%s: %s against %s",
                            port.classes().get(i).name(),
                            ours.stop(),
                            RandomPorts.describe(port, ours, theirs))
                    .isFalse();
        }
    }

    private static double importance(PortProblem port, int index) {
        return port.classes().get(index).importance();
    }

    /** More importance never means a smaller share. */
    @Test
    void isMonotoneInImportance() {
        Objective direct = Objective.named("targets", SolverMethod.DIRECT);
        SplittableRandom random = new SplittableRandom(13);
        for (int run = 0; run < 2000; run++) {
            PortProblem port = RandomPorts.randomPort(random);
            List<ClassProblem> raised = new ArrayList<>(port.classes());
            int index = random.nextInt(raised.size());
            ClassProblem old = raised.get(index);
            raised.set(
                    index,
                    one(
                            old.name(),
                            old.importance() * 1.5 + 0.01,
                            old.arrivalRate(),
                            old.targets()));
            double before =
                    direct.solve(port, Tuning.DEFAULTS, 1)
                            .classes()
                            .get(index)
                            .queue()
                            .weightFraction();
            double after =
                    direct.solve(
                                    new PortProblem(
                                            "p", port.rate(), port.capacityPackets(), raised),
                                    Tuning.DEFAULTS,
                                    1)
                            .classes()
                            .get(index)
                            .queue()
                            .weightFraction();
            assertThat(after).isGreaterThanOrEqualTo(before - 2.0 / port.capacityPackets());
        }
    }
}
