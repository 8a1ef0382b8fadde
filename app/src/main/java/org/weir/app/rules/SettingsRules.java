// SPDX-License-Identifier: Apache-2.0
package org.weir.app.rules;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import org.onosproject.net.DeviceId;
import org.onosproject.net.flow.FlowRule;
import org.onosproject.net.flow.criteria.Criterion;
import org.onosproject.net.flow.criteria.PiCriterion;
import org.onosproject.net.flow.instructions.Instruction;
import org.onosproject.net.flow.instructions.PiInstruction;
import org.onosproject.net.pi.model.PiActionId;
import org.onosproject.net.pi.model.PiActionParamId;
import org.onosproject.net.pi.model.PiMatchFieldId;
import org.onosproject.net.pi.runtime.PiAction;
import org.onosproject.net.pi.runtime.PiActionParam;
import org.onosproject.net.pi.runtime.PiExactFieldMatch;
import org.weir.control.Marking;
import org.weir.control.PortId;
import org.weir.control.PortSettings;
import org.weir.control.PortSpec;
import org.weir.control.QueueSettings;
import org.weir.control.RateWindow;
import org.weir.pipelines.P4Names;
import org.weir.pipelines.ThresholdParameter;
import org.weir.wire.p4.WeirIngress;

/** Rules that carry the solved settings of a port, and back from such rules to settings. */
public final class SettingsRules {

    /** Generation that the program uses without a rule. */
    public static final int INITIAL_GENERATION = 0;

    private static final int MAX_ROUND_PACKETS = 0xFFFF;

    private final RuleFactory factory;

    /**
     * Settings rules.
     *
     * @param factory makes the rules
     */
    public SettingsRules(RuleFactory factory) {
        this.factory = factory;
    }

    /**
     * The settings of all classes of a port, in one generation.
     *
     * @param settings settings of the port
     * @param generation 0 or 1
     * @return one rule per class
     */
    public List<FlowRule> rows(PortSettings settings, int generation) {
        List<FlowRule> rules = new ArrayList<>();
        DeviceId device = DeviceId.deviceId(settings.port().device());
        for (QueueSettings queue : settings.queues()) {
            PiCriterion match =
                    PiCriterion.builder()
                            .matchExact(P4Names.FIELD_OUTPUT_PORT, settings.port().port())
                            .matchExact(P4Names.FIELD_CLASS_ID, queue.classIndex())
                            .matchExact(P4Names.FIELD_GENERATION, generation)
                            .build();
            rules.add(
                    factory.rule(
                            device,
                            P4Names.TABLE_SETTINGS,
                            match,
                            RuleFactory.NO_PRIORITY,
                            virtualQueue(queue)));
        }
        return rules;
    }

    /**
     * The rule that puts a generation of settings into force.
     *
     * @param settings settings of the port, those that stand in the generation
     * @param generation 0 or 1
     * @return the rule
     */
    public FlowRule inForce(PortSettings settings, int generation) {
        PortId port = settings.port();
        int weights = settings.queues().stream().mapToInt(QueueSettings::weightPackets).sum();
        // Eight classes of the largest weight make more than the switch can count; a shorter round
        // lets classes climb sooner and keeps their shares.
        int roundPackets = Math.min(MAX_ROUND_PACKETS, weights);
        PiAction action =
                PiAction.builder()
                        .withId(useGeneration(settings.rateWindow()))
                        .withParameter(of(P4Names.PARAM_GENERATION, generation))
                        .withParameter(of(P4Names.PARAM_ROUND_PACKETS, roundPackets))
                        .build();
        return factory.rule(
                DeviceId.deviceId(port.device()),
                P4Names.TABLE_GENERATIONS,
                PiCriterion.builder().matchExact(P4Names.FIELD_OUTPUT_PORT, port.port()).build(),
                RuleFactory.NO_PRIORITY,
                action);
    }

    /**
     * Rule with the interval at which the queues of a port report.
     *
     * @param device switch
     * @param port port
     * @param intervalUs least time between two reports of a queue, µs
     * @return the rule
     */
    public FlowRule reporting(DeviceId device, long port, long intervalUs) {
        return factory.rule(
                device,
                P4Names.TABLE_REPORTING,
                PiCriterion.builder().matchExact(P4Names.FIELD_EGRESS_PORT, port).build(),
                RuleFactory.NO_PRIORITY,
                RuleFactory.action(
                        P4Names.ACTION_SET_REPORT_INTERVAL, P4Names.PARAM_INTERVAL_US, intervalUs));
    }

    /**
     * The generation in force.
     *
     * @param rules rules of one port
     * @return 0 or 1
     */
    public static int generation(Collection<FlowRule> rules) {
        return inForce(rules)
                .map(rule -> (int) param(rule, P4Names.PARAM_GENERATION))
                .orElse(INITIAL_GENERATION);
    }

    /** The action that puts settings into force with a window. */
    private static PiActionId useGeneration(RateWindow window) {
        return PiActionId.of(WeirIngress.QueueSettings.useGeneration(window.us()));
    }

    /** Empty if the rule in force is of a program that has other actions. */
    private static Optional<RateWindow> rateWindow(Collection<FlowRule> rules) {
        Optional<PiActionId> used = inForce(rules).map(SettingsRules::action).map(PiAction::id);
        return used.isEmpty()
                ? Optional.of(RateWindow.LONGEST)
                : RateWindow.all().stream()
                        .filter(window -> useGeneration(window).equals(used.get()))
                        .findFirst();
    }

    /**
     * The rule that puts a generation into force.
     *
     * @param rules rules of one port
     * @return the rule, or empty before the first settings
     */
    public static Optional<FlowRule> inForce(Collection<FlowRule> rules) {
        return rules.stream()
                .filter(rule -> rule.table().equals(P4Names.TABLE_GENERATIONS))
                .findFirst();
    }

    /**
     * The rows of one generation.
     *
     * @param rules rules of one port
     * @param generation 0 or 1
     * @return its rows
     */
    public static List<FlowRule> rowsOf(Collection<FlowRule> rules, int generation) {
        List<FlowRule> rows = new ArrayList<>();
        for (FlowRule rule : rules) {
            if (rule.table().equals(P4Names.TABLE_SETTINGS)
                    && field(rule, P4Names.FIELD_GENERATION) == generation) {
                rows.add(rule);
            }
        }
        return rows;
    }

    /**
     * The rule that puts a generation into force, and the rows of that generation.
     *
     * @param rules rules of one port
     * @return the rules; none before the first settings
     */
    public static List<FlowRule> used(Collection<FlowRule> rules) {
        List<FlowRule> used = new ArrayList<>();
        inForce(rules)
                .ifPresent(
                        rule -> {
                            used.addAll(rowsOf(rules, generation(rules)));
                            used.add(rule);
                        });
        return used;
    }

    /**
     * The settings in force, read back from rules. Rules carry shares of packets: the shares of
     * bits (ω, μ) are not known. λ is taken for λ*. Thresholds and limits are those that the rules
     * have, as if each class's packets made one unit: the length of packets is not in the rules.
     *
     * @param rules rules of one port
     * @param port the port as the policy has it now
     * @return the settings, or empty if the rules do not hold one row for each class of the policy
     */
    public static Optional<PortSettings> read(Collection<FlowRule> rules, PortSpec port) {
        TreeMap<Long, FlowRule> byClass = new TreeMap<>();
        for (FlowRule row : rowsOf(rules, generation(rules))) {
            byClass.put(field(row, P4Names.FIELD_CLASS_ID), row);
        }
        int classes = port.classes().size();
        Optional<RateWindow> rateWindow = rateWindow(rules);
        if (byClass.size() != classes || byClass.lastKey() != classes - 1 || rateWindow.isEmpty()) {
            return Optional.empty();
        }
        List<QueueSettings> queues = new ArrayList<>();
        for (FlowRule row : byClass.values()) {
            double targetBps = 1000.0 * param(row, P4Names.PARAM_TARGET_RATE_KBPS);
            queues.add(
                    QueueSettings.builder((int) field(row, P4Names.FIELD_CLASS_ID))
                            .weightPackets((int) param(row, P4Names.PARAM_WEIGHT_PACKETS))
                            .marking(marking(param(row, P4Names.PARAM_THRESHOLD_PACKETS)))
                            .limitPackets((int) param(row, P4Names.PARAM_LIMIT_PACKETS))
                            .feedbackIntervalUs(param(row, P4Names.PARAM_FEEDBACK_INTERVAL_US))
                            .targetRateBps(targetBps)
                            .arrivalRateBps(targetBps)
                            .build());
        }
        return Optional.of(new PortSettings(port.id(), rateWindow.get(), queues));
    }

    private static PiAction virtualQueue(QueueSettings queue) {
        return PiAction.builder()
                .withId(P4Names.ACTION_SET_VIRTUAL_QUEUE)
                .withParameter(of(P4Names.PARAM_WEIGHT_PACKETS, queue.weightPackets()))
                .withParameter(of(P4Names.PARAM_THRESHOLD_PACKETS, parameter(queue)))
                .withParameter(of(P4Names.PARAM_LIMIT_PACKETS, queue.limitUnits()))
                .withParameter(of(P4Names.PARAM_TARGET_RATE_KBPS, queue.targetRateKbps()))
                .withParameter(of(P4Names.PARAM_FEEDBACK_INTERVAL_US, queue.feedbackIntervalUs()))
                .build();
    }

    private static int parameter(QueueSettings queue) {
        switch (queue.marking().kind()) {
            case RATE:
                return ThresholdParameter.byRate();
            case OFF:
                return ThresholdParameter.off();
            default:
                return ThresholdParameter.ofPackets(queue.thresholdUnits().orElseThrow());
        }
    }

    private static Marking marking(long parameter) {
        OptionalInt packets = ThresholdParameter.packets(parameter);
        if (packets.isPresent()) {
            return Marking.atDepth(packets.getAsInt());
        }
        return ThresholdParameter.isByRate(parameter) ? Marking.BY_RATE : Marking.OFF;
    }

    private static PiActionParam of(PiActionParamId id, long value) {
        return new PiActionParam(id, value);
    }

    private static long field(FlowRule rule, PiMatchFieldId id) {
        PiCriterion match =
                (PiCriterion) rule.selector().getCriterion(Criterion.Type.PROTOCOL_INDEPENDENT);
        PiExactFieldMatch exact = (PiExactFieldMatch) match.fieldMatch(id).orElseThrow();
        return new BigInteger(1, exact.value().asArray()).longValueExact();
    }

    private static long param(FlowRule rule, PiActionParamId id) {
        for (PiActionParam param : action(rule).parameters()) {
            if (param.id().equals(id)) {
                return new BigInteger(1, param.value().asArray()).longValueExact();
            }
        }
        throw new IllegalArgumentException(rule + ": no parameter " + id);
    }

    static PiAction action(FlowRule rule) {
        for (Instruction instruction : rule.treatment().allInstructions()) {
            if (instruction instanceof PiInstruction) {
                return (PiAction) ((PiInstruction) instruction).action();
            }
        }
        throw new IllegalArgumentException(rule + ": no action");
    }
}
