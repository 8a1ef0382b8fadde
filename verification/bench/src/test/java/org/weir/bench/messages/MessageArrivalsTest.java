// SPDX-License-Identifier: Apache-2.0
package org.weir.bench.messages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.weir.bench.messages.MessageArrivals.Arrival;

class MessageArrivalsTest {
    private static final int COUNT = 200_000;
    private static final double PER_SECOND = 6.5;

    private static List<Arrival> arrivals(MessageSizes sizes, long seed) {
        MessageArrivals arrivals = new MessageArrivals(sizes, PER_SECOND, seed);
        List<Arrival> all = new ArrayList<>();
        for (int i = 0; i < COUNT; i++) {
            all.add(arrivals.next());
        }
        return all;
    }

    @Test
    void gapsAreThoseOfAPoissonProcess() {
        List<Arrival> all = arrivals(MessageSizes.ofMean(MessageSizes.MEAN_BYTES), 1);
        double mean = 1e9 / PER_SECOND;
        double squares = 0;
        int longer = 0;
        for (int i = 1; i < COUNT; i++) {
            double gapNs = all.get(i).dueNs() - all.get(i - 1).dueNs();
            assertThat(gapNs).isNotNegative();
            squares += gapNs * gapNs;
            longer += gapNs > mean ? 1 : 0;
        }
        // The mean of 200 000 gaps has a standard error of 0.22 %.
        assertThat(all.get(COUNT - 1).dueNs() / (COUNT * mean)).isCloseTo(1, within(0.01));
        // An exponential distribution has a second moment of 2 means², and e⁻¹ of it above its
        // mean.
        assertThat(squares / COUNT / (mean * mean)).isCloseTo(2, within(0.05));
        assertThat(longer / (double) COUNT).isCloseTo(Math.exp(-1), within(0.01));
    }

    @Test
    void sizesHaveTheirPartsAndTheirMean() {
        for (double meanBytes : new double[] {10_000, MessageSizes.MEAN_BYTES}) {
            List<Arrival> all = arrivals(MessageSizes.ofMean(meanBytes), 2);
            double[] parts = {0.7, 0.25, 0.05};
            for (int i = 0; i < parts.length; i++) {
                int group = i;
                long found = all.stream().filter(each -> each.group() == group).count();
                assertThat(found / (double) COUNT).isCloseTo(parts[group], within(0.005));
            }
            double mean = all.stream().mapToLong(Arrival::bytes).average().orElseThrow();
            assertThat(mean / meanBytes).isCloseTo(1, within(0.02));
        }
    }

    @Test
    void theSeedAloneDecides() {
        MessageSizes sizes = MessageSizes.ofMean(MessageSizes.MEAN_BYTES);
        assertThat(arrivals(sizes, 3))
                .isEqualTo(arrivals(sizes, 3))
                .isNotEqualTo(arrivals(sizes, 4));
    }

    @Test
    void sizesScaleWithTheMean() {
        assertThat(MessageSizes.ofMean(49_200).bytes()).containsExactly(6_000L, 60_000L, 600_000L);
        assertThat(MessageSizes.ofMean(4_920).bytes()).containsExactly(600L, 6_000L, 60_000L);
        assertThat(MessageSizes.ofMean(49_200).text())
                .isEqualTo("6.0 (70 %), 60.0 (25 %), 600.0 (5 %)");
    }

    @Test
    void groupsFollowTheirParts() {
        MessageSizes sizes = MessageSizes.ofMean(MessageSizes.MEAN_BYTES);
        assertThat(sizes.group(0)).isZero();
        assertThat(sizes.group(0.699)).isZero();
        assertThat(sizes.group(0.701)).isEqualTo(1);
        assertThat(sizes.group(0.949)).isEqualTo(1);
        assertThat(sizes.group(0.951)).isEqualTo(2);
        assertThat(sizes.group(Math.nextDown(1.0))).isEqualTo(2);
    }

    @Test
    void eachSegmentHasHeadersOnTheLine() {
        assertThat(MessageSizes.lineBytes(1)).isEqualTo(67);
        assertThat(MessageSizes.lineBytes(1448)).isEqualTo(1514);
        assertThat(MessageSizes.lineBytes(1449)).isEqualTo(1449 + 2 * 66);
        // 5, 42 and 415 segments.
        assertThat(MessageSizes.ofMean(49_200).meanLineBytes())
                .isCloseTo(
                        0.7 * (6_000 + 330) + 0.25 * (60_000 + 2_772) + 0.05 * (600_000 + 27_390),
                        within(1e-6));
    }
}
