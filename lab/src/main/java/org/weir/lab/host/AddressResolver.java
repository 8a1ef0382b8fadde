// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.host;

import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.weir.lab.engine.Engine;
import org.weir.lab.host.config.HostConfig;
import org.weir.lab.packet.ArpPacket;
import org.weir.lab.packet.IpAddress;
import org.weir.lab.packet.MacAddress;
import org.weir.lab.packet.NeighbourPacket;

/**
 * ARP and neighbour discovery of a host: it announces the host, answers for the host's addresses
 * and resolves those of others.
 */
final class AddressResolver {
    private final Engine engine;
    private final HostConfig config;
    private final Consumer<byte[]> send;
    private final BiConsumer<IpAddress, MacAddress> learnt;
    private final NeighbourTable neighbours;

    /**
     * @param send sends a frame
     * @param learnt is given each address that another host says it has
     */
    AddressResolver(
            Engine engine,
            HostConfig config,
            Consumer<byte[]> send,
            BiConsumer<IpAddress, MacAddress> learnt) {
        this.engine = engine;
        this.config = config;
        this.send = send;
        this.learnt = learnt;
        neighbours = new NeighbourTable(engine, this::ask);
    }

    /** Notes an address, so that the host need not ask. */
    void set(IpAddress ip, MacAddress mac) {
        neighbours.set(ip, mac);
    }

    /** Calls back with the address, at once when it is known. */
    void resolve(IpAddress ip, Consumer<MacAddress> whenKnown) {
        neighbours.resolve(ip, whenKnown);
    }

    /** True if an address is one of the host. */
    boolean owns(IpAddress ip) {
        return ip.equals(config.ipv4()) || config.ipv6().filter(ip::equals).isPresent();
    }

    /** Takes a frame; false if it is of neither protocol or is of no use. */
    boolean receive(byte[] frame) {
        Optional<ArpPacket> arp = ArpPacket.parse(frame);
        if (arp.isPresent()) {
            return onArp(arp.get());
        }
        return NeighbourPacket.parse(frame).map(this::onNeighbour).orElse(false);
    }

    private boolean onArp(ArpPacket packet) {
        learn(packet.senderIp(), packet.senderMac());
        if (packet.request()
                && packet.targetIp().equals(config.ipv4())
                && !packet.senderIp().equals(config.ipv4())) {
            ArpPacket answer =
                    new ArpPacket(
                            false,
                            config.mac(),
                            config.ipv4(),
                            packet.senderMac(),
                            packet.senderIp());
            send.accept(answer.toFrame(packet.senderMac()));
        }
        return true;
    }

    private boolean onNeighbour(NeighbourPacket packet) {
        if (!packet.solicitation()) {
            learn(packet.target(), packet.mac());
        } else if (config.ipv6().filter(packet.target()::equals).isPresent()) {
            learn(packet.source(), packet.mac());
            NeighbourPacket answer =
                    new NeighbourPacket(
                            false, packet.target(), packet.source(), packet.target(), config.mac());
            send.accept(answer.toFrame(config.mac(), packet.mac()));
        }
        return true;
    }

    private void learn(IpAddress ip, MacAddress mac) {
        neighbours.learn(ip, mac);
        learnt.accept(ip, mac);
    }

    private void ask(IpAddress ip) {
        if (ip.isIpv4()) {
            ArpPacket question =
                    new ArpPacket(true, config.mac(), config.ipv4(), MacAddress.ZERO, ip);
            send.accept(question.toFrame(MacAddress.BROADCAST));
            return;
        }
        IpAddress group = ip.solicitedNodeGroup();
        config.ipv6()
                .map(own -> new NeighbourPacket(true, own, group, ip, config.mac()))
                .ifPresent(
                        question ->
                                send.accept(
                                        question.toFrame(
                                                config.mac(), MacAddress.ofIpv6Group(group))));
    }

    /** Announces the host, now and each announce period. */
    void announce() {
        send.accept(
                ArpPacket.gratuitous(config.mac(), config.ipv4()).toFrame(MacAddress.BROADCAST));
        config.ipv6()
                .map(
                        own ->
                                new NeighbourPacket(
                                        false, own, NeighbourPacket.ALL_NODES, own, config.mac()))
                .ifPresent(
                        announcement ->
                                send.accept(
                                        announcement.toFrame(
                                                config.mac(),
                                                MacAddress.ofIpv6Group(
                                                        NeighbourPacket.ALL_NODES))));
        if (config.announcePeriodNs() > 0) {
            engine.scheduleAfter(config.announcePeriodNs(), this::announce);
        }
    }
}
