// SPDX-License-Identifier: Apache-2.0
package org.weir.app.component;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Predicate;
import org.onlab.packet.IpAddress;
import org.onosproject.net.Host;
import org.onosproject.net.HostLocation;
import org.weir.app.ClassView;
import org.weir.app.agents.FlowReport;
import org.weir.app.flow.FlowList;
import org.weir.app.flow.FlowView;
import org.weir.app.flow.ShapedFlow;

/** The shaped flows of the network, from the reports of agents. */
final class FlowViews {

    private FlowViews() {}

    /**
     * The flows from hosts that have an agent.
     *
     * @param reports last reports of agents
     * @param hasAgent true for an address with an agent
     * @param classes classes of the policy in force
     * @param hosts hosts with their ports
     */
    static FlowList of(
            List<FlowReport> reports,
            Predicate<IpAddress> hasAgent,
            List<ClassView> classes,
            Iterable<Host> hosts) {
        Map<IpAddress, HostLocation> places = new HashMap<>();
        hosts.forEach(
                host ->
                        host.ipAddresses()
                                .forEach(address -> places.put(address, host.location())));
        Map<Integer, String> names = new HashMap<>();
        classes.forEach(one -> names.put(one.index(), one.name()));
        List<FlowView> flows = new ArrayList<>();
        long omitted = 0;
        for (FlowReport report : reports) {
            if (hasAgent.test(report.source())) {
                Optional<HostLocation> place = Optional.ofNullable(places.get(report.source()));
                report.flows().forEach(flow -> flows.add(view(flow, names, place)));
                omitted += report.omitted();
            }
        }
        flows.sort(Comparator.comparing(FlowView::ends));
        return new FlowList(flows, omitted);
    }

    private static FlowView view(
            ShapedFlow flow, Map<Integer, String> names, Optional<HostLocation> place) {
        OptionalInt index = flow.classIndex();
        return new FlowView(
                flow,
                index.isPresent()
                        ? Optional.ofNullable(names.get(index.getAsInt()))
                        : Optional.empty(),
                place.map(one -> one.deviceId().toString()),
                place.map(one -> OptionalLong.of(one.port().toLong()))
                        .orElseGet(OptionalLong::empty));
    }
}
