// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.host.transport.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.weir.lab.host.transport.MessageLog;
import org.weir.lab.host.transport.tcp.congestion.Bbr;
import org.weir.lab.host.transport.tcp.congestion.CongestionAlgorithm;
import org.weir.lab.host.transport.tcp.send.Sender;
import org.weir.rules.ComputesOnly;

/** Published properties of BBR, over a slow line with a queue. */
@ComputesOnly
class BbrTest {
    private static final int LONGEST_ACK_BYTES = 200;
    private static final long SAMPLE_NS = TcpPair.MS;
    private static final int SEGMENT = 1448;
    private static final double PAYLOAD = SEGMENT / 1514.0;
    private static final long ENDLESS = Long.MAX_VALUE / 4;

    private final Map<Integer, Sender> senders = new TreeMap<>();
    private final List<Sample> samples = new ArrayList<>();
    private TcpPair pair;
    private SplittableRandom random;
    private double loss;
    private long lineBps;
    private long delayNs;
    private long queueNs;
    private long gatherNs;
    private long lineFreeNs;
    private long[] deliveredBytes;

    /** State of the line and of the first flow at a time. */
    private record Sample(
            long nowNs, long waitNs, Bbr.Mode mode, double gain, long inFlight, double rate) {}

    private void start(CongestionAlgorithm algorithm, int flows, long bps, long rttMs) {
        lineBps = bps;
        delayNs = rttMs * TcpPair.MS / 2;
        random = new SplittableRandom(7);
        deliveredBytes = new long[flows];
        TcpTransport transport =
                new TcpTransport(
                        TcpConfig.of(algorithm),
                        Map.of(),
                        (message, sender) -> senders.put(message.id(), sender));
        MessageLog log =
                new MessageLog() {
                    @Override
                    public void received(int messageId, long ns, int more) {
                        deliveredBytes[messageId] += more;
                    }
                };
        pair = new TcpPair(transport, this::forth, this::back, log);
        for (int i = 0; i < flows; i++) {
            int id = i;
            pair.engine.schedule(i * 200 * TcpPair.MS, () -> pair.send(id, ENDLESS));
        }
    }

    private void forth(byte[] frame, Consumer<byte[]> arrive) {
        long nowNs = pair.engine.nowNs();
        lineFreeNs = Math.max(lineFreeNs, nowNs);
        boolean isData = frame.length > LONGEST_ACK_BYTES;
        if (isData && (lineFreeNs - nowNs > queueNs || random.nextDouble() < loss)) {
            return;
        }
        lineFreeNs += frame.length * 8 * TcpPair.SECOND / lineBps;
        later(frame, arrive, lineFreeNs - nowNs);
    }

    /** Acknowledgements that come within a time arrive together at its end. */
    private void back(byte[] frame, Consumer<byte[]> arrive) {
        long nowNs = pair.engine.nowNs();
        later(frame, arrive, gatherNs == 0 ? 0 : gatherNs - nowNs % gatherNs);
    }

    private void later(byte[] frame, Consumer<byte[]> arrive, long waitNs) {
        pair.engine.scheduleAfter(delayNs + waitNs, () -> arrive.accept(frame));
    }

    /** Runs and samples each millisecond from a time on. */
    private void run(double fromSeconds, double toSeconds) {
        long fromNs = Math.round(fromSeconds * TcpPair.SECOND);
        long toNs = Math.round(toSeconds * TcpPair.SECOND);
        pair.engine.runUntil(fromNs);
        Arrays.fill(deliveredBytes, 0);
        samples.clear();
        for (long ns = fromNs; ns <= toNs; ns += SAMPLE_NS) {
            pair.engine.runUntil(ns);
            Sender sender = senders.get(0);
            if (sender != null && sender.control() instanceof Bbr bbr) {
                samples.add(
                        new Sample(
                                ns,
                                Math.max(0, lineFreeNs - ns),
                                bbr.mode(),
                                bbr.paceGain(),
                                sender.inFlightBytes(),
                                bbr.bandwidthBytesPerNs() * 8e9));
            }
        }
    }

    private double share(double seconds) {
        return Arrays.stream(deliveredBytes).sum() * 8 / seconds / lineBps;
    }

    private double meanWaitNs() {
        return samples.stream().mapToLong(Sample::waitNs).average().orElseThrow();
    }

    /** Startup, drain and the cycle follow each other; the drain ends with a product in flight. */
    @ParameterizedTest
    @CsvSource({"10, 40", "100, 20", "200, 5"})
    void theStartupFindsTheBandwidth(long mbps, long rttMs) {
        queueNs = 8 * rttMs * TcpPair.MS;
        start(CongestionAlgorithm.BBR, 1, mbps * 1_000_000, rttMs);
        run(0, 2);

        List<Bbr.Mode> modes = new ArrayList<>();
        samples.forEach(
                one -> {
                    if (modes.isEmpty() || modes.get(modes.size() - 1) != one.mode) {
                        modes.add(one.mode);
                    }
                });
        assertThat(modes)
                .containsExactly(Bbr.Mode.STARTUP, Bbr.Mode.DRAIN, Bbr.Mode.PROBE_BANDWIDTH);
        Sample drained =
                samples.stream()
                        .filter(one -> one.mode == Bbr.Mode.PROBE_BANDWIDTH)
                        .findFirst()
                        .orElseThrow();
        double product = mbps * 1e6 / 8 * rttMs / 1e3;
        double bursts = 3 * Math.max(2 * SEGMENT, mbps * 1e6 / 8 / 1024);
        assertThat((double) drained.inFlight)
                .isBetween(0.7 * product, product + bursts + 2 * SEGMENT);
        // Doubled in each round; three rounds with up to 1.9 products in the queue; their drain.
        double rounds = Math.log(product / (10 * SEGMENT)) / Math.log(2);
        long startedNs = samples.get(0).nowNs;
        assertThat((double) drained.nowNs - startedNs)
                .isLessThan((rounds + 22) * rttMs * TcpPair.MS);
    }

    /** The gains are 5/4, 3/4 and six times 1, each for a round trip or a little more. */
    @Test
    void theCycleHasEightPhases() {
        queueNs = 100 * TcpPair.MS;
        start(CongestionAlgorithm.BBR, 1, 100_000_000, 40);
        run(2, 9);

        List<Sample> changes = new ArrayList<>();
        for (int i = 1; i < samples.size(); i++) {
            if (samples.get(i).gain != samples.get(i - 1).gain) {
                changes.add(samples.get(i));
            }
        }
        assertThat(changes).hasSizeGreaterThan(40);
        for (int i = 3; i < changes.size(); i++) {
            double ms = (changes.get(i).nowNs - changes.get(i - 1).nowNs) / 1e6;
            double before = changes.get(i - 1).gain;
            assertThat(changes.get(i).gain).isEqualTo(before > 1 ? 0.75 : before < 1 ? 1 : 1.25);
            if (before == 1) {
                assertThat(ms).isBetween(6 * 40.0, 6 * 48.0);
            } else {
                assertThat(ms).isBetween(before > 1 ? 40.0 : 5.0, 2 * 40.0);
            }
        }
    }

    /** Each 10 s, four segments are in flight for 200 ms and a round trip. */
    @Test
    void theRoundTripIsProbedEachTenSeconds() {
        queueNs = 100 * TcpPair.MS;
        start(CongestionAlgorithm.BBR, 1, 50_000_000, 20);
        run(0, 45);

        List<double[]> probes = new ArrayList<>();
        Sample before = samples.get(0);
        for (Sample one : samples) {
            if (one.mode == Bbr.Mode.PROBE_RTT && before.mode != Bbr.Mode.PROBE_RTT) {
                probes.add(new double[] {one.nowNs / 1e9, one.nowNs / 1e9});
            } else if (one.mode == Bbr.Mode.PROBE_RTT) {
                probes.get(probes.size() - 1)[1] = one.nowNs / 1e9;
                if (one.nowNs / 1e9 > probes.get(probes.size() - 1)[0] + 0.1) {
                    assertThat(one.inFlight).isLessThanOrEqualTo(4 * SEGMENT);
                    assertThat(one.waitNs).isLessThan(2 * TcpPair.MS);
                }
            }
            before = one;
        }
        assertThat(probes).hasSizeBetween(3, 4);
        for (int i = 0; i < probes.size(); i++) {
            assertThat(probes.get(i)[1] - probes.get(i)[0]).isBetween(0.2, 0.3);
            if (i > 0) {
                assertThat(probes.get(i)[0] - probes.get(i - 1)[1]).isBetween(9.5, 10.5);
            }
        }
    }

    /**
     * Windows of two products leave one of them in the queue, however long that is; alone, a flow
     * has hardly a queue. Flows share the line.
     */
    @ParameterizedTest
    @CsvSource({"1, 0, 0.2", "2, 0.8, 1.3", "8, 0.9, 1.5"})
    void severalFlowsQueueAboutAProduct(int flows, double least, double most) {
        queueNs = 8 * 40 * TcpPair.MS;
        start(CongestionAlgorithm.BBR, flows, 100_000_000, 40);
        run(25, 45);

        assertThat(meanWaitNs() / (40 * TcpPair.MS)).isBetween(least, most);
        assertThat(share(20)).isGreaterThan(0.97 * PAYLOAD);
        double mean = Arrays.stream(deliveredBytes).average().orElseThrow();
        assertThat(Arrays.stream(deliveredBytes))
                .allMatch(one -> one > 0.6 * mean && one < 1.5 * mean);
    }

    /** With 1 % of random losses BBR fills the line, where CUBIC cannot. */
    @Test
    void randomLossesHardlyReduceTheRate() {
        queueNs = 100 * TcpPair.MS;
        loss = 0.01;
        start(CongestionAlgorithm.BBR, 1, 100_000_000, 40);
        run(5, 20);
        assertThat(share(15)).isGreaterThan(0.95 * PAYLOAD);

        lineFreeNs = 0;
        start(CongestionAlgorithm.CUBIC, 1, 100_000_000, 40);
        run(5, 20);
        assertThat(share(15)).isLessThan(0.1);
    }

    /** Acknowledgements that come together do not make the bandwidth look larger. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 5, 15})
    void theBandwidthIsThatOfTheLine(int gatherMs) {
        gatherNs = gatherMs * TcpPair.MS;
        queueNs = 100 * TcpPair.MS;
        start(CongestionAlgorithm.BBR, 1, 80_000_000, 30);
        run(3, 13);

        double line = 80e6 * PAYLOAD;
        samples.forEach(one -> assertThat(one.rate / line).isBetween(0.9, 1.05));
        assertThat(share(10)).isGreaterThan(0.9 * PAYLOAD);
    }
}
