// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TrendTest {
    private static double[] upTo(int count) {
        return IntStream.range(0, count).mapToDouble(i -> i).toArray();
    }

    /** The example of Sen's article (1968), as SciPy's tests of theilslopes have it. */
    @Test
    void sensOwnExample() {
        double[] times = {1, 2, 3, 4, 10, 12, 18};
        double[] values = {9, 15, 19, 20, 45, 55, 78};

        Trend trend = Trend.of(times, values, 0.93);

        assertThat(trend.slope()).isCloseTo(4, within(1e-12));
        assertThat(trend.low()).isCloseTo(3.71, within(0.005));
        assertThat(trend.high()).isCloseTo(4.38, within(0.005));
    }

    /** Mann and Kendall's test of 1 to 100, as MannKendall.jl's tests have it: z is 14.74. */
    @Test
    void whatOnlyRisesHasEveryPairRising() {
        Trend trend = Trend.of(upTo(100), upTo(100), 0.99);

        assertThat(trend.score()).isEqualTo(4950);
        assertThat(trend.probability()).isLessThan(1e-40);
        assertThat(trend.slope()).isEqualTo(1);
        assertThat(trend.isRising(0.01)).isTrue();
    }

    /** Computed once by another program from the formulas: 21, 62.33 and 1.13 %. */
    @Test
    void equalValuesMakeTheVarianceLess() {
        double[] values = {10, 22, 21, 30, 22, 30, 40, 40};

        Trend trend = Trend.of(upTo(8), values, 0.9);

        assertThat(trend.slope()).isCloseTo(3.9, within(1e-12));
        assertThat(trend.low()).isCloseTo(2.5, within(1e-12));
        assertThat(trend.high()).isCloseTo(5.5, within(1e-12));
        assertThat(trend.score()).isEqualTo(21);
        assertThat(trend.probability()).isCloseTo(0.0113025803, within(1e-9));
        assertThat(trend.isRising(0.05)).isTrue();
        assertThat(trend.isRising(0.01)).isFalse();
    }

    @Test
    void aStepInTheMiddleIsATrendAndAFallIsNoRise() {
        double[] step = {0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1};
        assertThat(Trend.of(upTo(12), step, 0.99).probability())
                .isCloseTo(0.0050748681, within(1e-9));
        assertThat(Trend.of(upTo(12), step, 0.99).isRising(0.01)).isTrue();

        double[] fall = IntStream.range(0, 12).mapToDouble(i -> -i).toArray();
        assertThat(Trend.of(upTo(12), fall, 0.99).slope()).isEqualTo(-1);
        assertThat(Trend.of(upTo(12), fall, 0.99).isRising(0.01)).isFalse();
    }

    @Test
    void whatNeverChangesHasNoTrend() {
        Trend trend = Trend.of(upTo(9), new double[9], 0.99);

        assertThat(trend).isEqualTo(new Trend(0, 0, 0, 0, 1));
        assertThat(trend.isRising(0.5)).isFalse();
    }

    /** About one of a hundred series without a trend seems to rise or fall at 1 %. */
    @Test
    void noiseSeldomSeemsToRiseAndOutliersDoNotMoveTheSlope() {
        SplittableRandom random = new SplittableRandom(1);
        int found = 0;
        for (int run = 0; run < 2000; run++) {
            double[] noise = random.doubles(37).toArray();
            found += Trend.of(upTo(37), noise, 0.99).probability() < 0.01 ? 1 : 0;
        }
        assertThat(found).isBetween(5, 40);

        double[] line = IntStream.range(0, 37).mapToDouble(i -> 2 * i).toArray();
        line[3] = 1e9;
        line[30] = -1e9;
        assertThat(Trend.of(upTo(37), line, 0.99).slope()).isEqualTo(2);
    }

    @Test
    void refusesWhatIsNoSeries() {
        assertThatThrownBy(() -> Trend.of(upTo(5), upTo(5), 0.9))
                .hasMessage("times and values must be as many, at least 6, not 5 and 5");
        assertThatThrownBy(() -> Trend.of(new double[7], upTo(7), 0.9))
                .hasMessage("times must rise");
    }
}
