// SPDX-License-Identifier: Apache-2.0
package org.weir.control.loop;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.weir.control.PortId;
import org.weir.control.PortSettings;
import org.weir.control.TargetKind;
import org.weir.control.solver.ClassProblem;
import org.weir.control.solver.ClassSolution;
import org.weir.control.solver.MissedTarget;
import org.weir.control.solver.PortProblem;
import org.weir.control.solver.PortSolution;

/** Decision of one solve round for one port, with everything it is based on. Immutable. */
public final class Decision {
    private final PortId port;
    private final long timeNs;
    private final DecisionReason reason;
    private final PortProblem problem;
    private final double[] confidence;
    private final PortSolution solution;
    private final List<ClassSolution> inForce;
    private final PortSettings settings;
    private final List<Promise> promises;
    private final List<Map<TargetKind, Forecast>> forecasts;
    private final List<String> adjustments;

    Decision(
            PortId port,
            long timeNs,
            DecisionReason reason,
            PortProblem problem,
            double[] confidence,
            PortSolution solution,
            List<ClassSolution> inForce,
            PortSettings settings,
            List<Promise> promises,
            List<Map<TargetKind, Forecast>> forecasts,
            List<String> adjustments) {
        this.adjustments = List.copyOf(adjustments);
        this.promises = List.copyOf(promises);
        this.forecasts = List.copyOf(forecasts);
        this.port = Objects.requireNonNull(port, "port");
        this.timeNs = timeNs;
        this.reason = Objects.requireNonNull(reason, "reason");
        this.problem = Objects.requireNonNull(problem, "problem");
        this.confidence = confidence.clone();
        this.solution = Objects.requireNonNull(solution, "solution");
        this.inForce = List.copyOf(inForce);
        this.settings = Objects.requireNonNull(settings, "settings");
    }

    /** The port. */
    public PortId port() {
        return port;
    }

    /** Time of the decision, ns on the control loop's clock. */
    public long timeNs() {
        return timeNs;
    }

    /** Reason for which settings were sent or not. */
    public DecisionReason reason() {
        return reason;
    }

    /** True if settings were sent to the switch. */
    public boolean isSent() {
        return reason.isSent();
    }

    /** The inputs: estimated loads in bit/s, packet sizes in bits, targets. */
    public PortProblem problem() {
        return problem;
    }

    /**
     * Confidence in the estimated load of a class, 0 to 1.
     *
     * @param classIndex index of the class
     */
    public double confidence(int classIndex) {
        return confidence[classIndex];
    }

    /** The solver's answer; rates in bit/s. */
    public PortSolution solution() {
        return solution;
    }

    /**
     * Predictions with the settings in force until the next decision: those sent, or those that the
     * switch keeps. Equal to those of the {@linkplain #solution solution} where queue limits and
     * packets per level are equal.
     */
    public List<ClassSolution> inForce() {
        return inForce;
    }

    /** True if no class may miss a target at the present loads with the settings in force. */
    public boolean isFeasible() {
        return inForce.stream().allMatch(one -> one.missed().isEmpty());
    }

    /**
     * The answer as settings: sent if {@link #isSent}, otherwise those that would have been sent.
     */
    public PortSettings settings() {
        return settings;
    }

    /**
     * The promise for a class.
     *
     * @param classIndex index of the class
     */
    public Promise promise(int classIndex) {
        return promises.get(classIndex);
    }

    /**
     * The prediction of a quantity of a class, with the interval that follows from earlier
     * measurements.
     *
     * @param classIndex index of the class
     * @param kind mean delay, 99th percentile or loss
     */
    public Forecast forecast(int classIndex, TargetKind kind) {
        return forecasts.get(classIndex).get(kind);
    }

    /**
     * Changes of the settings by measurements, a sentence each. Example: "Class B counts 1.65 times
     * its importance, because it missed its delay target."
     */
    public List<String> adjustments() {
        return adjustments;
    }

    /** The predictions of a class that have an interval. */
    Map<TargetKind, Forecast> forecasts(int classIndex) {
        return forecasts.get(classIndex);
    }

    /**
     * Explanation of the whole decision, in some lines for people. If settings were sent, those
     * solved and those in force are the same, except that a switch that has refused some keeps its
     * earlier ones until it takes these.
     */
    public String explain() {
        StringBuilder text = new StringBuilder();
        text.append(port).append(isSent() ? ": sent, " : ": not sent, ").append(reason.text());
        text.append(
                String.format(
                        Locale.ROOT,
                        "; load %.1f %% of %.0f bit/s; %s: %s%n",
                        100 * problem.load(),
                        problem.rate(),
                        solution.objective(),
                        solution.stop()));
        for (String one : adjustments) {
            text.append("  ").append(one).append(System.lineSeparator());
        }
        List<ClassSolution> solved = solution.classes();
        for (int i = 0; i < solved.size(); i++) {
            ClassProblem given = problem.classes().get(i);
            ClassSolution one = solved.get(i);
            text.append(
                    String.format(
                            Locale.ROOT,
                            "  %s: wants %s; arrives %.0f bit/s (confidence %.2f); solved: served"
                                    + " %.0f bit/s (weight %.3f), asked to keep %.0f bit/s, %s,"
                                    + " limit %d packets; in force: expected %s ms, p99 %s ms, loss"
                                    + " %s; slack %.0f bit/s; promise %s%n",
                            one.name(),
                            given.targets(),
                            given.arrivalRate(),
                            confidence[i],
                            one.queue().serviceRateBps(),
                            one.queue().weightFraction(),
                            one.queue().targetRateBps(),
                            settings.queues().get(i).marking(),
                            one.queue().limitPackets(),
                            forecast(i, TargetKind.DELAY),
                            forecast(i, TargetKind.P99_DELAY),
                            forecast(i, TargetKind.LOSS),
                            inForce.get(i).slackRate(),
                            promises.get(i)));
            for (MissedTarget missed : inForce.get(i).missed()) {
                text.append("    may be missed at the present load: ")
                        .append(missed)
                        .append(System.lineSeparator());
            }
            for (MissedTarget missed : inForce.get(i).notGuaranteed()) {
                text.append("    not guaranteed: ").append(missed).append(System.lineSeparator());
            }
        }
        return text.toString();
    }

    @Override
    public String toString() {
        return port + ": " + reason + " " + settings;
    }
}
