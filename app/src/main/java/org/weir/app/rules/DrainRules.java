// SPDX-License-Identifier: Apache-2.0
package org.weir.app.rules;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.OptionalInt;
import org.onosproject.net.DeviceId;
import org.onosproject.net.flow.FlowRule;
import org.onosproject.net.flow.criteria.PiCriterion;
import org.onosproject.net.pi.model.PiActionId;
import org.onosproject.net.pi.model.PiActionParamId;
import org.onosproject.net.pi.runtime.PiAction;
import org.onosproject.net.pi.runtime.PiActionParam;
import org.weir.control.Marking;
import org.weir.control.PortId;
import org.weir.control.PortSettings;
import org.weir.control.QueueSettings;
import org.weir.pipelines.P4Names;

/**
 * Rules that give classes of a port virtual queues beside the ASIC's own ({@code
 * pipelines/tna/virtual_drain.p4}): each is drained at the class's share of the port's rate, or
 * under rate-based marking at λ*.
 */
public final class DrainRules {

    /**
     * Bytes that a packet of each length step occupies on the link: frame, FCS, preamble and gap.
     * The first is that of the least frame, the 21st of a full one, the last of one of 9 kB, the
     * others of the middle of the step.
     */
    static final List<Integer> STEP_BYTES =
            List.of(
                    84, 99, 115, 131, 151, 175, 202, 234, 270, 314, 365, 425, 493, 572, 668, 779,
                    907, 1054, 1225, 1417, 1538, 1710, 2023, 2372, 2786, 3291, 3897, 4596, 5450,
                    6497, 7629, 9038);

    /** Most time that a packet costs; the program forgets a longer backlog. */
    static final long MOST_COST_NS = (1 << 24) - 1;

    /** Highest threshold, half of what the program remembers. */
    static final long MOST_THRESHOLD_NS = 1 << 23;

    /** Most time that a packet costs at λ*: a packet may find almost three of them. */
    static final long MOST_COST_AT_TARGET_NS = (1 << 24) / 3;

    /** Packets of its own length that a packet must find to be marked by rate. */
    static final int MARKED_BEHIND_PACKETS = 2;

    private static final long NO_THRESHOLD_NS = 0xFFFFFFFFL;

    /** Bytes on the link of the packet that makes one unit of depth in a Tofino. */
    private static final int UNIT_BYTES = 1538;

    /** FCS, preamble and gap, which λ does not count. */
    private static final int UNCOUNTED_BYTES = 24;

    /** Least share that a queue is drained at. */
    private static final double LEAST_SHARE = 1e-6;

    private final RuleFactory factory;

    /**
     * Rules of virtual queues.
     *
     * @param factory makes the rules
     */
    public DrainRules(RuleFactory factory) {
        this.factory = factory;
    }

    /**
     * The virtual queues of a port whose scheduler may not be changed. The classes that are marked
     * by rate are drained at λ*, the others at their share.
     *
     * @param settings settings of the port
     * @param rateBps the port's rate, bit/s
     * @return one rule for each class and step of length
     */
    public List<FlowRule> of(PortSettings settings, double rateBps) {
        List<FlowRule> rules = new ArrayList<>();
        for (QueueSettings queue : settings.queues()) {
            rules.addAll(
                    isByRate(queue)
                            ? atTargetRate(settings.port(), queue)
                            : atShare(settings.port(), queue, rateBps));
        }
        return rules;
    }

    /**
     * The phantom queues of a port's rate-based marking.
     *
     * @param settings settings of the port
     * @return one rule for each class that is marked by rate and step of length
     */
    public List<FlowRule> ofRateBasedMarking(PortSettings settings) {
        List<FlowRule> rules = new ArrayList<>();
        for (QueueSettings queue : settings.queues()) {
            if (isByRate(queue)) {
                rules.addAll(atTargetRate(settings.port(), queue));
            }
        }
        return rules;
    }

    /** True if rules contain one of rate-based marking. */
    public static boolean markByRate(Collection<FlowRule> rules) {
        return rules.stream()
                .anyMatch(
                        rule -> SettingsRules.action(rule).id().equals(P4Names.ACTION_BOUND_RATE));
    }

    private static boolean isByRate(QueueSettings queue) {
        return queue.marking().equals(Marking.BY_RATE);
    }

    private List<FlowRule> atShare(PortId port, QueueSettings queue, double rateBps) {
        double classBps = rateBps * Math.max(LEAST_SHARE, queue.weightFraction());
        OptionalInt thresholdUnits = queue.thresholdUnits();
        long threshold =
                thresholdUnits.isEmpty()
                        ? NO_THRESHOLD_NS
                        : timeNs(
                                (double) thresholdUnits.getAsInt() * UNIT_BYTES,
                                classBps,
                                MOST_THRESHOLD_NS);
        List<FlowRule> rules = new ArrayList<>();
        for (int step = 0; step < STEP_BYTES.size(); step++) {
            long cost = timeNs(STEP_BYTES.get(step), classBps, MOST_COST_NS);
            rules.add(rule(port, queue, step, P4Names.ACTION_DRAIN, cost, threshold));
        }
        return rules;
    }

    /** As v1model's rate_bound.p4, and as λ, it counts frames without FCS. */
    private List<FlowRule> atTargetRate(PortId port, QueueSettings queue) {
        double targetBps = 1000.0 * queue.targetRateKbps();
        List<FlowRule> rules = new ArrayList<>();
        for (int step = 0; step < STEP_BYTES.size(); step++) {
            long cost =
                    timeNs(
                            STEP_BYTES.get(step) - UNCOUNTED_BYTES,
                            targetBps,
                            MOST_COST_AT_TARGET_NS);
            long threshold = MARKED_BEHIND_PACKETS * cost;
            rules.add(rule(port, queue, step, P4Names.ACTION_BOUND_RATE, cost, threshold));
        }
        return rules;
    }

    private FlowRule rule(
            PortId port,
            QueueSettings queue,
            int step,
            PiActionId action,
            long costNs,
            long thresholdNs) {
        PiCriterion match =
                PiCriterion.builder()
                        .matchExact(P4Names.FIELD_EGRESS_PORT, port.port())
                        .matchExact(P4Names.FIELD_CLASS_ID, queue.classIndex())
                        .matchExact(P4Names.FIELD_LENGTH_STEP, step)
                        .build();
        return factory.rule(
                DeviceId.deviceId(port.device()),
                P4Names.TABLE_DRAINS,
                match,
                RuleFactory.NO_PRIORITY,
                PiAction.builder()
                        .withId(action)
                        .withParameter(of(P4Names.PARAM_COST_NS, costNs))
                        .withParameter(of(P4Names.PARAM_THRESHOLD_NS, thresholdNs))
                        .build());
    }

    /** Time in which a class sends some bytes. */
    private static long timeNs(double bytes, double classBps, long most) {
        return Math.max(1, Math.min(most, Math.round(bytes * 8e9 / classBps)));
    }

    private static PiActionParam of(PiActionParamId id, long value) {
        return new PiActionParam(id, value);
    }
}
