// SPDX-License-Identifier: Apache-2.0
package org.weir.tofino.model.activity;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.weir.tofino.model.BothPrograms;
import org.weir.tofino.model.SentFrames;
import org.weir.tofino.model.WeirAssembly;
import org.weir.wire.p4.WeirIngress.ActivityEdge;

/**
 * The edge of an ABC domain (docs/abc.md): the same packets through v1model's program and Tofino's
 * with ABC. Both send the same frames but for the activity of metered packets, which is compared
 * with double precision; the meters differ.
 */
class WeirActivityEdgeTest {

    /** Half a piece of binary_logarithm.p4, and the rounding of the reference. */
    private static final double ERROR = 46.0 / 1024;

    private BothPrograms both;

    @BeforeEach
    void start() throws Exception {
        both = new BothPrograms(WeirAssembly.activityText());
        ActivityDomain.addTo(both);
    }

    private static List<BothPrograms.Sent> withoutReports(List<BothPrograms.Sent> sent) {
        return sent.stream().filter(each -> !SentFrames.isReport(each)).toList();
    }

    /** Metered bytes in windows of a time, in double precision. */
    private static final class Windows {
        private final double referenceBps;
        private long number;
        private double last;
        private double present;

        Windows(double referenceBps) {
            this.referenceBps = referenceBps;
        }

        double activity(long nowNs, int bytes) {
            long now = nowNs / ActivityDomain.WINDOW_NS;
            if (now != number) {
                last = now == number + 1 ? present : 0;
                present = 0;
                number = now;
            }
            present += bytes;
            double bps = 8 * Math.max(last, present) / (ActivityDomain.WINDOW_NS / 1e9);
            return ActivityDomain.log2(bps / referenceBps);
        }
    }

    @Test
    void bothKeepRemoveAndOverwriteValues() {
        Random random = new Random(1);
        int inside = 0;
        for (int i = 0; i < 5000; i++) {
            both.timeline.runUntil(both.timeline.nowNs() + random.nextInt(10_000_000));
            int port = 1 + random.nextInt(5);
            byte[] frame = ActivityDomain.anyFrame(random);
            boolean metered = port != ActivityDomain.INNER;
            List<String> wanted =
                    ActivityDomain.texts(withoutReports(both.throughV1model(port, frame)), metered);
            assertThat(
                            ActivityDomain.texts(
                                    withoutReports(both.throughTofino(port, frame)), metered))
                    .as("packet %d, port %d: %s", i, port, HexFormat.of().formatHex(frame))
                    .isEqualTo(wanted);
            inside +=
                    wanted.stream().anyMatch(text -> text.startsWith(ActivityDomain.INNER + ":"))
                            ? 1
                            : 0;
        }
        assertThat(inside).isPositive();
        for (String counter : List.of(ActivityEdge.OVERWRITTEN, ActivityEdge.UNMETERED)) {
            long all = 0;
            for (int port = 1; port <= 5; port++) {
                long packets = both.v1modelPackets(counter, port);
                assertThat(both.tofino.packets(counter, port))
                        .as("%s %d", counter, port)
                        .isEqualTo(packets);
                all += packets;
            }
            assertThat(all).as(counter).isPositive();
        }
    }

    /** Two users by turns, in bursts; the other has a weight. */
    @ParameterizedTest
    @CsvSource({"3000, 1", "20000, 2", "1500000, 3"})
    void metersTheBytesOfAWindow(double meanGapUs, long seed) {
        Random random = new Random(seed);
        Windows one = new Windows(ActivityDomain.REFERENCE_BPS);
        Windows other = new Windows(ActivityDomain.OTHER_WEIGHT * ActivityDomain.REFERENCE_BPS);
        long nowNs = 1_000_000_000L;
        double worst = 0;
        for (int i = 0; i < 20_000; i++) {
            nowNs += 1 + (long) (-1000 * meanGapUs * Math.log(1 - random.nextDouble()));
            int bytes = 64 + random.nextInt(1450);
            boolean first = random.nextBoolean();
            double exact = (first ? one : other).activity(nowNs, bytes);
            byte[] frame =
                    ActivityDomain.frame(
                            first ? ActivityDomain.USER : ActivityDomain.OTHER_USER,
                            0x0B000001,
                            bytes);
            List<BothPrograms.Sent> sent =
                    both
                            .tofino
                            .receive(
                                    first ? ActivityDomain.EDGE : ActivityDomain.OTHER_EDGE,
                                    frame,
                                    nowNs)
                            .stream()
                            .filter(each -> each.port() == ActivityDomain.INNER)
                            .map(each -> new BothPrograms.Sent(each.port(), each.frame()))
                            .toList();
            worst = Math.max(worst, Math.abs(ActivityDomain.activity(sent) - exact));
        }
        System.out.printf("activity, gaps of %.0f us: largest error %.4f%n", meanGapUs, worst);
        assertThat(worst).isLessThan(ERROR).isGreaterThan(ERROR / 4);
    }

    /** The meters agree on a user of constant rate that has sent for two windows. */
    @ParameterizedTest
    @ValueSource(longs = {300_000, 1_000_000, 20_000_000})
    void bothMeterAConstantRateAlike(long gapNs) {
        int bytes = 1000;
        double worst = 0;
        long startNs = both.timeline.nowNs();
        int packets = (int) (5 * ActivityDomain.WINDOW_NS / gapNs);
        for (int i = 0; i < packets; i++) {
            long nowNs = startNs + i * gapNs;
            byte[] frame = ActivityDomain.frame(ActivityDomain.USER, 0x0B000001, bytes);
            both.timeline.runUntil(nowNs);
            double v1model =
                    ActivityDomain.activity(
                            withoutReports(both.throughV1model(ActivityDomain.EDGE, frame)));
            double tofino =
                    ActivityDomain.activity(
                            withoutReports(both.throughTofino(ActivityDomain.EDGE, frame)));
            if (nowNs > startNs + 2 * ActivityDomain.WINDOW_NS) {
                worst = Math.max(worst, Math.abs(tofino - v1model));
            }
        }
        System.out.printf("activity, a packet each %d ns: difference %.4f%n", gapNs, worst);
        // One packet more or less in a window, and v1model's own error.
        assertThat(worst)
                .isLessThan(
                        ERROR
                                + 0x1p-10
                                + ActivityDomain.log2(1 + 2.0 * gapNs / ActivityDomain.WINDOW_NS));
    }
}
