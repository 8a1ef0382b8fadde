// SPDX-License-Identifier: Apache-2.0
package org.weir.app.rules;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.onosproject.net.DeviceId;
import org.onosproject.net.flow.FlowRule;
import org.onosproject.net.flow.criteria.PiCriterion;
import org.onosproject.net.pi.model.PiActionId;
import org.onosproject.net.pi.model.PiActionParamId;
import org.onosproject.net.pi.runtime.PiAction;
import org.onosproject.net.pi.runtime.PiActionParam;
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
