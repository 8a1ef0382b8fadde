// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.host.transport.tcp.send;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ScoreboardTest {

    private final Scoreboard board = new Scoreboard();
    private final List<Long> delivered = new ArrayList<>();

    private void sack(long... edges) {
        board.sack(edges, segment -> delivered.add(segment.from));
    }

    /**
     * The newest range comes first (RFC 2018). If the acknowledgement before was lost, an older
     * range is new, too; its segments were not delivered after those of the newest one.
     */
    @Test
    void newRangesOfOneAcknowledgementAreTakenInTheOrderOfTheirPositions() {
        for (int i = 0; i < 8; i++) {
            board.add(1000L * i, 1000L * (i + 1), i);
        }
        sack(5000, 6000, 2000, 4000);
        assertThat(delivered).containsExactly(2000L, 3000L, 5000L);

        delivered.clear();
        sack(7000, 8000, 5000, 6000, 2000, 4000);
        assertThat(delivered).containsExactly(7000L);

        delivered.clear();
        sack(2000, 5000, 5000, 6000, 7000, 8000);
        assertThat(delivered).as("late: truly reordered").containsExactly(4000L);
    }
}
