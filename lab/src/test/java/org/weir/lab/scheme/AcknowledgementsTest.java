// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.scheme;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.function.ToLongFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.weir.bmv2.controlplane.traffic.QueueStatus;
import org.weir.lab.engine.Engine;
import org.weir.lab.engine.Pacing;
import org.weir.lab.experiment.datacentre.QueueSamples;
import org.weir.lab.host.ArrivalProcess;
import org.weir.lab.host.FlowConfig;
import org.weir.lab.host.FlowReceiver;
import org.weir.lab.host.Host;
import org.weir.lab.host.LoadSchedule;
import org.weir.lab.network.Network;
import org.weir.lab.network.SwitchNode;
import org.weir.lab.network.SwitchSpec;
import org.weir.lab.program.SchemeProgram;
import org.weir.lab.topology.Dumbbell;
import org.weir.lab.topology.LineSpec;
import org.weir.lab.workload.TrafficClass;

/** Two hosts on each side of a line send to the other side and ignore all feedback. */
class AcknowledgementsTest {
    private static final long LINE_BPS = 10_000_000;
    private static final int QUEUE_PACKETS = 64;
    private static final int FRAME_BYTES = 1000;
    private static final long SECOND_NS = 1_000_000_000L;

    /** Packets and acknowledgements under way at the end, and announcements. */
    private static final int OTHER_FRAMES = 12;

    @ParameterizedTest
    @ValueSource(
            strings = {"hpcc", "hpcc-wrr", "dctcp", "dctcp-wrr", "dualpi2", "pmqecn-targets-dctcp"})
    void noneIsLostOrWaitsForDataWhereDataOverfillsBothDirections(String name) throws Exception {
        Network network = network(name, 9 * LINE_BPS / 10);
        network.start();
        network.engine().runUntil(3 * SECOND_NS);
        long answered = 0;
        for (int i = 0; i < 4; i++) {
            Host sender = network.hosts().get(i);
            long received = data(network.hosts().get((i + 2) % 4));
            // Half of what is sent is more than the line carries.
            assertThat(received).isBetween(1000L, sender.sentFrames() * 3 / 4);
            assertThat(sender.receivedFrames() - data(sender))
                    .isBetween(received - OTHER_FRAMES, received + OTHER_FRAMES);
            answered += received;
        }
        // Each passes both switches.
        assertThat(ofControlQueues(network, QueueStatus::enqueuedPackets))
                .isGreaterThan(2 * (answered - 4 * OTHER_FRAMES));
    }

    @Test
    void countInNoQueueOfData() throws Exception {
        Network network = network("dctcp", LINE_BPS / 4);
        // Acknowledgements stand in their queues, which let two pass in a second.
        for (SwitchNode node : network.nodes()) {
            var traffic = node.device().orElseThrow().traffic();
            for (SwitchSpec.PortSpec port : node.spec().ports()) {
                var now = traffic.portTraffic(port.number());
                int queue = SchemeProgram.CONTROL_PRIORITY;
                traffic.setPortTraffic(
                        port.number(),
                        now.withQueue(queue, now.queues().get(queue).withMaxRatePps(2)));
            }
        }
        QueueSamples samples = new QueueSamples(network, FRAME_BYTES);
        network.start();
        for (int i = 0; i < 20; i++) {
            network.engine().runUntil((20 + i) * SECOND_NS / 20);
            samples.take();
        }
        assertThat(ofControlQueues(network, QueueStatus::depthPackets))
                .isGreaterThan(QUEUE_PACKETS);
        assertThat(samples.mean()).isLessThan(1);
    }

    private static long ofControlQueues(Network network, ToLongFunction<QueueStatus> count) {
        long sum = 0;
        for (SwitchNode node : network.nodes()) {
            for (SwitchSpec.PortSpec port : node.spec().ports()) {
                sum +=
                        count.applyAsLong(
                                node.device()
                                        .orElseThrow()
                                        .traffic()
                                        .portTrafficStatus(port.number())
                                        .queues()
                                        .get(SchemeProgram.CONTROL_PRIORITY));
            }
        }
        return sum;
    }

    private static long data(Host host) {
        return host.receivers().values().stream().mapToLong(FlowReceiver::packets).sum();
    }

    private static Network network(String name, long rateBps) throws Exception {
        LineSpec line = new LineSpec(LINE_BPS, 10_000, QUEUE_PACKETS);
        Network network = new Network(Dumbbell.create(2, line, line, 1), new Engine(Pacing.FREE));
        Scheme scheme = Schemes.named(name);
        scheme.install(network, Values.of(scheme.parameters()));
        for (int i = 0; i < 4; i++) {
            Host from = network.hosts().get(i);
            from.addFlow(
                    new FlowConfig(
                            i,
                            "flow " + i,
                            "C",
                            from.config().ipv4(),
                            network.hosts().get((i + 2) % 4).config().ipv4(),
                            4000 + i,
                            4000,
                            TrafficClass.C.dscp(),
                            true,
                            FRAME_BYTES,
                            ArrivalProcess.POISSON,
                            new LoadSchedule(List.of(new LoadSchedule.Step(0, rateBps)), 0),
                            FlowConfig.DEFAULT_BACKLOG_PACKETS,
                            Optional.empty()),
                    7 + i);
        }
        return network;
    }
}
