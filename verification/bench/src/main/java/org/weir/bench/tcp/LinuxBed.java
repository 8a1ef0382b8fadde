// SPDX-License-Identifier: Apache-2.0
package org.weir.bench.tcp;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
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
    private static final long END_SECONDS = 10;

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

    /** A host of the network. */
    LinuxHost host(String name) {
        return new LinuxHost(hosts.namespace(name).orElseThrow());
    }

    /**
     * Prepares TCP between two hosts in one of them.
     *
     * @param congestionControl Linux's name of it
     * @param ecn whether connections use ECN of RFC 3168
     */
    void prepare(String host, HostConfig peer, String congestionControl, boolean ecn)
            throws IOException {
        LinuxHost from = host(host);
        from.knowNeighbour(peer.ipv4().toString(), peer.mac().toString());
        from.prepare(peer.ipv4().toString(), congestionControl, ecn);
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
