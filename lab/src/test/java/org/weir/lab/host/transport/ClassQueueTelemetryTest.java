// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.host.transport;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.weir.lab.engine.Engine;
import org.weir.lab.engine.Pacing;
import org.weir.lab.host.Host;
import org.weir.lab.network.Network;
import org.weir.lab.packet.UdpPacket;
import org.weir.lab.scheme.Scheme;
import org.weir.lab.scheme.Schemes;
import org.weir.lab.scheme.Values;
import org.weir.lab.topology.Dumbbell;
import org.weir.lab.topology.LineSpec;
import org.weir.lab.workload.TrafficClass;
import org.weir.reaction.FixedRate;
import org.weir.reaction.packet.HopTelemetry;

/**
 * What HPCC's telemetry says where classes have queues of their own. Two hosts send a burst each,
 * of classes A and C, over a line that takes longer for a packet than the hosts for both bursts.
 */
class ClassQueueTelemetryTest {
    private static final long ACCESS_BPS = 1_000_000_000L;
    private static final long FABRIC_BPS = 10_000_000L;
    private static final int PAYLOAD = 1000;
    private static final int FRAME = MessagePacket.FRAME_BYTES + PAYLOAD;
    private static final int PACKETS_OF_A = 4;
    private static final int PACKETS_OF_C = 8;
    private static final int HEADER_AND_ENTRY = 8 + 16;

    private final List<UdpPacket> received = new ArrayList<>();

    private final class WritesDown implements Endpoint {
        @Override
        public void send(Message message) {}

        @Override
        public boolean receive(byte[] frame) {
            UdpPacket.parse(frame)
                    .filter(one -> !HopTelemetry.of(one.payload()).isEmpty())
                    .ifPresent(received::add);
            return false;
        }

        @Override
        public void onPortFree() {}
    }

    @Test
    void depthIsThatOfThePacketsOwnQueue() throws Exception {
        send("hpcc-wrr");
        // The first packet of C finds the line free; the others wait until it has left.
        assertThat(depths(TrafficClass.C)).containsExactly(units(0, 6, 5, 4, 3, 2, 1, 0));
        assertThat(depths(TrafficClass.A)).containsExactly(units(3, 2, 1, 0));
    }

    @Test
    void depthIsThatOfAllDataWithOneQueue() throws Exception {
        send("hpcc");
        assertThat(depths(TrafficClass.C)).containsExactly(units(0, 10, 9, 8, 7, 6, 5, 4));
        assertThat(depths(TrafficClass.A)).containsExactly(units(3, 2, 1, 0));
    }

    @Test
    void sentBytesAndRateAreThoseOfThePort() throws Exception {
        send("hpcc-wrr");
        assertThat(received.stream().map(UdpPacket::dscp).toList())
                .hasSize(PACKETS_OF_A + PACKETS_OF_C)
                // Three packets of A for one of C.
                .startsWith(
                        TrafficClass.C.dscp(),
                        TrafficClass.A.dscp(),
                        TrafficClass.A.dscp(),
                        TrafficClass.A.dscp());
        long sent = 0;
        for (UdpPacket one : received) {
            sent += FRAME + HEADER_AND_ENTRY;
            assertThat(first(one).sentBytes()).isEqualTo(sent);
            assertThat(first(one).rateKbps()).isEqualTo(FABRIC_BPS / 1000);
        }
    }

    private void send(String name) throws Exception {
        Engine engine = new Engine(Pacing.FREE);
        LineSpec access = new LineSpec(ACCESS_BPS, 1000, 64);
        LineSpec fabric = new LineSpec(FABRIC_BPS, 1000, 64);
        Network network = new Network(Dumbbell.create(2, access, fabric, 1), engine);
        Scheme scheme = Schemes.named(name);
        scheme.install(network, Values.of(scheme.parameters()));
        RateTransport transport =
                new RateTransport(
                        Optional.of(FixedRate::new), PAYLOAD, ProbeTimes.from(1_000_000_000L));
        Host receiver = network.hosts().get(2);
        receiver.use(port -> new WritesDown(), MessageLog.NONE);
        Host ofC = network.hosts().get(0);
        Host ofA = network.hosts().get(1);
        ofC.use(transport, MessageLog.NONE);
        ofA.use(transport, MessageLog.NONE);
        network.start();
        engine.schedule(1_000_000, () -> send(ofC, receiver, TrafficClass.C, PACKETS_OF_C));
        // After the last packet of C has come, while its first one is on the line.
        engine.schedule(1_200_000, () -> send(ofA, receiver, TrafficClass.A, PACKETS_OF_A));
        engine.runUntil(50_000_000);
    }

    private static void send(Host from, Host to, TrafficClass one, int packets) {
        long bytes = (long) packets * PAYLOAD;
        from.send(new Message(one.ordinal(), to.config().ipv4(), one.dscp(), bytes));
    }

    /** Entry of the switch before the slow line. */
    private static HopTelemetry first(UdpPacket packet) {
        return HopTelemetry.of(packet.payload()).get(1);
    }

    private List<Integer> depths(TrafficClass one) {
        return received.stream()
                .filter(packet -> packet.dscp() == one.dscp())
                .map(packet -> first(packet).depthBytes())
                .toList();
    }

    /** Bytes of packets, in the unit of telemetry. */
    private static Integer[] units(int... packets) {
        Integer[] bytes = new Integer[packets.length];
        for (int i = 0; i < packets.length; i++) {
            bytes[i] = (packets[i] * FRAME + 32) / 64 * 64;
        }
        return bytes;
    }
}
