// SPDX-License-Identifier: Apache-2.0
package org.weir.app.rules;

import java.util.ArrayList;
import java.util.List;
import org.onlab.packet.IpAddress;
import org.onosproject.net.DeviceId;
import org.onosproject.net.flow.FlowRule;
import org.onosproject.net.flow.criteria.PiCriterion;
import org.onosproject.net.pi.runtime.PiAction;
import org.weir.pipelines.P4Limits;
import org.weir.pipelines.P4Names;

/** Rules that say by which port a switch reaches an address. */
public final class RouteRules {

    private final RuleFactory factory;

    /**
     * Route rules.
     *
     * @param factory makes the rules
     */
    public RouteRules(RuleFactory factory) {
        this.factory = factory;
    }

    /**
     * A route by one port.
     *
     * @param device switch
     * @param address destination
     * @param port output port
     * @return the rule
     */
    public FlowRule byPort(DeviceId device, IpAddress address, long port) {
        return route(
                device,
                address,
                RuleFactory.action(P4Names.ACTION_SET_OUTPUT, P4Names.PARAM_PORT, port));
    }

    /**
     * A route by a next-hop group.
     *
     * @param device switch
     * @param address destination
     * @param groupId next-hop group, 1..65535
     * @return the rule
     */
    public FlowRule byGroup(DeviceId device, IpAddress address, int groupId) {
        return route(
                device,
                address,
                RuleFactory.action(P4Names.ACTION_SET_GROUP, P4Names.PARAM_GROUP_ID, groupId));
    }

    /**
     * All buckets of a next-hop group.
     *
     * @param device switch
     * @param groupId next-hop group, 1..65535
     * @param ports the output port of each of the 16 buckets
     * @return one rule per bucket
     */
    public List<FlowRule> buckets(DeviceId device, int groupId, List<Long> ports) {
        List<FlowRule> rules = new ArrayList<>();
        for (int bucket = 0; bucket < P4Limits.ECMP_BUCKET_COUNT; bucket++) {
            rules.add(bucket(device, groupId, bucket, ports.get(bucket)));
        }
        return rules;
    }

    /**
     * One bucket of a next-hop group.
     *
     * @param device switch
     * @param groupId next-hop group, 1..65535
     * @param bucket 0..15
     * @param port output port
     * @return the rule
     */
    public FlowRule bucket(DeviceId device, int groupId, int bucket, long port) {
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
                RuleFactory.action(P4Names.ACTION_SET_OUTPUT, P4Names.PARAM_PORT, port));
    }

    private FlowRule route(DeviceId device, IpAddress address, PiAction action) {
        boolean ipv4 = address.isIp4();
        PiCriterion match =
                PiCriterion.builder()
                        .matchLpm(
                                ipv4 ? P4Names.FIELD_IPV4_DST : P4Names.FIELD_IPV6_DST,
                                address.toOctets(),
                                ipv4 ? IpAddress.INET_BIT_LENGTH : IpAddress.INET6_BIT_LENGTH)
                        .build();
        return factory.rule(
                device,
                ipv4 ? P4Names.TABLE_IPV4_ROUTES : P4Names.TABLE_IPV6_ROUTES,
                match,
                RuleFactory.NO_PRIORITY,
                action);
    }
}
