// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.experiment.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.weir.bmv2.controlplane.ProgramException;
import org.weir.lab.engine.Engine;
import org.weir.lab.engine.Pacing;
import org.weir.lab.host.transport.Message;
import org.weir.lab.host.transport.MessageLog;
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
import org.weir.rules.ComputesOnly;

/**
 * One NewReno flow at 200 Mb/s, with ECN marks above a quarter of the queue, whose host sends
 * segments one by one or in bursts of a millisecond of its pace.
 */
@ComputesOnly
class BurstGoodputTest {
    private static final long RATE_BPS = 200_000_000;
    private static final int FRAME_BITS = 8 * 1514;

    @Test
    void burstsLowerTheGoodputOfShortRoundTrips() throws ProgramException {
        double single = goodputMbps(5, false);

        assertThat(goodputMbps(5.8, false)).as("longer line").isGreaterThan(0.97 * single);
        assertThat(goodputMbps(5, true)).as("bursts").isLessThan(0.95 * single);
    }

    @Test
    void longRoundTripsAreHardlyAffected() throws ProgramException {
        assertThat(goodputMbps(20, true)).isGreaterThan(0.95 * goodputMbps(20, false));
    }

    private static double goodputMbps(double rttMs, boolean bursts) throws ProgramException {
        Engine engine = new Engine(Pacing.FREE);
        int queue = (int) (RATE_BPS / 1000 * Math.floor(rttMs) / FRAME_BITS);
        LineSpec access = new LineSpec(1_000_000_000L, 0, 10_000);
        LineSpec shared = new LineSpec(RATE_BPS, Math.round(rttMs * 5e5), queue);
        Network network = new Network(Dumbbell.create(1, access, shared, 1), engine);
        Scheme scheme = Schemes.named(SchemeNames.ECN);
        Map<String, Double> threshold = Map.of("thresholdPackets", (double) (queue / 4));
        scheme.install(network, Values.of(scheme.parameters()).with(threshold));
        Count count = new Count();
        TcpTransport tcp =
                new TcpTransport(
                        TcpConfig.of(CongestionAlgorithm.RENO)
                                .withQuickAcks(TcpConfig.LINUX_QUICK_ACKS)
                                .withSegmentOffload(bursts));
        network.hosts().forEach(host -> host.use(tcp, count));
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
}
