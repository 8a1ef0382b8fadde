// SPDX-License-Identifier: Apache-2.0
package org.weir.app.component;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.onosproject.net.ConnectPoint;
import org.onosproject.net.link.LinkService;
import org.weir.app.policy.PolicyManager;
import org.weir.control.PortId;
import org.weir.control.policy.IpPrefix;
import org.weir.control.policy.PortEdge;

/** Addresses that hosts at a port may use; empty for all, and at ports to switches. */
final class PermittedSources implements Function<ConnectPoint, Optional<List<IpPrefix>>> {

    private final PolicyManager policies;
    private final LinkService links;

    /**
     * The addresses that a policy permits.
     *
     * @param policies the policy that runs
     * @param links links, which tell which ports lead to switches
     */
    PermittedSources(PolicyManager policies, LinkService links) {
        this.policies = policies;
        this.links = links;
    }

    @Override
    public Optional<List<IpPrefix>> apply(ConnectPoint point) {
        PortId port = new PortId(point.deviceId().toString(), point.port().toLong());
        return policies.policy()
                .map(policy -> policy.edge(port))
                .filter(edge -> !leadsToSwitch(edge, point))
                .flatMap(PortEdge::sources);
    }

    private boolean leadsToSwitch(PortEdge edge, ConnectPoint point) {
        return edge.leadsTo() == PortEdge.LeadsTo.SWITCH
                || edge.leadsTo() == PortEdge.LeadsTo.DISCOVERED
                        && !links.getLinks(point).isEmpty();
    }
}
