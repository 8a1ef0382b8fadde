// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.compare.network;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.weir.lab.host.config.HostConfig;
import org.weir.lab.network.LinkSpec;
import org.weir.lab.network.NetworkSpec;
import org.weir.lab.network.SwitchSpec;
import org.weir.lab.program.StaticRoutes;
import org.weir.lab.topology.LineSpec;

/** The ways of packets between the hosts of a network, as {@link StaticRoutes} installs them. */
public final class Routes {
    private final NetworkSpec spec;
    private final Map<LinkSpec.End, LinkSpec> links = new HashMap<>();
    private final Map<String, LinkSpec> hostLinks = new HashMap<>();
    private final Map<LinkSpec.End, SwitchSpec.PortSpec> ports = new HashMap<>();

    /** By receiver, then by switch: the port by which it is reached. */
    private final List<Map<String, Integer>> portsTowards = new ArrayList<>();

    /** Of a network without flows. */
    public Routes(NetworkSpec spec) {
        this.spec = spec;
        for (LinkSpec link : spec.links()) {
            for (LinkSpec.End end : List.of(link.first(), link.second())) {
                if (end.port() == 0) {
                    hostLinks.put(end.node(), link);
                } else {
                    links.put(end, link);
                }
            }
        }
        for (SwitchSpec device : spec.switches()) {
            for (SwitchSpec.PortSpec port : device.ports()) {
                ports.put(new LinkSpec.End(device.name(), port.number()), port);
            }
        }
        for (HostConfig host : spec.hosts()) {
            portsTowards.add(new HashMap<>(StaticRoutes.portsTowards(host.name(), spec)));
        }
    }

    /** A change of a route: at a switch, a receiver is reached by another port. */
    public record Change(String device, int receiver, int port) {}

    /**
     * Changes by which switches use their second uplink wherever they used the first.
     *
     * @param devices names of switches with two uplinks at least
     */
    public List<Change> avoidFirstUplink(String... devices) {
        List<Change> changes = new ArrayList<>();
        for (String device : devices) {
            List<Integer> uplinks = uplinks(device);
            for (int host = 0; host < portsTowards.size(); host++) {
                if (uplinks.get(0).equals(portsTowards.get(host).get(device))) {
                    changes.add(new Change(device, host, uplinks.get(1)));
                }
            }
        }
        return changes;
    }

    private List<Integer> uplinks(String device) {
        List<Integer> uplinks = new ArrayList<>();
        ports.forEach(
                (end, port) -> {
                    if (end.node().equals(device) && farEnd(end).port() > 0) {
                        uplinks.add(end.port());
                    }
                });
        uplinks.sort(Integer::compare);
        return uplinks;
    }

    /** The port by which a switch reaches a host. */
    public int portTowards(String device, int receiver) {
        return portsTowards.get(receiver).get(device);
    }

    /** Whether a way leads from one host to the other. */
    public boolean isReachable(int from, int to) {
        LinkSpec first = hostLinks.get(spec.hosts().get(from).name());
        String receiver = spec.hosts().get(to).name();
        return first != null
                && hostLinks.containsKey(receiver)
                && portsTowards
                        .get(to)
                        .containsKey(
                                first.first().port() == 0
                                        ? first.second().node()
                                        : first.first().node());
    }

    /** The same ways but for changes. */
    public Routes with(List<Change> changes) {
        Routes changed = new Routes(spec);
        changes.forEach(
                one -> changed.portsTowards.get(one.receiver()).put(one.device(), one.port()));
        return changed;
    }

    /** The other end of the link at a switch's port. */
    private LinkSpec.End farEnd(LinkSpec.End near) {
        LinkSpec link = links.get(near);
        return link.first().equals(near) ? link.second() : link.first();
    }

    /**
     * The switches' ports by which packets leave on their way.
     *
     * @param from index of the sending host
     * @param to index of the receiving host
     */
    public List<LinkSpec.End> ports(int from, int to) {
        String sender = spec.hosts().get(from).name();
        String receiver = spec.hosts().get(to).name();
        LinkSpec first = hostLinks.get(sender);
        String node =
                first.first().node().equals(sender) ? first.second().node() : first.first().node();
        List<LinkSpec.End> way = new ArrayList<>();
        while (!node.equals(receiver)) {
            LinkSpec.End port = new LinkSpec.End(node, portsTowards.get(to).get(node));
            way.add(port);
            node = farEnd(port).node();
        }
        return way;
    }

    /** The lines from host to host. */
    public List<LineSpec> lines(int from, int to) {
        HostConfig sender = spec.hosts().get(from);
        List<LineSpec> lines = new ArrayList<>();
        lines.add(
                new LineSpec(
                        sender.rateBps(),
                        hostLinks.get(sender.name()).delayNs(),
                        sender.queueFrames()));
        for (LinkSpec.End end : ports(from, to)) {
            SwitchSpec.PortSpec port = ports.get(end);
            lines.add(
                    new LineSpec(port.rateBps(), links.get(end).delayNs(), port.capacityPackets()));
        }
        return lines;
    }

    /** The ports at both ends of the line between two switches. */
    public List<LinkSpec.End> endsOf(String one, String other) {
        for (LinkSpec link : spec.links()) {
            if (link.joins(one, other)) {
                return List.of(link.first(), link.second());
            }
        }
        throw new IllegalArgumentException("no link joins " + one + " and " + other);
    }

    /** A switch's port. */
    public SwitchSpec.PortSpec port(LinkSpec.End end) {
        return ports.get(end);
    }
}
