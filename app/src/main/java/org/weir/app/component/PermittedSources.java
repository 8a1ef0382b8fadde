// SPDX-License-Identifier: Apache-2.0
package org.weir.app.component;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.onlab.packet.IpAddress;
import org.onosproject.net.ConnectPoint;
import org.weir.app.fabric.EdgeWords;
import org.weir.control.PortId;
import org.weir.control.policy.IpPrefix;
import org.weir.control.policy.Policy;
import org.weir.control.policy.PortEdge;

/**
 * Statements of the policy that runs about ports. The function gives the addresses that hosts at a
 * port may use; empty for all, and at ports to switches.
 */
final class PermittedSources
        implements EdgeWords, Function<ConnectPoint, Optional<List<IpPrefix>>> {

    private final Supplier<Optional<Policy>> policy;
    private final Predicate<ConnectPoint> carriesLink;

    /**
     * The statements of a policy.
     *
     * @param policy the policy that runs
     * @param carriesLink whether link discovery has found a switch at a port
     */
    PermittedSources(Supplier<Optional<Policy>> policy, Predicate<ConnectPoint> carriesLink) {
        this.policy = policy;
        this.carriesLink = carriesLink;
    }

    private Optional<PortEdge> edge(ConnectPoint point) {
        return policy.get()
                .map(
                        present ->
                                present.edge(
                                        new PortId(
                                                point.deviceId().toString(),
                                                point.port().toLong())));
    }

    @Override
    public Optional<List<IpPrefix>> apply(ConnectPoint point) {
        return edge(point)
                .filter(edge -> edge.sources().isPresent() && !leadsToSwitch(edge, point))
                .flatMap(PortEdge::sources);
    }

    private boolean leadsToSwitch(PortEdge edge, ConnectPoint point) {
        return edge.leadsTo() == PortEdge.LeadsTo.SWITCH
                || edge.leadsTo() == PortEdge.LeadsTo.DISCOVERED && carriesLink.test(point);
    }

    @Override
    public boolean leadsToHosts(ConnectPoint point) {
        return edge(point).filter(edge -> edge.leadsTo() == PortEdge.LeadsTo.HOSTS).isPresent();
    }

    @Override
    public boolean permits(ConnectPoint point, IpAddress address) {
        Optional<PortEdge> edge = edge(point).filter(words -> words.sources().isPresent());
        // ONOS goes through all links to find those of a port: last of all.
        return edge.isEmpty()
                || address.isLinkLocal()
                || contains(edge.get().sources().get(), address)
                || leadsToSwitch(edge.get(), point);
    }

    private static boolean contains(List<IpPrefix> prefixes, IpAddress address) {
        return prefixes.stream().anyMatch(each -> each.contains(address.toOctets()));
    }
}
