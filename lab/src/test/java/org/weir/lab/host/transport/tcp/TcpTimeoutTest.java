// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.host.transport.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.weir.lab.host.transport.MessageLog;
import org.weir.lab.host.transport.tcp.congestion.CongestionAlgorithm;
import org.weir.lab.host.transport.tcp.send.Sender;
import org.weir.lab.packet.TcpFlags;
import org.weir.lab.packet.TcpSegment;

/** Timeouts of the retransmission timer and of the handshake: what follows them, and when. */
class TcpTimeoutTest {
    private static final int SEGMENT_BYTES = 1448;
    private static final long LOST = -1;

    private final List<TcpSegment> data = new ArrayList<>();
    private final List<Long> dataNs = new ArrayList<>();
    private final List<Long> answerNs = new ArrayList<>();

    /** Arrivals of data that are not ECN-capable. */
    private final List<Long> notCapableNs = new ArrayList<>();

    /** Threshold after each reduction, bytes. */
    private final List<Double> reductions = new ArrayList<>();

    private TcpPair pair;
    private Sender sender;
    private long deliveredNs;
    private int syns;

    /** By which a segment of a number, from 0, comes later than by the delay, ns; or lost. */
    private ToLongFunction<Integer> later = index -> 0;

    private ToLongFunction<Integer> copyAfter = index -> LOST;
    private int marked = -1;
    private int lostSyns;

    private void start(CongestionAlgorithm algorithm, long delayNs, long rateBps) {
        TcpTransport transport =
                new TcpTransport(TcpConfig.of(algorithm), Map.of(), (message, one) -> sender = one);
        MessageLog log =
                new MessageLog() {
                    @Override
                    public void delivered(int messageId, long nowNs) {
                        deliveredNs = nowNs;
                    }
                };
        pair =
                new TcpPair(
                        transport,
                        (frame, arrive) -> forth(frame, arrive, delayNs),
                        (frame, arrive) -> back(frame, arrive, delayNs),
                        log,
                        rateBps);
    }

    private void forth(byte[] frame, Consumer<byte[]> arrive, long delayNs) {
        TcpSegment segment = TcpSegment.parse(frame.clone()).orElseThrow();
        if (segment.has(TcpFlags.SYN) && syns++ < lostSyns) {
            return;
        }
        long laterNs = 0;
        if (segment.payloadBytes() > 0) {
            int index = data.size();
            data.add(segment);
            dataNs.add(pair.engine.nowNs());
            laterNs = later.applyAsLong(index);
            if (laterNs == LOST) {
                return;
            }
            if (index == marked) {
                TcpSchedules.Weather.mark(frame);
            }
            long copyNs = copyAfter.applyAsLong(index);
            if (copyNs != LOST) {
                byte[] copy = frame.clone();
                pair.engine.scheduleAfter(delayNs + copyNs, () -> arrive.accept(copy));
            }
        }
        boolean capable = segment.ecn() != 0 || segment.payloadBytes() == 0;
        pair.engine.scheduleAfter(
                delayNs + laterNs,
                () -> {
                    if (!capable) {
                        notCapableNs.add(pair.engine.nowNs());
                    }
                    arrive.accept(frame);
                });
    }

    private void back(byte[] frame, Consumer<byte[]> arrive, long delayNs) {
        answerNs.add(pair.engine.nowNs());
        pair.engine.scheduleAfter(
                delayNs,
                () -> {
                    arrive.accept(frame);
                    noteReduction();
                });
    }

    private void noteReduction() {
        double threshold = sender.control().thresholdBytes();
        int last = reductions.size() - 1;
        if (threshold < (last < 0 ? Double.POSITIVE_INFINITY : reductions.get(last))) {
            reductions.add(threshold);
        }
    }

    private void send(int segments) {
        pair.send(0, (long) segments * SEGMENT_BYTES - MessageStream.HEADER_BYTES);
        pair.engine.runUntil(120 * TcpPair.SECOND);
        assertThat(deliveredNs).as("time of delivery").isPositive();
    }

    private boolean isSentAgain(int index) {
        int sequence = data.get(index).sequence();
        return data.subList(0, index).stream().anyMatch(one -> one.sequence() == sequence);
    }

    /**
     * After a mark all that is in flight is lost, with the segment that carries CWR. So all
     * acknowledgements have ECE until new data are sent again. The window has to grow during the
     * repair nevertheless, and retransmissions must not wait for delayed acknowledgements.
     */
    @ParameterizedTest
    @EnumSource(names = {"RENO", "CUBIC", "RENO_LINUX", "CUBIC_LINUX", "DCTCP", "PRAGUE"})
    void growsAfterATimeoutAlthoughAMarkIsEchoed(CongestionAlgorithm algorithm) {
        long[] reducedNs = {0};
        marked = 250;
        later =
                index -> {
                    if (reducedNs[0] == 0 && pair.client.counts().markReductions() > 0) {
                        reducedNs[0] = pair.engine.nowNs();
                    }
                    long sinceNs = pair.engine.nowNs() - reducedNs[0];
                    return reducedNs[0] > 0 && sinceNs < 300 * TcpPair.MS ? LOST : 0;
                };
        start(algorithm, 10 * TcpPair.MS, 0);
        send(1000);

        assertThat(pair.client.counts().timeouts()).isPositive();
        assertThat(deliveredNs - reducedNs[0]).isLessThan(2 * TcpPair.SECOND);
        assertThat(notCapableNs).isNotEmpty().isSubsetOf(answerNs);
    }

    /**
     * RFC 6298, section 5.4: each timeout sends the first segment that is not acknowledged. Here
     * the reordering window is long, so the timer expires while RACK still has younger segments in
     * flight, which fill the window.
     */
    @ParameterizedTest
    @EnumSource(CongestionAlgorithm.class)
    void eachTimeoutSendsTheLowestSegmentAtOnce(CongestionAlgorithm algorithm) {
        long[] resentNs = {0};
        int[] lost = {300};
        copyAfter = index -> index < 300 && index % 20 == 0 ? 20 * TcpPair.MS : LOST;
        later =
                index -> {
                    if (index == lost[0]) {
                        return LOST;
                    }
                    boolean again =
                            index > lost[0]
                                    && data.get(index).sequence() == data.get(lost[0]).sequence();
                    if (again && resentNs[0] == 0) {
                        resentNs[0] = pair.engine.nowNs();
                        return LOST;
                    }
                    boolean quiet =
                            resentNs[0] > 0
                                    && pair.engine.nowNs() > resentNs[0] + 250 * TcpPair.MS
                                    && pair.client.counts().timeouts() < 2;
                    return quiet ? LOST : index < 300 && index % 25 == 3 ? 30 * TcpPair.MS : 0;
                };
        start(algorithm, 150 * TcpPair.MS, 4_000_000);
        pair.send(0, 800L * SEGMENT_BYTES);
        long timeouts = 0;
        while (pair.engine.nextEventNs() >= 0 && deliveredNs == 0) {
            int before = data.size();
            pair.engine.runUntil(pair.engine.nextEventNs());
            if (pair.client.counts().timeouts() > timeouts) {
                timeouts = pair.client.counts().timeouts();
                // The port takes 3 ms for a segment, and may have one.
                pair.engine.runUntil(pair.engine.nowNs() + 10 * TcpPair.MS);
                assertThat(IntStream.range(before, data.size()))
                        .as("segments after timeout %d", timeouts)
                        .anyMatch(this::isSentAgain);
            }
        }
        assertThat(timeouts).isPositive();
        assertThat(deliveredNs).isPositive();
    }

    /**
     * The end of a message is shorter than a segment, and is in flight when the timer expires for
     * the segment before it. The window for both is no whole number of segments.
     */
    @ParameterizedTest
    @EnumSource(CongestionAlgorithm.class)
    void aTimeoutSendsTheLowestSegmentBesideAShortOneInFlight(CongestionAlgorithm algorithm) {
        long whole = 400L * SEGMENT_BYTES;
        long lowest = whole - SEGMENT_BYTES;
        int shortBytes = 92;
        copyAfter = index -> index < 300 && index % 20 == 0 ? 20 * TcpPair.MS : LOST;
        later =
                index -> {
                    boolean quiet =
                            position(index) >= lowest && pair.client.counts().timeouts() == 0;
                    return quiet ? LOST : index < 300 && index % 25 == 3 ? 30 * TcpPair.MS : 0;
                };
        start(algorithm, 150 * TcpPair.MS, 4_000_000);
        // The FIN counts as a byte.
        pair.send(0, whole + shortBytes - 1 - MessageStream.HEADER_BYTES);
        int before = 0;
        while (pair.engine.nextEventNs() >= 0 && pair.client.counts().timeouts() == 0) {
            before = data.size();
            pair.engine.runUntil(pair.engine.nextEventNs());
        }
        pair.engine.runUntil(pair.engine.nowNs() + 10 * TcpPair.MS);

        assertThat(IntStream.range(before, data.size()).mapToObj(this::position))
                .containsExactly(lowest);
        assertThat(sender.inFlightBytes()).isEqualTo(SEGMENT_BYTES + shortBytes);
    }

    /** Position of a segment in the stream, bytes. */
    private long position(int index) {
        return data.get(index).sequence() - data.get(0).sequence();
    }

    /** The timer starts anew with the retransmission, or it would expire before its answer. */
    @ParameterizedTest
    @EnumSource(CongestionAlgorithm.class)
    void aLostRetransmissionNeedsNoTimeout(CongestionAlgorithm algorithm) {
        int[] repeated = {0};
        later =
                index ->
                        index == 60
                                        || index > 60
                                                && data.get(index).sequence()
                                                        == data.get(60).sequence()
                                                && repeated[0]++ == 0
                                ? LOST
                                : 0;
        start(algorithm, 150 * TcpPair.MS, 0);
        send(400);

        assertThat(repeated[0]).isEqualTo(2);
        assertThat(pair.client.counts().timeouts()).isZero();
    }

    /** RFC 5681, section 4.3: the loss of a retransmission is another sign of congestion. */
    @ParameterizedTest
    @EnumSource(names = {"RENO", "CUBIC", "RENO_LINUX", "CUBIC_LINUX", "DCTCP", "PRAGUE"})
    void aLossAmongRetransmissionsAfterATimeoutReducesAgain(CongestionAlgorithm algorithm) {
        int[] again = {0};
        List<Double> afterTimeout = new ArrayList<>();
        later =
                index -> {
                    if (pair.client.counts().timeouts() == 0) {
                        return index >= 150 ? LOST : 0;
                    }
                    if (afterTimeout.isEmpty()) {
                        afterTimeout.add(sender.control().thresholdBytes());
                    }
                    return isSentAgain(index) && ++again[0] == 20 ? LOST : 0;
                };
        start(algorithm, 10 * TcpPair.MS, 0);
        send(600);

        assertThat(pair.client.counts().timeouts()).isEqualTo(1);
        assertThat(pair.client.counts().recoveries()).isEqualTo(1);
        assertThat(reductions).hasSize(2);
        assertThat(reductions.get(1)).isLessThan(0.71 * afterTimeout.get(0));
    }

    /** RFC 5681, section 3.1: one segment when a SYN was lost. */
    @Test
    void theFirstFlightAfterALostSynHasOneSegment() {
        lostSyns = 1;
        start(CongestionAlgorithm.CUBIC, 10 * TcpPair.MS, 0);
        pair.send(0, 100_000);
        pair.engine.runUntil(TcpPair.SECOND + 30 * TcpPair.MS);

        assertThat(syns).isEqualTo(2);
        assertThat(data).hasSize(1);
    }
}
