// SPDX-License-Identifier: Apache-2.0
package org.weir.tofino.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.weir.tofino.model.stage.KeyMatch;
import org.weir.wire.p4.MatchFields;
import org.weir.wire.p4.Parameters;
import org.weir.wire.p4.WeirEgress;
import org.weir.wire.p4.WeirIngress;
import org.weir.wire.packet.InternetChecksum;

/**
 * Reverse path marking in Tofino's program as assembled: every congestion event reaches its sender
 * once, by a right checksum, and only where it may.
 */
class WeirRpmTest {

    private static final int SENDERS = 1;
    private static final int RECEIVERS = 4;
    private static final int QUEUE = RECEIVERS * 8;
    private static final long TARGET_US = 1000;
    private static final long INTERVAL_US = 20_000;
    private static final long RETURN_US = 500_000;
    private static final long EXPIRY_US = 2_000_000;
    private static final long MS = 1_000_000;
    private static final long TICK_NS = 1 << 16;
    private static final int CELLS = 1000;
    private static final int SLOTS = 16_384;

    private static final int WINDOW = 0x1234;
    private static final int AE = 0x100;
    private static final int CWR = 0x80;
    private static final int ECE = 0x40;
    private static final int ACK = 0x10;
    private static final int RST = 0x04;
    private static final int SYN = 0x02;

    private static final int NOT_ECT = 0;
    private static final int ECT_0 = 2;
    private static final int CE = 3;

    private static final String REVERSE_MARKS = WeirEgress.Aqm.REVERSE_MARKS;
    private static final String MARKS = WeirEgress.Aqm.MARKS;
    private static final String TOLD = WeirIngress.Rpm.MARKS;
    private static final String COLLISIONS = WeirIngress.Rpm.COLLISIONS;
    private static final String EXPIRED = WeirIngress.Rpm.EXPIRED;
    private static final String FLOWS = "WeirEgress.aqm.rpm.flows";

    /** A TCP flow; the data go from senders to receivers. */
    private static final class Flow {
        private final boolean ipv4;
        private final int port;
        private final byte[] source;
        private final byte[] target;
        private int noted;
        private int told;
        private long acknowledgedNs;

        private Flow(int number) {
            ipv4 = number % 2 == 0;
            port = 2000 + number;
            // Scattered, because sequences of numbers and CRCs fit each other too well or too ill.
            String host = String.format("%04x", port * 40_503 & 0xFFFF);
            source = Frames.bytes((ipv4 ? "0a01" : "20010db8000000000000000000a1") + host);
            target = Frames.bytes(ipv4 ? "0a000005" : "20010db8000000000000000000000005");
        }

        private byte[] data(int ecn, int flags) {
            return segment(source, target, ecn, port, 80, flags, WINDOW, 71);
        }

        private byte[] answer(int flags) {
            return answer(flags, WINDOW);
        }

        private byte[] answer(int flags, int window) {
            return segment(target, source, NOT_ECT, 80, port, flags, window, 0);
        }
    }

    private TofinoModel tofino;
    private final Random random = new Random(7);
    private final List<Flow> flows = new ArrayList<>();
    private long nowNs = 1000 * MS;
    private long delayNs;

    @BeforeEach
    void start() throws Exception {
        tofino = BothPrograms.tofino();
        tofino.setQueueModel(
                (port, queue, bytes, timeNs) ->
                        port == RECEIVERS
                                ? new QueuePassage(CELLS, timeNs, CELLS, timeNs + delayNs)
                                : new QueuePassage(0, timeNs, 0, timeNs));
        route(
                WeirIngress.Forwarding.IPV4_ROUTES,
                MatchFields.IPV4_DST,
                KeyMatch.lpm(0x0A010000, 16),
                SENDERS);
        route(
                WeirIngress.Forwarding.IPV4_ROUTES,
                MatchFields.IPV4_DST,
                KeyMatch.lpm(0x0A000000, 16),
                RECEIVERS);
        route(
                WeirIngress.Forwarding.IPV6_ROUTES,
                MatchFields.IPV6_DST,
                lpm6("20010db8000000000000000000a10000", 112),
                SENDERS);
        route(
                WeirIngress.Forwarding.IPV6_ROUTES,
                MatchFields.IPV6_DST,
                lpm6("20010db8000000000000000000000005", 128),
                RECEIVERS);
        tofino.table(WeirIngress.Rpm.ACK_PORTS)
                .add(
                        Map.of(MatchFields.INGRESS_PORT, KeyMatch.exact(RECEIVERS)),
                        0,
                        WeirIngress.Rpm.WATCH_ACKS,
                        Map.of(Parameters.EXPIRY_US, EXPIRY_US));
        tofino.table(WeirEgress.Aqm.SCHEMES)
                .add(
                        Map.of(MatchFields.EGRESS_PORT, KeyMatch.exact(RECEIVERS)),
                        0,
                        WeirEgress.Aqm.MARK_REVERSE_BY_CODEL,
                        Map.of(
                                Parameters.TARGET_US,
                                TARGET_US,
                                Parameters.INTERVAL_US,
                                INTERVAL_US,
                                Parameters.RETURN_US,
                                RETURN_US));
    }

    private static KeyMatch lpm6(String prefix, int length) {
        return new KeyMatch.Lpm(new BigInteger(prefix, 16), length);
    }

    private void route(String table, String field, KeyMatch prefix, long port) {
        tofino.table(table)
                .add(
                        Map.of(field, prefix),
                        0,
                        WeirIngress.Forwarding.SET_OUTPUT,
                        Map.of("port", port));
    }

    /** A segment with right checksums. */
    private static byte[] segment(
            byte[] source,
            byte[] target,
            int ecn,
            int from,
            int to,
            int flags,
            int window,
            int payloadBytes) {
        long numbers = 0x0102_0304_0506_0708L * (from + 3L * payloadBytes);
        return Frames.between(source, target)
                .trafficClass(ecn)
                .tcp(from, to, (int) (numbers >>> 32), (int) numbers, flags, window)
                .payload(new byte[payloadBytes])
                .build();
    }

    /** The packet as it leaves, checksums looked at; null if it was dropped. */
    private byte[] through(int from, int to, byte[] frame, boolean ipv4) {
        byte[] left = null;
        for (TofinoModel.Sent sent : tofino.receive(from, frame, nowNs)) {
            if (sent.port() == to) {
                assertThat(left).isNull();
                left = sent.frame();
            }
        }
        nowNs += delayNs + MS / 4 + random.nextInt((int) MS);
        if (left != null) {
            assertThat(InternetChecksum.transportResidue(left)).as("TCP").isZero();
            assertThat(left).hasSize(frame.length);
            if (ipv4) {
                assertThat(InternetChecksum.ipv4Residue(left)).as("IPv4").isZero();
            }
        }
        return left;
    }

    private static int ecn(byte[] frame, boolean ipv4) {
        return ipv4 ? frame[15] & 3 : frame[15] >> 4 & 3;
    }

    /** ECN of a data packet as it leaves. */
    private int send(Flow flow, int flags) {
        long before = tofino.packets(REVERSE_MARKS, QUEUE);
        byte[] left = through(SENDERS, RECEIVERS, flow.data(ECT_0, flags), flow.ipv4);
        int noted = (int) (tofino.packets(REVERSE_MARKS, QUEUE) - before);
        int ecn = ecn(left, flow.ipv4);
        assertThat(noted == 0 || ecn == ECT_0).as("noted or marked, not both").isTrue();
        flow.noted += noted;
        return ecn;
    }

    /** Whether an answer tells an event; nothing else of it is changed. */
    private boolean answer(Flow flow, int flags) {
        return answer(flow, flags, flow.answer(flags));
    }

    private boolean answer(Flow flow, int flags, byte[] sent) {
        flow.acknowledgedNs = nowNs;
        byte[] left = through(RECEIVERS, SENDERS, sent, flow.ipv4);
        int at = Frames.ETHERNET + (flow.ipv4 ? 20 : 40);
        boolean told = (left[at + 13] & ECE) != 0 && (flags & ECE) == 0;
        left[at + 13] = (byte) (left[at + 13] & ~ECE | sent[at + 13] & ECE);
        for (int i = at; i < left.length; i++) {
            if (i != at + 16 && i != at + 17) {
                assertThat(left[i]).as("byte %d", i - at).isEqualTo(sent[i]);
            }
        }
        flow.told += told ? 1 : 0;
        return told;
    }

    private Flow open(int synFlags, int answerFlags) {
        Flow flow = new Flow(flows.size());
        flows.add(flow);
        delayNs = 0;
        through(SENDERS, RECEIVERS, flow.data(NOT_ECT, SYN | synFlags), flow.ipv4);
        through(RECEIVERS, SENDERS, flow.answer(SYN | ACK | answerFlags), flow.ipv4);
        return flow;
    }

    private Flow openClassic() {
        return open(ECE | CWR, ECE);
    }

    /** Data in a queue that stays long, until there was an event. */
    private int congest(Flow flow) {
        delayNs = 5 * MS;
        long events = events();
        int ecn;
        do {
            ecn = send(flow, ACK);
        } while (events() == events);
        return ecn;
    }

    private long events() {
        return tofino.packets(REVERSE_MARKS, QUEUE) + tofino.packets(MARKS, QUEUE);
    }

    @Test
    void everyEventIsReportedOnce() {
        for (int i = 0; i < 12; i++) {
            openClassic();
            answer(flows.get(i), ACK);
        }
        for (int i = 0; i < 12_000; i++) {
            Flow flow = flows.get(random.nextInt(flows.size()));
            delayNs = i / 500 % 2 == 0 ? 5 * MS : 0;
            int kind = random.nextInt(20);
            if (kind < 12) {
                sendAndJudge(flow);
            } else if (kind < 18) {
                answer(flow, ACK);
            } else if (kind == 18) {
                assertThat(answer(flow, ACK | ECE)).isFalse();
            } else {
                assertThat(answer(flow, ACK | RST)).isFalse();
            }
        }
        delayNs = 0;
        int told = 0;
        for (Flow flow : flows) {
            while (answer(flow, ACK)) {
                assertThat(flow.told).isLessThanOrEqualTo(flow.noted);
            }
            assertThat(flow.told).isEqualTo(flow.noted);
            told += flow.told;
        }
        assertThat(told).isGreaterThan(500);
        assertThat(tofino.packets(TOLD, RECEIVERS)).isEqualTo(told);
        assertThat(tofino.packets(MARKS, QUEUE)).isLessThan(told);
        assertThat(tofino.packets(EXPIRED, RECEIVERS)).isZero();
        assertThat(tofino.packets(COLLISIONS, RECEIVERS)).isZero();
    }

    /** Marked itself only if the last acknowledgement is too old, by the program's clock. */
    private void sendAndJudge(Flow flow) {
        long ageNs = nowNs + delayNs - flow.acknowledgedNs;
        int noted = flow.noted;
        if (send(flow, ACK) == CE) {
            assertThat(ageNs).isGreaterThan(RETURN_US * 1000 - TICK_NS);
        } else if (flow.noted != noted) {
            assertThat(ageNs).isLessThan(RETURN_US * 1024 + 2 * TICK_NS);
        }
    }

    /** The SYN of the sender and the answer of the receiver open the flow. */
    @ParameterizedTest
    @CsvSource({
        // AccECN asked for and granted in each of its ways (RFC 9768).
        "0x1C0, 0x080",
        "0x1C0, 0x0C0",
        "0x1C0, 0x100",
        "0x1C0, 0x180",
        // No ECN.
        "0, 0",
        "0xC0, 0",
        // Nonsense.
        "0xC0, 0xC0",
        "0xC0, 0x140",
    })
    void flowsWithoutClassicEcnAreMarkedThemselves(String syn, String answer) {
        Flow flow = open(Integer.decode(syn), Integer.decode(answer));
        answer(flow, ACK);
        assertThat(congest(flow)).isEqualTo(CE);
        for (int flags : new int[] {ACK, ACK | ECE, ACK | CWR, ACK | AE}) {
            assertThat(answer(flow, flags)).isFalse();
        }
        assertThat(tofino.packets(REVERSE_MARKS, QUEUE)).isZero();
    }

    @Test
    void aFlowWhoseBeginningWasNotSeenIsMarkedItself() {
        Flow flow = new Flow(0);
        answer(flow, ACK);
        assertThat(congest(flow)).isEqualTo(CE);
    }

    @Test
    void aFlowThatTheReceiverBeginsTakesPart() {
        Flow flow = new Flow(0);
        through(RECEIVERS, SENDERS, flow.answer(SYN | ECE | CWR), flow.ipv4);
        answer(flow, ACK);
        assertThat(congest(flow)).isEqualTo(ECT_0);
        assertThat(answer(flow, ACK)).isTrue();
        assertThat(answer(flow, ACK)).isFalse();
    }

    @Test
    void aFlowIsMarkedItselfAfterItsAcknowledgementsStayAway() {
        Flow flow = openClassic();
        answer(flow, ACK);
        assertThat(congest(flow)).isEqualTo(ECT_0);
        nowNs += (RETURN_US + RETURN_US / 32) * 1000;
        assertThat(congest(flow)).isEqualTo(CE);
        assertThat(answer(flow, ACK)).isTrue();
        assertThat(congest(flow)).isEqualTo(ECT_0);
    }

    @Test
    void noMoreThan255EventsAreOwed() {
        Flow flow = openClassic();
        for (int i = 0; i < 255; i++) {
            answer(flow, ACK | ECE);
            assertThat(congest(flow)).as("event %d", i).isEqualTo(ECT_0);
        }
        answer(flow, ACK | ECE);
        assertThat(congest(flow)).isEqualTo(CE);
        delayNs = 0;
        while (answer(flow, ACK)) {
            assertThat(flow.told).isLessThanOrEqualTo(255);
        }
        assertThat(flow.told).isEqualTo(255);
    }

    /** Checksums at which the program borrows, and those around. */
    @Test
    void theChecksumIsRightWhateverItWas() {
        Flow flow = openClassic();
        answer(flow, ACK);
        Set<Integer> seen = new TreeSet<>();
        for (int window = 0; window <= 0xFFFF; window++) {
            byte[] answer = flow.answer(ACK, window);
            int checksum = Frames.u16(answer, Frames.ETHERNET + 20 + 16);
            if (checksum < 0x48 || checksum > 0xFFF8) {
                congest(flow);
                assertThat(answer(flow, ACK, answer)).isTrue();
                seen.add(checksum);
            }
        }
        assertThat(seen).contains(0, 1, 0x3F, 0x40, 0x41, 0xFFFE);
    }

    @Test
    void aNewBeginningForgetsWhatWasOwed() {
        Flow flow = openClassic();
        answer(flow, ACK);
        congest(flow);
        assertThat(tofino.packets(EXPIRED, RECEIVERS)).isZero();
        delayNs = 0;
        through(RECEIVERS, SENDERS, flow.answer(SYN | ACK | ECE), flow.ipv4);
        assertThat(tofino.packets(EXPIRED, RECEIVERS)).isOne();
        assertThat(answer(flow, ACK)).isFalse();
        assertThat(congest(flow)).isEqualTo(ECT_0);
        through(RECEIVERS, SENDERS, flow.answer(SYN | ACK), flow.ipv4);
        assertThat(tofino.packets(EXPIRED, RECEIVERS)).isEqualTo(2);
        assertThat(congest(flow)).isEqualTo(CE);
    }

    @Test
    void aSlotIsItsFirstFlowsUntilItExpires() {
        List<Flow> late = new ArrayList<>();
        for (int i = 0; i < 400; i++) {
            long before = tofino.packets(COLLISIONS, RECEIVERS);
            Flow flow = openClassic();
            answer(flow, ACK);
            if (tofino.packets(COLLISIONS, RECEIVERS) != before) {
                late.add(flow);
            }
        }
        assertThat(late).isNotEmpty();
        int taken = 0;
        for (int slot = 0; slot < SLOTS; slot++) {
            taken += tofino.register(FLOWS, slot)[0] != 0 ? 1 : 0;
        }
        assertThat(taken).isEqualTo(flows.size() - late.size());
        for (Flow flow : late) {
            answer(flow, ACK);
            assertThat(congest(flow)).isEqualTo(CE);
        }
        nowNs += (EXPIRY_US + EXPIRY_US / 32) * 1000;
        int again = 0;
        for (Flow flow : late) {
            delayNs = 0;
            long before = tofino.packets(COLLISIONS, RECEIVERS);
            through(RECEIVERS, SENDERS, flow.answer(SYN | ACK | ECE), flow.ipv4);
            answer(flow, ACK);
            // Unless another of them was first.
            boolean lateAgain = tofino.packets(COLLISIONS, RECEIVERS) != before;
            assertThat(congest(flow)).isEqualTo(lateAgain ? CE : ECT_0);
            again += lateAgain ? 1 : 0;
        }
        assertThat(again).isLessThan(late.size() / 2);
    }

    @Test
    void aSlotFromBeforeTheClockStartedAgainIsGivenFree() {
        Flow flow = openClassic();
        answer(flow, ACK);
        int slot = 0;
        while (tofino.register(FLOWS, slot)[0] == 0) {
            slot++;
        }
        // Another's, and long ahead.
        tofino.setRegister(FLOWS, slot, 5, 0xFFFF_0000L);
        through(RECEIVERS, SENDERS, flow.answer(SYN | ACK | ECE), flow.ipv4);
        assertThat(tofino.packets(COLLISIONS, RECEIVERS)).isOne();
        answer(flow, ACK);
        nowNs += 2 * EXPIRY_US * 1000;
        through(RECEIVERS, SENDERS, flow.answer(SYN | ACK | ECE), flow.ipv4);
        assertThat(tofino.packets(COLLISIONS, RECEIVERS)).isOne();
        answer(flow, ACK);
        assertThat(congest(flow)).isEqualTo(ECT_0);
    }
}
