// SPDX-License-Identifier: Apache-2.0
package org.weir.app.forwarding;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.onlab.packet.IpAddress;
import org.onosproject.net.DeviceId;
import org.onosproject.net.flow.FlowRule;
import org.weir.app.rules.RouteRules;
import org.weir.pipelines.P4Limits;

/**
 * The routes of one switch: for each address the ports by which the shortest paths to it begin. One
 * port is a plain route, several are a next-hop group.
 */
final class RoutePlan {

    private final DeviceId device;
    private final Map<IpAddress, List<Long>> portsByAddress = new TreeMap<>();

    RoutePlan(DeviceId device) {
        this.device = device;
    }

    /**
     * Adds a route.
     *
     * @param address destination
     * @param ports ports of the equal shortest paths; more than 16 are cut to the 16 lowest, the
     *     buckets a group has
     */
    void add(IpAddress address, Collection<Long> ports) {
        portsByAddress.put(
                address,
                ports.stream()
                        .distinct()
                        .sorted()
                        .limit(P4Limits.ECMP_BUCKET_COUNT)
                        .collect(Collectors.toList()));
    }

    /** The rules: next-hop groups first, then routes. */
    List<FlowRule> rules(RouteRules make) {
        EcmpGroups groups =
                new EcmpGroups(
                        portsByAddress.values().stream()
                                .filter(ports -> ports.size() > 1)
                                .collect(Collectors.toList()));
        List<FlowRule> rules = new ArrayList<>();
        groups.all().forEach((ports, id) -> rules.addAll(make.buckets(device, id, ports)));
        portsByAddress.forEach(
                (address, ports) ->
                        rules.add(
                                ports.size() == 1
                                        ? make.byPort(device, address, ports.get(0))
                                        : make.byGroup(device, address, groups.id(ports))));
        return rules;
    }
}
