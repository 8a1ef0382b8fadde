// SPDX-License-Identifier: Apache-2.0
package org.weir.control.cli;

import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;
import org.weir.control.TargetKind;
import org.weir.control.Targets;
import org.weir.control.solver.ClassProblem;
import org.weir.control.solver.ClassSolution;
import org.weir.control.solver.Objective;
import org.weir.control.solver.PortProblem;
import org.weir.control.solver.PortSolution;
import org.weir.control.solver.Prediction;
import org.weir.control.solver.SolverMethod;
import org.weir.control.tuning.Tuning;

/**
 * Report on targets of random ports that the solver promises and the installed settings miss. For
 * each class the queue model is evaluated again, with the share that results from the installed
 * whole numbers while all other classes are backlogged: the smaller of the class's part of the
 * packets per level and its part of the queue limits.
 */
final class PromiseReport {
    /** Relative excess up to which a target counts as kept, because of rounding errors. */
    private static final double ROUNDING = 1e-6;

    private final SolverMethod method;
    private int loaded;
    private int promised;
    private int broken;
    private int missedTargets;
    private double worstShareError;

    private PromiseReport(SolverMethod method) {
        this.method = method;
    }

    /** The report on the ports of a seed, by both methods. */
    static String of(int ports, long seed) {
        PromiseReport direct = new PromiseReport(SolverMethod.DIRECT);
        PromiseReport de = new PromiseReport(SolverMethod.DE);
        int more = 0;
        int fewer = 0;
        for (PortProblem port : RandomPorts.of(ports, seed)) {
            int before = direct.add(port, seed);
            int after = de.add(port, seed);
            more += after > before ? 1 : 0;
            fewer += after < before ? 1 : 0;
        }
        String row = "%-58s %8s %8s";
        List<String> lines =
                List.of(
                        format("%d ports, %d loaded classes", ports, direct.loaded),
                        format(row, "", direct.method.word(), de.method.word()),
                        format(
                                row,
                                "classes promised all their targets",
                                direct.promised,
                                de.promised),
                        format(
                                row,
                                "of these, missed by what is installed",
                                direct.broken,
                                de.broken),
                        format(row, "targets missed", direct.missedTargets, de.missedTargets),
                        format(
                                row,
                                "largest error of an installed share, % of the port",
                                percent(direct.worstShareError),
                                percent(de.worstShareError)),
                        format(
                                "de promises more classes their targets on %d ports, fewer on %d",
                                more, fewer));
        return String.join("\n", lines) + "\n";
    }

    private static String percent(double share) {
        return format("%.2f", 100 * share);
    }

    /** Solves a port; returns how many of its classes are promised all their targets. */
    private int add(PortProblem port, long seed) {
        PortSolution solution =
                Objective.named("targets", method).solve(port, Tuning.DEFAULTS, seed);
        double[] byWeight = shares(port, solution, one -> one.queue().weightPackets());
        double[] byLimit = shares(port, solution, one -> one.queue().limitPackets());
        int promisedHere = 0;
        for (int i = 0; i < byWeight.length; i++) {
            ClassProblem one = port.classes().get(i);
            ClassSolution solved = solution.classes().get(i);
            double told = solved.queue().weightFraction();
            double error = Math.max(Math.abs(byWeight[i] - told), Math.abs(byLimit[i] - told));
            worstShareError = Math.max(worstShareError, error);
            missedTargets += solved.notGuaranteed().size();
            if (one.entitledRate() == 0) {
                continue;
            }
            loaded++;
            if (solved.notGuaranteed().isEmpty()) {
                promisedHere++;
                double share = Math.min(byWeight[i], byLimit[i]);
                broken += misses(port, one, solved, share) ? 1 : 0;
            }
        }
        promised += promisedHere;
        return promisedHere;
    }

    /** The shares of the port's rate that classes get in proportion to given numbers of packets. */
    private static double[] shares(
            PortProblem port, PortSolution solution, ToDoubleFunction<ClassSolution> packets) {
        double[] shares = new double[solution.classes().size()];
        double sum = 0;
        for (int i = 0; i < shares.length; i++) {
            double work = port.classes().get(i).packetBits();
            shares[i] = packets.applyAsDouble(solution.classes().get(i)) * work;
            sum += shares[i];
        }
        for (int i = 0; i < shares.length; i++) {
            shares[i] /= sum;
        }
        return shares;
    }

    private static boolean misses(
            PortProblem port, ClassProblem one, ClassSolution solved, double share) {
        double serviceRate = share * port.rate();
        Prediction gets =
                Prediction.of(
                        one.arrivalRate() / one.packetBits(),
                        serviceRate / one.packetBits(),
                        solved.queue().limitPackets());
        Targets targets = one.targets();
        for (TargetKind kind : TargetKind.values()) {
            OptionalDouble wanted = targets.of(kind);
            if (wanted.isEmpty()) {
                continue;
            }
            double bound = wanted.getAsDouble();
            boolean missed =
                    kind == TargetKind.MIN_RATE
                            ? serviceRate < bound * (1 - ROUNDING)
                            : gets.of(kind) > bound * (1 + ROUNDING);
            if (missed) {
                return true;
            }
        }
        return false;
    }

    private static String format(String text, Object... values) {
        return String.format(Locale.ROOT, text, values);
    }
}
