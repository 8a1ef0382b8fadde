// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.experiment.rpm;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.weir.lab.host.config.HostConfig;
import org.weir.lab.network.LinkSpec;
import org.weir.lab.network.NetworkSpec;
import org.weir.lab.network.SwitchSpec;
import org.weir.lab.packet.IpAddress;
import org.weir.lab.packet.MacAddress;
import org.weir.lab.scheme.Parameter;

/**
 * RPM's testbed: senders {@code h1 … hn} at switch s1, router r1, receivers {@code h(n+1) … h2n} at
 * switch s2. The line from r1 to s2 is the bottleneck unless all lines are alike.
 *
 * @param pairs senders, and receivers
 * @param hostBps rate of the hosts' lines, bit/s
 * @param upperBps rate of the line from s1 to r1, bit/s
 * @param lowerBps rate of the line from r1 to s2, bit/s
 * @param queuePackets packets that a queue of a switch holds
 * @param bufferMs time in which a port sends what its queue holds, ms, in place of a number of
 *     packets; 0 for the number
 */
public record RpmNetwork(
        int pairs, long hostBps, long upperBps, long lowerBps, int queuePackets, double bufferMs) {
    private static final int FIRST_GRPC_PORT = 50_001;
    private static final int FRAME_BYTES = 1514;
    private static final double MS_PER_SECOND = 1000;

    /** With queues of a number of packets. */
    public RpmNetwork(int pairs, long hostBps, long upperBps, long lowerBps, int queuePackets) {
        this(pairs, hostBps, upperBps, lowerBps, queuePackets, 0);
    }

    /** Parameter with which a case has its {@code bufferMs}. */
    static Parameter bufferParameter() {
        return new Parameter(
                "bufferMs",
                "ms",
                0,
                0,
                1e4,
                "time in which a port sends what its queue holds, in place of queuePackets; 0 for"
                        + " queuePackets",
                "section V-B has 2 ms");
    }

    /** Full frames that the queue of a port holds, at least one. */
    int packets(long rateBps) {
        double frames = rateBps * bufferMs / MS_PER_SECOND / (Byte.SIZE * FRAME_BYTES);
        return bufferMs > 0 ? (int) Math.max(1, Math.round(frames)) : queuePackets;
    }

    /**
     * Builds it.
     *
     * @param senderDelaysNs delay of each sender's line, ns
     * @param receiverDelaysNs delay of each receiver's line, ns
     */
    public NetworkSpec build(
            String name, long[] senderDelaysNs, long[] receiverDelaysNs, long seed) {
        List<LinkSpec> links = new ArrayList<>();
        List<HostConfig> hosts = new ArrayList<>();
        for (int i = 0; i < 2 * pairs; i++) {
            boolean sends = i < pairs;
            hosts.add(host(i + 1));
            links.add(
                    new LinkSpec(
                            new LinkSpec.End("h" + (i + 1), 0),
                            new LinkSpec.End(sends ? "s1" : "s2", 2 + i % pairs),
                            sends ? senderDelaysNs[i] : receiverDelaysNs[i - pairs],
                            0));
        }
        links.add(new LinkSpec(new LinkSpec.End("s1", 1), new LinkSpec.End("r1", 1), 0, 0));
        links.add(new LinkSpec(new LinkSpec.End("r1", 2), new LinkSpec.End("s2", 1), 0, 0));
        return new NetworkSpec(
                name,
                seed,
                Optional.empty(),
                List.of(
                        device("s1", 1, edge("s1", upperBps)),
                        device("r1", 2, List.of(port("r1", 1, upperBps), port("r1", 2, lowerBps))),
                        device("s2", 3, edge("s2", lowerBps))),
                hosts,
                links,
                List.of());
    }

    private List<SwitchSpec.PortSpec> edge(String node, long uplinkBps) {
        List<SwitchSpec.PortSpec> ports = new ArrayList<>();
        ports.add(port(node, 1, uplinkBps));
        IntStream.range(0, pairs).forEach(i -> ports.add(port(node, 2 + i, hostBps)));
        return ports;
    }

    private SwitchSpec.PortSpec port(String node, int number, long rateBps) {
        return new SwitchSpec.PortSpec(number, node + "-eth" + number, rateBps, packets(rateBps));
    }

    private static SwitchSpec device(String name, int id, List<SwitchSpec.PortSpec> ports) {
        return new SwitchSpec(name, id, "127.0.0.1", FIRST_GRPC_PORT + id, ports);
    }

    private HostConfig host(int number) {
        return new HostConfig(
                "h" + number,
                new MacAddress(number),
                IpAddress.parse("10.0.0." + number),
                Optional.empty(),
                hostBps,
                HostConfig.DEFAULT_QUEUE_FRAMES,
                0);
    }
}
