// SPDX-License-Identifier: Apache-2.0
package org.weir.app.component;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.weir.app.PortView;
import org.weir.app.QueueView;
import org.weir.app.past.QueuePoint;

class HistoryKeeperTest {

    private static final PortView PORT =
            new PortView(
                    "device:s1",
                    1,
                    "eth1",
                    10_000_000,
                    64,
                    OptionalDouble.empty(),
                    true,
                    1,
                    0,
                    List.of(new QueueView(0, "A", Map.of(), null, null, List.of())));

    private final HistoryKeeper keeper = new HistoryKeeper();

    private void look(long atSecond) {
        keeper.look(List.of(PORT), atSecond * 1000);
    }

    private List<Long> seconds() {
        return keeper.points("device:s1", 1, "A").stream()
                .map(QueuePoint::timeMs)
                .map(ms -> ms / 1000)
                .collect(Collectors.toList());
    }

    @Test
    void addsAPointEveryTenSeconds() {
        for (int second = 100; second < 130; second++) {
            look(second);
        }
        assertThat(seconds()).containsExactly(100L, 110L, 120L);
    }

    /** Removes points in the future, so that the points stay in order. */
    @Test
    void goesOnWhenTheClockWasSetBack() {
        look(100);
        look(110);
        look(120);

        look(105);
        look(106);
        look(115);

        assertThat(seconds()).containsExactly(100L, 105L, 115L);
    }
}
