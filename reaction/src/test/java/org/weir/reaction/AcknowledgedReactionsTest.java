// SPDX-License-Identifier: Apache-2.0
package org.weir.reaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.weir.reaction.packet.Acknowledgement;
import org.weir.reaction.packet.HopTelemetry;

/** DCTCP and HPCC against values worked out by hand from their papers' equations. */
class AcknowledgedReactionsTest {
    private static final long GBPS = 1_000_000_000L;
    private static final long ROUND_TRIP_NS = 10_000;

    /** Bytes that 1 Gb/s carries in a round trip. */
    private static final int ROUND_TRIP_BYTES = 1250;

    @Test
    void dctcpMovesAlphaByThePartThatIsMarkedAndCutsOnceARoundTrip() {
        RateControl rate = new DctcpReaction(8e8, 1e6, 0.25, ROUND_TRIP_NS, 0).start(GBPS);
        rate.onAcknowledgement(plain(0, false), 4);
        rate.onAcknowledgement(plain(1, true), 5);
        assertThat(rate.rateBps()).as("cut by α/2, α = 1").isEqualTo(400_000_000);
        rate.onAcknowledgement(plain(2, true), 6);
        rate.onAcknowledgement(plain(3, false), 7);
        assertThat(rate.rateBps()).as("one cut a round trip").isEqualTo(400_000_000);
        // Packets 1 to 4, half of them marked: α = 0.75 · 1 + 0.25 · 0.5.
        rate.onAcknowledgement(plain(4, false), 8);
        assertThat(rate.rateBps()).isEqualTo(400_000_000);
        rate.onAcknowledgement(plain(5, true), 9);
        assertThat(rate.rateBps()).isEqualTo(Math.round(4e8 * (1 - 0.875 / 2)));
    }

    @Test
    void dctcpGrowsByAPacketInARoundTripWithoutMarks() {
        RateControl rate = new DctcpReaction(1e8, 1e6, 0.25, ROUND_TRIP_NS, 1).start(GBPS);
        rate.onSent(125);
        rate.onAcknowledgement(plain(0, false), 2);
        assertThat(rate.rateBps()).isEqualTo(200_000_000);
        rate.onAcknowledgement(plain(1, false), 3);
        assertThat(rate.rateBps()).isEqualTo(200_000_000);
        rate.onAcknowledgement(plain(2, false), 4);
        assertThat(rate.rateBps()).isEqualTo(300_000_000);
        assertThat(rate.windowBytes()).isCloseTo(375, within(1e-6));
    }

    @Test
    void hpccFollowsTheLinkWithMostInFlight() {
        RateControl rate = new HpccReaction(1e9, 1e6, ROUND_TRIP_NS, 0.5, 5, 1e6).start(GBPS);
        rate.onAcknowledgement(stamped(0, 100, 0, ROUND_TRIP_BYTES), 10);
        assertThat(rate.rateBps()).as("nothing to compare with").isEqualTo(GBPS);
        // A round trip later half of the rate was sent, and of the bytes that waited the fewer
        // count: U = 0.5 + 1. The length of the sender's own packets does not matter.
        rate.onSent(3 * ROUND_TRIP_BYTES);
        rate.onAcknowledgement(stamped(1, 110, ROUND_TRIP_BYTES / 2, 2 * ROUND_TRIP_BYTES), 11);
        assertThat(rate.rateBps()).isEqualTo(Math.round(1e9 / 3 + 1e6));
        assertThat(rate.windowBytes())
                .isCloseTo((1e9 / 3 + 1e6) * ROUND_TRIP_BYTES / 1e9, within(1e-3));
        // Half a round trip later nothing waits and a quarter is sent: U = (1.5 + 0.25) / 2. The
        // reference is that of the last round trip.
        rate.onAcknowledgement(stamped(2, 115, 781, 0), 12);
        double reference = 1e9 / 3 + 1e6;
        double inFlight = 1.5 / 2 + 156 * 8 * 1e9 / 5000 / GBPS / 2;
        assertThat(rate.rateBps())
                .isEqualTo(Math.round(Math.min(1e9, reference / (inFlight / 0.5) + 1e6)));
    }

    @Test
    void hpccGrowsByStepsWhileALinkIsIdleAndAtMostMaxStageTimes() {
        RateControl rate = new HpccReaction(1e8, 1e6, ROUND_TRIP_NS, 0.5, 2, 1e6).start(GBPS);
        rate.onSent(ROUND_TRIP_BYTES);
        rate.onAcknowledgement(stamped(0, 0, 0, 0), 1);
        rate.onAcknowledgement(stamped(1, 10, 125, 0), 2);
        assertThat(rate.rateBps()).isEqualTo(101_000_000);
        rate.onAcknowledgement(stamped(2, 20, 250, 0), 3);
        assertThat(rate.rateBps()).isEqualTo(102_000_000);
        // U = 0.1, η = 0.5: five times the reference.
        rate.onAcknowledgement(stamped(3, 30, 375, 0), 4);
        assertThat(rate.rateBps()).isEqualTo(511_000_000);
    }

    @Test
    void hpccComparesALinkWhoseClockStandsWithTheNextPacket() {
        RateControl rate = new HpccReaction(1e9, 1e6, ROUND_TRIP_NS, 0.5, 5, 1e6).start(GBPS);
        rate.onSent(ROUND_TRIP_BYTES);
        // Both counters wrap.
        rate.onAcknowledgement(stamped(0, 0xffff_fffeL, 0xffff_ffffL, 0), 10);
        rate.onAcknowledgement(stamped(1, 0xffff_fffeL, 1249, 0), 11);
        assertThat(rate.rateBps()).isEqualTo(GBPS);
        rate.onAcknowledgement(stamped(2, 8, 1249, 0), 12);
        assertThat(rate.rateBps()).isEqualTo(Math.round(1e9 * 0.5 + 1e6));
    }

    @Test
    void hpccFollowsTheBottleneckAlsoOnAcknowledgementsWhereOnlyAnotherClockMoves() {
        RateControl rate = new HpccReaction(1e9, 1e6, ROUND_TRIP_NS, 0.5, 5, 1e6).start(GBPS);
        // By turns the clock of the one or of the other link moves by a round trip: the first link
        // sends at its rate, U = 1, the second at a tenth of it.
        for (int i = 0; i < 20; i++) {
            int full = i / 2;
            int idle = (i + 1) / 2;
            rate.onAcknowledgement(path(i, 65, full, 66, idle), 100);
        }
        // η = 0.5: half the reference, which the first measurement has halved. The other link alone
        // would give five times of it.
        assertThat(rate.rateBps()).isEqualTo(Math.round(501e6 * 0.5 + 1e6));
    }

    @Test
    void hpccForgetsThePathThatItsPacketsHaveLeft() {
        RateControl rate = new HpccReaction(1e9, 1e6, ROUND_TRIP_NS, 0.5, 5, 1e6).start(GBPS);
        rate.onAcknowledgement(path(0, 65, 0, 66, 0), 100);
        rate.onAcknowledgement(path(1, 65, 1, 66, 1), 101);
        assertThat(rate.rateBps()).isEqualTo(Math.round(1e9 * 0.5 + 1e6));
        rate.onAcknowledgement(path(100, 67, 1, 66, 2), 200);
        assertThat(rate.rateBps()).as("nothing to compare with").isEqualTo(501_000_000);
        rate.onAcknowledgement(path(101, 67, 1, 66, 3), 201);
        assertThat(rate.rateBps()).as("one link is not measured").isEqualTo(501_000_000);
        rate.onAcknowledgement(path(102, 67, 2, 66, 4), 202);
        assertThat(rate.rateBps()).isEqualTo(Math.round(501e6 * 0.5 + 1e6));
    }

    /** By a link that is full and one that is a tenth full, after so many round trips of each. */
    private static Acknowledgement path(
            long number, int full, int fullTrips, int idle, int idleTrips) {
        return new Acknowledgement(
                number,
                false,
                List.of(
                        new HopTelemetry(full, 0, fullTrips * 10L, fullTrips * 1250L, 1_000_000),
                        new HopTelemetry(idle, 0, idleTrips * 10L, idleTrips * 125L, 1_000_000)));
    }

    private static Acknowledgement plain(long number, boolean marked) {
        return new Acknowledgement(number, marked, List.of());
    }

    /** By a link of 1 Gb/s, and one that carries nothing and never is the one with most. */
    private static Acknowledgement stamped(
            long number, long timeUs, long sentBytes, int depthBytes) {
        return new Acknowledgement(
                number,
                false,
                List.of(
                        new HopTelemetry(65, depthBytes, timeUs, sentBytes, 1_000_000),
                        new HopTelemetry(66, 0, timeUs, 0, 1_000_000)));
    }
}
