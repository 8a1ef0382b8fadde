// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.network;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.weir.bmv2.Switch;
import org.weir.bmv2.controlplane.PortStatus;
import org.weir.lab.engine.Engine;
import org.weir.lab.engine.Pacing;
import org.weir.lab.host.ArrivalProcess;
import org.weir.lab.host.FlowSender;
import org.weir.lab.host.Host;
import org.weir.lab.link.Direction;
import org.weir.lab.link.Link;
import org.weir.lab.program.StaticRoutes;
import org.weir.lab.topology.LeafSpine;
import org.weir.lab.topology.LineSpec;
import org.weir.lab.workload.FlowTemplate;
import org.weir.lab.workload.Workloads;

/** Each packet sent is at every instant received, dropped and counted, or still under way. */
class ConservationTest {
    private static final long END_NS = 3_000_000;

    @Test
    void atEveryInstantSentIsReceivedAndDroppedAndUnderWay() throws Exception {
        LineSpec line = new LineSpec(1_000_000_000, 700, 8);
        FlowTemplate flow = new FlowTemplate(500, 0, ArrivalProcess.POISSON, 400_000_000);
        NetworkSpec fabric = LeafSpine.create(2, 2, 4, line, line, 1);
        NetworkSpec spec = lossy(withASecondFlow(Workloads.incast(fabric, flow, 7, 7)));
        Engine engine = new Engine(Pacing.FREE);
        Network network = new Network(spec, engine);
        AtomicLong toController = new AtomicLong();
        for (SwitchNode node : network.nodes()) {
            node.device().orElseThrow().onPacketIn(frame -> toController.incrementAndGet());
        }
        StaticRoutes.install(network);
        for (SwitchNode node : network.nodes()) {
            // Reports are copies that no host has sent.
            Switch device = node.device().orElseThrow();
            List.copyOf(device.mirrorSessions().keySet()).forEach(device::removeMirrorSession);
        }
        network.start();
        long instants = 0;
        while (engine.nextEventNs() >= 0 && engine.nextEventNs() <= END_NS) {
            engine.runUntil(engine.nextEventNs());
            instants++;
            assertThat(sent(network))
                    .as("at %d ns", engine.nowNs())
                    .isEqualTo(
                            received(network)
                                    + toController.get()
                                    + dropped(network)
                                    + underWay(network));
        }

        assertThat(instants).isGreaterThan(5000);
        assertThat(received(network)).isGreaterThan(500);
        assertThat(dropped(network)).isGreaterThan(500);
        assertThat(network.host("h1").droppedFrames()).isGreaterThan(50);
        assertThat(underWay(network)).isPositive();
    }

    /**
     * Adds a second flow, with which h1 has more to send than its line takes: its own port drops,
     * too.
     */
    private static NetworkSpec withASecondFlow(NetworkSpec spec) {
        FlowTemplate more = new FlowTemplate(500, 0, ArrivalProcess.POISSON, 900_000_000);
        List<NetworkSpec.Traffic> flows = new ArrayList<>(spec.flows());
        flows.addAll(Workloads.incast(spec, more, 1, 6).flows());
        return spec.withFlows(flows);
    }

    private static NetworkSpec lossy(NetworkSpec spec) {
        List<LinkSpec> links =
                spec.links().stream()
                        .map(l -> new LinkSpec(l.first(), l.second(), l.delayNs(), 0.02))
                        .toList();
        return new NetworkSpec(
                spec.name(),
                5,
                spec.onosFile(),
                spec.switches(),
                spec.hosts(),
                links,
                spec.flows());
    }

    /** Packets of all flows, and one announcement of each host. */
    private static long sent(Network network) {
        return network.hosts().stream()
                .mapToLong(
                        host ->
                                1
                                        + host.senders().stream()
                                                .mapToLong(FlowSender::sentPackets)
                                                .sum())
                .sum();
    }

    private static long received(Network network) {
        return network.hosts().stream().mapToLong(Host::receivedFrames).sum();
    }

    private static long dropped(Network network) {
        long dropped = network.hosts().stream().mapToLong(Host::droppedFrames).sum();
        for (Link link : network.links()) {
            dropped += link.forward().lostFrames() + link.backward().lostFrames();
        }
        for (SwitchNode node : network.nodes()) {
            Switch device = node.device().orElseThrow();
            dropped += device.droppedByProgram() + device.droppedNoPort() + node.unpoweredFrames();
            for (PortStatus port : device.ports()) {
                dropped += port.counters().rxDrops() + port.counters().txDrops();
            }
        }
        return dropped;
    }

    private static long underWay(Network network) {
        long underWay = network.hosts().stream().mapToLong(Host::heldFrames).sum();
        for (Link link : network.links()) {
            underWay += inFlight(link.forward()) + inFlight(link.backward());
        }
        for (SwitchNode node : network.nodes()) {
            underWay += node.device().orElseThrow().packetsInside();
        }
        return underWay;
    }

    private static long inFlight(Direction direction) {
        assertThat(direction.inFlightFrames()).isNotNegative();
        return direction.inFlightFrames();
    }
}
