// SPDX-License-Identifier: Apache-2.0
package org.weir.tofino.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.weir.tofino.model.stage.KeyMatch;
import org.weir.wire.p4.MatchFields;
import org.weir.wire.p4.WeirEgress;
import org.weir.wire.p4.WeirIngress;
import org.weir.wire.telemetry.TelemetryReport;

/** Reports to the controller, and the histogram of delays. */
class WeirTelemetryTest {

    private static final int CPU_PORT = 64;
    private static final int OUTPUT = 4;
    private static final int QUEUE = OUTPUT * 8;
    private static final long INTERVAL_US = 50_000;
    private static final int REPORT = 16;

    private TofinoModel model;
    private long nowNs = 5_000_000_000L;
    private int depthPackets;
    private long delayNs;

    /** The program for Tofino; {@link AbcBuildTest} has another. */
    String assembly() throws IOException {
        return WeirAssembly.text();
    }

    @BeforeEach
    void start() throws Exception {
        model = BothPrograms.tofino(assembly());
        model.table(WeirIngress.Forwarding.IPV4_ROUTES)
                .add(
                        Map.of(MatchFields.IPV4_DST, KeyMatch.lpm(0x0A000000, 8)),
                        WeirIngress.Forwarding.SET_OUTPUT,
                        Map.of("port", (long) OUTPUT));
        model.setQueueModel(
                (port, queue, bytes, timeNs) ->
                        port == OUTPUT
                                ? new QueuePassage(0, timeNs, cells(depthPackets), timeNs + delayNs)
                                : new QueuePassage(0, timeNs, 0, timeNs));
    }

    /** Fewest that are so many packets; cells * 13 / 256. */
    private static int cells(int packets) {
        return (packets * 256 + 12) / 13;
    }

    /** A packet's report, or null. */
    private byte[] send() {
        byte[] frame =
                Frames.ipv4(
                        0x0A000001,
                        0x0A000005,
                        0,
                        64,
                        17,
                        new byte[0],
                        Frames.udp(1, 2, new byte[958]));
        List<TofinoModel.Sent> sent = model.receive(1, frame, nowNs);
        assertThat(sent).filteredOn(each -> each.port() == OUTPUT).hasSize(1);
        return sent.stream()
                .filter(each -> each.port() == CPU_PORT)
                .map(TofinoModel.Sent::frame)
                .findFirst()
                .orElse(null);
    }

    @Test
    void oneReportInAnIntervalWithTheDeepestOfIt() {
        Random random = new Random(3);
        int deepest = 0;
        long lastUs = -INTERVAL_US;
        long leftNs = 0;
        int reports = 0;
        for (int i = 0; i < 2000; i++) {
            nowNs += random.nextInt(1_000_000);
            depthPackets = random.nextInt(1000);
            // Packets of a queue leave in order.
            leftNs = Math.max(leftNs, nowNs + random.nextInt(2_000_000));
            delayNs = leftNs - nowNs;
            long leftUs = CodelReferences.Tofino.microseconds(leftNs);
            byte[] report = send();
            deepest = Math.max(deepest, depthPackets);
            boolean due = leftUs - lastUs >= INTERVAL_US;
            assertThat(report != null).as("packet %d", i).isEqualTo(due);
            if (due) {
                check(report, deepest, leftUs);
                deepest = 0;
                lastUs = leftUs;
                reports++;
            }
        }
        assertThat(reports).isGreaterThan(15);
    }

    private void check(byte[] packetIn, int deepest, long leftUs) {
        assertThat(Frames.u16(packetIn, 0)).isEqualTo(OUTPUT << 7);
        assertThat(Frames.u16(packetIn, 14)).isEqualTo(TelemetryReport.ETHER_TYPE);
        TelemetryReport report = TelemetryReport.parse(packetIn, REPORT).orElseThrow();
        assertThat(report.classIndex()).isZero();
        assertThat(report.port()).isEqualTo(OUTPUT);
        assertThat(report.depthPackets()).isEqualTo(depthPackets);
        assertThat(report.maxDepthPackets()).isEqualTo(deepest);
        assertThat(report.delayUs()).isEqualTo(CodelReferences.Tofino.microseconds(delayNs));
        assertThat(report.timeUs()).isEqualTo(leftUs);
        assertThat(report.arrivalRateKbps()).isPositive();
    }

    @Test
    void delaysAreCountedByQuartersOfAnOctave() {
        // delay_buckets.p4: one bucket below 64 us, from then on four an octave to 2.1 s.
        Random random = new Random(4);
        long[] expected = new long[64];
        for (int i = 0; i < 3000; i++) {
            nowNs += 1_000_000;
            delayNs = (long) (1000 * Math.pow(2, 22 * random.nextDouble()));
            send();
            expected[DelayBuckets.bucket(CodelReferences.Tofino.microseconds(delayNs))]++;
        }
        long[] counted = new long[64];
        for (int bucket = 0; bucket < 64; bucket++) {
            counted[bucket] = model.packets(WeirEgress.QueueStatistics.DELAYS, QUEUE * 64 + bucket);
        }
        assertThat(counted).isEqualTo(expected);
    }
}
