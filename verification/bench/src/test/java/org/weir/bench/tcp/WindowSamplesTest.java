// SPDX-License-Identifier: Apache-2.0
package org.weir.bench.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class WindowSamplesTest {
    private static final List<WindowSamples.Sample> SAMPLES =
            List.of(
                    new WindowSamples.Sample(0, 10, 60, 50),
                    new WindowSamples.Sample(100, 110, 64, 50),
                    new WindowSamples.Sample(200, 210, 40, 32),
                    new WindowSamples.Sample(300, 310, 36, 16));

    private static double factor(List<Long> reductionsNs, int index, long quietNs) {
        return WindowSamples.factor(SAMPLES, reductionsNs, index, quietNs).orElse(-1);
    }

    @Test
    void isTheThresholdAfterOverTheWindowBefore() {
        assertThat(factor(List.of(150L), 0, 50)).isEqualTo(0.5);
    }

    @Test
    void isUnknownWhereAnotherReductionIsBetweenTheSamplesOrJustBeforeThem() {
        assertThat(factor(List.of(150L, 160L), 0, 0)).isEqualTo(-1);
        assertThat(factor(List.of(150L, 160L), 1, 0)).isEqualTo(-1);
        assertThat(factor(List.of(150L, 250L), 1, 0)).isEqualTo(0.4);
        assertThat(factor(List.of(150L, 250L), 1, 50)).as("still falling").isEqualTo(-1);
    }

    @Test
    void isThatOfTheNearestSamplesThatEncloseIt() {
        assertThat(factor(List.of(105L), 0, 0)).isEqualTo(32 / 60.0);
    }

    @Test
    void isUnknownOutsideOfAllSamples() {
        assertThat(factor(List.of(5L), 0, 0)).isEqualTo(-1);
        assertThat(factor(List.of(400L), 0, 0)).isEqualTo(-1);
    }
}
