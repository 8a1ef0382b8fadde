// SPDX-License-Identifier: Apache-2.0
package org.weir.control.solver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.weir.control.ClassKind;
import org.weir.control.TargetKind;
import org.weir.control.Targets;
import org.weir.control.cli.RandomPorts;
import org.weir.control.tuning.Tuning;

class InstalledSearchTest {
    private static final Objective DIRECT = Objective.named("targets", SolverMethod.DIRECT);
    private static final Objective DE = Objective.named("targets", SolverMethod.DE);
    private static final int PORTS = 300;

    private static int[] limits(PortSolution solution) {
        return solution.classes().stream().mapToInt(one -> one.queue().limitPackets()).toArray();
    }

    private static List<String> settings(PortSolution solution) {
        return solution.classes().stream()
                .map(
                        one ->
                                one.queue().weightPackets()
                                        + " "
                                        + one.queue().limitPackets()
                                        + " "
                                        + one.queue().marking()
                                        + " "
                                        + one.queue().targetRateBps())
                .collect(Collectors.toList());
    }

    /**
     * Weighted number of missed targets: each of a more important class outweighs all of less
     * important ones.
     */
    private static double missed(PortProblem port, PortSolution solution) {
        double missed = 0;
        for (int i = 0; i < port.classes().size(); i++) {
            double weight = weight(port, port.classes().get(i));
            missed += solution.classes().get(i).notGuaranteed().size() * weight;
        }
        return missed;
    }

    private static double weight(PortProblem port, ClassProblem one) {
        long above =
                port.classes().stream()
                        .map(ClassProblem::importance)
                        .filter(other -> other > one.importance())
                        .distinct()
                        .count();
        return Math.pow(64, -above);
    }

    @Test
    void missesNoMoreByImportanceThanTheDirectMethodAndSometimesLess() {
        int better = 0;
        for (PortProblem port : RandomPorts.of(PORTS, 11)) {
            double direct = missed(port, DIRECT.solve(port, Tuning.DEFAULTS, 1));
            double de = missed(port, DE.solve(port, Tuning.DEFAULTS, 1));
            assertThat(de).as(port.id()).isLessThanOrEqualTo(direct);
            better += de < direct ? 1 : 0;
        }
        assertThat(better).isGreaterThan(PORTS / 50);
    }

    /** The search counts a target as missed at the load that arrives, as the solution does. */
    @Test
    void countsTheTargetsThatTheSolutionMisses() {
        Pattern told = Pattern.compile("targets missed \\d+ to (\\d+)");
        SplittableRandom random = new SplittableRandom(14);
        int counted = 0;
        for (PortProblem port : RandomPorts.of(PORTS, 14)) {
            PortProblem bounded = withMaximumRates(port, random);
            PortSolution solution = DE.solve(bounded, Tuning.DEFAULTS, 1);
            Matcher matcher = told.matcher(solution.stop());
            if (matcher.find()) {
                int missed =
                        solution.classes().stream().mapToInt(c -> c.notGuaranteed().size()).sum();
                assertThat(Integer.parseInt(matcher.group(1))).as(port.id()).isEqualTo(missed);
                counted++;
            }
        }
        assertThat(counted).isGreaterThan(PORTS / 3);
    }

    /** A class that may send less than it does does not take from another what this one needs. */
    @Test
    void missesNoMoreUpToTheMaximumRatesThanTheDirectMethod() {
        SplittableRandom random = new SplittableRandom(15);
        for (PortProblem port : RandomPorts.of(PORTS, 15)) {
            PortProblem bounded = withMaximumRates(port, random);
            double direct = missedUpToMaximum(bounded, DIRECT);
            assertThat(missedUpToMaximum(bounded, DE)).as(port.id()).isLessThanOrEqualTo(direct);
        }
    }

    /** Nor does it take a share from another that this one wants. */
    @Test
    void noShareGivesWayForClassesAboveTheirMaximumRates() {
        Pattern told =
                Pattern.compile("largest share error (.+) to (.+) %, (\\d+) of (\\d+) packets");
        SplittableRandom random = new SplittableRandom(16);
        int searched = 0;
        for (PortProblem port : RandomPorts.of(PORTS, 16)) {
            PortProblem bounded = withMaximumRates(port, random);
            Matcher matcher = told.matcher(DE.solve(bounded, Tuning.DEFAULTS, 1).stop());
            if (missedUpToMaximum(bounded, DIRECT) == 0 && matcher.find()) {
                double before = Double.parseDouble(matcher.group(1));
                double after = Double.parseDouble(matcher.group(2));
                double used =
                        Double.parseDouble(matcher.group(3)) / Double.parseDouble(matcher.group(4));
                assertThat(after + 10 * (1 - used)).as(port.id()).isLessThan(before + 0.11);
                searched++;
            }
        }
        assertThat(searched).isGreaterThan(PORTS / 20);
    }

    private static double missedUpToMaximum(PortProblem port, Objective objective) {
        List<ClassSolution> solved = objective.solve(port, Tuning.DEFAULTS, 1).classes();
        double missed = 0;
        for (int i = 0; i < solved.size(); i++) {
            ClassProblem one = port.classes().get(i);
            double bits = one.packetBits();
            double servedPps = solved.get(i).queue().serviceRateBps() / bits;
            int limit = solved.get(i).queue().limitPackets();
            Prediction obedient = Prediction.of(one.entitledRate() / bits, servedPps, limit);
            for (TargetKind kind : TargetKind.values()) {
                double bound = one.targets().of(kind).orElse(Double.POSITIVE_INFINITY);
                boolean isMissed = one.entitledRate() > 0 && kind != TargetKind.MIN_RATE;
                isMissed = isMissed && obedient.of(kind) > bound * (1 + 1e-6);
                missed += isMissed ? weight(port, one) : 0;
            }
        }
        return missed;
    }

    /** The port whose classes may send 0.3 to 1.3 times what they do. */
    private static PortProblem withMaximumRates(PortProblem port, SplittableRandom random) {
        List<ClassProblem> classes = new ArrayList<>();
        for (ClassProblem one : port.classes()) {
            double most = Math.max(1, one.arrivalRate() * (0.3 + random.nextDouble()));
            Targets.Builder targets = Targets.builder().maxRateBps(most);
            one.targets().delayMs().ifPresent(targets::delayMs);
            one.targets().p99DelayMs().ifPresent(targets::p99DelayMs);
            one.targets().lossFraction().ifPresent(targets::lossFraction);
            classes.add(with(one, targets.build(), one.arrivalRate()));
        }
        return new PortProblem(port.id(), port.rate(), port.capacityPackets(), classes);
    }

    private static ClassProblem with(ClassProblem one, Targets targets, double arrivalBps) {
        return new ClassProblem(
                one.name(), one.kind(), one.importance(), targets, arrivalBps, one.packetBits(), 0);
    }

    @Test
    void givesTheSameAnswerForTheSameSeed() {
        for (PortProblem port : RandomPorts.of(PORTS / 3, 12)) {
            assertThat(settings(DE.solve(port, Tuning.DEFAULTS, 5)))
                    .isEqualTo(settings(DE.solve(port, Tuning.DEFAULTS, 5)));
        }
    }

    @Test
    void keepsToTheBufferAndGivesWeightsAndLimitsOneProportion() {
        for (PortProblem port : RandomPorts.of(PORTS, 13)) {
            PortSolution solution = DE.solve(port, Tuning.DEFAULTS, 1);
            int[] limits = limits(solution);
            int sum = Arrays.stream(limits).sum();
            assertThat(sum).isLessThanOrEqualTo(port.capacityPackets());
            long weights =
                    solution.classes().stream().mapToInt(one -> one.queue().weightPackets()).sum();
            for (int i = 0; i < limits.length; i++) {
                double byLimit = (double) limits[i] / sum;
                double byWeight =
                        (double) solution.classes().get(i).queue().weightPackets() / weights;
                assertThat(byWeight).isCloseTo(byLimit, within(1e-3));
            }
        }
    }

    /** 64 packets cannot be divided as 3:2:1; 60 can. */
    @Test
    void leavesPacketsUnusedWhereTheRestHasTheWantedProportion() {
        PortProblem port =
                new PortProblem(
                        "p", 1000, 64, List.of(backlogged(3), backlogged(2), backlogged(1)));
        assertThat(limits(DIRECT.solve(port, Tuning.DEFAULTS, 1))).containsExactly(32, 21, 11);
        PortSolution de = DE.solve(port, Tuning.DEFAULTS, 1);
        assertThat(limits(de)).containsExactly(30, 20, 10);
        assertThat(de.stop())
                .isEqualTo(
                        "direct: needs exceed the port, by importance; DE: targets missed 0 to 0,"
                                + " largest share error 3.1 to 0.0 %, 60 of 64 packets, 240"
                                + " evaluations");
    }

    private static ClassProblem backlogged(double importance) {
        return new ClassProblem(
                "c" + importance, ClassKind.C, importance, Targets.NONE, 1000, 1, 0);
    }

    @Test
    void doesNotSearchWhereRoundingHasTakenNothing() {
        PortProblem port =
                new PortProblem(
                        "p", 1000, 600, List.of(backlogged(3), backlogged(2), backlogged(1)));
        assertThat(DE.solve(port, Tuning.DEFAULTS, 1).stop()).endsWith("DE: nothing to gain");
    }

    /** No number of packets helps a class that sends three times its maximum rate. */
    @Test
    void doesNotSearchForAClassAboveItsMaximumRateWhereRoundingHasTakenNothing() {
        Targets targets = Targets.builder().delayMs(50).maxRateBps(100).build();
        ClassProblem over = new ClassProblem("o", ClassKind.A, 1, targets, 300, 1, 0);
        PortProblem port =
                new PortProblem("p", 1000, 600, List.of(backlogged(3), backlogged(2), over));
        PortSolution solution = DE.solve(port, Tuning.DEFAULTS, 1);
        assertThat(solution.classes().get(2).notGuaranteed()).isNotEmpty();
        assertThat(solution.stop()).endsWith("DE: nothing to gain");
        assertThat(settings(solution)).isEqualTo(settings(DIRECT.solve(port, Tuning.DEFAULTS, 1)));
    }
}
