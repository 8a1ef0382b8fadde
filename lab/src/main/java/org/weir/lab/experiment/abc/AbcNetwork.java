// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.experiment.abc;

import java.util.List;
import java.util.Optional;
import org.weir.lab.host.config.HostConfig;
import org.weir.lab.network.LinkSpec;
import org.weir.lab.network.NetworkSpec;
import org.weir.lab.network.SwitchSpec;
import org.weir.lab.packet.IpAddress;
import org.weir.lab.packet.MacAddress;

/**
 * ABC's testbed, Fig. 3: clients {@code h0} and {@code h1} and a {@code server} at one switch; the
 * line to the server is the bottleneck.
 *
 * @param accessBps rate of the clients' lines, bit/s
 * @param bottleneckBps rate of the server's line, bit/s
 * @param delayNs one-way delay of each line, ns
 * @param queuePackets packets that wait for the server's line
 * @param loss part of the frames of the clients' lines, in both directions, that is lost, 0 to 1
 */
record AbcNetwork(long accessBps, long bottleneckBps, long delayNs, int queuePackets, double loss) {
    /** Clients. */
    static final int CLIENTS = 2;

    /** Name of the host that receives. */
    static final String SERVER = "server";

    private static final String SWITCH = "s1";
    private static final int GRPC_PORT = 50_001;

    /** Room in front of the clients' lines, which nothing fills. */
    private static final int ACCESS_QUEUE_PACKETS = 1000;

    static String client(int number) {
        return "h" + number;
    }

    static IpAddress address(int host) {
        return IpAddress.parse("10.0.0." + (host + 1));
    }

    NetworkSpec build(String name, List<NetworkSpec.Traffic> flows, long seed) {
        return new NetworkSpec(
                name,
                seed,
                Optional.empty(),
                List.of(
                        new SwitchSpec(
                                SWITCH,
                                1,
                                "127.0.0.1",
                                GRPC_PORT,
                                List.of(
                                        port(1, accessBps, ACCESS_QUEUE_PACKETS),
                                        port(2, accessBps, ACCESS_QUEUE_PACKETS),
                                        port(CLIENTS + 1, bottleneckBps, queuePackets)))),
                List.of(
                        host(client(0), 0, accessBps),
                        host(client(1), 1, accessBps),
                        host(SERVER, CLIENTS, bottleneckBps)),
                List.of(
                        link(client(0), 1, loss),
                        link(client(1), 2, loss),
                        link(SERVER, CLIENTS + 1, 0)),
                flows);
    }

    private static SwitchSpec.PortSpec port(int number, long rateBps, int packets) {
        return new SwitchSpec.PortSpec(number, SWITCH + "-eth" + number, rateBps, packets);
    }

    private static HostConfig host(String name, int number, long rateBps) {
        return new HostConfig(
                name,
                new MacAddress(number + 1),
                address(number),
                Optional.empty(),
                rateBps,
                HostConfig.DEFAULT_QUEUE_FRAMES,
                0);
    }

    private LinkSpec link(String host, int port, double lost) {
        return new LinkSpec(
                new LinkSpec.End(host, 0), new LinkSpec.End(SWITCH, port), delayNs, lost);
    }
}
