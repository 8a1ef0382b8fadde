// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.topology;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.weir.lab.host.config.HostConfig;
import org.weir.lab.network.LinkSpec;
import org.weir.lab.network.NetworkSpec;
import org.weir.lab.network.SwitchSpec;
import org.weir.lab.packet.IpAddress;
import org.weir.lab.packet.MacAddress;

/**
 * Wires switches and hosts: a switch's ports are numbered from 1 in the order in which they are
 * wired, hosts have the addresses 10.0.0.1, 10.0.0.2 … and the like Ethernet addresses.
 */
final class NetworkBuilder {
    /** Highest port number of a switch of a network. */
    static final int MAX_PORTS = 63;

    /** Hosts that 10.0.0.0/8 has addresses for. */
    static final int MAX_HOSTS = (1 << 24) - 2;

    private static final int FIRST_GRPC_PORT = 50001;
    private static final long SWITCH_SEED_STEP = 0xd1b5_4a32_d192_ed03L;

    private final String name;
    private final Map<String, List<SwitchSpec.PortSpec>> ports = new LinkedHashMap<>();
    private final List<HostConfig> hosts = new ArrayList<>();
    private final List<LinkSpec> links = new ArrayList<>();

    NetworkBuilder(String name) {
        this.name = name;
    }

    void addSwitch(String switchName) {
        ports.put(switchName, new ArrayList<>());
    }

    /** Adds a host at the next port of a switch. */
    void addHost(String hostName, String switchName, LineSpec line) {
        int number = hosts.size() + 1;
        hosts.add(
                new HostConfig(
                        hostName,
                        new MacAddress(number),
                        address(number),
                        Optional.empty(),
                        line.rateBps(),
                        line.queuePackets(),
                        0));
        links.add(
                new LinkSpec(
                        new LinkSpec.End(hostName, 0),
                        nextPort(switchName, line),
                        line.delayNs(),
                        0));
    }

    /** Joins the next ports of two switches. */
    void join(String one, String other, LineSpec line) {
        links.add(new LinkSpec(nextPort(one, line), nextPort(other, line), line.delayNs(), 0));
    }

    private LinkSpec.End nextPort(String switchName, LineSpec line) {
        List<SwitchSpec.PortSpec> own = ports.get(switchName);
        int number = own.size() + 1;
        own.add(
                new SwitchSpec.PortSpec(
                        number, switchName + "-eth" + number, line.rateBps(), line.queuePackets()));
        return new LinkSpec.End(switchName, number);
    }

    private static IpAddress address(int number) {
        byte[] bytes = {10, (byte) (number >> 16), (byte) (number >> 8), (byte) number};
        return IpAddress.of(bytes, 0, bytes.length);
    }

    /** The network, without flows. */
    NetworkSpec build(long seed) {
        List<SwitchSpec> switches = new ArrayList<>();
        ports.forEach(
                (switchName, own) -> {
                    int index = switches.size();
                    switches.add(
                            new SwitchSpec(
                                            switchName,
                                            index + 1L,
                                            "127.0.0.1",
                                            FIRST_GRPC_PORT + index,
                                            own)
                                    .withSeed(switchSeed(seed, index)));
                });
        return new NetworkSpec(name, seed, Optional.empty(), switches, hosts, links, List.of());
    }

    /** Seed of a switch's programs: other numbers for each switch and each seed of the network. */
    private static long switchSeed(long networkSeed, int index) {
        return new SplittableRandom(networkSeed ^ index * SWITCH_SEED_STEP).nextLong();
    }

    /** Refuses a number outside its range. */
    static void check(String field, int value, int least, int most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(
                    field + " must be " + least + " to " + most + ", not " + value);
        }
    }
}
