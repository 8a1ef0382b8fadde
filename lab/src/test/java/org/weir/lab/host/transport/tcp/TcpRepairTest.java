// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.host.transport.tcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.IntPredicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.weir.lab.host.transport.MessageLog;
import org.weir.lab.host.transport.tcp.congestion.CongestionAlgorithm;
import org.weir.lab.host.transport.tcp.send.Sender;
import org.weir.lab.packet.TcpFlags;
import org.weir.lab.packet.TcpSegment;

/** Repair of single losses, and the exchange of marks, frame by frame. */
class TcpRepairTest {
    private static final long DELAY_NS = 10 * TcpPair.MS;
    private static final int SEGMENT_BYTES = 1448;

    private final List<TcpSegment> data = new ArrayList<>();
    private final List<TcpSegment> answers = new ArrayList<>();
    private TcpPair pair;
    private Sender sender;
    private int delivered;

    /** Threshold after each reduction, bytes. */
    private final List<Double> reductions = new ArrayList<>();

    private IntPredicate isLost = index -> false;
    private IntPredicate isMarked = index -> false;

    private void start(CongestionAlgorithm algorithm) {
        TcpTransport transport =
                new TcpTransport(TcpConfig.of(algorithm), Map.of(), (message, one) -> sender = one);
        MessageLog log =
                new MessageLog() {
                    @Override
                    public void delivered(int messageId, long nowNs) {
                        delivered++;
                    }
                };
        data.clear();
        reductions.clear();
        answers.clear();
        delivered = 0;
        pair = new TcpPair(transport, this::forth, this::back, log);
    }

    private void forth(byte[] frame, Consumer<byte[]> arrive) {
        TcpSegment segment = parse(frame);
        if (segment.payloadBytes() > 0 || segment.has(TcpFlags.FIN)) {
            int index = data.size();
            data.add(segment);
            if (isLost.test(index)) {
                return;
            }
            if (isMarked.test(index) && segment.ecn() != 0) {
                TcpSchedules.Weather.mark(frame);
            }
        }
        pair.engine.scheduleAfter(DELAY_NS, () -> arrive.accept(frame));
    }

    private void back(byte[] frame, Consumer<byte[]> arrive) {
        answers.add(parse(frame));
        pair.engine.scheduleAfter(
                DELAY_NS,
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

    private static TcpSegment parse(byte[] frame) {
        Optional<TcpSegment> segment = TcpSegment.parse(frame.clone());
        assertThat(segment).as("checksums").isPresent();
        return segment.get();
    }

    private void send(int segments) {
        pair.send(0, (long) segments * SEGMENT_BYTES - MessageStream.HEADER_BYTES);
        pair.engine.runUntil(60 * TcpPair.SECOND);
        assertThat(delivered).isEqualTo(1);
    }

    /** RFC 8985: neither one loss anywhere nor a lost tail needs the retransmission timer. */
    @ParameterizedTest
    @EnumSource(CongestionAlgorithm.class)
    void noTimeoutWhereProbesAndRecentAcknowledgementsSuffice(CongestionAlgorithm algorithm) {
        for (int segments = 1; segments <= 40; segments += 3) {
            for (int lost = 0; lost < segments; lost++) {
                int one = lost;
                isLost = index -> index == one;
                start(algorithm);
                send(segments);
                assertThat(pair.client.counts().timeouts()).as("%d of %d", lost, segments).isZero();
                // The last segments of a flight that the window does not limit.
                int last = segments;
                isLost = index -> index >= one && index < last && last - one <= 5;
                start(algorithm);
                send(segments);
                assertThat(pair.client.counts().timeouts())
                        .as("from %d of %d", lost, segments)
                        .isZero();
            }
        }
    }

    /** A loss in the middle is repaired in one round trip with one retransmission. */
    @Test
    void onlyWhatWasLostIsSentAgain() {
        isLost = index -> index == 50 || index == 53 || index == 54;
        start(CongestionAlgorithm.CUBIC);
        send(200);

        assertThat(pair.client.counts().retransmissions()).isEqualTo(3);
        assertThat(pair.client.counts().recoveries()).isEqualTo(1);
        assertThat(pair.client.counts().probes()).isZero();
    }

    /** RFC 3168: marks of one window of data reduce the window once, and CWR ends the echo. */
    @Test
    void marksOfARoundTripReduceTheWindowOnce() {
        isMarked = index -> index >= 40 && index < 60;
        start(CongestionAlgorithm.RENO);
        send(300);

        assertThat(pair.client.counts().markReductions()).isEqualTo(1);
        assertThat(data.stream().filter(one -> one.has(TcpFlags.CWR)).count()).isEqualTo(1);
        long echoes =
                answers.stream()
                        .filter(one -> one.has(TcpFlags.ECE) && !one.has(TcpFlags.SYN))
                        .count();
        assertThat(echoes).isGreaterThan(15);
        assertThat(answers.get(answers.size() - 1).has(TcpFlags.ECE)).isFalse();
        assertThat(pair.client.counts().retransmissions()).isZero();
    }

    /** RFC 3168, section 6.1.5: retransmissions and acknowledgements are not ECN-capable. */
    @Test
    void onlyNewDataIsEcnCapable() {
        isLost = index -> index == 20;
        start(CongestionAlgorithm.CUBIC);
        send(60);

        List<Integer> numbers = data.stream().map(TcpSegment::sequence).toList();
        for (int i = 0; i < data.size(); i++) {
            boolean isNew = numbers.indexOf(numbers.get(i)) == i && data.get(i).payloadBytes() > 0;
            assertThat(data.get(i).ecn()).as("segment %d", i).isEqualTo(isNew ? 2 : 0);
        }
        assertThat(answers).allMatch(one -> one.ecn() == 0);
    }

    /** RFC 8257, section 3.5: a loss halves the window that a mark has reduced. */
    @ParameterizedTest
    @EnumSource(names = {"DCTCP", "PRAGUE"})
    void aLossReducesAScalableWindowAlsoAfterAMark(CongestionAlgorithm algorithm) {
        isMarked = index -> index == 40;
        isLost = index -> index == 46 || index == 48;
        start(algorithm);
        send(300);

        assertThat(pair.client.counts().markReductions()).isEqualTo(1);
        assertThat(pair.client.counts().recoveries()).isEqualTo(1);
        assertThat(reductions).hasSize(2);
        assertThat(reductions.get(1)).isCloseTo(reductions.get(0) / 2, within(2.0 * SEGMENT_BYTES));
    }

    /** RFC 3168, section 6.1.2: once per window of data, after a mark or a loss. */
    @ParameterizedTest
    @EnumSource(names = {"RENO", "CUBIC", "RENO_LINUX", "CUBIC_LINUX"})
    void aLossReducesNoOtherWindowAfterAMark(CongestionAlgorithm algorithm) {
        isMarked = index -> index == 40;
        isLost = index -> index == 46 || index == 48;
        start(algorithm);
        send(300);

        assertThat(pair.client.counts().markReductions()).isEqualTo(1);
        assertThat(pair.client.counts().recoveries()).isEqualTo(1);
        assertThat(reductions).hasSize(1);
    }

    /** The third segment behind the lost one is marked. */
    @Test
    void ofALossAndAMarkInOneAcknowledgementTheLossCounts() {
        isLost = index -> index == 40;
        isMarked = index -> index == 43;
        start(CongestionAlgorithm.DCTCP);
        send(300);

        assertThat(pair.client.counts().recoveries()).isEqualTo(1);
        assertThat(pair.client.counts().markReductions()).isZero();
        assertThat(reductions).hasSize(1);
    }

    /** As in Linux, which keeps the threshold of the recovery. */
    @ParameterizedTest
    @EnumSource(names = {"RENO", "CUBIC", "RENO_LINUX", "CUBIC_LINUX", "DCTCP", "PRAGUE"})
    void aTimeoutInARecoveryDoesNotReduceTheThresholdAgain(CongestionAlgorithm algorithm) {
        List<Double> afterTimeout = new ArrayList<>();
        isLost =
                index -> {
                    boolean timedOut = pair.client.counts().timeouts() > 0;
                    if (timedOut && afterTimeout.isEmpty()) {
                        afterTimeout.add(sender.control().thresholdBytes());
                        afterTimeout.add(sender.control().windowBytes());
                    }
                    return index == 40 || pair.client.counts().recoveries() > 0 && !timedOut;
                };
        start(algorithm);
        send(300);

        assertThat(pair.client.counts().timeouts()).isEqualTo(1);
        assertThat(reductions.get(0)).isGreaterThan(4 * SEGMENT_BYTES);
        assertThat(afterTimeout).containsExactly(reductions.get(0), (double) SEGMENT_BYTES);
    }

    /** RFC 8257, section 3.2: a sender of DCTCP learns exactly which bytes were marked. */
    @Test
    void dctcpEchoesEachMarkExactly() {
        isMarked = index -> index % 7 < 3 || index % 11 == 0;
        start(CongestionAlgorithm.DCTCP);
        send(400);

        long marked = 0;
        for (int i = 0; i < data.size(); i++) {
            int fin = data.get(i).has(TcpFlags.FIN) ? 1 : 0;
            marked += isMarked.test(i) ? data.get(i).payloadBytes() + fin : 0;
        }
        long echoed = 0;
        int acknowledged = data.get(0).sequence();
        for (TcpSegment answer : answers) {
            int step = answer.acknowledgement() - acknowledged;
            if (!answer.has(TcpFlags.SYN) && step > 0) {
                echoed += answer.has(TcpFlags.ECE) ? step : 0;
                acknowledged = answer.acknowledgement();
            }
        }
        assertThat(echoed).isEqualTo(marked);
    }

    /** RFC 6928: ten segments before the first acknowledgement. */
    @Test
    void theFirstFlightHasTenSegments() {
        start(CongestionAlgorithm.CUBIC);
        pair.send(0, 100_000);
        pair.engine.runUntil(3 * DELAY_NS);

        assertThat(data).hasSize(10);
    }

    /** RFC 5681, section 4.2: one acknowledgement for two segments. */
    @Test
    void everySecondSegmentIsAcknowledged() {
        start(CongestionAlgorithm.CUBIC);
        send(100);

        // With the SYN-ACK, and the FIN's.
        assertThat(answers.size()).isBetween(50, 54);
    }

    /** Data of a sender that paces leave one by one. */
    @Test
    void aPacedSenderSpacesTheFlight() {
        TcpTransport transport =
                new TcpTransport(
                        TcpConfig.of(CongestionAlgorithm.CUBIC).with(true, true, false),
                        Map.of(),
                        TcpObserver.NONE);
        List<Long> times = new ArrayList<>();
        pair =
                new TcpPair(
                        transport,
                        (frame, arrive) -> {
                            if (frame.length > 200) {
                                times.add(pair.engine.nowNs());
                            }
                            pair.engine.scheduleAfter(DELAY_NS, () -> arrive.accept(frame));
                        },
                        (frame, arrive) ->
                                pair.engine.scheduleAfter(DELAY_NS, () -> arrive.accept(frame)),
                        MessageLog.NONE);
        pair.send(0, 100_000);
        pair.engine.runUntil(60 * TcpPair.SECOND);

        for (int i = 1; i < times.size(); i++) {
            assertThat(times.get(i) - times.get(i - 1)).isGreaterThan(DELAY_NS / 100);
        }
    }
}
