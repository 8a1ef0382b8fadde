// SPDX-License-Identifier: Apache-2.0
package org.weir.app.queues;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ReportIntervalTest {

    @Test
    void smallNetworkReportsAsOftenAsThePolicyWants() {
        assertThat(ReportInterval.intervalUs(50_000, 21)).isEqualTo(50_000);
        assertThat(ReportInterval.intervalUs(1_000_000, 240)).isEqualTo(1_000_000);
    }

    @Test
    void largeNetworkReportsNoMoreThanTheControllerCanRead() {
        assertThat(ReportInterval.intervalUs(50_000, 240)).isEqualTo(400_000);
        assertThat(ReportInterval.intervalUs(50_000, 1920)).isEqualTo(3_200_000);
        for (long queues = 1; queues < 100_000; queues += 7) {
            double perSecond = queues * 1e6 / ReportInterval.intervalUs(1_000, queues);
            assertThat(perSecond).isLessThanOrEqualTo(ReportInterval.REPORTS_PER_SECOND);
        }
    }
}
