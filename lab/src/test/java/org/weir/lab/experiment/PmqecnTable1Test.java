// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

class PmqecnTable1Test {
    private static final double PORT_MBPS = 10;

    @Test
    void strictPriorityStarvesTheLowClassAndVirtualQueuesShareEqually() {
        List<Result.Row> rows = new PmqecnTable1().run(1).rows();

        assertThat(rows).hasSize(6);
        assertThat(rows.get(0).measured()).isCloseTo(rows.get(0).published(), within(0.2));
        assertThat(rows.get(2).measured()).isLessThanOrEqualTo(0.05 * PORT_MBPS);
        for (Result.Row row : rows.subList(3, 6)) {
            assertThat(row.measured())
                    .as(row.quantity())
                    .isCloseTo(PORT_MBPS / 3, within(0.02 * PORT_MBPS / 3));
        }
    }
}
