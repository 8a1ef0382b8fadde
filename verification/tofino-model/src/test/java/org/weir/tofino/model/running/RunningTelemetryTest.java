// SPDX-License-Identifier: Apache-2.0
package org.weir.tofino.model.running;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.weir.tofino.model.BothPrograms;
import org.weir.tofino.model.DelayBuckets;
import org.weir.tofino.model.FeedbackFrames;
import org.weir.tofino.model.SentFrames;
import org.weir.tofino.model.stage.KeyMatch;
import org.weir.wire.p4.MatchFields;
import org.weir.wire.p4.Parameters;
import org.weir.wire.p4.WeirEgress;
import org.weir.wire.telemetry.TelemetryReport;

/**
 * Telemetry reports of a switch that runs Weir's program ({@link RunningSwitch}), whose queues are
 * empty.
 */
class RunningTelemetryTest {

    private static final int PACKETS = 400;
    private static final long INTERVAL_US = 100_000;

    /** Of a report in a packet for the controller, bytes. */
    private static final int REPORT = 16;

    private static final long LIMIT_MS = 10_000;
    private static final long QUIET_MS = 2_000;

    private static void start(RunningSwitch running, long intervalUs) throws Exception {
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
        both.add(
                WeirEgress.Telemetry.REPORTING,
                0,
                Map.of(MatchFields.EGRESS_PORT, KeyMatch.exact(FeedbackFrames.RECEIVER_PORT)),
                WeirEgress.Telemetry.SET_REPORT_INTERVAL,
                Map.of(Parameters.INTERVAL_US, intervalUs),
                Parameters.INTERVAL_US);
        running.flush();
        running.send(FeedbackFrames.SENDER_PORT, FeedbackFrames.udp(1, 1, 0, 1, 1));
        running.take(Integer.MAX_VALUE, each -> true, QUIET_MS);
    }

    /** Each packet is reported if the interval is 0. */
    @Test
    @Timeout(1200)
    void reportsTellQueueTimeDelayAndArrivalRate() throws Exception {
        try (RunningSwitch running = RunningSwitch.open()) {
            start(running, 0);
            ArrivalWindows windows = new ArrivalWindows(24, 5_000);
            long lastUs = 0;
            long longestUs = 0;
            long[] before = delays(running);
            long[] delays = new long[DelayBuckets.COUNT];
            for (int i = 0; i < PACKETS; i++) {
                byte[] frame = FeedbackFrames.udp(1 + i % 9, 1, i % 4, 1000 + i, 2000);
                running.send(FeedbackFrames.SENDER_PORT, frame);
                List<BothPrograms.Sent> sent = running.take(2, each -> true, LIMIT_MS);
                String name = "packet " + i;
                TelemetryReport report =
                        TelemetryReport.parse(FeedbackFrames.only(sent, BothPrograms.CPU), REPORT)
                                .orElseThrow();
                assertThat(report.classIndex()).as(name).isEqualTo(FeedbackFrames.CLASS);
                assertThat(report.port()).as(name).isEqualTo(FeedbackFrames.RECEIVER_PORT);
                assertThat(report.depthPackets()).as(name).isZero();
                assertThat(report.maxDepthPackets()).as(name).isZero();
                assertThat(report.timeUs()).as(name).isGreaterThanOrEqualTo(lastUs);
                lastUs = report.timeUs();
                longestUs = Math.max(longestUs, report.delayUs());
                delays[DelayBuckets.bucket(report.delayUs())]++;
                windows.add(FeedbackFrames.countedBytes(frame), report.timeUs() - report.delayUs());
                windows.check(report.arrivalRateKbps(), name);
            }
            System.out.printf(
                    "%d reports, %d arrival rates compared, longest delay %d us%n",
                    PACKETS, windows.compared(), longestUs);
            assertThat(windows.compared()).isGreaterThan(PACKETS / 2);
            long[] counted = delays(running);
            Arrays.setAll(counted, i -> counted[i] - before[i]);
            assertThat(counted).as("histogram of delays").isEqualTo(delays);
            assertThat(Arrays.stream(delays).filter(each -> each > 0).count()).isGreaterThan(3);
        }
    }

    private static long[] delays(RunningSwitch running) {
        return IntStream.range(0, DelayBuckets.COUNT)
                .mapToLong(
                        bucket ->
                                running.packets(
                                        WeirEgress.QueueStatistics.DELAYS,
                                        FeedbackFrames.QUEUE * DelayBuckets.COUNT + bucket))
                .toArray();
    }

    /** The first packet after the interval is reported, and none before. */
    @Test
    @Timeout(600)
    void oneReportInAnInterval() throws Exception {
        try (RunningSwitch running = RunningSwitch.open()) {
            start(running, INTERVAL_US);
            long lastUs = -INTERVAL_US;
            int reports = 0;
            for (int i = 0; i < PACKETS; i++) {
                running.send(
                        FeedbackFrames.SENDER_PORT, FeedbackFrames.udp(1, 1, 0, 1000 + i, 2000));
                List<BothPrograms.Sent> sent =
                        running.take(
                                1, each -> each.port() == FeedbackFrames.RECEIVER_PORT, LIMIT_MS);
                for (BothPrograms.Sent each : sent) {
                    if (SentFrames.isReport(each)) {
                        long us =
                                TelemetryReport.parse(each.frame(), REPORT).orElseThrow().timeUs();
                        assertThat(us - lastUs).isGreaterThanOrEqualTo(INTERVAL_US);
                        lastUs = us;
                        reports++;
                    }
                }
            }
            assertThat(reports).isBetween(2, PACKETS - 1);
        }
    }
}
