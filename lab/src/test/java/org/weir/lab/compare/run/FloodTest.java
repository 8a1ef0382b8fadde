// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.compare.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.weir.lab.engine.Engine;
import org.weir.lab.engine.Pacing;
import org.weir.lab.host.FlowReceiver;
import org.weir.lab.host.Host;
import org.weir.lab.host.LoadSchedule;
import org.weir.lab.network.Network;
import org.weir.lab.network.SwitchNode;
import org.weir.lab.scheme.Scheme;
import org.weir.lab.scheme.Schemes;
import org.weir.lab.scheme.Values;
import org.weir.lab.topology.Dumbbell;
import org.weir.lab.topology.LineSpec;
import org.weir.lab.workload.TrafficClass;

class FloodTest {
    private static final long LINE_BPS = 10_000_000;
    private static final int FRAME_BYTES = 1000;
    private static final int ANNOUNCEMENTS = 1;
    private static final int LOW_LATENCY_QUEUE = 5;
    private static final int DATA_QUEUE = 3;
    private static final int CLASS_C_QUEUE = 6;

    private Network network;

    /** DualPI2's messages are in its queue L. */
    @ParameterizedTest
    @CsvSource({
        "dualpi2, " + LOW_LATENCY_QUEUE,
        "pie, " + DATA_QUEUE,
        "hpcc, " + DATA_QUEUE,
        "hpcc-wrr, " + CLASS_C_QUEUE
    })
    void waitsWithTheMessagesOfTheScheme(String name, int queue) throws Exception {
        long received = run(name).packets();
        assertThat(received).isGreaterThan(500);
        for (SwitchNode node : network.nodes()) {
            long all = 0;
            long own = 0;
            for (var port : node.spec().ports()) {
                var queues =
                        node.device()
                                .orElseThrow()
                                .traffic()
                                .portTrafficStatus(port.number())
                                .queues();
                own += queues.get(queue).enqueuedPackets();
                for (int i = 0; i < DATA_QUEUE + 4; i++) {
                    all += queues.get(i).enqueuedPackets();
                }
            }
            assertThat(own).isEqualTo(all).isGreaterThanOrEqualTo(received);
        }
    }

    @Test
    void isMarkedAsMessagesAre() throws Exception {
        assertThat(run("dctcp").markedPackets()).isPositive();
        assertThat(run("dualpi2").markedPackets()).isPositive();
    }

    /** Answers of receivers would load the way back, more than with other schemes. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "hpcc",
                "hpcc-wrr",
                "dctcp",
                "dctcp-wrr",
                "dualpi2",
                "pmqecn-targets-dctcp",
                "ecn",
                "dcqcn"
            })
    void isAnsweredByNoReceiver(String name) throws Exception {
        assertThat(run(name).packets()).isGreaterThan(500);
        assertThat(network.hosts().get(1).sentFrames()).isEqualTo(ANNOUNCEMENTS);
    }

    @ParameterizedTest
    @CsvSource({"hpcc, " + DATA_QUEUE, "hpcc-wrr, " + CLASS_C_QUEUE})
    void getsNoTelemetryOfHpcc(String name, int queue) throws Exception {
        assertThat(run(name).packets()).isGreaterThan(500);
        for (SwitchNode node : network.nodes()) {
            for (var port : node.spec().ports()) {
                var status = node.device().orElseThrow().traffic().portTrafficStatus(port.number());
                assertThat(status.queues().get(queue).enqueuedBytes() % FRAME_BYTES).isZero();
            }
        }
    }

    /** Fills a line nine tenths for a second, then twice. */
    private FlowReceiver run(String name) throws Exception {
        Scheme scheme = Schemes.named(name);
        Values values = Values.of(scheme.parameters());
        LineSpec fast = new LineSpec(2 * LINE_BPS, 10_000, 256);
        LineSpec line = new LineSpec(LINE_BPS, 10_000, 256);
        network = new Network(Dumbbell.create(1, fast, line, 1), new Engine(Pacing.FREE));
        scheme.install(network, values);
        Host from = network.hosts().get(0);
        Host to = network.hosts().get(1);
        LoadSchedule load =
                new LoadSchedule(
                        List.of(
                                new LoadSchedule.Step(0, 9 * LINE_BPS / 10),
                                new LoadSchedule.Step(1_000_000_000L, 2 * LINE_BPS)),
                        0);
        Flood.add(TrafficClass.C, from, to, FRAME_BYTES, load, scheme, values, 7);
        network.start();
        network.engine().runUntil(2_000_000_000L);
        return to.receivers().get(0);
    }
}
