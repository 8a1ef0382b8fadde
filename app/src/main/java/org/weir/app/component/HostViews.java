// SPDX-License-Identifier: Apache-2.0
package org.weir.app.component;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.onlab.packet.IpAddress;
import org.onosproject.net.DeviceId;
import org.onosproject.net.Host;
import org.weir.app.fabric.LinkMap;
import org.weir.app.host.HostAddress;
import org.weir.app.host.HostView;
import org.weir.control.policy.Policy;

/** The hosts of the network with the treatment of feedback packets to them. */
final class HostViews {

    private HostViews() {}

    /**
     * The hosts at ports of Weir's switches, by id. A host that was heard at a port which leads to
     * a switch, before the link was found, is none.
     */
    static List<HostView> of(Parts parts, Optional<Policy> policy) {
        LinkMap links = parts.fabric.links();
        return parts.fabric.hosts().stream()
                .filter(
                        host ->
                                !links.hasPort(
                                        host.location().deviceId(),
                                        host.location().port().toLong()))
                .map(host -> view(host, parts, policy))
                .sorted(Comparator.comparing(HostView::id))
                .collect(Collectors.toList());
    }

    private static HostView view(Host host, Parts parts, Optional<Policy> policy) {
        DeviceId device = host.location().deviceId();
        long port = host.location().port().toLong();
        List<HostAddress> addresses =
                host.ipAddresses().stream()
                        .sorted()
                        .map(
                                address ->
                                        new HostAddress(
                                                address.toString(),
                                                agent(address, parts, policy),
                                                parts.edge.delivers(device, port, address)))
                        .collect(Collectors.toList());
        return new HostView(host.id().toString(), device.toString(), port, addresses);
    }

    private static HostAddress.Agent agent(
            IpAddress address, Parts parts, Optional<Policy> policy) {
        if (parts.agents.isRegistered(address)) {
            return HostAddress.Agent.REGISTERED;
        }
        return policy.filter(one -> one.hasAgent(address.toOctets())).isPresent()
                ? HostAddress.Agent.POLICY
                : HostAddress.Agent.NONE;
    }
}
