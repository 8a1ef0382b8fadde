// SPDX-License-Identifier: Apache-2.0
package org.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.weir.app.past.QueuePoint;
import org.weir.app.past.QueuePoint.Figure;

class HistoryCommandTest {
    @Test
    void unknownFiguresAreDashesAndNotZeros() {
        List<String> lines =
                HistoryCommand.lines(
                        List.of(
                                QueuePoint.of(
                                        1_764_097_953_000L,
                                        Map.of(
                                                Figure.OFFERED_BPS, 2_500_000,
                                                Figure.DELAY_P99_MS, 4.25,
                                                Figure.DROPS, 0))));

        assertThat(lines.get(1).trim().split(" +"))
                .containsExactly(
                        "2025-11-25T19:12:33Z",
                        "2.50",
                        "-",
                        "-",
                        "-",
                        "-",
                        "-",
                        "-",
                        "4.25",
                        "-",
                        "-",
                        "0");
    }
}
