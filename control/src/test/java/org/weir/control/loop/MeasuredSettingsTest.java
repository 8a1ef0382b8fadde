// SPDX-License-Identifier: Apache-2.0
package org.weir.control.loop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.weir.control.measurement.DelayHistogram;
import org.weir.control.measurement.QueueSample;

/** What measured delays change in the settings of a policy that states no tunables. */
class MeasuredSettingsTest extends OnePortLoop {
    private static final double[] BY_IMPORTANCE = {1 / 2.0, 1 / 3.0, 1 / 6.0};

    /** By the queue model, the third class would get more than a third of the port. */
    private static final int[] KBPS = {1000, 2000, 3800};

    private final long[][] delayCounts = new long[3][64];

    /** A second in which all packets of a class wait equally long. */
    private void second(int... delaysMs) {
        DelayHistogram buckets = DelayHistogram.of(loop.states().get(0).rateWindow().get());
        nowNs += SECOND;
        for (int i = 0; i < 3; i++) {
            bytes[i] += 125 * KBPS[i];
            delayCounts[i][buckets.bucketOf(1000L * delaysMs[i])] += 125 * KBPS[i] / PACKET_BYTES;
            loop.onSample(
                    QueueSample.builder(PORT, i, nowNs)
                            .arrived(bytes[i] / PACKET_BYTES, bytes[i])
                            .departed(bytes[i] / PACKET_BYTES, bytes[i])
                            .delayHistogram(delayCounts[i])
                            .build());
        }
        loop.step();
    }

    private void seconds(int count, int... delaysMs) {
        for (int i = 0; i < count; i++) {
            second(delaysMs);
        }
    }

    @Test
    void withoutAMissSharesAreByImportanceWhateverTheModelNeeds() {
        loop.step();
        seconds(10, 1, 1, 1);
        for (int i = 0; i < 3; i++) {
            assertThat(weight(i)).isCloseTo(BY_IMPORTANCE[i], within(0.01));
        }
        assertThat(thresholds().get(0)).isGreaterThan(1);
    }

    @Test
    void aMissedDelayTargetRaisesTheShareAndLowersAllThresholds() {
        loop.step();
        seconds(10, 1, 1, 1);
        seconds(3, 1, 80, 1);
        assertThat(weight(1)).isGreaterThan(BY_IMPORTANCE[1] + 0.1);
        assertThat(thresholds()).isEqualTo(List.of(1, 1, 1));
        assertThat(loop.decision(PORT).get().adjustments())
                .contains(
                        "Marking thresholds are 1 packet for 20 rounds, because class B missed"
                                + " delayMs in this round.")
                .anyMatch(one -> one.startsWith("Class B counts 2.00 times its importance"));
    }

    @Test
    void aFreezeLetsNeitherPressuresNorCutsGrow() {
        loop.step();
        seconds(10, 1, 1, 1);
        loop.setFrozen(true);
        seconds(60, 1, 80, 1);
        assertThat(loop.decision(PORT).get().adjustments()).isEmpty();
        assertThat(weight(1)).isCloseTo(BY_IMPORTANCE[1], within(0.01));

        loop.setFrozen(false);
        seconds(1, 1, 80, 1);
        double most = 2 * Math.exp(0.5) / (3 * Math.exp(-0.25) + 2 * Math.exp(0.5) + 1);
        assertThat(weight(1)).isBetween(BY_IMPORTANCE[1] + 0.05, most + 0.03);
    }

    @Test
    void whereRatesDecideOnMarksNothingIsSaidOfThresholds() throws IOException {
        policy = policy("'delayMs': 5", "{'scheme': 'none'}", "{'portUtilization': 0.8}");
        loop = newLoop();
        loop.step();
        seconds(10, 1, 1, 1);
        seconds(3, 1, 80, 1);
        assertThat(loop.decision(PORT).get().adjustments())
                .isNotEmpty()
                .noneMatch(one -> one.contains("threshold"));
    }

    @Test
    void thresholdsOfThePublishedProgrammeStayAsTheyAre() throws IOException {
        policy =
                read(
                        "{'objective': 'published', 'port': {'rateBps': 10000000, 'capacityPackets':"
                                + " 64}, 'classes': [{'name': 'A', 'kind': 'A', 'importance': 3,"
                                + " 'targets': {'delayMs': 5}}, {'name': 'B', 'kind': 'B', 'targets':"
                                + " {'delayMs': 20}}, {'name': 'C', 'kind': 'C'}]}");
        loop = newLoop();
        loop.step();
        seconds(10, 1, 1, 1);
        List<Integer> before = thresholds();
        seconds(3, 1, 80, 1);
        assertThat(thresholds()).isEqualTo(before).isNotEqualTo(List.of(1, 1, 1));
        assertThat(loop.decision(PORT).get().adjustments()).isEmpty();
    }
}
