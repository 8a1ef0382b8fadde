// SPDX-License-Identifier: Apache-2.0
package org.weir.tofino.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.weir.tofino.model.stage.KeyMatch;
import org.weir.wire.p4.MatchFields;
import org.weir.wire.p4.Parameters;
import org.weir.wire.p4.WeirEgress;
import org.weir.wire.p4.WeirIngress;

/**
 * The arrival rate that reports tell, on both targets and for each length of the windows over which
 * it is measured, against a plain computation.
 */
class WeirArrivalRateTest {

    private static final int OUTPUT = 4;
    private static final int CLASS = 2;
    private static final int NETWORK = 0x0A000400;
    private static final int LONGEST_LOG2_US = 15;
    private static final int NS_BITS_OF_US = 10;
    private static final int RATE_BEHIND_REPORT = 22;
    private static final int REPORT = 16;

    private BothPrograms both;

    /** The program for Tofino; {@link AbcBuildTest} has another. */
    String assembly() throws IOException {
        return WeirAssembly.text();
    }

    @BeforeEach
    void start() throws Exception {
        both = new BothPrograms(assembly());
        both.tofino.setQueueModel(
                (port, queue, bytes, timeNs) -> new QueuePassage(0, timeNs, 0, timeNs));
        both.add(
                WeirIngress.Forwarding.IPV4_ROUTES,
                0,
                Map.of(MatchFields.IPV4_DST, KeyMatch.lpm(NETWORK, 24)),
                WeirIngress.Forwarding.SET_OUTPUT,
                Map.of("port", (long) OUTPUT),
                "port");
        both.add(
                WeirIngress.Classifier.IPV4_CLASSES,
                1,
                Map.of(),
                WeirIngress.Classifier.SET_CLASS,
                Map.of(Parameters.CLASS_ID, (long) CLASS),
                Parameters.CLASS_ID);
        both.add(
                WeirEgress.Telemetry.REPORTING,
                0,
                Map.of(MatchFields.EGRESS_PORT, KeyMatch.exact(OUTPUT)),
                WeirEgress.Telemetry.SET_REPORT_INTERVAL,
                Map.of(Parameters.INTERVAL_US, 0L),
                Parameters.INTERVAL_US);
        both.add(
                WeirIngress.QueueSettings.SETTINGS,
                0,
                Map.of(
                        MatchFields.OUTPUT_PORT,
                        KeyMatch.exact(OUTPUT),
                        MatchFields.CLASS_ID,
                        KeyMatch.exact(CLASS),
                        MatchFields.GENERATION,
                        KeyMatch.exact(0)),
                WeirIngress.QueueSettings.SET_VIRTUAL_QUEUE,
                Map.of(
                        Parameters.WEIGHT_PACKETS,
                        1L,
                        Parameters.THRESHOLD_PACKETS,
                        60_000L,
                        Parameters.LIMIT_PACKETS,
                        60_000L,
                        Parameters.TARGET_RATE_KBPS,
                        1L,
                        Parameters.FEEDBACK_INTERVAL_US,
                        1L),
                Parameters.WEIGHT_PACKETS,
                Parameters.THRESHOLD_PACKETS,
                Parameters.LIMIT_PACKETS,
                Parameters.TARGET_RATE_KBPS,
                Parameters.FEEDBACK_INTERVAL_US);
    }

    private void window(int log2Us) {
        both.put(
                WeirIngress.QueueSettings.GENERATIONS,
                Map.of(MatchFields.OUTPUT_PORT, KeyMatch.exact(OUTPUT)),
                WeirIngress.QueueSettings.useGeneration(1 << log2Us),
                Map.of("generation", 0L, Parameters.ROUND_PACKETS, 1L),
                "generation",
                Parameters.ROUND_PACKETS);
    }

    private static byte[] frame(int bytes) {
        return Frames.ipv4(
                0xC0A80001,
                NETWORK | 1,
                0,
                64,
                17,
                new byte[0],
                Frames.udp(4000, 5000, new byte[bytes - 42]));
    }

    private static long rateKbps(List<BothPrograms.Sent> sent) {
        List<BothPrograms.Sent> reports =
                sent.stream().filter(each -> each.port() == BothPrograms.CPU).toList();
        assertThat(reports).as("%s", sent).hasSize(1);
        return Frames.u32(reports.get(0).frame(), REPORT + RATE_BEHIND_REPORT);
    }

    private void advance(long ns) {
        both.timeline.runUntil(both.timeline.nowNs() + ns);
    }

    /** Bytes by window: of the present one so far, or of the last one if those are more. */
    private static final class Windows {
        private final Map<Long, Long> bytes = new HashMap<>();

        long add(long window, long more) {
            bytes.merge(window, more, Long::sum);
            return Math.max(bytes.get(window), bytes.getOrDefault(window - 1, 0L));
        }
    }

    private static long tofinoKbps(long bytes, int log2Us) {
        long ofLongest = bytes << LONGEST_LOG2_US - log2Us;
        return (ofLongest >> 2) - ((ofLongest >> 7) + (ofLongest >> 8));
    }

    @ParameterizedTest
    @ValueSource(ints = {4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15})
    void ratesAreThoseOfThePlainComputation(int log2Us) {
        window(log2Us);
        Random random = new Random(log2Us);
        Windows ofV1model = new Windows();
        Windows ofTofino = new Windows();
        long windowNs = 1000L << log2Us;
        for (int i = 0; i < 2000; i++) {
            // Some windows stay empty, among them several in a row.
            advance((long) (windowNs * (random.nextInt(50) == 0 ? 4 : 0.3) * random.nextDouble()));
            long nowNs = both.timeline.nowNs();
            byte[] frame = frame(60 + random.nextInt(1455));
            long bytes = ofTofino.add(nowNs >> log2Us + NS_BITS_OF_US, frame.length);
            assertThat(rateKbps(both.throughTofino(1, frame)))
                    .as("Tofino, packet %d", i)
                    .isEqualTo(tofinoKbps(bytes, log2Us));
            double exact = bytes * 8e6 / (1L << log2Us + NS_BITS_OF_US);
            assertThat((double) tofinoKbps(bytes, log2Us))
                    .isCloseTo(exact, within(2 + 0.0006 * exact));
            bytes = ofV1model.add(nowNs / 1000 >> log2Us, frame.length);
            assertThat(rateKbps(both.throughV1model(1, frame)))
                    .as("v1model, packet %d", i)
                    .isEqualTo(bytes * 8000 >> log2Us);
        }
    }

    @Test
    void aPortWithoutAnEntryHasTheLongest() {
        Windows ofV1model = new Windows();
        Windows ofTofino = new Windows();
        for (int i = 0; i < 300; i++) {
            advance(1_000_000);
            long nowNs = both.timeline.nowNs();
            byte[] frame = frame(500);
            long bytes = ofTofino.add(nowNs >> LONGEST_LOG2_US + NS_BITS_OF_US, 500);
            assertThat(rateKbps(both.throughTofino(1, frame)))
                    .isEqualTo(tofinoKbps(bytes, LONGEST_LOG2_US));
            bytes = ofV1model.add(nowNs / 1000 >> LONGEST_LOG2_US, 500);
            assertThat(rateKbps(both.throughV1model(1, frame)))
                    .isEqualTo(bytes * 8000 >> LONGEST_LOG2_US);
        }
    }

    /**
     * A packet each microsecond, while the length changes: v1model's rate is right at any time,
     * Tofino's as soon as a window of the new length is over, and never too high.
     */
    @Test
    void changesOfTheLengthDisturbNoRate() {
        Random random = new Random(7);
        double kbps = 8e6;
        // A packet more or less in the shortest window.
        double tolerance = kbps / 16;
        byte[] frame = frame(1000);
        long rightFromNs = Long.MAX_VALUE;
        int changes = 0;
        int right = 0;
        for (int i = 0; i < 40_000; i++) {
            if (random.nextInt(1500) == 0 || i == 0) {
                int log2Us = 4 + random.nextInt(7);
                window(log2Us);
                rightFromNs = both.timeline.nowNs() + (2048L << log2Us);
                changes++;
            }
            advance(1000);
            double tofino = rateKbps(both.throughTofino(1, frame));
            assertThat(tofino).as("Tofino, packet %d", i).isLessThan(kbps + tolerance);
            if (both.timeline.nowNs() >= rightFromNs) {
                assertThat(tofino).as("Tofino, packet %d", i).isCloseTo(kbps, within(tolerance));
                right++;
            }
            double v1model = rateKbps(both.throughV1model(1, frame));
            if (i > 2048) {
                assertThat(v1model).as("v1model, packet %d", i).isCloseTo(kbps, within(tolerance));
            }
        }
        assertThat(changes).isGreaterThan(20);
        assertThat(right).isGreaterThan(20_000);
    }
}
