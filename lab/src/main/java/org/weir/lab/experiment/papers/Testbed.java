// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.experiment.papers;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.weir.lab.host.ArrivalProcess;
import org.weir.lab.host.FlowConfig;
import org.weir.lab.host.LoadSchedule;
import org.weir.lab.host.config.HostConfig;
import org.weir.lab.network.LinkSpec;
import org.weir.lab.network.NetworkSpec;
import org.weir.lab.network.SwitchSpec;
import org.weir.lab.packet.IpAddress;
import org.weir.lab.packet.MacAddress;
import org.weir.lab.scheme.Parameter;
import org.weir.lab.scheme.Values;
import org.weir.reaction.Reaction;

/**
 * Puts together a network whose links are alike: a switch's ports are numbered as they are used.
 * Its parameters are those of all published testbeds.
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

    /**
     * @param values has what the parameters declared here name
     */
    Testbed(String name, Values values) {
        this.name = name;
        rateBps = values.whole("linkBps");
        delayNs = values.msAsNs("linkDelayMs");
        queuePackets = (int) values.whole("queuePackets");
    }

    static Parameter linkBps(double bps, String source) {
        return new Parameter("linkBps", "bit/s", bps, 1e3, 1e12, "rate of each link", source);
    }

    static Parameter linkDelayMs(double ms) {
        return new Parameter(
                "linkDelayMs", "ms", ms, 0, 1e4, "delay of each link", "not published");
    }

    static Parameter queuePackets(int packets, String meaning, String source) {
        return new Parameter("queuePackets", "packets", packets, 1, 1e6, meaning, source);
    }

    static Parameter packetBytes(int bytes, String meaning, String source) {
        return new Parameter("packetBytes", "bytes", bytes, 66, 1514, meaning, source);
    }

    static Parameter seconds(int seconds, String source) {
        return new Parameter("seconds", "s", seconds, 2, 1e5, "length of a run", source);
    }

    static Parameter warmUpSeconds(int seconds, String meaning, String source) {
        return new Parameter("warmUpSeconds", "s", seconds, 0, 1e5, meaning, source);
    }

    static Parameter startSpreadMs(String meaning, String source) {
        return new Parameter("startSpreadMs", "ms", 100, 1, 1e5, meaning, source);
    }

    /**
     * Checks that something is left of a run to be judged.
     *
     * @throws IllegalArgumentException when it is not
     */
    static void check(Values values) {
        if (values.whole("warmUpSeconds") >= values.whole("seconds")) {
            throw new IllegalArgumentException(
                    "warmUpSeconds must be below seconds, "
                            + values.whole("seconds")
                            + ", not "
                            + values.whole("warmUpSeconds"));
        }
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
