// SPDX-License-Identifier: Apache-2.0
package org.weir.cli.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.weir.app.LoopView;

class LoopTextTest {

    @Test
    void showsTimesAndWhatHasNoneAsADash() {
        LoopView.Times times = LoopView.Times.of(3_000_000, 1_500_000, 2_000_000);

        assertThat(LoopText.lines(new LoopView(3, 1, times, LoopView.Times.of(), times, 2)))
                .extracting(line -> line.replaceAll(" +", " "))
                .containsExactly(
                        "until confirmed, ms samples p50 p99 max",
                        "from the reading 3 2.0 3.0 3.0",
                        "from the report 0 - - -",
                        "from the sending 3 2.0 3.0 3.0",
                        "settings for changed load: 3 confirmed, 1 failed; ports behind the"
                                + " policy: 2");
    }
}
