// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.host.transport.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.function.IntPredicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;
import org.weir.lab.host.transport.MessageLog;
import org.weir.lab.host.transport.tcp.congestion.CongestionAlgorithm;
import org.weir.lab.host.transport.tcp.send.Sender;
import org.weir.lab.packet.AccEcnOption;
import org.weir.lab.packet.TcpFlags;
import org.weir.lab.packet.TcpOptions;
import org.weir.lab.packet.TcpSegment;
import org.weir.wire.packet.InternetChecksum;

/** AccECN (RFC 9768) between two ends, frame by frame. */
class AccEcnTest {
    private static final long DELAY_NS = 10 * TcpPair.MS;
    private static final int SEGMENT_BYTES = 1448;
    private static final int ECN_BITS = TcpFlags.AE | TcpFlags.CWR | TcpFlags.ECE;

    private final List<TcpSegment> data = new ArrayList<>();
    private final List<TcpSegment> others = new ArrayList<>();
    private final List<TcpSegment> answers = new ArrayList<>();
    private Consumer<byte[]> onTheWayBack = frame -> {};
    private Consumer<byte[]> onTheWayForth = frame -> {};
    private IntPredicate isMarked = index -> false;
    private TcpPair pair;
    private Sender sender;
    private int delivered;

    private static TcpTransport transport(TcpConfig config) {
        return new TcpTransport(config);
    }

    private static TcpConfig accurate(CongestionAlgorithm algorithm) {
        return TcpConfig.of(algorithm).withAccEcn(true);
    }

    private void run(TcpConfig client, TcpConfig server, int segments) {
        TcpTransport own =
                new TcpTransport(client, Map.of(), (message, established) -> sender = established);
        MessageLog log =
                new MessageLog() {
                    @Override
                    public void delivered(int messageId, long nowNs) {
                        delivered++;
                    }
                };
        pair = new TcpPair(own, transport(server), this::forth, this::back, log, 0);
        pair.send(0, (long) segments * SEGMENT_BYTES - MessageStream.HEADER_BYTES);
        pair.engine.runUntil(60 * TcpPair.SECOND);
        assertThat(delivered).isEqualTo(1);
        assertThat(pair.client.connections() + pair.server.connections()).isZero();
    }

    private void forth(byte[] frame, Consumer<byte[]> arrive) {
        TcpSegment segment = parse(frame);
        if (segment.payloadBytes() > 0) {
            if (isMarked.test(data.size()) && segment.ecn() != 0) {
                TcpSchedules.Weather.mark(frame);
            }
            data.add(parse(frame));
        } else {
            onTheWayForth.accept(frame);
            others.add(parse(frame));
        }
        pair.engine.scheduleAfter(DELAY_NS, () -> arrive.accept(frame));
    }

    private void back(byte[] frame, Consumer<byte[]> arrive) {
        onTheWayBack.accept(frame);
        answers.add(parse(frame));
        pair.engine.scheduleAfter(DELAY_NS, () -> arrive.accept(frame));
    }

    private static TcpSegment parse(byte[] frame) {
        Optional<TcpSegment> segment = TcpSegment.parse(frame.clone());
        assertThat(segment).as("checksums").isPresent();
        return segment.get();
    }

    /** AE, CWR and ECE as one number. */
    private static int bits(TcpSegment segment) {
        return (segment.flags() & ECN_BITS) >> 6;
    }

    /** Sets AE, CWR and ECE, and the checksum by the difference. */
    private static void setBits(byte[] frame, int bits) {
        int before = (frame[46] & 0xff) << 8 | frame[47] & 0xff;
        int after = before & ~ECN_BITS | bits << 6;
        frame[46] = (byte) (after >>> 8);
        frame[47] = (byte) after;
        fixChecksum(frame, before, after);
    }

    private static void fixChecksum(byte[] frame, int before, int after) {
        long sum = ~((frame[50] & 0xff) << 8 | frame[51] & 0xff) & 0xffff;
        int sent = InternetChecksum.of(sum + (~before & 0xffff) + after);
        frame[50] = (byte) (sent >>> 8);
        frame[51] = (byte) sent;
    }

    /** Table 2 and table 3: SYN 111, SYN-ACK 010, ACK 010, then ACE from 5 (101) on. */
    @ParameterizedTest
    @EnumSource(value = CongestionAlgorithm.class, mode = Mode.EXCLUDE, names = "BBR")
    void bothEndsAgreeAndCount(CongestionAlgorithm algorithm) {
        isMarked = index -> index == 12 || index == 13 || index == 40;
        run(accurate(algorithm), accurate(algorithm), 60);

        assertThat(bits(others.get(0))).isEqualTo(0b111);
        assertThat(bits(answers.get(0))).isEqualTo(0b010);
        assertThat(answers.get(0).options().accEcn()).isEqualTo(new AccEcnOption(false, 1, 0, 1));
        assertThat(bits(others.get(1))).isEqualTo(0b010);
        assertThat(data).allMatch(one -> bits(one) == 0b101);
        assertThat(bits(answers.get(1))).isEqualTo(0b101);
        // Segments with data or FIN have no option.
        List<TcpSegment> pure = answers.stream().filter(one -> !one.has(TcpFlags.FIN)).toList();
        TcpSegment last = pure.get(pure.size() - 1);
        assertThat(bits(last)).isEqualTo(5 + 3 & 7);
        boolean ect1 = algorithm.ecnCodepoint() == 1;
        // The server's FIN acknowledges the last two segments.
        int ectBytes = 1 + 55 * SEGMENT_BYTES;
        assertThat(last.options().accEcn())
                .isEqualTo(
                        new AccEcnOption(
                                ect1, ect1 ? 1 : ectBytes, 3 * SEGMENT_BYTES, ect1 ? ectBytes : 1));
        assertThat(sender.markedPackets()).isEqualTo(3);
        assertThat(sender.markedBytes()).isEqualTo(3 * SEGMENT_BYTES);
        assertThat(answers).allMatch(one -> one.ecn() == 0);
    }

    /** An end that knows RFC 3168 alone, or no ECN: SYN 111, SYN-ACK 001 or 000. */
    @ParameterizedTest
    @CsvSource({"true, false, 1, 2", "false, false, 0, 0"})
    void anOlderServerGetsWhatItKnows(boolean ecn, boolean accEcn, int answer, int codepoint) {
        isMarked = index -> index == 12;
        TcpConfig server = TcpConfig.of(CongestionAlgorithm.CUBIC).with(ecn, false, false);
        run(accurate(CongestionAlgorithm.CUBIC), server.withAccEcn(accEcn), 60);

        assertThat(bits(others.get(0))).isEqualTo(0b111);
        assertThat(bits(answers.get(0))).isEqualTo(answer);
        assertThat(bits(others.get(1))).isZero();
        assertThat(data.get(0).ecn()).isEqualTo(codepoint);
        assertThat(answers).allMatch(one -> one.options().accEcn() == null);
        assertThat(sender.markedPackets()).isZero();
        assertThat(pair.client.counts().markReductions()).isEqualTo(ecn ? 1 : 0);
        assertThat(data.stream().filter(one -> one.has(TcpFlags.CWR)).count())
                .isEqualTo(ecn ? 1 : 0);
    }

    /** The same the other way round: SYN 011 or 000, SYN-ACK 001 or 000. */
    @ParameterizedTest
    @CsvSource({"true, 3, 1", "false, 0, 0"})
    void anOlderClientGetsWhatItAskedFor(boolean ecn, int asked, int answer) {
        TcpConfig client = TcpConfig.of(CongestionAlgorithm.CUBIC).with(ecn, false, false);
        run(client, accurate(CongestionAlgorithm.CUBIC), 60);

        assertThat(bits(others.get(0))).isEqualTo(asked);
        assertThat(bits(answers.get(0))).isEqualTo(answer);
        assertThat(answers).allMatch(one -> one.options().accEcn() == null);
    }

    /**
     * Table 2 and section 3.1.3: what a client makes of a SYN-ACK. Flags, ECN field of data, and
     * whether acknowledgements count by ACE.
     */
    @ParameterizedTest
    @CsvSource({
        "0b010, 2, true",
        "0b011, 0, true",
        "0b100, 0, true",
        "0b110, 0, true",
        "0b101, 2, true",
        "0b001, 2, false",
        "0b000, 0, false",
        "0b111, 0, false"
    })
    void theClientReadsEachAnswer(String flags, int codepoint, boolean isAccurate) {
        int answer = Integer.parseInt(flags.substring(2), 2);
        onTheWayBack =
                frame -> {
                    if (answers.isEmpty()) {
                        setBits(frame, answer);
                    }
                };
        run(accurate(CongestionAlgorithm.CUBIC), accurate(CongestionAlgorithm.CUBIC), 30);

        assertThat(bits(others.get(1))).isEqualTo(isAccurate ? 0b010 : 0);
        assertThat(data).allMatch(one -> one.ecn() == codepoint);
    }

    /** Section 3.1.3: a server takes combinations that are not assigned as 111. */
    @ParameterizedTest
    @CsvSource({"1, 2", "2, 2", "4, 2", "5, 2", "6, 2", "7, 2", "3, 1", "0, 0"})
    void theServerReadsEachSyn(int asked, int answer) {
        onTheWayForth =
                frame -> {
                    if (others.isEmpty()) {
                        setBits(frame, asked);
                    }
                };
        run(accurate(CongestionAlgorithm.CUBIC), accurate(CongestionAlgorithm.CUBIC), 3);

        assertThat(bits(answers.get(0))).isEqualTo(answer);
    }

    /**
     * Tables 2 and 3: the answer to a SYN, or a SYN-ACK, says how that came: not ECT, ECT(1),
     * ECT(0), CE. None was sent ECN-capable, so the client then sends no ECN-capable data.
     */
    @ParameterizedTest
    @CsvSource({"0, 0b010, 2", "1, 0b011, 0", "2, 0b100, 0", "3, 0b110, 0"})
    void theAnswerSaysHowTheHandshakeCame(int ecnField, String ace, int codepoint) {
        onTheWayForth =
                frame -> {
                    if (others.isEmpty()) {
                        setEcnField(frame, ecnField);
                    }
                };
        onTheWayBack =
                frame -> {
                    if (answers.isEmpty()) {
                        setEcnField(frame, ecnField);
                    }
                };
        run(accurate(CongestionAlgorithm.CUBIC), accurate(CongestionAlgorithm.CUBIC), 30);

        assertThat(bits(answers.get(0))).isEqualTo(Integer.parseInt(ace.substring(2), 2));
        assertThat(bits(others.get(1))).isEqualTo(Integer.parseInt(ace.substring(2), 2));
        assertThat(data).allMatch(one -> one.ecn() == codepoint);
    }

    /** Sets the ECN field of a packet that is not ECN-capable, and IPv4's checksum. */
    private static void setEcnField(byte[] frame, int ecnField) {
        frame[15] |= (byte) ecnField;
        frame[24] = 0;
        frame[25] = 0;
        int sum = InternetChecksum.of(frame, 14, 20);
        frame[24] = (byte) (sum >>> 8);
        frame[25] = (byte) sum;
    }

    /** A way that clears AE, CWR and ECE of acknowledgements: no packet is ECN-capable then. */
    @Test
    void aWayThatClearsAceEndsEcn() {
        onTheWayBack =
                frame -> {
                    if (!answers.isEmpty()) {
                        setBits(frame, 0);
                    }
                };
        run(accurate(CongestionAlgorithm.CUBIC), accurate(CongestionAlgorithm.CUBIC), 60);

        assertThat(sender.isFeedbackZeroed()).isTrue();
        assertThat(data.subList(0, 10)).allMatch(one -> one.ecn() == 2);
        assertThat(data.get(30).ecn()).isZero();
        assertThat(sender.markedPackets()).isZero();
    }

    /** One reduction per round trip for CUBIC and NewReno, and no CWR. */
    @ParameterizedTest
    @EnumSource(names = {"RENO", "CUBIC", "RENO_LINUX", "CUBIC_LINUX"})
    void marksOfARoundTripReduceOnce(CongestionAlgorithm algorithm) {
        isMarked = index -> index >= 40 && index < 60;
        run(accurate(algorithm), accurate(algorithm), 300);

        assertThat(pair.client.counts().markReductions()).isEqualTo(1);
        assertThat(sender.markedPackets()).isEqualTo(20);
        assertThat(data).allMatch(one -> bits(one) == 0b101);
    }

    /** Sections 3.2.2.5.1 and 3.2.3.3: at once after a change, and after two marks. */
    @Test
    void aChangeIsAcknowledgedAtOnce() {
        isMarked = index -> index == 4;
        TcpConfig slow = accurate(CongestionAlgorithm.CUBIC).withSegmentsPerAck(100);
        run(slow, slow, 10);

        List<Integer> steps = new ArrayList<>();
        for (int i = 2; i < answers.size(); i++) {
            int bytes = answers.get(i).acknowledgement() - answers.get(i - 1).acknowledgement();
            steps.add(bytes / SEGMENT_BYTES);
        }
        assertThat(answers.get(1).acknowledgement() - data.get(0).sequence())
                .isEqualTo(5 * SEGMENT_BYTES);
        assertThat(steps.get(0)).isEqualTo(1);
    }

    /** Three ranges have no place beside the option; two have, with the last counter left out. */
    @Test
    void theOptionLeavesRoomForTwoRanges() {
        TcpTransport own = transport(accurate(CongestionAlgorithm.CUBIC));
        int[] seen = {0};
        pair =
                new TcpPair(
                        own,
                        (frame, arrive) -> {
                            boolean isData = parse(frame).payloadBytes() > 0;
                            if (!isData || seen[0]++ % 2 == 1 || seen[0] > 20) {
                                pair.engine.scheduleAfter(DELAY_NS, () -> arrive.accept(frame));
                            }
                        },
                        this::back,
                        MessageLog.NONE);
        pair.send(0, 200_000);
        pair.engine.runUntil(60 * TcpPair.SECOND);

        answers.removeIf(one -> one.has(TcpFlags.FIN));
        assertThat(answers).allMatch(one -> one.options().accEcn() != null);
        assertThat(answers).anyMatch(one -> one.options().sack().length == 4);
        assertThat(answers).allMatch(one -> one.options().bytes() <= TcpOptions.MAX_BYTES);
        assertThat(answers)
                .allMatch(
                        one ->
                                one.options().sack().length < 4
                                        == one.options().accEcn().ect1Bytes() >= 0);
    }

    /**
     * Whatever is lost, late, twice or damaged: the sender's number of marked packets is never
     * above the receiver's, and equal to it as soon as the newest acknowledgement is there.
     */
    @Test
    void theNumberIsExactWithTheNewestAcknowledgement() {
        long exact = 0;
        long marked = 0;
        for (long seed = 1; seed <= 400; seed++) {
            Truth truth = new Truth(seed);
            truth.run();
            exact += truth.exact;
            marked += truth.marked;
        }
        assertThat(exact).isGreaterThan(5000);
        assertThat(marked).isGreaterThan(2000);
    }

    /** A run through bad weather with the receiver's true number beside the sender's. */
    private static final class Truth {
        private final long seed;
        private final TcpSchedules.Weather forth;
        private final TcpSchedules.Weather back;
        private final SplittableRandom random;
        private TcpPair pair;
        private Sender sender;
        private long marked;
        private long generation;
        private long newest;
        private long exact;

        Truth(long seed) {
            this.seed = seed;
            random = new SplittableRandom(seed);
            long delayNs = TcpPair.US * (10 + random.nextInt(50_000));
            forth = new TcpSchedules.Weather(random.split(), delayNs);
            back = new TcpSchedules.Weather(random.split(), delayNs);
        }

        void run() {
            CongestionAlgorithm algorithm = CongestionAlgorithm.values()[random.nextInt(5)];
            TcpConfig config = accurate(algorithm).withSegmentsPerAck(1 + random.nextInt(2));
            TcpTransport transport =
                    new TcpTransport(
                            config, Map.of(), (message, established) -> sender = established);
            pair =
                    new TcpPair(
                            transport,
                            (frame, arrive) -> forth.take(frame, one -> toServer(one, arrive)),
                            (frame, arrive) -> {
                                long[] state = {++generation, marked};
                                back.take(frame, one -> toClient(one, state, arrive));
                            },
                            MessageLog.NONE);
            forth.pair = pair;
            back.pair = pair;
            pair.send(0, 1448L * (10 + random.nextInt(200)));
            pair.engine.runUntil(1000 * TcpPair.SECOND);
        }

        private void toServer(byte[] frame, Consumer<byte[]> arrive) {
            boolean counts =
                    pair.server.connections() == 1
                            && TcpSegment.parse(frame.clone())
                                    .filter(one -> one.ecn() == 3 && one.payloadBytes() > 0)
                                    .isPresent();
            marked += counts ? 1 : 0;
            arrive.accept(frame);
        }

        private void toClient(byte[] frame, long[] state, Consumer<byte[]> arrive) {
            boolean intact = TcpSegment.parse(frame.clone()).isPresent();
            arrive.accept(frame);
            if (sender == null || !intact) {
                return;
            }
            assertThat(sender.markedPackets()).as("seed %d", seed).isLessThanOrEqualTo(marked);
            if (state[0] > newest && pair.client.connections() == 1 && !sender.isDone()) {
                newest = state[0];
                exact++;
                assertThat(sender.markedPackets()).as("seed %d", seed).isEqualTo(state[1]);
            }
        }
    }
}
