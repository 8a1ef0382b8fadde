// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.host.transport;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
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
import org.weir.reaction.FixedRate;
import org.weir.reaction.RateControl;
import org.weir.reaction.Reaction;
import org.weir.reaction.packet.Acknowledgement;
import org.weir.reaction.packet.HopTelemetry;

/** What hpcc.p4 stamps on packets, what of it comes back, and windows. */
class PathTelemetryTest {
    private static final long ACCESS_BPS = 1_000_000_000L;
    private static final long FABRIC_BPS = 500_000_000L;
    private static final int PAYLOAD = 1000;
    private static final int PACKETS = 8;
    private static final int STAMPS = 8 + 2 * 16;

    private final List<UdpPacket> received = new ArrayList<>();
    private final List<Acknowledgement> acknowledged = new ArrayList<>();
    private final List<Long> sentNs = new ArrayList<>();
    private final Engine engine = new Engine(Pacing.FREE);
    private double windowBytes = Double.POSITIVE_INFINITY;
    private long payloads = (long) PACKETS * PAYLOAD;
    private long cycleNs;
    private int cycles;

    private Network network() throws Exception {
        Network network =
                new Network(
                        Dumbbell.create(
                                1,
                                new LineSpec(ACCESS_BPS, 1000, 64),
                                new LineSpec(FABRIC_BPS, 2000, 64),
                                1),
                        engine);
        Scheme hpcc = Schemes.named("hpcc");
        hpcc.install(network, Values.of(hpcc.parameters()));
        return network;
    }

    /** Sends at its line's rate and writes down what it is told. */
    private RateControl control(long lineBps) {
        FixedRate fixed = new FixedRate(lineBps);
        return new RateControl() {
            @Override
            public long rateBps() {
                return fixed.rateBps();
            }

            @Override
            public long cycleNs() {
                return cycleNs;
            }

            @Override
            public void onCycle(boolean limited) {
                cycles++;
            }

            @Override
            public double windowBytes() {
                return windowBytes;
            }

            @Override
            public void onSent(int frameBytes) {
                sentNs.add(engine.nowNs());
            }

            @Override
            public void onAcknowledgement(Acknowledgement told, long nextNumber) {
                acknowledged.add(told);
                assertThat(nextNumber).isGreaterThan(told.number());
            }
        };
    }

    private final class WritesDown implements Endpoint {
        @Override
        public void send(Message message) {}

        @Override
        public boolean receive(byte[] frame) {
            UdpPacket.parse(frame).ifPresent(received::add);
            return false;
        }

        @Override
        public void onPortFree() {}
    }

    private void send(Network network, MessageLog log, Transport ofReceiver) {
        Reaction reaction = this::control;
        RateTransport transport =
                new RateTransport(Optional.of(reaction), PAYLOAD, ProbeTimes.from(200_000));
        Host sender = network.hosts().get(0);
        Host receiver = network.hosts().get(1);
        sender.use(transport, MessageLog.NONE);
        receiver.use(ofReceiver == null ? transport : ofReceiver, log);
        network.start();
        engine.schedule(
                1_000_000,
                () -> sender.send(new Message(0, receiver.config().ipv4(), 46, payloads)));
        engine.runUntil(50_000_000);
    }

    @Test
    void eachSwitchStampsItsPort() throws Exception {
        Network network = network();
        send(network, MessageLog.NONE, port -> new WritesDown());
        assertThat(received.size()).isGreaterThanOrEqualTo(PACKETS);
        for (int i = 0; i < PACKETS; i++) {
            byte[] payload = received.get(i).payload();
            assertThat(payload).hasSize(STAMPS + MessagePacket.BYTES + PAYLOAD);
            assertThat(MessagePacket.parse(payload, STAMPS).orElseThrow().number()).isEqualTo(i);
            List<HopTelemetry> hops = HopTelemetry.of(payload);
            assertThat(hops).hasSize(2);
            HopTelemetry last = hops.get(0);
            HopTelemetry first = hops.get(1);
            assertThat(first.rateKbps()).isEqualTo(FABRIC_BPS / 1000);
            assertThat(last.rateKbps()).isEqualTo(ACCESS_BPS / 1000);
            assertThat(last.hop() / 64).isNotEqualTo(first.hop() / 64);
            assertThat(last.timeUs()).isGreaterThan(first.timeUs());
            long frameBytes = MessagePacket.FRAME_BYTES + PAYLOAD;
            assertThat(first.sentBytes()).isEqualTo((i + 1) * (frameBytes + 24));
            assertThat(last.sentBytes()).isEqualTo((i + 1) * (frameBytes + 40));
        }
        // The first switch sends half as fast as it receives.
        assertThat(firstDepthBytes()).containsExactly(depths(PAYLOAD, 0, 1, 2, 3, 3, 2, 1, 0));
    }

    /** The last packet has 100 bytes of the message. */
    @Test
    void depthsAreBytes() throws Exception {
        payloads = (PACKETS - 1) * PAYLOAD + 100;
        send(network(), MessageLog.NONE, port -> new WritesDown());
        Integer[] depths = firstDepthBytes();
        assertThat(depths[6]).isEqualTo(depths(100, 1)[0]);
        assertThat(depths[7]).isZero();
    }

    /** Bytes of packets with a payload, in the unit of telemetry. */
    private static Integer[] depths(int payload, int... packets) {
        return Arrays.stream(packets)
                .map(one -> one * (MessagePacket.FRAME_BYTES + payload))
                .mapToObj(bytes -> (bytes + 32) / 64 * 64)
                .toArray(Integer[]::new);
    }

    private Integer[] firstDepthBytes() {
        return received.stream()
                .limit(PACKETS)
                .map(one -> HopTelemetry.of(one.payload()).get(1).depthBytes())
                .toArray(Integer[]::new);
    }

    @Test
    void whatIsStampedComesBackAndIsNoPartOfTheMessage() throws Exception {
        long[] bytes = new long[2];
        send(
                network(),
                new MessageLog() {
                    @Override
                    public void received(int messageId, long delayNs, int more) {
                        bytes[0] += more;
                    }

                    @Override
                    public void delivered(int messageId, long nowNs) {
                        bytes[1]++;
                    }

                    @Override
                    public void resent(int messageId) {}
                },
                null);
        assertThat(bytes).containsExactly((long) PACKETS * PAYLOAD, 1);
        assertThat(acknowledged).hasSize(PACKETS);
        assertThat(acknowledged).allSatisfy(one -> assertThat(one.hops()).hasSize(2));
        assertThat(acknowledged.stream().map(Acknowledgement::number).toList())
                .containsExactly(0L, 1L, 2L, 3L, 4L, 5L, 6L, 7L);
    }

    @Test
    void aWindowOfTwoPacketsWaitsForAcknowledgements() throws Exception {
        windowBytes = 2 * (MessagePacket.FRAME_BYTES + PAYLOAD);
        send(network(), MessageLog.NONE, null);
        assertThat(acknowledged).hasSize(PACKETS);
        // Two at the line's rate; then one for each acknowledgement, as fast as the slow line is.
        long slowNs = (MessagePacket.FRAME_BYTES + PAYLOAD) * 8 * 1_000_000_000L / FABRIC_BPS;
        assertThat(sentNs.get(1) - sentNs.get(0)).isLessThan(slowNs);
        for (int i = 2; i < PACKETS; i++) {
            assertThat(sentNs.get(i) - sentNs.get(i - 2)).as("packet " + i).isGreaterThan(slowNs);
        }
    }

    /** A message takes about 150 µs; acknowledgements arrive every 17 µs. */
    @Test
    void anAcknowledgementDoesNotBeginACycleAnew() throws Exception {
        cycleNs = 40_000;
        send(network(), MessageLog.NONE, null);
        assertThat(acknowledged).hasSize(PACKETS);
        assertThat(cycles).isGreaterThanOrEqualTo(2);
    }

    @Test
    void aFullWindowOfLostPacketsDoesNotBlockAMessage() throws Exception {
        windowBytes = 2 * (MessagePacket.FRAME_BYTES + PAYLOAD);
        Network network = network();
        // Nothing is acknowledged: the transport asks after a silence, again and again.
        network.hosts().get(1).notifySenders(Long.MAX_VALUE / 2);
        Map<String, Integer> delivered = new TreeMap<>();
        send(
                network,
                new MessageLog() {
                    @Override
                    public void received(int messageId, long delayNs, int more) {}

                    @Override
                    public void delivered(int messageId, long nowNs) {
                        delivered.merge("messages", 1, Integer::sum);
                    }

                    @Override
                    public void resent(int messageId) {}
                },
                null);
        assertThat(acknowledged).isEmpty();
        assertThat(delivered).containsEntry("messages", 1);
    }
}
