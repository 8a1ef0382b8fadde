// SPDX-License-Identifier: Apache-2.0
package org.weir.control.loop;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.weir.control.Marking;
import org.weir.control.PortSettings;
import org.weir.control.PortSpec;
import org.weir.control.QueueSettings;
import org.weir.control.policy.Policy;
import org.weir.control.solver.ClassSolution;
import org.weir.control.solver.PortProblem;
import org.weir.control.solver.PortSolution;
import org.weir.control.tuning.Tunable;

/**
 * Settings of a port that follow from a solution. Shares and thresholds move towards the solution
 * by bounded steps.
 */
final class SolvedSettings {
    private SolvedSettings() {}

    /**
     * The settings.
     *
     * @param from settings from which steps of thresholds are bounded; null for no bound
     */
    static PortSettings of(PortSpec spec, PortSolution solution, PortSettings from, Policy policy) {
        List<QueueSettings> queues = new ArrayList<>();
        for (int i = 0; i < solution.classes().size(); i++) {
            ClassSolution one = solution.classes().get(i);
            Marking old =
                    from != null && i < from.queues().size()
                            ? from.queues().get(i).marking()
                            : null;
            queues.add(
                    one.queue().toBuilder()
                            .marking(marking(spec, one.queue(), old, policy))
                            .feedbackIntervalUs(policy.feedbackIntervalUs())
                            .build());
        }
        return new PortSettings(spec.id(), spec.rateWindow(), queues);
    }

    /**
     * Shares on the way from installed settings to a solution's, as far as one step goes.
     *
     * @param bound largest change of a share in a step
     * @return empty if the solution's are within one step
     */
    static Optional<double[]> boundedShares(
            PortProblem problem, PortSolution solution, PortSettings from, double bound) {
        double[] shares = new double[problem.classes().size()];
        double[] old = new double[shares.length];
        double sum = 0;
        double largest = 0;
        for (int i = 0; i < shares.length; i++) {
            old[i] = SettingsGate.packetShare(from, i) * problem.classes().get(i).packetBits();
            sum += old[i];
        }
        for (int i = 0; i < shares.length; i++) {
            old[i] /= sum;
            shares[i] = solution.classes().get(i).queue().weightFraction();
            largest = Math.max(largest, Math.abs(shares[i] - old[i]));
        }
        if (largest <= bound) {
            return Optional.empty();
        }
        for (int i = 0; i < shares.length; i++) {
            shares[i] = old[i] + bound / largest * (shares[i] - old[i]);
        }
        return Optional.of(shares);
    }

    /**
     * Settings that were read from a switch whose program shares the port by packets, with the
     * shares of bits that follow from the sizes of the packets.
     */
    static PortSettings withShares(PortSettings found, PortProblem problem) {
        double[] roundBits = new double[found.queues().size()];
        for (int i = 0; i < roundBits.length; i++) {
            double packetBits = problem.classes().get(i).packetBits();
            roundBits[i] = found.queues().get(i).weightPackets() * packetBits;
        }
        double sum = Arrays.stream(roundBits).sum();
        List<QueueSettings> queues = new ArrayList<>();
        for (QueueSettings queue : found.queues()) {
            double share = roundBits[queue.classIndex()] / sum;
            queues.add(
                    queue.toBuilder()
                            .weightFraction(share)
                            .serviceRateBps(share * problem.rate())
                            .build());
        }
        return new PortSettings(found.port(), found.rateWindow(), queues);
    }

    private static Marking marking(
            PortSpec spec, QueueSettings solved, Marking old, Policy policy) {
        OptionalInt wanted = solved.marking().thresholdPackets();
        if (wanted.isEmpty()) {
            return solved.marking();
        }
        if (!policy.aqm(spec.id()).thresholds()) {
            return Marking.OFF;
        }
        if (old == null) {
            return solved.marking();
        }
        int threshold = wanted.getAsInt();
        if (old.thresholdPackets().isPresent()) {
            threshold = bounded(threshold, old.thresholdPackets().getAsInt(), policy);
        }
        return Marking.atDepth(Math.min(threshold, solved.limitPackets() - 1));
    }

    /** The threshold that is at most one step from the old one; a step is at least a packet. */
    private static int bounded(int threshold, int old, Policy policy) {
        double factor = 1 + policy.tuning().get(Tunable.MAX_THRESHOLD_STEP);
        int most = (int) Math.max(old + 1, Math.floor(old * factor));
        int least = (int) Math.max(1, Math.min(old - 1, Math.ceil(old / factor)));
        return Math.max(least, Math.min(most, threshold));
    }
}
