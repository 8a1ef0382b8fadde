// SPDX-License-Identifier: Apache-2.0
package org.weir.bench.tcp;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.weir.bmv2.controlplane.ProgramException;
import org.weir.lab.engine.Engine;
import org.weir.lab.engine.Pacing;
import org.weir.lab.host.config.HostConfig;
import org.weir.lab.network.Network;
import org.weir.runner.host.HostNamespaces;
import org.weir.runner.shell.Command;

/**
 * Linux's TCP on a case: the hosts are network namespaces, the switches and lines are the lab's and
 * keep to the wall clock.
 */
final class LinuxTcp {
    private static final int PORT = 5001;
    private static final long SAMPLE_NS = 100_000_000;
    private static final long SETTLE_NS = 500_000_000;
    private static final double NS_PER_SECOND = 1e9;
    private static final double NS_PER_MS = 1e6;
    private static final long END_SECONDS = 10;

    /** Room for a window of every case, so that only congestion limits the senders, bytes. */
    private static final String BUFFERS = "4096 16777216 67108864";

    private LinuxTcp() {}

    /** Reason why it cannot run; empty if it can. */
    static Optional<String> missing() {
        for (String program : List.of("ip", "ss", "ethtool", "sysctl")) {
            if (Command.find(program).isEmpty()) {
                return Optional.of(
                        program
                                + " is not on the PATH; on Debian and Ubuntu: apt-get install"
                                + " iproute2 ethtool procps");
            }
        }
        return Optional.empty();
    }

    /**
     * Runs a case.
     *
     * @throws IOException if a namespace cannot be made or a socket fails; nothing is left then
     */
    static TcpFigures run(TcpCase one, RunTimes times)
            throws IOException, ProgramException, InterruptedException {
        Engine engine = new Engine(Pacing.WALL_CLOCK);
        Network network = one.network(engine, 1);
        HostConfig from = network.host(TcpCase.SENDER).config();
        HostConfig to = network.host(TcpCase.RECEIVER).config();
        try (HostNamespaces hosts = new HostNamespaces(network)) {
            Thread atExit = new Thread(hosts::close, "end-namespaces");
            Runtime.getRuntime().addShutdownHook(atExit);
            try {
                String sender = hosts.namespace(from.name()).orElseThrow();
                String receiver = hosts.namespace(to.name()).orElseThrow();
                prepare(sender, to, one);
                prepare(receiver, from, one);
                network.start();
                Thread loop = new Thread(() -> engine.runUntil(Long.MAX_VALUE), "network");
                loop.setDaemon(true);
                loop.start();
                hosts.start();
                try {
                    return measure(one, times, network, sender, receiver, to);
                } finally {
                    engine.stop();
                    loop.join(TimeUnit.SECONDS.toMillis(END_SECONDS));
                }
            } finally {
                Runtime.getRuntime().removeShutdownHook(atExit);
            }
        }
    }

    private static void prepare(String namespace, HostConfig peer, TcpCase one) throws IOException {
        // The congestion control of a route needs no change of what the machine allows.
        String neighbour =
                """
                neigh replace %1$s lladdr %2$s dev eth0
                route replace %1$s/32 dev eth0 congctl %3$s
                """
                        .formatted(peer.ipv4(), peer.mac(), one.algorithm().word());
        Command.require(List.of("ip", "-n", namespace, "-batch", "-"), neighbour);
        List<String> offloads =
                List.of("ethtool", "-K", "eth0", "tso", "off", "gso", "off", "gro", "off");
        Command.require(inside(namespace, offloads), "");
        Map<String, String> settings =
                new TreeMap<>(
                        Map.of(
                                "tcp_ecn",
                                one.ecn() ? "1" : "0",
                                // A lost SYN would make its flow one without ECN.
                                "tcp_ecn_fallback",
                                "0",
                                "tcp_no_metrics_save",
                                "1",
                                "tcp_rmem",
                                BUFFERS,
                                "tcp_wmem",
                                BUFFERS));
        for (Map.Entry<String, String> setting : settings.entrySet()) {
            String text = "net.ipv4." + setting.getKey() + "=" + setting.getValue();
            Command.require(inside(namespace, List.of("sysctl", "-qw", text)), "");
        }
    }

    private static List<String> inside(String namespace, List<String> command) {
        List<String> whole = new ArrayList<>(List.of("ip", "netns", "exec", namespace));
        whole.addAll(command);
        return whole;
    }

    private static TcpFigures measure(
            TcpCase one,
            RunTimes times,
            Network network,
            String sender,
            String receiver,
            HostConfig to)
            throws IOException, InterruptedException {
        try (SocketFlows flows = new SocketFlows(sender, receiver, PORT)) {
            TimeUnit.NANOSECONDS.sleep(SETTLE_NS);
            Engine engine = network.engine();
            QueueWatch[] queue = new QueueWatch[1];
            engine.submit(
                    () -> {
                        long nowNs = engine.nowNs();
                        engine.takeGreatestLagNs();
                        queue[0] =
                                QueueWatch.begin(
                                        network, nowNs + times.warmUpNs(), nowNs + times.endNs());
                    });
            long beginNs = System.nanoTime();
            flows.begin(one.flows(), to.ipv4().toString());
            SortedMap<Integer, List<double[]>> windows = new TreeMap<>();
            double[] warm = null;
            double[] last = null;
            while (last == null || last[0] < times.seconds()) {
                long nextNs = (System.nanoTime() - beginNs) / SAMPLE_NS * SAMPLE_NS + SAMPLE_NS;
                TimeUnit.NANOSECONDS.sleep(beginNs + nextNs - System.nanoTime());
                double seconds = (System.nanoTime() - beginNs) / NS_PER_SECOND;
                long bytes = 0;
                long resent = 0;
                for (var each : SocketSample.of(sender, PORT).entrySet()) {
                    bytes += each.getValue().acknowledgedBytes();
                    resent += each.getValue().resent();
                    windows.computeIfAbsent(each.getKey(), port -> new ArrayList<>())
                            .add(new double[] {seconds, each.getValue().window()});
                }
                last = new double[] {seconds, bytes, resent};
                if (warm == null && seconds >= times.warmUpSeconds()) {
                    warm = last;
                }
            }
            if (windows.size() != one.flows()) {
                throw new IOException(
                        "%d of %d connections were established"
                                .formatted(windows.size(), one.flows()));
            }
            return new TcpFigures(
                    (last[1] - warm[1]) * 8 / (last[0] - warm[0]) / 1e6,
                    queue[0].mean(),
                    last[2] - warm[2],
                    last[2],
                    engine.takeGreatestLagNs() / NS_PER_MS,
                    List.copyOf(windows.values()));
        }
    }
}
