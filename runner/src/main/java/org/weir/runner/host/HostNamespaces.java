// SPDX-License-Identifier: Apache-2.0
package org.weir.runner.host;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.weir.bmv2.ports.FrameListener;
import org.weir.bmv2.ports.HostPort;
import org.weir.bmv2.ports.HostPortCounters;
import org.weir.bmv2.ports.NetworkNamespace;
import org.weir.bmv2.ports.PacketSocketPort;
import org.weir.lab.engine.Engine;
import org.weir.lab.host.config.HostConfig;
import org.weir.lab.network.Network;
import org.weir.lab.packet.ArpPacket;
import org.weir.lab.packet.MacAddress;
import org.weir.lab.packet.NeighbourPacket;
import org.weir.runner.InputException;
import org.weir.runner.shell.Command;
import org.weir.runner.shell.NetworkNamespaces;
import org.weir.runner.shell.OwnedNamespaces;
import org.weir.runner.stock.PortLine;

/**
 * Network namespaces in the place of a network's hosts, in which any program of this machine can
 * run. What a program sends leaves at the rate of the host's port; the rest of its way is the
 * network's. Each host's addresses are announced, as the hosts of the lab announce theirs.
 */
public final class HostNamespaces implements AutoCloseable {
    private final Network network;
    private final Engine engine;
    private final List<String> removedLeftovers;
    private final OwnedNamespaces namespaces = new OwnedNamespaces(HostPlan.PREFIX);
    private final List<HostPort> ports = new ArrayList<>();
    private final Map<HostPlan, PortLine> lines = new LinkedHashMap<>();
    private HostAgents agents;

    /**
     * Checks that this machine and a network's hosts can do.
     *
     * @throws InputException in one line, when something is missing or not permitted
     */
    public static void check(List<HostConfig> hosts) throws InputException {
        if (!System.getProperty("os.name").equals("Linux")) {
            throw new InputException("--hosts netns: network namespaces need Linux");
        }
        if (!NetworkNamespaces.isRoot()) {
            throw new InputException(
                    "--hosts netns: needs root, for network namespaces and veth interfaces; run"
                            + " ./weir up as root, or without --hosts");
        }
        if (Command.find("ip").isEmpty()) {
            throw new InputException(
                    "--hosts netns: ip is not on the PATH; on Debian and Ubuntu: apt-get install"
                            + " iproute2");
        }
        for (HostConfig host : hosts) {
            if (!HostPlan.isPossible(host.name())) {
                throw new InputException(
                        "--hosts netns: host \""
                                + host.name()
                                + "\": its name cannot be that of a namespace: letters, digits and"
                                + " . _ - only");
            }
        }
    }

    /**
     * Makes the namespaces, and takes away what killed runs have left. The network must not run
     * yet.
     *
     * @param network network with the hosts to replace; they must have no flows
     * @throws IOException when a namespace or an interface cannot be made; nothing is left then
     */
    public HostNamespaces(Network network) throws IOException {
        this.network = network;
        engine = network.engine();
        removedLeftovers = OwnedNamespaces.removeLeftovers(HostPlan.PREFIX);
        try {
            make();
        } catch (IOException | RuntimeException e) {
            close();
            throw e;
        }
    }

    private void make() throws IOException {
        List<HostPlan> plans = new ArrayList<>();
        for (HostConfig host : network.spec().hosts()) {
            plans.add(HostPlan.of(host, namespaces, plans.size()));
        }
        String shared = HostPlan.sharedNamespace(namespaces);
        add(shared);
        StringBuilder links = new StringBuilder();
        for (HostPlan plan : plans) {
            add(plan.namespace());
            links.append(plan.link());
        }
        Command.require(List.of("ip", "-n", shared, "-batch", "-"), links.toString());
        for (HostPlan plan : plans) {
            Command.require(List.of("ip", "-n", plan.namespace(), "-batch", "-"), plan.addresses());
            HostPort port = NetworkNamespace.call(shared, () -> PacketSocketPort.open(plan.peer()));
            ports.add(port);
            Consumer<byte[]> link =
                    network.replaceHost(
                            plan.host().name(), frame -> port.send(frame, 0, frame.length));
            lines.put(
                    plan,
                    new PortLine(engine, plan.host().rateBps(), plan.host().queueFrames(), link));
        }
    }

    private void add(String namespace) throws IOException {
        List<String> names = new ArrayList<>();
        for (HostConfig host : network.spec().hosts()) {
            names.add(host.ipv4() + " " + host.name());
            host.ipv6().ifPresent(ipv6 -> names.add(ipv6 + " " + host.name()));
        }
        namespaces.add(namespace, names);
    }

    /** Starts to read what programs send, and to announce the hosts; the network runs. */
    public void start() {
        int index = 0;
        for (Map.Entry<HostPlan, PortLine> each : lines.entrySet()) {
            ports.get(index++).start(new Batches(each.getValue()), up -> {});
            engine.submit(() -> announce(each.getKey().host(), each.getValue()));
        }
    }

    /** Hands what was read together to the engine, with the time at which it came. */
    private final class Batches implements FrameListener {
        private final PortLine line;
        private List<byte[]> frames = new ArrayList<>();
        private long firstNs;

        Batches(PortLine line) {
            this.line = line;
        }

        @Override
        public void frame(byte[] buffer, int offset, int length) {
            if (frames.isEmpty()) {
                firstNs = System.nanoTime();
            }
            frames.add(Arrays.copyOfRange(buffer, offset, offset + length));
        }

        @Override
        public void endOfBatch() {
            List<byte[]> batch = frames;
            frames = new ArrayList<>();
            engine.submitArrival(firstNs, () -> batch.forEach(line::accept));
        }
    }

    /**
     * Starts an agent in each namespace.
     *
     * @param reaction kind of their reaction points
     * @param logs folder for what they write
     */
    public void startAgents(String reaction, Path logs) throws IOException {
        agents = new HostAgents(lines.keySet(), reaction, logs);
    }

    /** Reason for which an agent does not run any more; empty while all do, or without agents. */
    public synchronized Optional<String> agentFailure() {
        return agents == null ? Optional.empty() : agents.failure();
    }

    private void announce(HostConfig host, PortLine line) {
        line.accept(ArpPacket.gratuitous(host.mac(), host.ipv4()).toFrame(MacAddress.BROADCAST));
        host.ipv6()
                .map(
                        own ->
                                new NeighbourPacket(
                                        false, own, NeighbourPacket.ALL_NODES, own, host.mac()))
                .ifPresent(
                        packet ->
                                line.accept(
                                        packet.toFrame(
                                                host.mac(),
                                                MacAddress.ofIpv6Group(
                                                        NeighbourPacket.ALL_NODES))));
        if (host.announcePeriodNs() > 0) {
            engine.scheduleAfter(host.announcePeriodNs(), () -> announce(host, line));
        }
    }

    /**
     * Frames of each host, in the network's order of hosts; none after {@link #close}. To be called
     * on the engine's thread.
     */
    public synchronized List<HostFrames> frames() {
        List<HostFrames> frames = new ArrayList<>();
        if (ports.isEmpty()) {
            return frames;
        }
        int index = 0;
        for (Map.Entry<HostPlan, PortLine> each : lines.entrySet()) {
            HostPortCounters counters = ports.get(index++).counters();
            frames.add(
                    new HostFrames(
                            each.getKey().host().name(),
                            each.getValue().sentPackets(),
                            counters.txPackets(),
                            each.getValue().droppedPackets(),
                            counters.rxDropped(),
                            counters.rxErrors(),
                            counters.txDropped() + counters.txErrors()));
        }
        return frames;
    }

    /** Namespaces of killed runs that were taken away. */
    public List<String> removedLeftovers() {
        return removedLeftovers;
    }

    /** The namespace of a host. */
    public Optional<String> namespace(String host) {
        return lines.keySet().stream()
                .filter(plan -> plan.host().name().equals(host))
                .map(HostPlan::namespace)
                .findFirst();
    }

    /** Ends what runs in the namespaces, and takes them away with their interfaces. */
    @Override
    public synchronized void close() {
        if (agents != null) {
            agents.close();
        }
        ports.forEach(HostPort::close);
        ports.clear();
        namespaces.close();
    }
}
