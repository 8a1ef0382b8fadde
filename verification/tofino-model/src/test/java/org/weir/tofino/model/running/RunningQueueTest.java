// SPDX-License-Identifier: Apache-2.0
package org.weir.tofino.model.running;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.weir.tofino.model.BothPrograms;
import org.weir.tofino.model.CodelReferences;
import org.weir.tofino.model.FeedbackFrames;
import org.weir.tofino.model.Frames;
import org.weir.tofino.model.SentFrames;
import org.weir.tofino.model.stage.KeyMatch;
import org.weir.wire.feedback.FeedbackMessage;
import org.weir.wire.p4.MatchFields;
import org.weir.wire.p4.Parameters;
import org.weir.wire.p4.WeirEgress;
import org.weir.wire.p4.WeirIngress;
import org.weir.wire.telemetry.TelemetryReport;

/**
 * Queues deeper than 0 in a switch that runs Weir's program ({@link RunningSwitch}): bursts enter
 * by a port of each of four pipes and leave by one. Intel's model takes at most one packet of each
 * pipe in and one out in turn, so the queue grows by three a turn; it has one cell for each packet.
 * The property {@code weir.bfrt.interfaces} must name the ASIC's ports 137, 265 and 393, too, or
 * the test is skipped. Each packet is reported, so its depth, delay and time are known.
 */
class RunningQueueTest {

    private static final int[] SENDER_PORTS = {FeedbackFrames.SENDER_PORT, 137, 265, 393};

    /** Frames of a burst by each port. */
    private static final int FRAMES = 100;

    private static final int BURST = FRAMES * SENDER_PORTS.length;
    private static final int BURSTS = Integer.getInteger("weir.bfrt.bursts", 3);
    private static final int RECEIVER = FeedbackFrames.RECEIVERS | 1;
    private static final int FROM_PORT = 10_000;
    private static final int TO_PORT = 5000;
    private static final int CE = 3;
    private static final int THRESHOLD = 3;
    private static final int LIMIT = 8;

    /** Place of the message in feedback to an IPv4 packet. */
    private static final int FEEDBACK_AT = 14 + 20 + 8;

    private static final List<String> COUNTERS =
            List.of(
                    WeirIngress.VirtualQueue.MARKS,
                    WeirIngress.VirtualQueue.DROPS,
                    WeirEgress.QueueStatistics.DEPARTURES);

    private static final List<String> CODEL =
            List.of("WeirEgress.aqm.codel.spells", "WeirEgress.aqm.codel.paces");

    private static final int PAYLOAD_BYTES = 26;
    private static final int NEVER_REACHED = 65_535;

    /** Of a report in a packet for the controller, bytes. */
    private static final int REPORT = 16;

    private static final long LIMIT_MS = 60_000;
    private static final long QUIET_MS = 3_000;

    /** RFC 8289's. Intel's model takes milliseconds for a packet, by its own clock. */
    private static final long TARGET_US = 5_000;

    private static final long INTERVAL_US = 100_000;

    private RunningSwitch running;

    private void start(int threshold, int limit, long reportIntervalUs) throws Exception {
        for (int port : SENDER_PORTS) {
            assumeTrue(running.has(port), "no interface for port " + port);
        }
        BothPrograms both = new BothPrograms();
        both.more = running;
        RunningComparison.trustPorts(running);
        for (int i = 1; i < SENDER_PORTS.length; i++) {
            running.add(
                    WeirIngress.Edge.PORT_KINDS,
                    0,
                    Map.of(MatchFields.INGRESS_PORT, KeyMatch.exact(SENDER_PORTS[i])),
                    WeirIngress.Edge.TRUST_PORT,
                    Map.of());
        }
        FeedbackFrames.addRoutesAndClass(both);
        both.setQueue(
                FeedbackFrames.RECEIVER_PORT,
                FeedbackFrames.CLASS,
                threshold,
                limit,
                FeedbackFrames.TARGET_RATE_KBPS,
                0);
        both.add(
                WeirEgress.Telemetry.REPORTING,
                0,
                Map.of(MatchFields.EGRESS_PORT, KeyMatch.exact(FeedbackFrames.RECEIVER_PORT)),
                WeirEgress.Telemetry.SET_REPORT_INTERVAL,
                Map.of(Parameters.INTERVAL_US, reportIntervalUs),
                Parameters.INTERVAL_US);
        running.flush();
        running.send(FeedbackFrames.SENDER_PORT, frame(0, 0));
        running.take(Integer.MAX_VALUE, each -> true, QUIET_MS);
    }

    private static byte[] frame(int number, int ecn) {
        return Frames.ipv4(
                FeedbackFrames.SENDERS | number & 0xFF,
                RECEIVER,
                ecn,
                64,
                17,
                new byte[0],
                Frames.udp(FROM_PORT + number, TO_PORT, new byte[PAYLOAD_BYTES]));
    }

    /** A packet that left the queue, by the report of it. */
    private record Departure(int number, long depth, long delayUs, long timeUs) {

        static Departure of(byte[] report) {
            TelemetryReport told = TelemetryReport.parse(report, REPORT).orElseThrow();
            assertThat(told.maxDepthPackets()).isEqualTo(told.depthPackets());
            return new Departure(
                    numberIn(report, REPORT + TelemetryReport.LENGTH_BYTES),
                    told.depthPackets(),
                    told.delayUs(),
                    told.timeUs());
        }

        long enteredUs() {
            return timeUs - delayUs;
        }
    }

    /** Number of a packet: its UDP source port, behind the receiver's address. */
    private static int numberIn(byte[] bytes, int from) {
        for (int at = from; at + 8 <= bytes.length; at++) {
            if (Frames.u32(bytes, at) == RECEIVER && Frames.u16(bytes, at + 6) == TO_PORT) {
                return Frames.u16(bytes, at + 4) - FROM_PORT;
            }
        }
        throw new AssertionError("no packet in " + HexFormat.of().formatHex(bytes));
    }

    private void sendBurst() {
        for (int i = 0; i < FRAMES; i++) {
            for (int p = 0; p < SENDER_PORTS.length; p++) {
                int number = SENDER_PORTS.length * i + p;
                running.send(SENDER_PORTS[p], frame(number, ecn(number)));
            }
        }
    }

    /** All frames of a burst, of which there is one that is counted for each packet. */
    private List<BothPrograms.Sent> takeBurst(Predicate<BothPrograms.Sent> counted)
            throws InterruptedException {
        List<BothPrograms.Sent> sent = running.take(BURST, counted, LIMIT_MS);
        // Those of other ports may come later.
        sent.addAll(running.take(Integer.MAX_VALUE, each -> true, QUIET_MS));
        return sent;
    }

    /** ECN-capable, but one packet of eight. */
    private static int ecn(int number) {
        return number % 8 == 7 ? 0 : 1 + number % 2;
    }

    /** ECN of the packets that left, by number, in their order. */
    private static Map<Integer, Integer> left(List<BothPrograms.Sent> sent) {
        Map<Integer, Integer> left = new LinkedHashMap<>();
        for (BothPrograms.Sent each : sent) {
            if (each.port() == FeedbackFrames.RECEIVER_PORT) {
                left.put(numberIn(each.frame(), 0), each.frame()[15] & 3);
            }
        }
        return left;
    }

    private static List<Departure> departures(List<BothPrograms.Sent> sent) {
        return sent.stream()
                .filter(SentFrames::isReport)
                .map(each -> Departure.of(each.frame()))
                .toList();
    }

    /**
     * Compares depths with the number of packets behind, where all of these had entered before the
     * packet before left.
     *
     * @return number of depths compared
     */
    private int checkDepths(List<Departure> departures) {
        int compared = 0;
        long lastEntryUs = 0;
        for (int i = departures.size() - 1; i > 0; i--) {
            int behind = departures.size() - 1 - i;
            Departure departure = departures.get(i);
            long all = QueueDepths.packets(running.generation(), behind);
            assertThat(departure.depth()).as("depth of departure %d", i).isLessThanOrEqualTo(all);
            if (lastEntryUs < departures.get(i - 1).timeUs()) {
                assertThat(departure.depth()).as("depth of departure %d", i).isEqualTo(all);
                compared++;
            }
            lastEntryUs = Math.max(lastEntryUs, departure.enteredUs());
        }
        return compared;
    }

    @Test
    @Timeout(900)
    void marksFromTheThresholdAndDropsAtTheLimit() throws Exception {
        try (RunningSwitch opened = RunningSwitch.open()) {
            running = opened;
            start(THRESHOLD, LIMIT, 0);
            long[] before = counters();
            long marks = 0;
            long drops = 0;
            int compared = 0;
            long deepest = 0;
            for (int burst = 0; burst < BURSTS; burst++) {
                sendBurst();
                List<BothPrograms.Sent> sent = takeBurst(SentFrames::isReport);
                List<Departure> departures = departures(sent);
                assertThat(departures).hasSize(BURST);
                compared += checkDepths(departures);
                Map<Integer, Integer> wanted = new LinkedHashMap<>();
                for (Departure each : departures) {
                    int ecn = ecn(each.number());
                    boolean marked = ecn != 0 && each.depth() >= THRESHOLD;
                    marks += marked ? 1 : 0;
                    deepest = Math.max(deepest, each.depth());
                    if (each.depth() < LIMIT) {
                        wanted.put(each.number(), marked ? CE : ecn);
                    } else {
                        drops++;
                    }
                }
                assertThat(List.copyOf(left(sent).entrySet()))
                        .isEqualTo(List.copyOf(wanted.entrySet()));
            }
            System.out.printf(
                    "%d packets, depths up to %d, %d depths compared, %d marks, %d drops%n",
                    BURSTS * BURST, deepest, compared, marks, drops);
            long[] after = counters();
            assertThat(after[0] - before[0]).as("marks").isEqualTo(marks);
            assertThat(after[1] - before[1]).as("drops").isEqualTo(drops);
            assertThat(after[2] - before[2])
                    .as("departures")
                    .isEqualTo((long) BURSTS * BURST - drops);
            assertThat(compared).isGreaterThan(BURSTS * BURST / 4);
            assertThat(marks).isGreaterThan(drops);
            assertThat(drops).isPositive();
        }
    }

    private long[] counters() {
        return COUNTERS.stream()
                .mapToLong(counter -> running.packets(counter, FeedbackFrames.QUEUE))
                .toArray();
    }

    /** Without reports; each marked packet is of a flow of its own. */
    @Test
    @Timeout(900)
    void feedbackTellsTheDepth() throws Exception {
        try (RunningSwitch opened = RunningSwitch.open()) {
            running = opened;
            start(THRESHOLD, NEVER_REACHED, FeedbackFrames.NEVER_US);
            sendBurst();
            List<BothPrograms.Sent> sent =
                    takeBurst(each -> each.port() == FeedbackFrames.RECEIVER_PORT);
            List<Integer> order = List.copyOf(left(sent).keySet());
            assertThat(order).hasSize(BURST);
            Map<Integer, Long> depths = new HashMap<>();
            for (BothPrograms.Sent each : sent) {
                if (each.port() == FeedbackFrames.SENDER_PORT) {
                    FeedbackMessage told =
                            FeedbackMessage.parse(each.frame(), FEEDBACK_AT).orElseThrow();
                    assertThat(told.thresholdPackets()).isEqualTo(THRESHOLD);
                    int number = Frames.u16(each.frame(), FEEDBACK_AT - 6) - FROM_PORT;
                    assertThat(depths.put(number, (long) told.depthPackets())).isNull();
                }
            }
            long marks = 0;
            int exact = 0;
            for (int i = 0; i < BURST; i++) {
                int number = order.get(i);
                Long depth = depths.get(number);
                if (depth == null) {
                    continue;
                }
                long all = QueueDepths.packets(running.generation(), BURST - 1 - i);
                assertThat(depth).as("depth of packet %d", number).isBetween((long) THRESHOLD, all);
                exact += depth == all ? 1 : 0;
            }
            for (Map.Entry<Integer, Integer> each : left(sent).entrySet()) {
                boolean marked = each.getValue() == CE;
                marks += marked ? 1 : 0;
                if (depths.containsKey(each.getKey()) && ecn(each.getKey()) != 0) {
                    assertThat(marked).as("packet %d", each.getKey()).isTrue();
                }
            }
            System.out.printf(
                    "%d packets, %d marks, %d feedback packets, %d with the depth of all behind%n",
                    BURST, marks, depths.size(), exact);
            // Two flows of one slot of 32 that leave within 8 us have one feedback packet.
            assertThat((long) depths.size()).isGreaterThan(marks * 9 / 10);
            assertThat(exact).isGreaterThan(depths.size() / 2);
        }
    }

    @Test
    @Timeout(900)
    void codelMarksWhatItsReferenceMarks() throws Exception {
        try (RunningSwitch opened = RunningSwitch.open()) {
            assumeTrue(
                    opened.hasTable(WeirEgress.Aqm.SCHEMES),
                    "the switch of -Dweir.bfrt runs the program with ABC");
            running = opened;
            start(NEVER_REACHED, NEVER_REACHED, 0);
            running.add(
                    WeirEgress.Aqm.SCHEMES,
                    0,
                    Map.of(MatchFields.EGRESS_PORT, KeyMatch.exact(FeedbackFrames.RECEIVER_PORT)),
                    WeirEgress.Aqm.MARK_BY_CODEL,
                    Map.of(Parameters.TARGET_US, TARGET_US, Parameters.INTERVAL_US, INTERVAL_US));
            running.flush();
            running.reset(CODEL);
            Map<List<Long>, CodelReferences.Tofino> possible = new LinkedHashMap<>();
            CodelReferences.Tofino first = new CodelReferences.Tofino(TARGET_US, INTERVAL_US);
            possible.put(first.registers(), first);
            int marks = 0;
            int known = 0;
            for (int burst = 0; burst < BURSTS; burst++) {
                sendBurst();
                List<BothPrograms.Sent> sent = takeBurst(SentFrames::isReport);
                List<Departure> departures = departures(sent);
                assertThat(departures).hasSize(BURST);
                QueueDepths cells =
                        new QueueDepths(
                                running.generation(),
                                departures.stream().map(Departure::depth).toList());
                Map<Integer, Integer> left = left(sent);
                for (int i = 0; i < BURST; i++) {
                    Departure each = departures.get(i);
                    int ecn = ecn(each.number());
                    // One that is not ECN-capable is dropped.
                    boolean marked =
                            ecn == 0
                                    ? !left.containsKey(each.number())
                                    : left.get(each.number()) == CE;
                    possible = step(possible, each, cells.fewest(i), cells.most(i), marked);
                    assertThat(possible).as("departure %d of burst %d", i, burst).isNotEmpty();
                    known += possible.size() == 1 ? 1 : 0;
                    marks += marked ? 1 : 0;
                }
            }
            System.out.printf(
                    "CoDel: %d packets, %d marks, %d of the packets with one possible state%n",
                    BURSTS * BURST, marks, known);
            assertThat(marks).isBetween(BURSTS, BURSTS * BURST * 9 / 10);
            assertThat(known).isGreaterThan(BURSTS * BURST / 2);
        }
    }

    /** States in which CoDel may be after a packet that it has marked, or has not. */
    private static Map<List<Long>, CodelReferences.Tofino> step(
            Map<List<Long>, CodelReferences.Tofino> possible,
            Departure packet,
            int fewestCells,
            int mostCells,
            boolean marked) {
        Map<List<Long>, CodelReferences.Tofino> next = new LinkedHashMap<>();
        for (CodelReferences.Tofino each : possible.values()) {
            for (int cells : new int[] {fewestCells, mostCells}) {
                CodelReferences.Tofino after = each.copy();
                boolean above = each.isAbove(packet.delayUs(), cells);
                if (after.marks(packet.timeUs(), above) == marked) {
                    next.put(after.registers(), after);
                }
            }
        }
        return next;
    }
}
