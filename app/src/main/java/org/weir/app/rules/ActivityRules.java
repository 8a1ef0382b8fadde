// SPDX-License-Identifier: Apache-2.0
package org.weir.app.rules;

import java.math.BigInteger;
import java.util.Optional;
import org.onosproject.net.DeviceId;
import org.onosproject.net.flow.FlowRule;
import org.onosproject.net.flow.criteria.Criterion;
import org.onosproject.net.flow.criteria.PiCriterion;
import org.onosproject.net.flow.instructions.PiInstruction;
import org.onosproject.net.pi.model.PiMatchFieldId;
import org.onosproject.net.pi.runtime.PiAction;
import org.onosproject.net.pi.runtime.PiActionParam;
import org.weir.control.policy.ActivityDomain;
import org.weir.control.policy.IpPrefix;
import org.weir.pipelines.P4Names;
import org.weir.pipelines.WindowedActivity;

/**
 * Rules of an ABC domain (docs/abc.md): its edge, its inner ports and the aggregates that it
 * meters. Numbers become the fixed-point parameters of the P4 program here.
 */
public final class ActivityRules {

    private static final double DECAY_UNITS_PER_US = 0x1p44;
    private static final double LOG_UNITS = 0x1p16;
    private static final double LN_2 = StrictMath.log(2);
    private static final double US_PER_MS = 1000;
    private static final double MS_PER_SECOND = 1000;
    private static final long WORD = 0xFFFF_FFFFL;

    private final RuleFactory factory;

    /**
     * Rules of ABC.
     *
     * @param factory makes the rules
     */
    public ActivityRules(RuleFactory factory) {
        this.factory = factory;
    }

    /** log2(e) over a memory in ms, in units of 2⁻⁴⁴ per µs. */
    static long decay(long memoryMs) {
        return StrictMath.round(DECAY_UNITS_PER_US / LN_2 / (memoryMs * US_PER_MS));
    }

    /** The memory of a decay, in ms. */
    static long memoryMs(long decay) {
        return StrictMath.round(DECAY_UNITS_PER_US / LN_2 / (decay * US_PER_MS));
    }

    /**
     * log2 of weight, reference rate and memory, in units of 2⁻¹⁶; negative below one bit. A
     * program with windows has their length in place of the memory.
     */
    static long referenceLog(ActivityDomain domain, boolean windowed, double weight) {
        double seconds =
                windowed
                        ? WindowedActivity.METER_WINDOW_SECONDS
                        : domain.meterMemoryMs() / MS_PER_SECOND;
        double bits = weight * domain.referenceBps() * seconds;
        return StrictMath.round(LOG_UNITS * StrictMath.log(bits) / LN_2);
    }

    /** Keeps the activity values that come in by a port to another switch of the domain. */
    public FlowRule keep(DeviceId device, long port) {
        return atIngress(
                device, port, PiAction.builder().withId(P4Names.ACTION_KEEP_ACTIVITY).build());
    }

    /** Writes activity values into what leaves by a port to another switch of the domain. */
    public FlowRule write(DeviceId device, long port) {
        return factory.rule(
                device,
                P4Names.TABLE_INNER_PORTS,
                PiCriterion.builder().matchExact(P4Names.FIELD_EGRESS_PORT, port).build(),
                RuleFactory.NO_PRIORITY,
                PiAction.builder().withId(P4Names.ACTION_WRITE_ACTIVITY).build());
    }

    /**
     * Meters the users at a port.
     *
     * @param windowed true if the switch's program has the numbers of {@link WindowedActivity}
     */
    public FlowRule meter(DeviceId device, boolean windowed, long port, ActivityDomain domain) {
        return atIngress(
                device,
                port,
                windowed
                        ? PiAction.builder().withId(P4Names.ACTION_METER_USERS).build()
                        : RuleFactory.action(
                                P4Names.ACTION_METER_USERS,
                                P4Names.PARAM_MEMORY_DECAY,
                                decay(domain.meterMemoryMs())));
    }

    private FlowRule atIngress(DeviceId device, long port, PiAction action) {
        return factory.rule(
                device,
                P4Names.TABLE_ACTIVITY_EDGE,
                PiCriterion.builder().matchExact(P4Names.FIELD_INGRESS_PORT, port).build(),
                RuleFactory.NO_PRIORITY,
                action);
    }

    /**
     * Meters source addresses at a port.
     *
     * @param device switch
     * @param windowed true if the switch's program has the numbers of {@link WindowedActivity}
     * @param port port to hosts
     * @param prefix source addresses
     * @param index number of the aggregate on this switch, 0 to 1023
     * @param domain metering of the whole domain
     * @param weight weight of the user
     */
    public FlowRule aggregate(
            DeviceId device,
            boolean windowed,
            long port,
            IpPrefix prefix,
            int index,
            ActivityDomain domain,
            double weight) {
        PiCriterion.Builder match =
                PiCriterion.builder().matchExact(P4Names.FIELD_INGRESS_PORT, port);
        // P4Runtime has no match of length 0: the field is left out.
        if (prefix.prefixLength() > 0) {
            match.matchLpm(
                    prefix.isIpv6() ? P4Names.FIELD_IPV6_SRC : P4Names.FIELD_IPV4_SRC,
                    prefix.address(),
                    prefix.prefixLength());
        }
        PiAction action =
                PiAction.builder()
                        .withId(P4Names.ACTION_SET_AGGREGATE)
                        .withParameter(new PiActionParam(P4Names.PARAM_AGGREGATE_INDEX, index))
                        .withParameter(
                                new PiActionParam(
                                        P4Names.PARAM_REFERENCE_LOG,
                                        referenceLog(domain, windowed, weight) & WORD))
                        .build();
        return factory.rule(
                device,
                prefix.isIpv6() ? P4Names.TABLE_IPV6_AGGREGATES : P4Names.TABLE_IPV4_AGGREGATES,
                match.build(),
                RuleFactory.NO_PRIORITY,
                action);
    }

    /**
     * The number of the aggregate that a rule meters.
     *
     * @param rule a rule that this class has made
     * @return empty if it is another rule
     */
    public static Optional<Integer> index(FlowRule rule) {
        return rule.treatment().allInstructions().stream()
                .filter(PiInstruction.class::isInstance)
                .map(each -> ((PiInstruction) each).action())
                .filter(PiAction.class::isInstance)
                .map(PiAction.class::cast)
                .filter(action -> action.id().equals(P4Names.ACTION_SET_AGGREGATE))
                .flatMap(action -> action.parameters().stream())
                .filter(each -> each.id().equals(P4Names.PARAM_AGGREGATE_INDEX))
                .map(each -> new BigInteger(1, each.value().asArray()).intValue())
                .findFirst();
    }

    /**
     * Text of the packets that a rule matches: equal for equal table and match.
     *
     * @param rule a rule that this class has made
     */
    public static String matched(FlowRule rule) {
        Criterion criterion = rule.selector().getCriterion(Criterion.Type.PROTOCOL_INDEPENDENT);
        StringBuilder text = new StringBuilder(rule.table().toString());
        if (criterion instanceof PiCriterion) {
            for (PiMatchFieldId field :
                    new PiMatchFieldId[] {
                        P4Names.FIELD_INGRESS_PORT, P4Names.FIELD_IPV4_SRC, P4Names.FIELD_IPV6_SRC
                    }) {
                ((PiCriterion) criterion)
                        .fieldMatch(field)
                        .ifPresent(match -> text.append(' ').append(match));
            }
        }
        return text.toString();
    }
}
