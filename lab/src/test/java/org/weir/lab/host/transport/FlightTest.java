// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.host.transport;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Packets of 1000 bytes under a window of four. Times are those at which packets are sent. */
class FlightTest {
    private static final int BYTES = 1000;
    private static final double WINDOW = 4 * BYTES;

    private final Flight flight = new Flight();

    /** Sends packets at consecutive times until the window is full; returns the time afterwards. */
    private long fill(long fromNs) {
        long nowNs = fromNs;
        while (!flight.isFull(BYTES, WINDOW)) {
            send(nowNs++, flight.needsStatus(BYTES, WINDOW));
        }
        return nowNs;
    }

    private void send(long nowNs, boolean asks) {
        flight.onSent();
        if (asks) {
            flight.onAsk(nowNs);
        }
    }

    @Test
    void asksForAStatusTwiceInAWindow() {
        assertThat(flight.needsStatus(BYTES, WINDOW)).isFalse();
        send(0, false);
        assertThat(flight.needsStatus(BYTES, WINDOW)).isTrue();
        send(1, true);
        assertThat(flight.needsStatus(BYTES, WINDOW)).isFalse();
        send(2, false);
        assertThat(flight.needsStatus(BYTES, WINDOW)).isTrue();
    }

    @Test
    void aStatusMakesRoomForThePacketsSentBeforeItWasAskedFor() {
        assertThat(fill(0)).isEqualTo(4);
        flight.onStatus(1);
        assertThat(fill(4)).as("two more").isEqualTo(6);
        assertThat(flight.sent()).isEqualTo(6);
    }

    @Test
    void aStatusKnowsNothingOfThePacketsSentAfterItWasAskedFor() {
        fill(0);
        assertThat(flight.onStatus(1)).isEqualTo(2);
        assertThat(flight.onStatus(3)).isEqualTo(4);
    }

    @Test
    void aGapSeenInALaterPacketMakesRoomToo() {
        fill(0);
        // The receiver reports a gap before the third packet, for which no status was asked.
        assertThat(flight.onStatus(2)).isEqualTo(4);
        assertThat(fill(4)).as("the first two have left").isEqualTo(6);
    }

    @Test
    void onePacketMayBeInFlightUnderTheSmallestWindow() {
        assertThat(flight.isFull(BYTES, 1)).isFalse();
        assertThat(flight.needsStatus(BYTES, 1)).isTrue();
        send(0, true);
        assertThat(flight.isFull(BYTES, 1)).isTrue();
        flight.onStatus(0);
        assertThat(flight.isFull(BYTES, 1)).isFalse();
    }

    @Test
    void withoutAWindowThereIsNoQuestion() {
        for (int i = 0; i < 1000; i++) {
            assertThat(flight.needsStatus(BYTES, Double.POSITIVE_INFINITY)).isFalse();
            send(i, false);
        }
        assertThat(flight.isFull(BYTES, Double.POSITIVE_INFINITY)).isFalse();
    }

    @Test
    void anAcknowledgementMakesRoomUpToItsPacket() {
        fill(0);
        flight.onArrived(2);
        assertThat(fill(4)).isEqualTo(7);
        flight.onArrived(1);
        assertThat(flight.isFull(BYTES, WINDOW)).as("an older one changes nothing").isTrue();
    }

    @Test
    void theAnswerToAProbeEmptiesTheFlight() {
        long nowNs = fill(0);
        flight.onAsk(nowNs);
        assertThat(flight.isFull(BYTES, WINDOW)).as("the probe may be lost").isTrue();
        assertThat(flight.onStatus(nowNs)).isEqualTo(4);
        assertThat(fill(nowNs + 1)).as("four more").isEqualTo(nowNs + 5);
    }
}
