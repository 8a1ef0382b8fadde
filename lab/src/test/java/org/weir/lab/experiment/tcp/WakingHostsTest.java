// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.experiment.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.weir.bmv2.controlplane.ProgramException;
import org.weir.lab.engine.Engine;
import org.weir.lab.engine.Pacing;
import org.weir.lab.host.transport.Endpoint;
import org.weir.lab.host.transport.HostPort;
import org.weir.lab.host.transport.Message;
import org.weir.lab.host.transport.MessageLog;
import org.weir.lab.host.transport.PacketTransport;
import org.weir.lab.host.transport.tcp.TcpConfig;
import org.weir.lab.host.transport.tcp.TcpTransport;
import org.weir.lab.host.transport.tcp.congestion.CongestionAlgorithm;
import org.weir.lab.network.Network;
import org.weir.lab.scheme.Scheme;
import org.weir.lab.scheme.SchemeNames;
import org.weir.lab.scheme.Schemes;
import org.weir.lab.scheme.Values;
import org.weir.lab.topology.Dumbbell;
import org.weir.lab.topology.LineSpec;

/**
 * One NewReno flow at 200 Mb/s, with ECN marks above a quarter of the queue, whose hosts take
 * frames at random times, as threads of a busy machine do.
 */
class WakingHostsTest {
    private static final long RATE_BPS = 200_000_000;
    private static final int FRAME_BITS = 8 * 1514;
    private static final double MEAN_WAKE_MS = 0.14;

    @Test
    void irregularWakingLowersTheGoodputOfShortRoundTrips() throws ProgramException {
        double plain = goodputMbps(5, 0, 0);

        assertThat(goodputMbps(5, 0.8, 0)).as("longer line").isGreaterThan(0.97 * plain);
        assertThat(goodputMbps(5, 0, MEAN_WAKE_MS)).as("waking").isLessThan(0.9 * plain);
    }

    @Test
    void longRoundTripsAreHardlyAffected() throws ProgramException {
        assertThat(goodputMbps(20, 0, MEAN_WAKE_MS)).isGreaterThan(0.95 * goodputMbps(20, 0, 0));
    }

    private static double goodputMbps(double rttMs, double moreMs, double wakeMs)
            throws ProgramException {
        Engine engine = new Engine(Pacing.FREE);
        int queue = (int) (RATE_BPS / 1000 * rttMs / FRAME_BITS);
        LineSpec access = new LineSpec(1_000_000_000L, 0, 10_000);
        LineSpec shared = new LineSpec(RATE_BPS, Math.round((rttMs + moreMs) * 5e5), queue);
        Network network = new Network(Dumbbell.create(1, access, shared, 1), engine);
        Scheme scheme = Schemes.named(SchemeNames.ECN);
        Map<String, Double> threshold = Map.of("thresholdPackets", (double) (queue / 4));
        scheme.install(network, Values.of(scheme.parameters()).with(threshold));
        Count count = new Count();
        TcpTransport tcp =
                new TcpTransport(
                        TcpConfig.of(CongestionAlgorithm.RENO)
                                .withQuickAcks(TcpConfig.LINUX_QUICK_ACKS));
        SplittableRandom random = new SplittableRandom(7);
        PacketTransport transport = wakeMs == 0 ? tcp : new Waking(tcp, wakeMs * 1e6, random);
        network.hosts().forEach(host -> host.use(transport, count));
        var destination = network.host("h2").config().ipv4();
        engine.schedule(
                3_000_000,
                () -> network.host("h1").send(new Message(0, destination, 0, Long.MAX_VALUE / 4)));
        network.start();
        engine.runUntil(2_000_000_000L);
        long before = count.bytes;
        engine.runUntil(8_000_000_000L);
        return (count.bytes - before) * 8 / 6e6;
    }

    private static final class Count implements MessageLog {
        private long bytes;

        @Override
        public void received(int messageId, long delayNs, int more) {
            bytes += more;
        }

        @Override
        public void delivered(int messageId, long nowNs) {}

        @Override
        public void resent(int messageId) {}
    }

    /** Hosts that take the frames which have come when they wake, after exponential times. */
    private record Waking(TcpTransport tcp, double meanNs, SplittableRandom random)
            implements PacketTransport {
        @Override
        public Endpoint start(HostPort port) {
            Endpoint endpoint = tcp.start(port);
            long[] wakesNs = {0};
            return new Endpoint() {
                @Override
                public void send(Message message) {
                    endpoint.send(message);
                }

                @Override
                public boolean receive(byte[] frame) {
                    while (wakesNs[0] <= port.engine().nowNs()) {
                        wakesNs[0] += 1 + (long) (-Math.log(1 - random.nextDouble()) * meanNs);
                    }
                    byte[] copy = frame.clone();
                    port.engine().schedule(wakesNs[0], () -> endpoint.receive(copy));
                    return true;
                }

                @Override
                public void onPortFree() {
                    endpoint.onPortFree();
                }
            };
        }

        @Override
        public int payloadBytes() {
            return tcp.payloadBytes();
        }

        @Override
        public int frameBytes(long messageBytes, int packet) {
            return tcp.frameBytes(messageBytes, packet);
        }
    }
}
