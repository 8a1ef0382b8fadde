// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.compare.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class TrialErrorTest {
    private static final int PERIODS = 48;
    private static final int HOSTS = 4;

    private static RunRow row(String verdicts) {
        return new RunRow("s", "n", 1, Map.of(Metric.GOODPUT_MBPS, 1.0), verdicts);
    }

    /** Verdicts of three classes by host: each host keeps its part, independently. */
    private static String verdicts(SplittableRandom random, double... parts) {
        StringBuilder text = new StringBuilder();
        for (int one = 0; one < 3; one++) {
            text.append(one == 0 ? "" : "/");
            for (int host = 0; host < HOSTS; host++) {
                for (int period = 0; period < PERIODS; period++) {
                    text.append(period == 0 ? '-' : random.nextDouble() < parts[host] ? '1' : '0');
                }
            }
        }
        return text.toString();
    }

    @Test
    void hostsThatDifferForeverAreNoError() {
        String text = verdicts(new SplittableRandom(1), 1, 0, 1, 0);
        assertThat(TrialError.error(List.of(row(text)), 3, PERIODS)).isZero();
    }

    @Test
    void independentClassPeriodsHaveTheBinomialError() {
        SplittableRandom random = new SplittableRandom(2);
        double[] parts = {0.8, 0.8, 0.8, 0.8};
        for (int half : new int[] {3, 12}) {
            // Each arm has 3 classes, 2 hosts and 2 halves.
            double expected = 100 * Math.sqrt(2 * 0.8 * 0.2 / (3 * 2 * 2 * half));
            List<RunRow> rows =
                    random.ints(400).mapToObj(i -> row(verdicts(random, parts))).toList();
            assertThat(TrialError.error(rows, half, PERIODS))
                    .isCloseTo(expected, within(0.08 * expected));
        }
    }

    @Test
    void shortRunsHaveNoTrial() {
        assertThat(TrialError.lines(List.of(row("-11111-11111/-11111-11111/------------")), 6))
                .isEmpty();
        assertThat(
                        TrialError.lines(
                                List.of(row(verdicts(new SplittableRandom(3), 1, 1, 1, 1))),
                                PERIODS))
                .hasSize(2)
                .last()
                .asString()
                .contains("6: 0.0", "46: 0.0");
    }
}
