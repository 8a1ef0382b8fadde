// SPDX-License-Identifier: Apache-2.0
package org.weir.bench.tcp;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.weir.lab.engine.Engine;
import org.weir.lab.host.config.HostConfig;
import org.weir.lab.network.Network;
import org.weir.runner.host.HostNamespaces;
import org.weir.runner.shell.Command;

/**
 * A network of the lab that keeps to the wall clock, with network namespaces in the place of its
 * hosts.
 */
final class LinuxBed implements Closeable {
    /** Interface of each host. */
    static final String INTERFACE = "eth0";

    private static final long END_SECONDS = 10;

    /** Room for a window of every case, so that only congestion limits the senders, bytes. */
    private static final String BUFFERS = "4096 16777216 67108864";

    private final Network network;
    private final Engine engine;
    private final HostNamespaces hosts;
    private final Thread atExit;
    private Thread loop;

    /**
     * Makes the namespaces.
     *
     * @param network with an engine that keeps to the wall clock; not started
     * @throws IOException if a namespace cannot be made; nothing is left then
     */
    LinuxBed(Network network) throws IOException {
        this.network = network;
        engine = network.engine();
        hosts = new HostNamespaces(network);
        atExit = new Thread(hosts::close, "end-namespaces");
        Runtime.getRuntime().addShutdownHook(atExit);
    }

    /** Reason why it cannot run; empty if it can. */
    static Optional<String> missing() {
        for (String program : List.of("ip", "ss", "tc", "ethtool", "sysctl")) {
            if (Command.find(program).isEmpty()) {
                return Optional.of(
                        program
                                + " is not on the PATH; on Debian and Ubuntu: apt-get install"
                                + " iproute2 ethtool procps");
            }
        }
        return Optional.empty();
    }

    /** Namespace of a host. */
    String namespace(String host) {
        return hosts.namespace(host).orElseThrow();
    }

    /**
     * Prepares TCP between two hosts in one of them.
     *
     * @param congestionControl Linux's name of it
     * @param ecn whether connections use ECN of RFC 3168
     */
    void prepare(String host, HostConfig peer, String congestionControl, boolean ecn)
            throws IOException {
        // The congestion control of a route needs no change of what the machine allows.
        String neighbour =
                """
                neigh replace %1$s lladdr %2$s dev eth0
                route replace %1$s/32 dev eth0 congctl %3$s
                """
                        .formatted(peer.ipv4(), peer.mac(), congestionControl);
        Command.require(List.of("ip", "-n", namespace(host), "-batch", "-"), neighbour);
        run(host, "ethtool", "-K", INTERFACE, "tso", "off", "gso", "off", "gro", "off");
        Map<String, String> settings =
                new TreeMap<>(
                        Map.of(
                                "tcp_ecn",
                                ecn ? "1" : "0",
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
            run(host, "sysctl", "-qw", "net.ipv4." + setting.getKey() + "=" + setting.getValue());
        }
    }

    /** Runs a command in a host. */
    void run(String host, String... command) throws IOException {
        List<String> whole = new ArrayList<>(List.of("ip", "netns", "exec", namespace(host)));
        whole.addAll(List.of(command));
        Command.require(whole, "");
    }

    /** Starts the network. */
    void start() {
        network.start();
        loop = new Thread(() -> engine.runUntil(Long.MAX_VALUE), "network");
        loop.setDaemon(true);
        loop.start();
        hosts.start();
    }

    /** Ends the network and takes the namespaces away. */
    @Override
    public void close() {
        try {
            if (loop != null) {
                engine.stop();
                loop.join(TimeUnit.SECONDS.toMillis(END_SECONDS));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            hosts.close();
            Runtime.getRuntime().removeShutdownHook(atExit);
        }
    }
}
