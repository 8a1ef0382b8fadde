// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.scheme;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.weir.bmv2.controlplane.traffic.QueueStatus;
import org.weir.lab.engine.Engine;
import org.weir.lab.engine.Pacing;
import org.weir.lab.host.Host;
import org.weir.lab.host.transport.Message;
import org.weir.lab.host.transport.MessageLog;
import org.weir.lab.host.transport.ProbeTimes;
import org.weir.lab.host.transport.RateTransport;
import org.weir.lab.network.Network;
import org.weir.lab.program.SchemeProgram;
import org.weir.lab.program.StaticRoutes;
import org.weir.lab.topology.Dumbbell;
import org.weir.lab.topology.LineSpec;
import org.weir.lab.workload.TrafficClass;
import org.weir.wire.p4.WeirIngress;

/** Two hosts send messages of class C to two others, which return statuses only. */
class StatusPacketsTest {
    private static final long LINE_BPS = 10_000_000;
    private static final int PAYLOAD = 1000;
    private static final int MESSAGES = 40;
    private static final long SECOND_NS = 1_000_000_000L;
    private static final int CLASSES_PER_PORT = 8;

    static Stream<Scheme> schemes() {
        return Schemes.all().stream();
    }

    static Stream<Scheme> weirs() {
        return Stream.concat(Pmqecn.objectives().stream(), FixedSharing.forms().stream());
    }

    @ParameterizedTest
    @MethodSource("schemes")
    void waitInTheControlQueueOnly(Scheme scheme) throws Exception {
        Network network = network(scheme);
        Map<String, TreeSet<Integer>> back = portsTowardsSenders(network);

        long control = ofQueues(network, back, SchemeProgram.CONTROL_PRIORITY, 7);
        assertThat(control).isGreaterThanOrEqualTo(2 * MESSAGES);
        assertThat(ofQueues(network, back, 0, SchemeProgram.CONTROL_PRIORITY - 1)).isZero();
    }

    @ParameterizedTest
    @MethodSource("weirs")
    void joinNoOtherClassOfWeirs(Scheme scheme) throws Exception {
        Network network = network(scheme);
        for (var node : network.nodes()) {
            var arrivals =
                    node.device()
                            .orElseThrow()
                            .counter(WeirIngress.VirtualQueue.ARRIVALS)
                            .orElseThrow();
            for (var port : node.spec().ports()) {
                for (TrafficClass other : List.of(TrafficClass.A, TrafficClass.B)) {
                    int index = port.number() * CLASSES_PER_PORT + other.ordinal();
                    assertThat(arrivals.read(index).packets()).isZero();
                }
            }
        }
    }

    private static long ofQueues(
            Network network, Map<String, TreeSet<Integer>> ports, int first, int last) {
        long sum = 0;
        for (var node : network.nodes()) {
            for (int port : ports.get(node.spec().name())) {
                List<QueueStatus> queues =
                        node.device().orElseThrow().traffic().portTrafficStatus(port).queues();
                for (int queue = first; queue <= last; queue++) {
                    sum += queues.get(queue).enqueuedPackets();
                }
            }
        }
        return sum;
    }

    private static Map<String, TreeSet<Integer>> portsTowardsSenders(Network network) {
        Map<String, TreeSet<Integer>> ports = new HashMap<>();
        for (int i = 0; i < 2; i++) {
            StaticRoutes.portsTowards(network.spec().hosts().get(i).name(), network.spec())
                    .forEach(
                            (name, port) ->
                                    ports.computeIfAbsent(name, none -> new TreeSet<>()).add(port));
        }
        return ports;
    }

    private static Network network(Scheme scheme) throws Exception {
        LineSpec line = new LineSpec(LINE_BPS, 10_000, 256);
        Network network = new Network(Dumbbell.create(2, line, line, 1), new Engine(Pacing.FREE));
        Values values = Values.of(scheme.parameters());
        scheme.install(network, values);
        RateTransport transport =
                new RateTransport(scheme.reaction(values), PAYLOAD, ProbeTimes.from(SECOND_NS / 4));
        network.hosts().forEach(host -> host.use(transport, MessageLog.NONE));
        for (int i = 0; i < MESSAGES; i++) {
            Host from = network.hosts().get(i % 2);
            var to = network.hosts().get(2 + i % 2).config().ipv4();
            Message message = new Message(i, to, TrafficClass.C.dscp(), 5L * PAYLOAD);
            network.engine().schedule(1 + i * SECOND_NS / MESSAGES, () -> from.send(message));
        }
        network.start();
        network.engine().runUntil(3 * SECOND_NS);
        return network;
    }
}
