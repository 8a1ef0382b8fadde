// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.stats;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SampleTest {

    @Test
    void aPercentileIsTheLeastValueThatThePartDoesNotExceed() {
        double[] sorted = {1, 2, 3, 4};

        assertThat(Sample.percentile(sorted, 0.5)).isEqualTo(2);
        assertThat(Sample.percentile(sorted, 0.51)).isEqualTo(3);
        assertThat(Sample.percentile(sorted, 0.99)).isEqualTo(4);
        assertThat(Sample.percentile(sorted, 1)).isEqualTo(4);
    }

    @Test
    void noValuesHaveNoPercentile() {
        assertThat(Sample.percentile(new double[0], 0.5)).isNaN();
    }
}
