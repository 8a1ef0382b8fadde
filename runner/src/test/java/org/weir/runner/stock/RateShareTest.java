// SPDX-License-Identifier: Apache-2.0
package org.weir.runner.stock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.weir.lab.network.SwitchSpec;

/**
 * Model of a port whose priorities are offered constant rates, as fluid, and of the rates that BMv2
 * then sends.
 */
class RateShareTest {
    private static final int PRIORITIES = 8;
    private static final double PORT_PPS = 1250;
    private static final double STEP_SECONDS = 0.05;
    private static final double LEAST_PPS = PORT_PPS / 16;

    private final RateShare share =
            new RateShare(new SwitchSpec.PortSpec(1, "p1", 10_000_000, 256), PRIORITIES, 1000);
    private double waitingPackets;

    /** Runs for some seconds; returns the rate of each priority at the end, packets/s. */
    private double[] sent(double seconds, double... offeredPps) {
        double[] sent = new double[PRIORITIES];
        for (int step = 0; step < seconds / STEP_SECONDS; step++) {
            double total = 0;
            for (int priority = 0; priority < PRIORITIES; priority++) {
                sent[priority] = Math.min(offeredPps[priority], share.ratePps(priority));
                total += sent[priority];
            }
            waitingPackets =
                    Math.min(256, Math.max(0, waitingPackets + (total - PORT_PPS) * STEP_SECONDS));
            share.observe(total / PORT_PPS, (int) waitingPackets, STEP_SECONDS);
        }
        return sent;
    }

    private static double total(double[] sent) {
        double total = 0;
        for (double each : sent) {
            total += each;
        }
        return total;
    }

    @Test
    void anIdlePortGivesEveryPriorityItsRate() {
        sent(10, new double[PRIORITIES]);

        for (int priority = 0; priority < PRIORITIES; priority++) {
            assertThat(share.ratePps(priority)).isEqualTo(1250);
        }
    }

    @Test
    void whatFitsIsNotHeldBack() {
        double[] offered = {100, 100, 100, 100, 100, 100, 500, 50};

        assertThat(sent(10, offered)).containsExactly(offered);
    }

    @Test
    void aSaturatedPortSendsItsRateAndHighPrioritiesFirst() {
        double[] sent = sent(20, 0, 0, 0, 0, 1000, 800, 600, 0);

        assertThat(total(sent)).isCloseTo(PORT_PPS, within(0.03 * PORT_PPS));
        assertThat(sent[6]).isEqualTo(600);
        assertThat(sent[4]).isCloseTo(LEAST_PPS, within(1.0));
        assertThat(waitingPackets).isLessThan(20);
    }

    @Test
    void allPrioritiesSaturatedShareTheRateOfThePort() {
        double[] sent = sent(20, 2000, 2000, 2000, 2000, 2000, 2000, 2000, 0);

        assertThat(total(sent)).isCloseTo(PORT_PPS, within(0.03 * PORT_PPS));
        assertThat(sent[6]).isGreaterThan(0.5 * PORT_PPS);
        assertThat(waitingPackets).isLessThan(20);
    }

    @Test
    void aLowPriorityGetsTheWholeRateBackWhenTheOthersFallSilent() {
        sent(20, 2000, 2000, 2000, 2000, 2000, 2000, 2000, 0);

        double[] sent = sent(10, 2000, 0, 0, 0, 0, 0, 0, 0);

        assertThat(total(sent)).isCloseTo(PORT_PPS, within(0.03 * PORT_PPS));
    }

    @Test
    void controlTrafficKeepsTheWholeRate() {
        sent(20, 2000, 2000, 2000, 2000, 2000, 2000, 2000, 100);

        assertThat(share.ratePps(7)).isEqualTo(1250);
    }
}
