// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.program;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.weir.bmv2.controlplane.traffic.QueueConfig;
import org.weir.rules.ComputesOnly;

@ComputesOnly
class QueueCountsTest {
    @ParameterizedTest
    @CsvSource({
        "10_000_000, 120_000_000",
        "100_000_000_000, 12_000",
        "1_000_000_000_000, 10_000",
        QueueConfig.UNLIMITED + ", 10_000"
    })
    void correctionsOfFastPortsAreNoMoreFrequent(String rateBps, String periodNs) {
        assertThat(QueueCounts.periodNs(number(rateBps))).isEqualTo(number(periodNs));
    }

    private static long number(String text) {
        return Long.parseLong(text.replace("_", ""));
    }
}
