// SPDX-License-Identifier: Apache-2.0
package org.weir.reaction.targetrate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.weir.reaction.targetrate.TargetRateSenders.DEPTH_US;
import static org.weir.reaction.targetrate.TargetRateSenders.feedback;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.weir.reaction.RateControl;

/** Cuts by the excess that lasts. Rates in bit/s, times in cycles. */
class LastingExcessTest {
    private static final double TENTH = 0.1;

    @Test
    void withoutMemoryTheNewestExcessCounts() {
        LastingExcess excess = new LastingExcess(0);
        excess.add(0, Double.POSITIVE_INFINITY);
        excess.obeyed(1e6);
        excess.add(20e6, 1);
        assertThat(excess.cutBps(TENTH, 1e6)).isEqualTo(2e6);
    }

    /** Not only nearly: the cut is the same as without an average. */
    @Test
    void withoutMemoryTheCutIsNotRounded() {
        Random random = new Random(1);
        LastingExcess excess = new LastingExcess(0);
        for (int i = 0; i < 10_000; i++) {
            double excessBps = 1e9 * random.nextDouble();
            excess.add(excessBps, i == 0 ? Double.POSITIVE_INFINITY : 1 + random.nextDouble());
            assertThat(excess.cutBps(1, 0)).isEqualTo(excessBps);
        }
    }

    @Test
    void aBurstOfOthersCutsLittle() {
        LastingExcess excess = calm();
        excess.add(20e6, 1);
        assertThat(excess.cutBps(TENTH, 1e6)).isCloseTo(2e6 * (1 - Math.exp(-0.2)), within(1.0));
    }

    @Test
    void anExcessThatLastsCutsByAllOfIt() {
        LastingExcess excess = calm();
        for (int i = 0; i < 50; i++) {
            excess.add(20e6, 1);
        }
        assertThat(excess.cutBps(TENTH, 1e6)).isCloseTo(2e6, within(1000.0));
    }

    @Test
    void oneReadingOverALongTimeIsNoBurst() {
        LastingExcess excess = calm();
        excess.add(20e6, 50);
        assertThat(excess.cutBps(TENTH, 1e6)).isCloseTo(2e6, within(1000.0));
    }

    @Test
    void whatAFlowHasGrownByGoesAtOnce() {
        LastingExcess excess = calm();
        excess.add(20e6, 1);
        assertThat(excess.cutBps(TENTH, 2.5e6)).isEqualTo(1.5e6);
        assertThat(excess.cutBps(TENTH, 9e6)).isEqualTo(2e6);
    }

    @Test
    void anOldExcessDoesNotCutWhenThereIsNone() {
        LastingExcess excess = calm();
        excess.add(20e6, 10);
        excess.add(0, 0.1);
        assertThat(excess.cutBps(TENTH, 5e6)).isZero();
    }

    /**
     * A burst of 20 packets comes between two calm readings. With the average the flow is soon back
     * near its rate; without, it has lost most of it.
     */
    @Test
    void aLongFlowKeepsItsRateInABurst() {
        assertThat(rateAfterBurst(5) / rateAfterBurst(0)).isGreaterThan(1.5);
    }

    private static double rateAfterBurst(double excessCycles) {
        RateControl control =
                TargetRateSenders.byDepth(4e6, 0, 1, 1, excessCycles, GrowthLimit.of(1e-6));
        long timeUs = 0;
        for (int i = 0; i < 20; i++) {
            control.onFeedback(feedback(4000, 4000, 1, timeUs));
            timeUs += 2 * DEPTH_US;
        }
        control.onFeedback(feedback(4000, 4000, 20, timeUs));
        timeUs += 2 * DEPTH_US;
        control.onFeedback(feedback(4000, 4000, 1, timeUs));
        TargetRateSenders.cycle(control, true);
        TargetRateSenders.cycle(control, true);
        return control.rateBps();
    }

    /** Memory of five cycles, no excess so far, and a rate of 1 Mb/s. */
    private static LastingExcess calm() {
        LastingExcess excess = new LastingExcess(5);
        excess.add(0, Double.POSITIVE_INFINITY);
        excess.obeyed(1e6);
        return excess;
    }
}
