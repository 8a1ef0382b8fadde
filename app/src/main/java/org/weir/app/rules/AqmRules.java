// SPDX-License-Identifier: Apache-2.0
package org.weir.app.rules;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.onosproject.net.DeviceId;
import org.onosproject.net.flow.FlowRule;
import org.onosproject.net.flow.criteria.Criterion;
import org.onosproject.net.flow.criteria.PiCriterion;
import org.onosproject.net.flow.instructions.PiInstruction;
import org.onosproject.net.pi.model.PiActionId;
import org.onosproject.net.pi.model.PiActionParamId;
import org.onosproject.net.pi.runtime.PiAction;
import org.onosproject.net.pi.runtime.PiActionParam;
import org.onosproject.net.pi.runtime.PiExactFieldMatch;
import org.onosproject.net.pi.runtime.PiFieldMatch;
import org.weir.control.PortId;
import org.weir.control.policy.ActivityThresholds;
import org.weir.control.policy.PortAqm;
import org.weir.control.policy.PortAqm.Scheme;
import org.weir.pipelines.P4Names;
import org.weir.pipelines.WindowedActivity;

/** Rules that say which scheme of active queue management runs on which port. */
public final class AqmRules {

    private final RuleFactory factory;

    /**
     * Scheme rules.
     *
     * @param factory makes the rules
     */
    public AqmRules(RuleFactory factory) {
        this.factory = factory;
    }

    /**
     * The rules of a switch.
     *
     * @param device switch
     * @param windowed true if the switch's program has the numbers of {@link WindowedActivity}
     * @param schemes schemes of its ports; those without one may be left out
     * @return one rule per port with a scheme, then one per port whose acknowledgements are watched
     */
    public List<FlowRule> of(DeviceId device, boolean windowed, Map<Long, PortAqm> schemes) {
        List<FlowRule> rules = new ArrayList<>();
        Map<Long, Long> expiriesUs = new TreeMap<>();
        schemes.forEach(
                (port, aqm) -> {
                    if (aqm.scheme() != Scheme.NONE) {
                        rules.add(scheme(device, windowed, port, aqm));
                    }
                    for (long ackPort : aqm.ackPorts(new PortId(device.toString(), port))) {
                        // The policy gives a watched port one expiry, whoever asks for it.
                        expiriesUs.put(ackPort, aqm.expiryUs());
                    }
                });
        expiriesUs.forEach((port, expiryUs) -> rules.add(watch(device, port, expiryUs)));
        return rules;
    }

    /**
     * The rules of some ports among those of a switch. With the scheme of a port that watches
     * acknowledgements come all rules that watch: they do not say for which port they do.
     *
     * @param rules rules that this class has made
     * @param windowed true if the switch's program has the numbers of {@link WindowedActivity};
     *     rules of a program of the other kind are left out
     * @param ports ports whose schemes are looked for
     * @return the rules
     */
    public static List<FlowRule> ofPorts(
            Collection<FlowRule> rules, boolean windowed, Set<Long> ports) {
        List<FlowRule> found = new ArrayList<>();
        List<FlowRule> watching = new ArrayList<>();
        boolean isReverse = false;
        for (FlowRule rule : rules) {
            if (rule.table().equals(P4Names.TABLE_ACK_PORTS)) {
                watching.add(rule);
            } else if (ports.contains(port(rule)) && isOfProgram(rule, windowed)) {
                found.add(rule);
                isReverse |= action(rule).id().equals(P4Names.ACTION_MARK_REVERSE_BY_CODEL);
            }
        }
        if (isReverse) {
            found.addAll(watching);
        }
        return found;
    }

    /**
     * The scheme of a port. Whether thresholds are in force beside it, rules do not say; the ports
     * whose acknowledgements are watched may be those of other ports, too.
     *
     * @param rules rules that this class has made, of one switch
     * @param port port
     * @return empty if no rule gives the port a scheme
     */
    public static Optional<PortAqm> read(Collection<FlowRule> rules, long port) {
        return rules.stream()
                .filter(rule -> !rule.table().equals(P4Names.TABLE_ACK_PORTS))
                .filter(rule -> port(rule) == port)
                .findFirst()
                .map(rule -> scheme(action(rule), rules));
    }

    private static PortAqm scheme(PiAction action, Collection<FlowRule> rules) {
        if (action.id().equals(P4Names.ACTION_DROP_BY_ACTIVITY)) {
            return PortAqm.abc(activity(action));
        }
        long targetUs = value(action, P4Names.PARAM_TARGET_US).orElse(0);
        long intervalUs = value(action, P4Names.PARAM_INTERVAL_US).orElse(0);
        if (action.id().equals(P4Names.ACTION_MARK_BY_CODEL)) {
            return PortAqm.codel(targetUs, intervalUs);
        }
        Set<Long> ackPorts = new TreeSet<>();
        long expiryUs = 0;
        for (FlowRule rule : rules) {
            if (rule.table().equals(P4Names.TABLE_ACK_PORTS)) {
                ackPorts.add(port(rule));
                expiryUs = value(action(rule), P4Names.PARAM_EXPIRY_US).orElse(0);
            }
        }
        long returnUs = value(action, P4Names.PARAM_RETURN_US).orElse(0);
        return PortAqm.rpm(targetUs, intervalUs, returnUs, expiryUs, ackPorts);
    }

    private static ActivityThresholds activity(PiAction action) {
        OptionalLong log2 = value(action, P4Names.PARAM_GAMMA_LOG2_PACKETS);
        OptionalLong decay = value(action, P4Names.PARAM_MEMORY_DECAY);
        return new ActivityThresholds(
                decay.isPresent()
                        ? ActivityRules.memoryMs(decay.getAsLong())
                        : ActivityThresholds.DEFAULT_AVERAGE_MEMORY_MS,
                value(action, P4Names.PARAM_Q_MIN_PACKETS).orElse(0),
                value(action, P4Names.PARAM_Q_BASE_PACKETS).orElse(0),
                log2.isPresent()
                        ? 1L << log2.getAsLong()
                        : value(action, P4Names.PARAM_GAMMA_PACKETS).orElse(0));
    }

    private static OptionalLong value(PiAction action, PiActionParamId id) {
        return action.parameters().stream()
                .filter(each -> each.id().equals(id))
                .mapToLong(each -> new BigInteger(1, each.value().asArray()).longValue())
                .findFirst();
    }

    private static boolean isOfProgram(FlowRule rule, boolean windowed) {
        boolean isWindowed =
                action(rule).parameters().stream()
                        .anyMatch(each -> each.id().equals(P4Names.PARAM_GAMMA_LOG2_PACKETS));
        return !rule.table().equals(P4Names.TABLE_ACTIVITY_AQM) || isWindowed == windowed;
    }

    private static long port(FlowRule rule) {
        PiCriterion match =
                (PiCriterion) rule.selector().getCriterion(Criterion.Type.PROTOCOL_INDEPENDENT);
        PiFieldMatch only = match.fieldMatches().iterator().next();
        return new BigInteger(1, ((PiExactFieldMatch) only).value().asArray()).longValue();
    }

    private static PiAction action(FlowRule rule) {
        return (PiAction) ((PiInstruction) rule.treatment().allInstructions().get(0)).action();
    }

    private FlowRule scheme(DeviceId device, boolean windowed, long port, PortAqm aqm) {
        if (aqm.scheme() == Scheme.ABC) {
            return abc(device, windowed, port, aqm.activity().orElseThrow());
        }
        boolean rpm = aqm.scheme() == Scheme.RPM;
        PiActionId id = rpm ? P4Names.ACTION_MARK_REVERSE_BY_CODEL : P4Names.ACTION_MARK_BY_CODEL;
        PiAction.Builder action =
                PiAction.builder()
                        .withId(id)
                        .withParameter(of(P4Names.PARAM_TARGET_US, aqm.targetUs()))
                        .withParameter(of(P4Names.PARAM_INTERVAL_US, aqm.intervalUs()));
        if (rpm) {
            action.withParameter(of(P4Names.PARAM_RETURN_US, aqm.returnUs()));
        }
        return factory.rule(
                device,
                P4Names.TABLE_SCHEMES,
                PiCriterion.builder().matchExact(P4Names.FIELD_EGRESS_PORT, port).build(),
                RuleFactory.NO_PRIORITY,
                action.build());
    }

    private FlowRule abc(
            DeviceId device, boolean windowed, long port, ActivityThresholds thresholds) {
        PiAction.Builder action =
                PiAction.builder()
                        .withId(P4Names.ACTION_DROP_BY_ACTIVITY)
                        .withParameter(of(P4Names.PARAM_Q_MIN_PACKETS, thresholds.qMinPackets()))
                        .withParameter(of(P4Names.PARAM_Q_BASE_PACKETS, thresholds.qBasePackets()));
        if (windowed) {
            int log2 = WindowedActivity.gammaLog2(thresholds.gammaPackets()).orElseThrow();
            action.withParameter(of(P4Names.PARAM_GAMMA_LOG2_PACKETS, log2));
        } else {
            action.withParameter(of(P4Names.PARAM_GAMMA_PACKETS, thresholds.gammaPackets()))
                    .withParameter(
                            of(
                                    P4Names.PARAM_MEMORY_DECAY,
                                    ActivityRules.decay(thresholds.averageMemoryMs())));
        }
        return factory.rule(
                device,
                P4Names.TABLE_ACTIVITY_AQM,
                PiCriterion.builder().matchExact(P4Names.FIELD_OUTPUT_PORT, port).build(),
                RuleFactory.NO_PRIORITY,
                action.build());
    }

    private FlowRule watch(DeviceId device, long port, long expiryUs) {
        return factory.rule(
                device,
                P4Names.TABLE_ACK_PORTS,
                PiCriterion.builder().matchExact(P4Names.FIELD_INGRESS_PORT, port).build(),
                RuleFactory.NO_PRIORITY,
                RuleFactory.action(P4Names.ACTION_WATCH_ACKS, P4Names.PARAM_EXPIRY_US, expiryUs));
    }

    private static PiActionParam of(PiActionParamId id, long value) {
        return new PiActionParam(id, value);
    }
}
