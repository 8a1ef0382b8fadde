// SPDX-License-Identifier: Apache-2.0
package org.weir.control.solver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.weir.control.ClassKind;
import org.weir.control.TargetKind;
import org.weir.control.Targets;
import org.weir.control.de.DifferentialEvolution;
import org.weir.control.de.SearchResult;
import org.weir.control.tuning.Tunable;
import org.weir.control.tuning.Tuning;

class TargetsObjectiveTest {
    private static final double GAMMA = 833;
    private final Objective objective = Objective.named("targets");

    private static ClassProblem one(String name, double importance, double rate, Targets targets) {
        return new ClassProblem(name, ClassKind.C, importance, targets, rate, 1, 0);
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
        assertThat(solution.classes().get(0).predicted().delayMs()).isLessThanOrEqualTo(10);
        assertThat(solution.classes().get(0).slackRate()).isPositive();
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
        assertThat(classes.get(0).missed()).isEmpty();
        assertThat(classes.get(1).missed()).isEmpty();
        MissedTarget missed = classes.get(2).missed().get(0);
        assertThat(missed.kind()).isEqualTo(TargetKind.DELAY);
        assertThat(missed.wanted()).isEqualTo(20);
        assertThat(missed.predicted()).isGreaterThan(60);
        assertThat(missed.excess()).isGreaterThan(2);
        assertThat(missed.neededRate()).isGreaterThan(classes.get(2).serviceRate());
    }

    @Test
    void guaranteedRatesComeBeforeLoads() {
        PortSolution solution =
                solve(
                        1000,
                        200,
                        one("A", 3, 5000, delay(10)),
                        one("B", 1, 500, Targets.builder().minRateBps(300).build()));
        assertThat(solution.classes().get(1).missed()).isEmpty();
        assertThat(solution.classes().get(1).serviceRate()).isGreaterThanOrEqualTo(298);
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
        assertThat(solution.classes().get(0).limitPackets()).isEqualTo(300);
        assertThat(solution.classes().get(1).limitPackets()).isEqualTo(200);
        assertThat(solution.classes().get(2).limitPackets()).isEqualTo(100);
        assertThat(solution.classes().get(0).missed()).hasSize(1);
        assertThat(solution.classes().get(0).targetRate()).isCloseTo(0.95 * 500, within(1e-6));
    }

    /** With a lower floor, senders are slowed until the model says the target is kept. */
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
            assertThat(one.missed()).hasSize(1);
            assertThat(one.missed().get(0).keptByFeedback()).isTrue();
            assertThat(one.afterFeedback().delayMs()).isCloseTo(10, within(0.01));
            assertThat(one.targetRate()).isCloseTo(400, within(1.0));
        }
    }

    /** Backlogged classes wait in one line: the strictest target of the more important holds. */
    @Test
    void thresholdsFollowTheStrictestTargetOfTheMoreImportant() {
        PortSolution solution =
                solve(
                        1000,
                        600,
                        one("A", 3, 300, delay(21)),
                        one("B", 2, 300, delay(101)),
                        one("C", 1, 300, delay(11)));
        double lagMs = Tuning.DEFAULTS.get(Tunable.FEEDBACK_LAG_MS);
        double[] standingMs = {21 - lagMs, 21 - lagMs, 11 - lagMs};
        for (int i = 0; i < 3; i++) {
            ClassSolution one = solution.classes().get(i);
            assertThat(one.thresholdPackets())
                    .isEqualTo((int) Math.floor(one.serviceRate() * standingMs[i] / 1000));
        }
    }

    @Test
    void tooManyGuaranteesAreGivenByImportanceAndTheRestNamed() {
        Targets sixty = Targets.builder().minRateBps(600).build();
        PortSolution solution = solve(1000, 200, one("A", 2, 100, sixty), one("B", 1, 100, sixty));
        assertThat(solution.classes().get(0).missed()).isEmpty();
        MissedTarget missed = solution.classes().get(1).missed().get(0);
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
        assertThat(solution.classes().get(2).weight())
                .isGreaterThanOrEqualTo(protectedShare / 6 - 1.0 / 256);
        assertThat(solution.classes().get(1).weight())
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
        assertThat(solution.classes().get(0).limitPackets()).isEqualTo(300);
        assertThat(solution.classes().get(1).limitPackets()).isEqualTo(200);
        assertThat(solution.classes().get(2).limitPackets()).isEqualTo(100);
    }

    @Test
    void theMaximumRateBoundsLoadAndTargetRate() {
        PortSolution solution =
                solve(
                        1000,
                        256,
                        one("A", 1, 5000, Targets.builder().maxRateBps(100).build()),
                        one("B", 1, 800, Targets.NONE));
        assertThat(solution.classes().get(0).targetRate()).isEqualTo(100);
        assertThat(solution.classes().get(1).serviceRate()).isGreaterThan(800);
    }

    /** What others leave unused is for whoever can use it: the port never idles beside a queue. */
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
        assertThat(solution.classes().get(0).serviceRate()).isGreaterThan(700);
        assertThat(bulk.serviceRate()).isLessThan(150);
        // 1000 less what carries A and B at 95 % load.
        double left = 1000 - 260 / 0.95 - 300 / 0.95;
        assertThat(bulk.targetRate()).isCloseTo(0.95 * left, within(1e-6));
        assertThat(bulk.afterFeedback().lossFraction()).isLessThan(0.1);
        // A's own share is not touched by that.
        assertThat(solution.classes().get(0).missed()).isEmpty();
    }

    /** Capacity that nobody uses is divided by weight, so that nobody counts on all of it. */
    @Test
    void unusedCapacityIsDividedByWeight() {
        PortSolution solution =
                solve(1000, 256, one("A", 1, 0, Targets.NONE), one("B", 1, 0, Targets.NONE));
        for (ClassSolution one : solution.classes()) {
            assertThat(one.targetRate()).isCloseTo(0.95 * 500, within(1e-6));
        }
    }

    @Test
    void missedTargetsSayWhatWouldFixThem() {
        Targets targets = delay(10);
        PortSolution solution =
                solve(1000, 256, one("A", 2, 500, delay(5)), one("B", 1, 600, targets));
        ClassSolution low = solution.classes().get(1);
        MissedTarget missed = low.missed().get(0);
        // With the rate that is named, or with the load, the target is kept; with less, it is not.
        double capacity = low.limitPackets();
        assertThat(
                        Prediction.of(missed.bearableRate(), low.serviceRate(), low.weight() * 256)
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
        assertThat(solution.classes().get(0).limitPackets()).isEqualTo(200);
        assertThat(solution.classes().get(1).limitPackets()).isEqualTo(20);
        assertThat(solution.classes().get(0).weight()).isCloseTo(0.5, within(1e-9));
    }

    /** Everything the data plane relies on, over random ports. */
    @Test
    void everyAnswerKeepsTheDataPlanesRules() {
        SplittableRandom random = new SplittableRandom(11);
        for (int run = 0; run < 3000; run++) {
            PortProblem port = randomPort(random);
            PortSolution solution = objective.solve(port, Tuning.DEFAULTS, 1);
            int limits = 0;
            double weights = 0;
            for (int i = 0; i < port.classes().size(); i++) {
                ClassSolution one = solution.classes().get(i);
                limits += one.limitPackets();
                weights += one.weight();
                assertThat(one.thresholdPackets()).isBetween(1, one.limitPackets() - 1);
                assertThat(one.weightPackets()).isPositive();
                assertThat(one.targetRate())
                        .isGreaterThanOrEqualTo(0.95 * one.serviceRate() * (1 - 1e-12))
                        .isLessThanOrEqualTo(0.95 * port.rate() * (1 + 1e-12));
                assertThat(one.serviceRate())
                        .isCloseTo(one.weight() * port.rate(), within(1e-6 * port.rate()));
            }
            assertThat(limits).isEqualTo(port.capacityPackets());
            assertThat(weights).isCloseTo(1, within(1e-12));
        }
    }

    /**
     * With distinct importances, equal and rate-proportional weights never keep the targets of more
     * important classes where the answer does not, guarantees and protected shares being turned
     * off.
     */
    @Test
    void isNeverWorseThanEqualOrProportionalWeights() {
        Tuning plain =
                Tuning.DEFAULTS.with(Tunable.PROTECTED_SHARE, 0).with(Tunable.IDLE_SHARE, 0.01);
        SplittableRandom random = new SplittableRandom(12);
        for (int run = 0; run < 2000; run++) {
            PortProblem port = randomPort(random);
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
            boolean weMiss = !ours.classes().get(i).missed().isEmpty();
            boolean theyMiss = !theirs.classes().get(i).missed().isEmpty();
            if (theyMiss && !weMiss) {
                return;
            }
            assertThat(weMiss && !theyMiss)
                    .as(
                            "%s: %s against %s",
                            port.classes().get(i).name(), ours.stop(), describe(port, ours, theirs))
                    .isFalse();
        }
    }

    private static String describe(PortProblem port, PortSolution ours, PortSolution theirs) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < port.classes().size(); i++) {
            ClassProblem one = port.classes().get(i);
            text.append(
                    String.format(
                            "%n%s imp %.1f lambda %.4f %s: ours %.4f %s, theirs %.4f %s",
                            one.name(),
                            one.importance(),
                            one.arrivalRate() / port.rate(),
                            one.targets(),
                            ours.classes().get(i).weight(),
                            ours.classes().get(i).missed(),
                            theirs.classes().get(i).weight(),
                            theirs.classes().get(i).missed()));
        }
        return text.toString();
    }

    private static double importance(PortProblem port, int index) {
        return port.classes().get(index).importance();
    }

    /** More importance never means a smaller share. */
    @Test
    void isMonotoneInImportance() {
        SplittableRandom random = new SplittableRandom(13);
        for (int run = 0; run < 2000; run++) {
            PortProblem port = randomPort(random);
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
            double before = objective.solve(port, Tuning.DEFAULTS, 1).classes().get(index).weight();
            double after =
                    objective
                            .solve(
                                    new PortProblem(
                                            "p", port.rate(), port.capacityPackets(), raised),
                                    Tuning.DEFAULTS,
                                    1)
                            .classes()
                            .get(index)
                            .weight();
            assertThat(after).isGreaterThanOrEqualTo(before - 1.5 / port.capacityPackets());
        }
    }

    /** Against a grid: where any weights meet all targets, the answer does. */
    @Test
    void meetsAllTargetsWhereverAGridDoes() {
        Tuning fine =
                Tuning.DEFAULTS.with(Tunable.PROTECTED_SHARE, 0).with(Tunable.IDLE_SHARE, 0.01);
        SplittableRandom random = new SplittableRandom(14);
        int feasible = 0;
        for (int run = 0; run < 60; run++) {
            PortProblem port = randomPort(random, 3);
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
                assertThat(solved.feasible()).as("%s", describe(port, solved, solved)).isTrue();
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
            PortProblem port = randomPort(random, 2 + random.nextInt(3));
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
     * The division, where all needs fit: no point of a grid that closes in on its best one leaves
     * the scarcest class more to spare, by more than 1e-6. What a class needs is found by brute
     * force too: the model is asked at every share.
     */
    @Test
    void agreesWithBruteForceForThreeClasses() {
        SplittableRandom random = new SplittableRandom(16);
        int fitting = 0;
        for (int run = 0; run < 80; run++) {
            PortProblem port = randomPort(random, 3);
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
                for (int i = 0; i < 3; i++) {
                    // As near as whole packets can come.
                    assertThat(need[i] / solved.classes().get(i).weight())
                            .isLessThanOrEqualTo(1 + 1e-6);
                    assertThat(solved.classes().get(i).weight())
                            .isCloseTo(need[i] / total, within(4.0 / port.capacityPackets()));
                }
            }
        }
        assertThat(fitting).isBetween(20, 79);
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
     * important still.
     */
    @Test
    void inAShortageNoDivisionIsBetterByImportance() {
        Tuning plain =
                Tuning.DEFAULTS.with(Tunable.PROTECTED_SHARE, 0).with(Tunable.IDLE_SHARE, 0.01);
        SplittableRandom random = new SplittableRandom(17);
        int shortages = 0;
        for (int run = 0; run < 300; run++) {
            PortProblem port = randomPort(random, 3);
            PortSolution solved = objective.solve(port, plain, 1);
            if (solved.objectiveValue() <= 1) {
                continue;
            }
            shortages++;
            double[] ours = new double[3];
            double[] need = new double[3];
            for (int i = 0; i < 3; i++) {
                ClassSolution one = solved.classes().get(i);
                ours[i] = one.weight();
                ClassProblem given = port.classes().get(i);
                need[i] =
                        new QueueNeed(port, given, plain.get(Tunable.MIN_LIMIT))
                                .leastShare(given.entitledRate());
            }
            double grain = 2.0 / port.capacityPackets();
            for (int a = 1; a < 60; a++) {
                for (int b = 1; a + b < 60; b++) {
                    double[] theirs = {a / 60.0, b / 60.0, (60 - a - b) / 60.0};
                    // The random ports list the least important first.
                    for (int i = 2; i >= 0; i--) {
                        double wanted = Math.min(1, need[i]);
                        double theyGive = Math.min(wanted, theirs[i]);
                        double weGive = Math.min(wanted, ours[i]);
                        if (weGive > theyGive + grain) {
                            break;
                        }
                        double idle = 0.01 * (2 - i + 1);
                        assertThat(weGive)
                                .as("class %d, %s", i, describe(port, solved, solved))
                                .isGreaterThanOrEqualTo(theyGive - grain - idle - 1.0 / 60);
                    }
                }
            }
        }
        assertThat(shortages).isGreaterThan(50);
    }

    private static PortProblem randomPort(SplittableRandom random) {
        return randomPort(random, 2 + random.nextInt(7));
    }

    private static PortProblem randomPort(SplittableRandom random, int count) {
        double rate = Math.pow(10, 3 + 4 * random.nextDouble());
        double packetMs = 1000 / rate;
        List<ClassProblem> classes = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Targets.Builder targets = Targets.builder();
            if (random.nextInt(2) == 0) {
                targets.delayMs(packetMs * Math.pow(10, 1 + 2 * random.nextDouble()));
            }
            if (random.nextInt(3) == 0) {
                targets.p99DelayMs(packetMs * Math.pow(10, 1.5 + 2 * random.nextDouble()));
            }
            if (random.nextInt(4) == 0) {
                targets.lossFraction(Math.pow(10, -1 - 3 * random.nextDouble()));
            }
            double lambda = random.nextInt(6) == 0 ? 0 : 2 * rate / count * random.nextDouble();
            classes.add(one("c" + i, i + 1 + random.nextDouble(), lambda, targets.build()));
        }
        return new PortProblem("p", rate, 200 * count, classes);
    }
}
