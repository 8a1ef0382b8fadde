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
import org.weir.control.model.SharedPort;
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
     * @param problem inputs of the solution; they tell the length of packets
     * @param from settings from which steps of thresholds are bounded; null for no bound
     */
    static PortSettings of(
            PortSpec spec,
            PortProblem problem,
            PortSolution solution,
            PortSettings from,
            Policy policy) {
        List<QueueSettings> queues = new ArrayList<>();
        for (int i = 0; i < solution.classes().size(); i++) {
            ClassSolution one = solution.classes().get(i);
            double packetBytes = problem.classes().get(i).packetBits() / 8;
            double unitsPerPacket = spec.depthUnit().perPacket(packetBytes);
            Marking old =
                    from != null && i < from.queues().size()
                            ? oldMarking(from, i, unitsPerPacket)
                            : null;
            queues.add(
                    one.queue().toBuilder()
                            .unitsPerPacket(unitsPerPacket)
                            .marking(marking(spec, one.queue(), old, policy))
                            .feedbackIntervalUs(policy.feedbackIntervalUs())
                            .build());
        }
        return new PortSettings(spec.id(), spec.rateWindow(), queues);
    }

    /** Marking of earlier settings. Thresholds that were read from a switch are in its unit. */
    private static Marking oldMarking(PortSettings from, int index, double unitsPerPacket) {
        Marking old = from.queues().get(index).marking();
        OptionalInt threshold = old.thresholdPackets();
        return from.areSharesKnown() || threshold.isEmpty()
                ? old
                : Marking.atDepth(
                        (int) Math.max(1, Math.round(threshold.getAsInt() / unitsPerPacket)));
    }

    /**
     * Shares on the way from installed settings to a solution's, as far as one step goes.
     *
     * @param spec of the port; limits of settings that were read from a switch are in its unit of
     *     depth
     * @param bound largest change of a share in a step
     * @return empty if the solution's are within one step
     */
    static Optional<double[]> boundedShares(
            PortSpec spec,
            PortProblem problem,
            PortSolution solution,
            PortSettings from,
            double bound) {
        double[] shares = new double[problem.classes().size()];
        double[] old = new double[shares.length];
        double sum = 0;
        double largest = 0;
        // An ASIC shares by bits, so that its shares stay when the lengths of packets change.
        boolean keepsShares =
                problem.scheduler() == SharedPort.Scheduler.DWRR && from.areSharesKnown();
        for (int i = 0; i < shares.length; i++) {
            old[i] =
                    keepsShares
                            ? from.queues().get(i).weightFraction()
                            : foundShare(spec, from, i, problem.classes().get(i).packetBits());
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
     * A class's share of the port's bits by whole numbers and the present packets, times a factor;
     * by queue limits if nothing else is known.
     */
    private static double foundShare(
            PortSpec spec, PortSettings from, int index, double packetBits) {
        if (from.areSharesKnown()) {
            return SettingsGate.levelShare(from, index) * packetBits;
        }
        double units =
                SettingsGate.isSharedByLimit(from) ? spec.depthUnit().perPacket(packetBits / 8) : 1;
        return SettingsGate.packetShare(from, index) * packetBits / units;
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
        if (spec.hasAqm() && !policy.aqm(spec.id()).thresholds()) {
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
