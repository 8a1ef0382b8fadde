// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.experiment;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.weir.lab.host.ArrivalProcess;
import org.weir.lab.host.FlowConfig;
import org.weir.lab.host.HostConfig;
import org.weir.lab.host.LoadSchedule;
import org.weir.lab.host.reaction.Reaction;
import org.weir.lab.network.LinkSpec;
import org.weir.lab.network.NetworkSpec;
import org.weir.lab.network.SwitchSpec;
import org.weir.lab.packet.IpAddress;
import org.weir.lab.packet.MacAddress;

/**
 * Puts together a network whose links are alike: a switch's ports are numbered as they are used.
 */
final class Testbed {
    private static final int FIRST_UDP_PORT = 5001;
    private static final int SOURCE_PORT = 49152;

    private final String name;
    private final long rateBps;
    private final long delayNs;
    private final int queuePackets;
    private final Map<String, List<SwitchSpec.PortSpec>> switches = new LinkedHashMap<>();
    private final Map<String, HostConfig> hosts = new LinkedHashMap<>();
    private final List<LinkSpec> links = new ArrayList<>();
    private final List<NetworkSpec.Traffic> flows = new ArrayList<>();

    Testbed(String name, long rateBps, long delayNs, int queuePackets) {
        this.name = name;
        this.rateBps = rateBps;
        this.delayNs = delayNs;
        this.queuePackets = queuePackets;
    }

    /** Joins two nodes; names that begin with an h are hosts'. */
    Testbed link(String one, String other) {
        links.add(new LinkSpec(end(one), end(other), delayNs, 0));
        return this;
    }

    private LinkSpec.End end(String node) {
        if (node.startsWith("h")) {
            int number = hosts.size() + 1;
            hosts.computeIfAbsent(
                    node,
                    key ->
                            new HostConfig(
                                    key,
                                    new MacAddress(number),
                                    IpAddress.parse("10.0.0." + number),
                                    Optional.empty(),
                                    rateBps,
                                    HostConfig.DEFAULT_QUEUE_FRAMES,
                                    0));
            return new LinkSpec.End(node, 0);
        }
        List<SwitchSpec.PortSpec> ports = switches.computeIfAbsent(node, key -> new ArrayList<>());
        int port = ports.size() + 1;
        ports.add(new SwitchSpec.PortSpec(port, node + "-eth" + port, rateBps, queuePackets));
        return new LinkSpec.End(node, port);
    }

    /** Adds a UDP flow. */
    Testbed flow(
            String from,
            String to,
            String className,
            int dscp,
            int packetBytes,
            ArrivalProcess process,
            LoadSchedule load,
            Optional<Reaction> reaction) {
        int id = flows.size();
        flows.add(
                new NetworkSpec.Traffic(
                        from,
                        new FlowConfig(
                                id,
                                from + "-" + to,
                                className,
                                hosts.get(from).ipv4(),
                                hosts.get(to).ipv4(),
                                SOURCE_PORT + id,
                                FIRST_UDP_PORT + id,
                                dscp,
                                true,
                                packetBytes,
                                process,
                                load,
                                FlowConfig.DEFAULT_BACKLOG_PACKETS,
                                reaction)));
        return this;
    }

    NetworkSpec build(long seed) {
        List<SwitchSpec> devices = new ArrayList<>();
        switches.forEach(
                (device, ports) -> {
                    int id = devices.size() + 1;
                    devices.add(new SwitchSpec(device, id, "127.0.0.1", 50000 + id, ports));
                });
        return new NetworkSpec(
                name, seed, Optional.empty(), devices, List.copyOf(hosts.values()), links, flows);
    }
}
