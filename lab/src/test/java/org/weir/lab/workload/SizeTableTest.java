// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class SizeTableTest {

    /** Not every percentage comes back from its part: 100 * (7 / 100.0) is above 7. */
    @Test
    void aPercentageMayStandInTwoLines() {
        for (int tenths = 0; tenths <= 1000; tenths++) {
            String percent = tenths / 10 + "." + tenths % 10;
            SizeTable table =
                    SizeTable.read(
                            List.of("1 0", "1000 " + percent, "2000 " + percent, "3000 100"));
            assertThat(table.quantileBytes(1)).isBetween(1000L, 3000L);
        }
    }

    @Test
    void aPercentageMustNotFall() {
        assertThatThrownBy(() -> SizeTable.read(List.of("1 0", "1000 7", "2000 6.9", "3000 100")))
                .hasMessage("line 3: the percentage must not fall");
    }
}
