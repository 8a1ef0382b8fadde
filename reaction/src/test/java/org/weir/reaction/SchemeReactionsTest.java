// SPDX-License-Identifier: Apache-2.0
package org.weir.reaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.weir.reaction.packet.CongestionNotification;

/** Each reaction point against values worked out by hand from its paper's equations. */
class SchemeReactionsTest {
    private static final long LINE_BPS = 10_000_000;
    private static final long MS = 1_000_000;

    @Test
    void halvingRecoversHalfTheWayEachCycleThenIncreases() {
        RateControl rate = new HalvingReaction(new Recovery(8e6, 1e5, 1e6, 2), MS).start(LINE_BPS);
        rate.onNotification(told(0), 0);
        assertThat(rate.rateBps()).isEqualTo(4_000_000);
        rate.onCycle(true);
        assertThat(rate.rateBps()).isEqualTo(6_000_000);
        rate.onCycle(false);
        assertThat(rate.rateBps()).isEqualTo(6_000_000);
        rate.onCycle(true);
        assertThat(rate.rateBps()).isEqualTo(7_000_000);
        rate.onCycle(true);
        assertThat(rate.rateBps()).isEqualTo(8_000_000);
    }

    @Test
    void p4qcnCutsByHalfOfBetaAndCountsACyclesBytesAnewFromEachCut() {
        RateControl rate =
                new P4qcnReaction(new Recovery(8e6, 1e5, 1e6, 2), 0.5, 3000).start(LINE_BPS);
        rate.onSent(2000);
        rate.onNotification(told(0), 0);
        rate.onSent(2000);
        assertThat(rate.rateBps()).isEqualTo(6_000_000);
        rate.onSent(1000);
        assertThat(rate.rateBps()).isEqualTo(7_000_000);
        assertThat(rate.cycleNs()).isZero();
    }

    @Test
    void dcqcnCutsByHalfOfAlphaWhichDecaysWithoutNotifications() {
        RateControl rate =
                new DcqcnReaction(8e6, 1e3, 0.25, MS, 10 * MS, 1 << 30, 5, 1e6, 1e6)
                        .start(LINE_BPS);
        rate.onNotification(told(0), 0);
        assertThat(rate.rateBps()).isEqualTo(4_000_000);
        // Two timers later α = 0.75².
        rate.onNotification(told(0), 2 * MS);
        assertThat(rate.rateBps()).isEqualTo(Math.round(4e6 * (1 - 0.5625 / 2)));
    }

    /** A message starts at any time of a run, and its α is 1 at its first notification. */
    @Test
    void dcqcnsAlphaDoesNotDecayBeforeTheFirstNotification() {
        RateControl rate =
                new DcqcnReaction(8e6, 1e3, 0.25, MS, 10 * MS, 1 << 30, 5, 1e6, 1e6)
                        .start(LINE_BPS);
        rate.onNotification(told(0), 1000 * MS);
        assertThat(rate.rateBps()).isEqualTo(4_000_000);
        rate.onNotification(told(0), 1002 * MS);
        assertThat(rate.rateBps()).isEqualTo(Math.round(4e6 * (1 - 0.5625 / 2)));
    }

    @Test
    void qcnKeepsTheTargetInTheFirstCycleAndShrinksAFarOne() {
        RateControl rate =
                new QcnReaction(1e6, 1e7, 1e4, 1.0 / 128, 2, 1000, 1000 * MS, 1e5, 1e6)
                        .start(LINE_BPS);
        rate.onNotification(told(-64), 0);
        assertThat(rate.rateBps()).isEqualTo(500_000);
        // 10 Mb/s is above ten times 0.5 Mb/s: an eighth of it, and half the way there.
        rate.onSent(1000);
        assertThat(rate.rateBps()).isEqualTo((500_000 + 1_250_000) / 2);
        rate.onNotification(told(5), 0);
        assertThat(rate.rateBps()).isEqualTo((500_000 + 1_250_000) / 2);
    }

    @Test
    void aProberThatHearsNoEchoIncreasesHyperactivelyAndProbesAgain() {
        RateControl rate =
                new ProbingReaction(
                                1e6, 1e6, 1e4, 1.0 / 128, 2, 1000, 1000, 500, 1, 1e5, MS, 2 * MS)
                        .start(LINE_BPS);
        assertThat(rate.tag()).isZero();
        rate.onCycle(true);
        assertThat(rate.tag()).isEqualTo(1);
        assertThat(rate.cycleNs()).isEqualTo(2 * MS);
        rate.onSent(100);
        assertThat(rate.tag()).isZero();
        rate.onCycle(true);
        rate.onCycle(true);
        assertThat(rate.tag()).as("a probe before the increase is over").isZero();
        rate.onSent(500);
        assertThat(rate.rateBps()).isEqualTo(1_050_000);
        rate.onCycle(true);
        assertThat(rate.tag()).isEqualTo(1);
        rate.onNotification(told(-64), 0);
        assertThat(rate.rateBps()).isEqualTo(525_000);
        assertThat(rate.tag()).isZero();
        assertThat(rate.cycleNs()).isEqualTo(MS);
    }

    @Test
    void ecmTagsWhatWasSlowedUntilItIsAtItsLineAgain() {
        RateControl rate = new EcmReaction(1e7, 1e5, 1.0 / 128, 0.5, 1e6, 0).start(LINE_BPS);
        assertThat(rate.tag()).isZero();
        rate.onNotification(new CongestionNotification(-32, 68, 40, 0), 0);
        assertThat((double) rate.rateBps()).isCloseTo(7.5e6, within(1.0));
        assertThat(rate.tag()).isEqualTo(68);
        rate.onNotification(new CongestionNotification(5, 68, 10, 0), 0);
        assertThat(rate.rateBps()).isEqualTo(LINE_BPS);
        assertThat(rate.tag()).isZero();
    }

    private static CongestionNotification told(int feedback) {
        return new CongestionNotification(feedback, 1, 30, 0);
    }
}
