// SPDX-License-Identifier: Apache-2.0
package org.weir.bench.messages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.weir.bench.messages.MessageArrivals.Arrival;
import org.weir.bench.messages.SentMessage.End;

class MessageFiguresTest {
    private static final EmptyNetwork EMPTY =
            new EmptyNetwork(List.of(10_000_000L, 10_000_000L, 10_000_000L), 3_000_000);

    private static SentMessage message(End end, long bytes, double ms) {
        return new SentMessage(new Arrival(0, 0, bytes), end, Math.round(1e6 * ms));
    }

    @Test
    void percentilesAreMeasuredTimes() {
        List<SentMessage> messages = new ArrayList<>();
        for (int ms = 200; ms >= 1; ms--) {
            messages.add(message(End.FINISHED, 1448, ms));
        }
        MessageFigures figures = MessageFigures.of(messages, EMPTY);

        assertThat(figures.offered()).isEqualTo(200);
        assertThat(figures.finished()).isEqualTo(200);
        assertThat(figures.medianMs()).isEqualTo(100);
        assertThat(figures.p99Ms()).isEqualTo(198);
        // Two round trips of 3 ms, and 1514 bytes over three lines of 10 Mb/s.
        assertThat(figures.medianSlowdown()).isCloseTo(100 / (6 + 3 * 1.2112), within(1e-9));
        assertThat(figures.p99Slowdown()).isCloseTo(198 / (6 + 3 * 1.2112), within(1e-9));
    }

    @Test
    void messagesWithoutAnEndCountWithTheirTimeUntilNow() {
        MessageFigures figures =
                MessageFigures.of(
                        List.of(
                                message(End.FINISHED, 1448, 10),
                                message(End.FAILED, 1448, 20),
                                message(End.UNFINISHED, 1448, 30),
                                message(End.REFUSED, 1448, 0)),
                        EMPTY);

        assertThat(figures.offered()).isEqualTo(4);
        assertThat(figures.finished()).isEqualTo(1);
        assertThat(figures.unfinished()).isEqualTo(2);
        assertThat(figures.failed()).isEqualTo(1);
        assertThat(figures.refused()).isEqualTo(1);
        assertThat(figures.medianMs()).isEqualTo(20);
        assertThat(figures.p99Ms()).isEqualTo(30);
    }

    @Test
    void noMessagesHaveNoTimes() {
        MessageFigures figures = MessageFigures.of(List.of(), EMPTY);

        assertThat(figures.offered()).isZero();
        assertThat(figures.medianMs()).isNaN();
        assertThat(figures.p99Slowdown()).isNaN();
    }

    @Test
    void theSlowestLineCarriesTheRest() {
        EmptyNetwork path = new EmptyNetwork(List.of(100_000_000L, 10_000_000L, 20_000_000L), 0);

        // 3 × 1514 bytes over 10 Mb/s; one packet over the others.
        assertThat(path.timeNs(3 * 1448) / 1e6)
                .isCloseTo(3 * 1.2112 + 0.12112 + 0.6056, within(1e-9));
        // Of a short message there is no full packet.
        assertThat(path.timeNs(59) / 1e6).isCloseTo(0.1 + 0.01 + 0.05, within(1e-9));
        assertThat(path.portRateBps()).isEqualTo(10_000_000);
    }
}
