// SPDX-License-Identifier: Apache-2.0
package org.weir.app.rules;

import java.math.BigInteger;
import java.util.Optional;
import java.util.function.Predicate;
import org.onlab.packet.IpAddress;
import org.onlab.packet.IpPrefix;
import org.onosproject.net.DeviceId;
import org.onosproject.net.flow.FlowRule;
import org.onosproject.net.flow.criteria.Criterion;
import org.onosproject.net.flow.criteria.PiCriterion;
import org.onosproject.net.pi.model.PiMatchFieldId;
import org.onosproject.net.pi.runtime.PiAction;
import org.onosproject.net.pi.runtime.PiActionParam;
import org.onosproject.net.pi.runtime.PiExactFieldMatch;
import org.onosproject.net.pi.runtime.PiFieldMatch;
import org.onosproject.net.pi.runtime.PiLpmFieldMatch;
import org.weir.pipelines.P4Names;

/** Rules that say by which port a switch reaches an address or a prefix. */
public final class RouteRules {

    private static final long NO_ALTERNATE = 0;

    private final RuleFactory factory;
    private final Predicate<DeviceId> canReroute;

    /**
     * Route rules.
     *
     * @param factory makes the rules
     * @param canReroute whether a switch's program takes alternate ports; those of others are left
     *     out
     */
    public RouteRules(RuleFactory factory, Predicate<DeviceId> canReroute) {
        this.factory = factory;
        this.canReroute = canReroute;
    }

    /**
     * A route by one port.
     *
     * @param device switch
     * @param prefix destinations; of a length above 0
     * @param port output port
     * @param alternate port to use while that port is down; 0 for none
     * @return the rule
     */
    public FlowRule byPort(DeviceId device, IpPrefix prefix, long port, long alternate) {
        return route(device, prefix, output(device, port, alternate));
    }

    private PiAction output(DeviceId device, long port, long alternate) {
        if (alternate == NO_ALTERNATE || !canReroute.test(device)) {
            return RuleFactory.action(P4Names.ACTION_SET_OUTPUT, P4Names.PARAM_PORT, port);
        }
        return PiAction.builder()
                .withId(P4Names.ACTION_SET_PROTECTED_OUTPUT)
                .withParameter(new PiActionParam(P4Names.PARAM_PORT, port))
                .withParameter(new PiActionParam(P4Names.PARAM_ALTERNATE, alternate))
                .build();
    }

    /**
     * A route by a next-hop group.
     *
     * @param device switch
     * @param prefix destinations; of a length above 0
     * @param groupId next-hop group, 1..65535
     * @return the rule
     */
    public FlowRule byGroup(DeviceId device, IpPrefix prefix, int groupId) {
        return route(
                device,
                prefix,
                RuleFactory.action(P4Names.ACTION_SET_GROUP, P4Names.PARAM_GROUP_ID, groupId));
    }

    /**
     * One bucket of a next-hop group.
     *
     * @param device switch
     * @param groupId next-hop group, 1..65535
     * @param bucket 0..15
     * @param port output port
     * @param alternate port to use while that port is down; 0 for none
     * @return the rule
     */
    public FlowRule bucket(DeviceId device, int groupId, int bucket, long port, long alternate) {
        PiCriterion match =
                PiCriterion.builder()
                        .matchExact(P4Names.FIELD_GROUP_ID, groupId)
                        .matchExact(P4Names.FIELD_BUCKET, bucket)
                        .build();
        return factory.rule(
                device,
                P4Names.TABLE_NEXT_HOPS,
                match,
                RuleFactory.NO_PRIORITY,
                output(device, port, alternate));
    }

    /**
     * Returns the destinations of a route; empty if the rule is not a route.
     *
     * @param rule any rule
     */
    public static Optional<IpPrefix> destination(FlowRule rule) {
        boolean ipv4 = rule.table().equals(P4Names.TABLE_IPV4_ROUTES);
        if (!ipv4 && !rule.table().equals(P4Names.TABLE_IPV6_ROUTES)) {
            return Optional.empty();
        }
        return match(rule, ipv4 ? P4Names.FIELD_IPV4_DST : P4Names.FIELD_IPV6_DST)
                .map(found -> (PiLpmFieldMatch) found)
                .map(
                        found ->
                                IpPrefix.valueOf(
                                        ipv4 ? IpAddress.Version.INET : IpAddress.Version.INET6,
                                        found.value().asArray(),
                                        found.prefixLength()));
    }

    /**
     * Returns the next-hop group that a route goes by, or that a rule is a bucket of; empty if the
     * rule is neither.
     *
     * @param rule any rule
     */
    public static Optional<Integer> group(FlowRule rule) {
        if (rule.table().equals(P4Names.TABLE_NEXT_HOPS)) {
            return match(rule, P4Names.FIELD_GROUP_ID)
                    .map(found -> ((PiExactFieldMatch) found).value().asArray())
                    .map(RouteRules::number);
        }
        if (destination(rule).isEmpty()) {
            return Optional.empty();
        }
        PiAction action = SettingsRules.action(rule);
        return action.id().equals(P4Names.ACTION_SET_GROUP)
                ? action.parameters().stream()
                        .filter(param -> param.id().equals(P4Names.PARAM_GROUP_ID))
                        .map(param -> number(param.value().asArray()))
                        .findFirst()
                : Optional.empty();
    }

    private static Optional<PiFieldMatch> match(FlowRule rule, PiMatchFieldId field) {
        Criterion criterion = rule.selector().getCriterion(Criterion.Type.PROTOCOL_INDEPENDENT);
        return criterion instanceof PiCriterion
                ? ((PiCriterion) criterion).fieldMatch(field)
                : Optional.empty();
    }

    private static int number(byte[] unsigned) {
        return new BigInteger(1, unsigned).intValueExact();
    }

    private FlowRule route(DeviceId device, IpPrefix prefix, PiAction action) {
        if (prefix.prefixLength() == 0) {
            // ONOS takes an entry without a match for the table's default action, which is fixed.
            throw new IllegalArgumentException("a table has no entry for " + prefix);
        }
        boolean ipv4 = prefix.isIp4();
        PiCriterion match =
                PiCriterion.builder()
                        .matchLpm(
                                ipv4 ? P4Names.FIELD_IPV4_DST : P4Names.FIELD_IPV6_DST,
                                prefix.address().toOctets(),
                                prefix.prefixLength())
                        .build();
        return factory.rule(
                device,
                ipv4 ? P4Names.TABLE_IPV4_ROUTES : P4Names.TABLE_IPV6_ROUTES,
                match,
                RuleFactory.NO_PRIORITY,
                action);
    }
}
