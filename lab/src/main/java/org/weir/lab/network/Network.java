// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.network;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import org.weir.bmv2.Switch;
import org.weir.lab.engine.Engine;
import org.weir.lab.host.Host;
import org.weir.lab.host.config.HostConfig;
import org.weir.lab.link.Direction;
import org.weir.lab.link.FramePool;
import org.weir.lab.link.Link;
import org.weir.lab.packet.IpAddress;
import org.weir.lab.stats.LatencyHistogram;

/**
 * Switches, hosts and links on one engine. The switches start without a program, as real ones do:
 * what they do is their control plane's business. All methods are to be called on the engine's
 * thread, or while the engine does not run.
 */
public final class Network {
    private final NetworkSpec spec;
    private final Engine engine;
    private final Map<String, SwitchNode> switches = new LinkedHashMap<>();
    private final Map<String, Host> hosts = new LinkedHashMap<>();
    private final Map<LinkSpec, Link> links = new LinkedHashMap<>();
    private final FramePool frames = new FramePool();

    /** Builds a network of switches of this process; nothing moves before {@link #start}. */
    public Network(NetworkSpec spec, Engine engine) {
        this(spec, engine, true);
    }

    /**
     * @param powered whether switches of this process stand at the switches' places; if not, the
     *     places are empty
     */
    Network(NetworkSpec spec, Engine engine, boolean powered) {
        this.spec = spec;
        this.engine = engine;
        for (SwitchSpec switchSpec : spec.switches()) {
            switches.put(switchSpec.name(), new SwitchNode(switchSpec, engine, frames));
        }
        for (HostConfig config : spec.hosts()) {
            long seed = seedOf(-1L - hosts.size());
            hosts.put(config.name(), new Host(engine, config, frames, seed));
        }
        long stream = 0;
        for (LinkSpec linkSpec : spec.links()) {
            long seed = seedOf(stream++);
            Link link =
                    new Link(
                            engine,
                            linkSpec.name(),
                            linkSpec.delayNs(),
                            linkSpec.lossFraction(),
                            seed);
            links.put(linkSpec, link);
            connect(linkSpec.first(), link.forward(), link.backward(), powered);
            connect(linkSpec.second(), link.backward(), link.forward(), powered);
        }
        if (powered) {
            switches.values().forEach(SwitchNode::powerOn);
            updatePorts();
        }
        for (NetworkSpec.Traffic traffic : spec.flows()) {
            hosts.get(traffic.sender()).addFlow(traffic.flow(), seedOf(stream++));
        }
    }

    /** An independent seed for each random stream of the network; those of hosts are below 0. */
    private long seedOf(long stream) {
        return spec.seed() * 0x9e37_79b9_7f4a_7c15L + stream * 0xd1b5_4a32_d192_ed03L;
    }

    /** Hosts, and switches of this process, copy what they need of a frame. */
    private void connect(
            LinkSpec.End end, Direction outgoing, Direction incoming, boolean powered) {
        Host host = hosts.get(end.node());
        if (host != null) {
            host.connect(outgoing);
            incoming.connect(host, frames);
        } else {
            SwitchNode node = switches.get(end.node());
            node.connect(end.port(), outgoing);
            Consumer<byte[]> port = frame -> node.receive(end.port(), frame);
            if (powered) {
                incoming.connect(port, frames);
            } else {
                incoming.connect(port);
            }
        }
    }

    /**
     * Puts a stranger at a host's place, such as the end of an interface of this machine; before
     * {@link #start}.
     *
     * @param name of a host without flows
     * @param receiver is given each frame that arrives, on the engine's thread, and may keep it
     * @return takes each frame that leaves the stranger, when its last bit has left, on the
     *     engine's thread
     * @throws IllegalArgumentException when there is no such host or it has flows
     */
    public Consumer<byte[]> replaceHost(String name, Consumer<byte[]> receiver) {
        if (!host(name).senders().isEmpty()) {
            throw new IllegalArgumentException(name + " has flows");
        }
        for (Map.Entry<LinkSpec, Link> entry : links.entrySet()) {
            Link link = entry.getValue();
            if (entry.getKey().first().node().equals(name)) {
                link.backward().connect(receiver);
                hosts.remove(name);
                return link.forward();
            }
            if (entry.getKey().second().node().equals(name)) {
                link.forward().connect(receiver);
                hosts.remove(name);
                return link.backward();
            }
        }
        hosts.remove(name);
        return frame -> {};
    }

    /** Starts the hosts. */
    public void start() {
        hosts.values().forEach(Host::start);
    }

    /** Lets all flows offer packets, or stops them; they are on at first. */
    public void setTraffic(boolean on) {
        hosts.values().forEach(host -> host.setOffering(on));
    }

    /** Takes the power from a switch: its program, its entries and what it holds are lost. */
    public void powerOff(String name) {
        node(name).powerOff();
        updatePorts();
    }

    /** Gives a switch its power back; it is as empty as at the start. */
    public void powerOn(String name) {
        node(name).powerOn();
        updatePorts();
    }

    /** Puts a switch that is a program of its own at a place. */
    void powerOn(String name, PlacedSwitch program) {
        node(name).powerOn(program);
        updatePorts();
    }

    /**
     * Cuts or joins the link between two nodes; the ports at its ends see it.
     *
     * @throws IllegalArgumentException when no link joins them
     */
    public void setLink(String one, String other, boolean up) {
        boolean found = false;
        for (Map.Entry<LinkSpec, Link> entry : links.entrySet()) {
            if (entry.getKey().joins(one, other)) {
                entry.getValue().setUp(up);
                found = true;
            }
        }
        if (!found) {
            throw new IllegalArgumentException("no link joins " + one + " and " + other);
        }
        updatePorts();
    }

    /** A port is up when its link is up and what is at the other end has power. */
    private void updatePorts() {
        links.forEach(
                (linkSpec, link) -> {
                    boolean firstUp = link.isUp() && hasPower(linkSpec.second().node());
                    boolean secondUp = link.isUp() && hasPower(linkSpec.first().node());
                    setPort(linkSpec.first(), firstUp);
                    setPort(linkSpec.second(), secondUp);
                });
    }

    private boolean hasPower(String name) {
        SwitchNode node = switches.get(name);
        return node == null || node.isOn();
    }

    private void setPort(LinkSpec.End end, boolean up) {
        SwitchNode node = switches.get(end.node());
        if (node != null) {
            node.setPortUp(end.port(), up);
        }
    }

    /**
     * A switch by its name.
     *
     * @throws IllegalArgumentException when there is none
     */
    public SwitchNode node(String name) {
        SwitchNode node = switches.get(name);
        if (node == null) {
            throw new IllegalArgumentException("no switch is named " + name);
        }
        return node;
    }

    /**
     * A host by its name.
     *
     * @throws IllegalArgumentException when there is none
     */
    public Host host(String name) {
        Host host = hosts.get(name);
        if (host == null) {
            throw new IllegalArgumentException("no host is named " + name);
        }
        return host;
    }

    /** The switches, in the file's order. */
    public List<SwitchNode> nodes() {
        return List.copyOf(switches.values());
    }

    /** The hosts, in the file's order. */
    public List<Host> hosts() {
        return List.copyOf(hosts.values());
    }

    /** The links, in the file's order. */
    public List<Link> links() {
        return List.copyOf(links.values());
    }

    /** Specification that the network was built from. */
    public NetworkSpec spec() {
        return spec;
    }

    /** The engine that moves it. */
    public Engine engine() {
        return engine;
    }

    /** Reports on each flow, in the file's order of senders. */
    public List<FlowReport> flowReports() {
        List<FlowReport> reports = new ArrayList<>();
        OptionalLong underWay = underWayFrames();
        for (Host host : hosts.values()) {
            host.senders()
                    .forEach(
                            sender -> {
                                Host receiver = receiverOf(sender.flow().destination());
                                reports.add(
                                        FlowReport.of(
                                                host.config().name(),
                                                receiver.config().name(),
                                                sender,
                                                Optional.ofNullable(
                                                        receiver.receivers()
                                                                .get(sender.flow().id())),
                                                underWay));
                            });
        }
        return reports;
    }

    /**
     * Frames that hosts, links and switches hold now; empty when a switch is a program of its own,
     * which does not tell.
     */
    public OptionalLong underWayFrames() {
        long frames = 0;
        for (Host host : hosts.values()) {
            frames += host.heldFrames();
        }
        for (Link link : links.values()) {
            frames += link.forward().inFlightFrames() + link.backward().inFlightFrames();
        }
        for (SwitchNode node : switches.values()) {
            if (node.isOn() && node.device().isEmpty()) {
                return OptionalLong.empty();
            }
            frames += node.device().map(Switch::packetsInside).orElse(0);
        }
        return OptionalLong.of(frames);
    }

    private Host receiverOf(IpAddress ip) {
        for (Host host : hosts.values()) {
            if (host.config().ipv4().equals(ip)
                    || host.config().ipv6().filter(ip::equals).isPresent()) {
                return host;
            }
        }
        throw new IllegalStateException("no host has the address " + ip);
    }

    /** Times from the crossing of a threshold to the feedback's arrival, over all flows. */
    public LatencyHistogram feedbackLatency() {
        LatencyHistogram all = new LatencyHistogram();
        for (Host host : hosts.values()) {
            host.senders().forEach(sender -> all.addAll(sender.feedbackLatency()));
        }
        return all;
    }
}
