// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.scheme;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.weir.bmv2.controlplane.traffic.QueueConfig;
import org.weir.bmv2.controlplane.traffic.QueueStatus;
import org.weir.lab.engine.Engine;
import org.weir.lab.engine.Pacing;
import org.weir.lab.host.ArrivalProcess;
import org.weir.lab.host.FlowConfig;
import org.weir.lab.host.FlowReceiver;
import org.weir.lab.host.LoadSchedule;
import org.weir.lab.network.Network;
import org.weir.lab.network.SwitchNode;
import org.weir.lab.program.QueueCounts;
import org.weir.lab.program.SchemeProgram;
import org.weir.lab.topology.Dumbbell;
import org.weir.lab.topology.LineSpec;
import org.weir.lab.workload.TrafficClass;

/** Two hosts overload a line; the traffic manager drops packets that a program has counted. */
class CountedQueuesTest {
    private static final long LINE_BPS = 10_000_000;
    private static final int QUEUE_PACKETS = 64;
    private static final int FRAME_BYTES = 1000;
    private static final long SECOND_NS = 1_000_000_000L;
    private static final long LINE_PACKETS_PER_SECOND = LINE_BPS / 8 / FRAME_BYTES;
    private static final int SOURCES = 2;

    private Network network;

    private void overload(String name) throws Exception {
        LineSpec line = new LineSpec(LINE_BPS, 10_000, QUEUE_PACKETS);
        network = new Network(Dumbbell.create(SOURCES, line, line, 1), new Engine(Pacing.FREE));
        Scheme scheme = Schemes.named(name);
        scheme.install(network, Values.of(scheme.parameters()));
        for (int i = 0; i < SOURCES; i++) {
            network.hosts()
                    .get(i)
                    .addFlow(
                            new FlowConfig(
                                    i,
                                    "flow " + i,
                                    "C",
                                    network.hosts().get(i).config().ipv4(),
                                    network.hosts().get(SOURCES + i).config().ipv4(),
                                    4000 + i,
                                    4000,
                                    TrafficClass.C.dscp(),
                                    true,
                                    FRAME_BYTES,
                                    ArrivalProcess.POISSON,
                                    new LoadSchedule(
                                            List.of(new LoadSchedule.Step(0, 9 * LINE_BPS / 10)),
                                            0),
                                    FlowConfig.DEFAULT_BACKLOG_PACKETS,
                                    Optional.empty()),
                            7 + i);
        }
        network.start();
        network.engine().runUntil(SECOND_NS);
    }

    @ParameterizedTest
    @ValueSource(strings = {"hpcc", "hpcc-wrr", "pie", "abc", "pfc"})
    void packetsLostWithALinkDoNotFillTheQueue(String scheme) throws Exception {
        overload(scheme);
        for (int i = 0; i < 3; i++) {
            setLink(false);
            run(SECOND_NS / 4);
            setLink(true);
            run(SECOND_NS / 4);
        }
        long before = received();
        run(SECOND_NS);
        assertThat(received() - before).isGreaterThan(9 * LINE_PACKETS_PER_SECOND / 10);
    }

    @ParameterizedTest
    @ValueSource(strings = {"hpcc", "hpcc-wrr", "pie", "abc", "pfc"})
    void packetsWithoutRoomInTheBufferDoNotFillTheQueue(String scheme) throws Exception {
        overload(scheme);
        // Less than the queue's packets.
        setBuffers(QUEUE_PACKETS / 4 * FRAME_BYTES);
        run(2 * SECOND_NS);
        long before = received();
        run(SECOND_NS);
        assertThat(received() - before).isGreaterThan(9 * LINE_PACKETS_PER_SECOND / 10);
    }

    @ParameterizedTest
    @ValueSource(strings = {"hpcc", "hpcc-wrr", "pie"})
    void theQueueIsUsedWhollyAfterALackOfBuffer(String scheme) throws Exception {
        overload(scheme);
        setBuffers(QUEUE_PACKETS / 4 * FRAME_BYTES);
        run(2 * SECOND_NS);
        setBuffers(QueueConfig.UNLIMITED);
        run(SECOND_NS);
        assertThat(longestQueue()).isBetween(QUEUE_PACKETS - 8, QUEUE_PACKETS);
    }

    @ParameterizedTest
    @CsvSource({
        "10000000, 120000000",
        "100000000000, 12000",
        "1000000000000, 10000",
        QueueConfig.UNLIMITED + ", 10000"
    })
    void correctionsOfFastPortsAreNoMoreFrequent(long rateBps, long periodNs) {
        assertThat(QueueCounts.periodNs(rateBps)).isEqualTo(periodNs);
    }

    private int longestQueue() {
        return network.nodes().stream()
                .flatMap(
                        node ->
                                node.spec().ports().stream()
                                        .map(port -> depth(node, port.number())))
                .max(Integer::compare)
                .orElseThrow();
    }

    private void setLink(boolean up) {
        network.setLink(
                network.nodes().get(0).spec().name(), network.nodes().get(1).spec().name(), up);
    }

    private void setBuffers(long bytes) {
        network.nodes()
                .forEach(node -> node.device().orElseThrow().traffic().setBufferBytes(bytes));
    }

    /** The longest of a port's queues of data. */
    private static int depth(SwitchNode node, int port) {
        return node
                .device()
                .orElseThrow()
                .traffic()
                .portTrafficStatus(port)
                .queues()
                .subList(0, SchemeProgram.CONTROL_PRIORITY)
                .stream()
                .mapToInt(QueueStatus::depthPackets)
                .max()
                .orElseThrow();
    }

    private void run(long timeNs) {
        network.engine().runUntil(network.engine().nowNs() + timeNs);
    }

    private long received() {
        return network.hosts().stream()
                .flatMap(host -> host.receivers().values().stream())
                .mapToLong(FlowReceiver::packets)
                .sum();
    }
}
