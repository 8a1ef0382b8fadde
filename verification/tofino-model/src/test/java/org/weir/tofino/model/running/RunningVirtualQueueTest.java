// SPDX-License-Identifier: Apache-2.0
package org.weir.tofino.model.running;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.weir.tofino.model.BothPrograms;
import org.weir.tofino.model.FeedbackFrames;
import org.weir.tofino.model.Frames;
import org.weir.tofino.model.VirtualQueue;
import org.weir.tofino.model.stage.KeyMatch;
import org.weir.wire.p4.MatchFields;
import org.weir.wire.p4.Parameters;
import org.weir.wire.p4.WeirEgress;
import org.weir.wire.telemetry.TelemetryReport;

/**
 * Marks of a virtual queue, and marks by rate, in a switch that runs Weir's program ({@link
 * RunningSwitch}). Each packet is reported, so that the reference has the times at which the switch
 * saw them, to a microsecond.
 */
class RunningVirtualQueueTest {

    private static final int PACKETS = Integer.getInteger("weir.bfrt.packets", 2_000);

    /** Of a report in a packet for the controller, bytes. */
    private static final int REPORT = 16;

    private static final long LIMIT_MS = 10_000;
    private static final long QUIET_MS = 2_000;
    private static final int MOST_OF_A_BURST = 5;
    private static final int STEPS = 32;
    private static final long ROUND_NS = 1L << 32;
    private static final long COST_OF_A_STEP_NS = 450_000;
    private static final long THRESHOLD_NS = 300_000;

    /** A run with fewer marks than one in so many packets shows nothing, and is skipped. */
    private static final int PACKETS_PER_MARK = 20;

    /**
     * Packets that are not compared by rate after the program's difference of clock and costs has
     * wrapped, or after a packet whose backlog is about the threshold: the program may have emptied
     * the queue where the reference has not.
     */
    private static final int UNKNOWN_PACKETS = 20;

    /** Backlogs are known to the microseconds of a few times. */
    private static final long UNCERTAIN_NS = 10_000;

    private static final String COSTS = "WeirEgress.virtual_drain.costs";

    /** Two kinds of entries: of a virtual queue, and of rate-based marking. */
    private enum Kind {
        SHARE,
        RATE;

        static long costNs(int step) {
            return COST_OF_A_STEP_NS * (step + 1);
        }

        /**
         * The application allows two packets by rate. With that, marks would depend on how many
         * packets a slow model takes in the time of two; a part of one has marks on any machine.
         */
        long thresholdNs(int step) {
            return this == SHARE ? THRESHOLD_NS : costNs(step) / 4;
        }

        long backlogNs(VirtualQueue queue, long nowNs, int step) {
            return this == SHARE
                    ? queue.backlogNs(nowNs, costNs(step))
                    : queue.backlogByRateNs(nowNs, costNs(step), thresholdNs(step));
        }
    }

    @ParameterizedTest
    @EnumSource
    @Timeout(1200)
    void marksWhatAQueueThatDrainsWould(Kind kind) throws Exception {
        try (RunningSwitch running = RunningSwitch.open()) {
            start(running, kind);
            VirtualQueue queue =
                    new VirtualQueue(true, running.register(COSTS, FeedbackFrames.QUEUE)[0]);
            long round = -1;
            int known = 0;
            Random random = new Random(1);
            int marks = 0;
            int compared = 0;
            for (int i = 0; i < PACKETS; ) {
                List<byte[]> burst = new ArrayList<>();
                for (int j = random.nextInt(MOST_OF_A_BURST); j >= 0; j--) {
                    burst.add(frame(60 + random.nextInt(random.nextBoolean() ? 12 : 1400)));
                }
                for (byte[] frame : burst) {
                    running.send(FeedbackFrames.SENDER_PORT, frame);
                }
                List<BothPrograms.Sent> sent =
                        running.take(2 * burst.size(), each -> true, LIMIT_MS);
                List<byte[]> left = of(FeedbackFrames.RECEIVER_PORT, sent);
                List<byte[]> reports = of(BothPrograms.CPU, sent);
                assertThat(left).hasSameSizeAs(burst);
                assertThat(reports).hasSameSizeAs(burst);
                for (int j = 0; j < burst.size(); j++, i++) {
                    int bytes = burst.get(j).length;
                    assertThat(left.get(j)).as("packet %d", i).hasSize(bytes);
                    long us = TelemetryReport.parse(reports.get(j), REPORT).orElseThrow().timeUs();
                    long now = ArrivalWindows.nanoseconds(us);
                    long roundNow = Math.floorDiv(now - queue.sumNs(), ROUND_NS);
                    known = roundNow == round ? known + 1 : 0;
                    round = roundNow;
                    int step = VirtualQueue.step(bytes);
                    long backlog = kind.backlogNs(queue, now, step);
                    long threshold = kind.thresholdNs(step);
                    boolean marked = (left.get(j)[15] & 3) == 3;
                    if (Math.abs(backlog - threshold) > UNCERTAIN_NS
                            && (kind == Kind.SHARE || known >= UNKNOWN_PACKETS)) {
                        assertThat(marked)
                                .as("packet %d of %d bytes, backlog %d ns", i, bytes, backlog)
                                .isEqualTo(backlog >= threshold);
                        compared++;
                    } else if (Math.abs(backlog - threshold) <= UNCERTAIN_NS) {
                        known = 0;
                    }
                    marks += marked ? 1 : 0;
                }
            }
            long sum = running.register(COSTS, FeedbackFrames.QUEUE)[0];
            assertThat(sum).as("sum of costs").isEqualTo(queue.sumNs() & 0xFFFF_FFFFL);
            System.out.printf(
                    "%s: %d packets, %d marks, %d compared, %d backlogs forgotten%n",
                    kind, PACKETS, marks, compared, queue.forgotten());
            assertThat(marks).isLessThanOrEqualTo(PACKETS * 9 / 10);
            assumeThat(marks)
                    .as("marks: too slow a model sees no two packets within the time of one")
                    .isGreaterThanOrEqualTo(PACKETS / PACKETS_PER_MARK);
        }
    }

    private static byte[] frame(int bytes) {
        return Frames.ipv4(
                FeedbackFrames.SENDERS | 1,
                FeedbackFrames.RECEIVERS | 1,
                2,
                64,
                17,
                new byte[0],
                Frames.udp(4000, 5000, new byte[bytes - 42]));
    }

    private static List<byte[]> of(int port, List<BothPrograms.Sent> sent) {
        return sent.stream()
                .filter(each -> each.port() == port)
                .map(BothPrograms.Sent::frame)
                .toList();
    }

    private static void start(RunningSwitch running, Kind kind) throws Exception {
        BothPrograms both = new BothPrograms();
        both.more = running;
        RunningComparison.trustPorts(running);
        FeedbackFrames.addRoutesAndClass(both);
        both.setQueue(
                FeedbackFrames.RECEIVER_PORT,
                FeedbackFrames.CLASS,
                65_535,
                65_535,
                FeedbackFrames.TARGET_RATE_KBPS,
                FeedbackFrames.NEVER_US);
        running.add(
                WeirEgress.Telemetry.REPORTING,
                0,
                Map.of(MatchFields.EGRESS_PORT, KeyMatch.exact(FeedbackFrames.RECEIVER_PORT)),
                WeirEgress.Telemetry.SET_REPORT_INTERVAL,
                Map.of(Parameters.INTERVAL_US, 0L));
        for (int step = 0; step < STEPS; step++) {
            running.add(
                    WeirEgress.VirtualDrain.DRAINS,
                    0,
                    Map.of(
                            MatchFields.EGRESS_PORT,
                            KeyMatch.exact(FeedbackFrames.RECEIVER_PORT),
                            MatchFields.CLASS_ID,
                            KeyMatch.exact(FeedbackFrames.CLASS),
                            MatchFields.LENGTH_STEP,
                            KeyMatch.exact(step)),
                    kind == Kind.SHARE
                            ? WeirEgress.VirtualDrain.DRAIN
                            : WeirEgress.VirtualDrain.BOUND_RATE,
                    Map.of(
                            Parameters.COST_NS,
                            Kind.costNs(step),
                            Parameters.THRESHOLD_NS,
                            kind.thresholdNs(step)));
        }
        running.flush();
        running.send(FeedbackFrames.SENDER_PORT, FeedbackFrames.udp(1, 1, 0, 1, 1));
        running.take(Integer.MAX_VALUE, each -> true, QUIET_MS);
    }
}
