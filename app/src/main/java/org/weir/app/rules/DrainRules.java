// SPDX-License-Identifier: Apache-2.0
package org.weir.app.rules;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import org.onosproject.net.DeviceId;
import org.onosproject.net.flow.FlowRule;
import org.onosproject.net.flow.criteria.PiCriterion;
import org.onosproject.net.pi.model.PiActionParamId;
import org.onosproject.net.pi.runtime.PiAction;
import org.onosproject.net.pi.runtime.PiActionParam;
import org.weir.control.PortSettings;
import org.weir.control.QueueSettings;
import org.weir.pipelines.P4Names;

/**
 * Rules that give the classes of a port virtual queues beside the ASIC's own, each drained at its
 * share of the port's rate ({@code pipelines/tna/virtual_drain.p4}).
 */
public final class DrainRules {

    /**
     * Bytes that a packet of each length step occupies on the link: frame, FCS, preamble and gap.
     * The first is that of the least frame, the eleventh of a full one, the last of one of 9 kB,
     * the others of the middle of the step.
     */
    static final List<Integer> STEP_BYTES =
            List.of(
                    84, 131, 179, 243, 339, 467, 595, 723, 915, 1171, 1538, 1619, 2131, 3347, 6163,
                    9038);

    /** Most time that a packet costs; the program forgets a longer backlog. */
    static final long MOST_COST_NS = (1 << 24) - 1;

    /** Highest threshold, half of what the program remembers. */
    static final long MOST_THRESHOLD_NS = 1 << 23;

    private static final long NO_THRESHOLD_NS = 0xFFFFFFFFL;

    /** Bytes on the link of the packet in which thresholds are counted. */
    private static final int PACKET_BYTES = 1538;

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
     * The virtual queues of a port.
     *
     * @param settings settings of the port
     * @param rateBps the port's rate, bit/s
     * @return one rule for each class and step of length
     */
    public List<FlowRule> of(PortSettings settings, double rateBps) {
        List<FlowRule> rules = new ArrayList<>();
        DeviceId device = DeviceId.deviceId(settings.port().device());
        for (QueueSettings queue : settings.queues()) {
            double classBps = rateBps * Math.max(LEAST_SHARE, queue.weightFraction());
            OptionalInt thresholdPackets = queue.marking().thresholdPackets();
            long threshold =
                    thresholdPackets.isEmpty()
                            ? NO_THRESHOLD_NS
                            : timeNs(
                                    (double) thresholdPackets.getAsInt() * PACKET_BYTES,
                                    classBps,
                                    MOST_THRESHOLD_NS);
            for (int step = 0; step < STEP_BYTES.size(); step++) {
                PiCriterion match =
                        PiCriterion.builder()
                                .matchExact(P4Names.FIELD_EGRESS_PORT, settings.port().port())
                                .matchExact(P4Names.FIELD_CLASS_ID, queue.classIndex())
                                .matchExact(P4Names.FIELD_LENGTH_STEP, step)
                                .build();
                PiAction action =
                        PiAction.builder()
                                .withId(P4Names.ACTION_DRAIN)
                                .withParameter(
                                        of(
                                                P4Names.PARAM_COST_NS,
                                                timeNs(
                                                        STEP_BYTES.get(step),
                                                        classBps,
                                                        MOST_COST_NS)))
                                .withParameter(of(P4Names.PARAM_THRESHOLD_NS, threshold))
                                .build();
                rules.add(
                        factory.rule(
                                device,
                                P4Names.TABLE_DRAINS,
                                match,
                                RuleFactory.NO_PRIORITY,
                                action));
            }
        }
        return rules;
    }

    /** Time in which a class sends some bytes. */
    private static long timeNs(double bytes, double classBps, long most) {
        return Math.max(1, Math.min(most, Math.round(bytes * 8e9 / classBps)));
    }

    private static PiActionParam of(PiActionParamId id, long value) {
        return new PiActionParam(id, value);
    }
}
