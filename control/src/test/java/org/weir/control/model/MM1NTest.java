// SPDX-License-Identifier: Apache-2.0
package org.weir.control.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class MM1NTest {
    private static final double TWELVE_DIGITS = 1e-12;

    /** Below this a tail is nothing, whatever its digits. */
    private static final double NO_TAIL = 1e-280;

    @Test
    void agreesWithArbitraryPrecision() throws Exception {
        int rows = 0;
        try (BufferedReader table =
                new BufferedReader(
                        new InputStreamReader(
                                getClass().getResourceAsStream("mm1n.csv"),
                                StandardCharsets.UTF_8))) {
            table.readLine();
            for (String line = table.readLine(); line != null; line = table.readLine()) {
                String[] cells = line.split(",");
                double[] value = new double[cells.length];
                for (int i = 0; i < cells.length; i++) {
                    value[i] = Double.parseDouble(cells[i]);
                }
                MM1N queue = new MM1N(value[0], value[1], value[2]);
                same(line, "P0", queue.emptyProbability(), value[3]);
                same(line, "PN", queue.fullProbability(), value[4]);
                same(line, "Ls", queue.inSystem(), value[5]);
                same(line, "Lq", queue.waiting(), value[6]);
                same(line, "Lc", queue.inService(), 1 - value[3]);
                same(line, "Ws", queue.delaySeconds(), value[7]);
                same(line, "deviation", queue.delayDeviationSeconds(), value[8]);
                same(line, "loss", queue.lossRatePps(), value[9]);
                for (int i = 10; i < value.length; i += 2) {
                    same(line, "tail " + value[i], queue.delayTail(value[i]), value[i + 1]);
                }
                rows++;
            }
        }
        assertThat(rows).isEqualTo(180);
    }

    private static void same(String row, String name, double actual, double expected) {
        if (expected == 0 || Math.abs(expected) < NO_TAIL) {
            assertThat(actual).as("%s of %s", name, row).isBetween(0.0, NO_TAIL);
            return;
        }
        // 1 - P0 as the table allows it has only the digits that P0 leaves.
        double tolerance = name.equals("Lc") ? TWELVE_DIGITS + 1e-15 / expected : TWELVE_DIGITS;
        assertThat(actual / expected - 1)
                .as("%s of %s: %s instead of %s", name, row, actual, expected)
                .isCloseTo(0, within(tolerance));
    }

    @Test
    void keepsTheIdentities() {
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < 2000; i++) {
            double mu = Math.pow(10, 6 * random.nextDouble());
            double rho = Math.pow(10, 4 * random.nextDouble() - 2);
            int n = 1 + random.nextInt(300);
            MM1N queue = new MM1N(rho * mu, mu, n);
            double sum = 0;
            double mean = 0;
            for (int m = 0; m <= n; m++) {
                sum += queue.stateProbability(m);
                mean += m * queue.stateProbability(m);
            }
            assertThat(sum).isCloseTo(1, within(1e-11));
            assertThat(queue.inSystem() / mean).isCloseTo(1, within(1e-10));
            assertThat(queue.acceptedRatePps() * queue.delaySeconds() / queue.inSystem())
                    .as("Little's law")
                    .isCloseTo(1, within(1e-12));
            assertThat(queue.acceptedRatePps() + queue.lossRatePps())
                    .isCloseTo(rho * mu, within(1e-10 * rho * mu));
            assertThat(queue.inSystem() - queue.waiting())
                    .isCloseTo(queue.inService(), within(1e-10 * n));
        }
    }

    @Test
    void isMonotoneInBothRates() {
        SplittableRandom random = new SplittableRandom(2);
        for (int i = 0; i < 2000; i++) {
            double mu = 1000;
            double lambda = mu * Math.pow(10, 4 * random.nextDouble() - 2);
            double n = 1 + random.nextInt(2000);
            MM1N queue = new MM1N(lambda, mu, n);
            MM1N faster = new MM1N(lambda, mu * 1.01, n);
            MM1N busier = new MM1N(lambda * 1.01, mu, n);
            assertThat(faster.delaySeconds()).isLessThan(queue.delaySeconds());
            assertThat(faster.fullProbability()).isLessThanOrEqualTo(queue.fullProbability());
            assertThat(busier.delaySeconds()).isGreaterThanOrEqualTo(queue.delaySeconds());
            double d = queue.delaySeconds() * (0.1 + 3 * random.nextDouble());
            assertThat(faster.delayTail(d)).isLessThanOrEqualTo(queue.delayTail(d) + 1e-14);
            assertThat(busier.delayTail(d)).isGreaterThanOrEqualTo(queue.delayTail(d) - 1e-14);
        }
    }

    @Test
    void hasTheKnownLimits() {
        assertThat(new MM1N(3, 8, 1).delaySeconds()).isCloseTo(1.0 / 8, within(1e-15));
        assertThat(new MM1N(600, 800, 1_000_000).delaySeconds())
                .isCloseTo(1.0 / 200, within(1e-14));
        assertThat(new MM1N(600, 800, 1_000_000).delayTail(0.01))
                .isCloseTo(Math.exp(-2), within(1e-13));
        assertThat(new MM1N(600, 800, 1_000_000).delayDeviationSeconds())
                .isCloseTo(1.0 / 200, within(1e-14));
        // The worked values of the reference notes.
        assertThat(new MM1N(1, 2, 5).delaySeconds()).isCloseTo(0.919355, within(5e-7));
        assertThat(new MM1N(3, 2, 7).delaySeconds()).isCloseTo(2.717581, within(5e-7));
        assertThat(new MM1N(0.9, 1, 64).delaySeconds()).isCloseTo(9.924454, within(5e-7));
    }

    @Test
    void isContinuousAcrossFullLoad() {
        for (double n : new double[] {1, 2, 64, 1e6}) {
            MM1N at = new MM1N(1000, 1000, n);
            MM1N below = new MM1N(Math.nextDown(1000.0), 1000, n);
            MM1N above = new MM1N(Math.nextUp(1000.0), 1000, n);
            assertThat(below.inSystem() / at.inSystem()).isCloseTo(1, within(1e-9));
            assertThat(above.inSystem() / at.inSystem()).isCloseTo(1, within(1e-9));
            assertThat(below.fullProbability() / at.fullProbability()).isCloseTo(1, within(1e-9));
            double d = at.delaySeconds();
            assertThat(below.delayTail(d) / at.delayTail(d)).isCloseTo(1, within(1e-9));
            assertThat(above.delayTail(d) / at.delayTail(d)).isCloseTo(1, within(1e-9));
        }
    }

    @Test
    void quantilesInvertTheTail() {
        for (double rho : new double[] {0.2, 0.9, 1, 1.3, 5}) {
            MM1N queue = new MM1N(rho * 1000, 1000, 64);
            for (double fraction : new double[] {0.5, 0.9, 0.99, 0.999}) {
                double d = queue.delayQuantileSeconds(fraction);
                assertThat(queue.delayTail(d)).isCloseTo(1 - fraction, within(1e-11));
            }
        }
        assertThat(new MM1N(500, 1000, 64).delayTail(0)).isEqualTo(1);
        assertThat(new MM1N(500, 1000, 64).delayTail(1e9)).isZero();
    }

    @Test
    void refusesWhatIsNoQueue() {
        assertThatThrownBy(() -> new MM1N(0, 1, 1)).hasMessageContaining("arrivalRatePps");
        assertThatThrownBy(() -> new MM1N(1, Double.NaN, 1)).hasMessageContaining("serviceRatePps");
        assertThatThrownBy(() -> new MM1N(1, 1, 0.5)).hasMessageContaining("capacityPackets");
    }
}
