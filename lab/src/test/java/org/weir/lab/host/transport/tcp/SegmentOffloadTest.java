// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.host.transport.tcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.weir.lab.host.transport.MessageLog;
import org.weir.lab.host.transport.tcp.congestion.CongestionAlgorithm;
import org.weir.lab.host.transport.tcp.send.Sender;
import org.weir.rules.ComputesOnly;

/** Bursts of a host with segmentation offload, over a slow line with a queue of a product. */
@ComputesOnly
class SegmentOffloadTest {
    private static final int SEGMENT_BYTES = 1448;
    private static final int MOST_SEGMENTS = 65_536 / SEGMENT_BYTES;
    private static final int LONGEST_ACK_BYTES = 200;
    private static final double BURST_NS = 1e9 / 1024;

    private final List<Burst> bursts = new ArrayList<>();
    private TcpPair pair;
    private Sender sender;
    private long lineBps;
    private long delayNs;
    private long lineFreeNs;
    private long deliveredBytes;
    private long deliveredNs;
    private long resentNs;

    /** Segments that one host hands to its line at one time, with the pace at that time. */
    private static final class Burst {
        private final long startNs;
        private final double bytesPerNs;
        private int segments;

        Burst(long startNs, double bytesPerNs) {
            this.startNs = startNs;
            this.bytesPerNs = bytesPerNs;
        }
    }

    private void run(TcpConfig config, long bps, long rttNs, long bytes) {
        bursts.clear();
        lineBps = bps;
        delayNs = rttNs / 2;
        lineFreeNs = 0;
        deliveredBytes = 0;
        deliveredNs = 0;
        resentNs = 0;
        TcpTransport transport = new TcpTransport(config, Map.of(), (message, one) -> sender = one);
        MessageLog log =
                new MessageLog() {
                    @Override
                    public void received(int messageId, long ns, int more) {
                        deliveredBytes += more;
                    }

                    @Override
                    public void resent(int messageId) {
                        resentNs = pair.engine.nowNs();
                    }

                    @Override
                    public void delivered(int messageId, long nowNs) {
                        deliveredNs = nowNs;
                    }
                };
        pair = new TcpPair(transport, this::forth, (frame, arrive) -> later(frame, arrive, 0), log);
        pair.send(0, bytes);
        pair.engine.runUntil(600 * TcpPair.SECOND);
        assertThat(deliveredBytes).isEqualTo(bytes);
        assertThat(deliveredNs).isPositive();
    }

    private void forth(byte[] frame, Consumer<byte[]> arrive) {
        long nowNs = pair.engine.nowNs();
        if (frame.length > LONGEST_ACK_BYTES) {
            Burst last = bursts.isEmpty() ? null : bursts.get(bursts.size() - 1);
            if (last == null || last.startNs != nowNs) {
                last = new Burst(nowNs, sender.paceBytesPerNs());
                bursts.add(last);
            }
            last.segments++;
        }
        lineFreeNs = Math.max(lineFreeNs, nowNs);
        long waitsNs = lineFreeNs - nowNs;
        if (waitsNs > 2 * delayNs + 20 * TcpPair.MS) {
            return;
        }
        lineFreeNs += frame.length * 8 * TcpPair.SECOND / lineBps;
        later(frame, arrive, lineFreeNs - nowNs);
    }

    private void later(byte[] frame, Consumer<byte[]> arrive, long waitNs) {
        pair.engine.scheduleAfter(delayNs + waitNs, () -> arrive.accept(frame));
    }

    private static TcpConfig config(CongestionAlgorithm algorithm, boolean paced) {
        return TcpConfig.of(algorithm).with(true, paced, false);
    }

    /** Linux's limit for round trips of 8 ms or more, within 1 % for what changes in between. */
    private static double limit(Burst burst) {
        double segments = burst.bytesPerNs * BURST_NS / SEGMENT_BYTES;
        return Math.max(2, Math.min(MOST_SEGMENTS, 1.01 * segments + 0.1));
    }

    /**
     * Bursts of a paced sender have what the pace sends in a millisecond, not more, and follow each
     * other at the pace; what arrives and when hardly differs.
     */
    @ParameterizedTest
    @CsvSource({
        "RENO, 10, 20, 4",
        "CUBIC, 10, 80, 5",
        "CUBIC, 100, 20, 3",
        "RENO, 200, 10, 2",
        "CUBIC, 500, 20, 2",
        "CUBIC, 1000, 10, 1.5",
        "PRAGUE, 100, 20, 3"
    })
    void burstsHaveAMillisecondOfThePace(
            CongestionAlgorithm algorithm, long mbps, long rttMs, double seconds) {
        long bps = mbps * 1_000_000;
        long bytes = Math.round(bps / 8 * seconds);
        run(config(algorithm, true), bps, rttMs * TcpPair.MS, bytes);
        assertThat(bursts).as("without offload").allMatch(one -> one.segments == 1);
        long aloneNs = deliveredNs;

        run(config(algorithm, true).withSegmentOffload(true), bps, rttMs * TcpPair.MS, bytes);

        // What is lost in slow start is sent again one by one.
        List<Burst> steady =
                bursts.stream().filter(one -> one.startNs > resentNs + 4 * delayNs).toList();
        assertThat(steady.size()).isGreaterThan(300);
        long full = 0;
        for (int i = 0; i + 1 < steady.size(); i++) {
            Burst one = steady.get(i);
            assertThat(one.segments).isLessThanOrEqualTo((int) Math.floor(limit(one)));
            full += one.segments >= Math.floor(limit(one) * 0.9) ? 1 : 0;
            double paceNs = one.segments * SEGMENT_BYTES / one.bytesPerNs;
            assertThat(steady.get(i + 1).startNs - one.startNs)
                    .as("after a burst of %d", one.segments)
                    .isGreaterThan((long) (0.9 * paceNs));
        }
        assertThat(full).as("of %d", steady.size()).isGreaterThan(steady.size() * 9 / 10);
        assertThat((double) deliveredNs).isCloseTo(aloneNs, within(0.05 * aloneNs));
    }

    /** Without a pace, acknowledgements gather until there is room for a burst. */
    @Test
    void anUnpacedSenderWaitsForRoom() {
        long bps = 200_000_000;
        run(config(CongestionAlgorithm.CUBIC, false), bps, 10 * TcpPair.MS, bps / 8 * 2);
        double alone = meanSegments();
        long aloneNs = deliveredNs;

        run(
                config(CongestionAlgorithm.CUBIC, false).withSegmentOffload(true),
                bps,
                10 * TcpPair.MS,
                bps / 8 * 2);

        assertThat(alone).isLessThan(3);
        assertThat(meanSegments()).isGreaterThan(4 * alone);
        assertThat((double) deliveredNs).isCloseTo(aloneNs, within(0.05 * aloneNs));
    }

    private double meanSegments() {
        List<Burst> steady = bursts.subList(bursts.size() / 2, bursts.size());
        return steady.stream().mapToInt(one -> one.segments).average().orElseThrow();
    }

    /** Linux's limit with the shortest round trips: a whole burst, however slow the pace is. */
    @Test
    void shortRoundTripsAllowWholeBursts() {
        run(
                config(CongestionAlgorithm.CUBIC, false).withSegmentOffload(true),
                1_000_000_000,
                300 * TcpPair.US,
                10_000_000);

        assertThat(bursts).anyMatch(one -> one.segments == MOST_SEGMENTS);
        assertThat(bursts).noneMatch(one -> one.segments > MOST_SEGMENTS);
    }
}
