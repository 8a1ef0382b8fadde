// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.compare.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.weir.lab.compare.network.ComparedNetwork;
import org.weir.lab.compare.network.LoadPlan;
import org.weir.lab.compare.network.NetworkDraw;
import org.weir.lab.compare.result.Metric;
import org.weir.lab.engine.Engine;
import org.weir.lab.engine.Pacing;
import org.weir.lab.workload.TimedMessage;

/** Measurements after a run's end, with messages that never end. */
class RunMeasurementTest {
    private static final int PERIODS = 3;

    private final ComparedNetwork network = bulk();
    private final Engine engine = new Engine(Pacing.FREE);
    private final LoadPlan plan =
            new LoadPlan(
                    network,
                    network.shape().create(network.access(), network.fabric(), 1),
                    PERIODS,
                    1);
    private final RunMeasurement measured = new RunMeasurement(engine, network, plan, PERIODS);

    private static ComparedNetwork bulk() {
        return NetworkDraw.named("contended-1-1", 0).orElseThrow().get(0);
    }

    /** Endless messages that end after all do not stand for others. */
    @Test
    void aRunGoesOnUntilEachMessageWithAnEndHasEnded() {
        List<TimedMessage> messages = plan.messages();
        assertThat(messages).anyMatch(plan::isBulk);
        long lateNs = plan.runNs() + plan.runNs() / 2;
        boolean isLate = true;
        for (TimedMessage one : messages) {
            long atNs = plan.isBulk(one) || !isLate ? plan.runNs() - 1 : lateNs;
            isLate &= plan.isBulk(one);
            int id = one.message().id();
            engine.schedule(atNs, () -> measured.log().delivered(id, engine.nowNs()));
        }
        measured.run();

        assertThat(engine.nowNs()).isBetween(lateNs, lateNs + network.periodNs());
        assertThat(measured.metrics().get(Metric.FINISHED_PERCENT)).isEqualTo(100);
    }

    /** Endless messages do not prolong it. */
    @Test
    void aRunEndsWhereOnlyEndlessMessagesAreLeft() {
        for (TimedMessage one : plan.messages()) {
            int id = one.message().id();
            if (!plan.isBulk(one)) {
                engine.schedule(
                        plan.runNs() - 1, () -> measured.log().delivered(id, engine.nowNs()));
            }
        }
        measured.run();

        assertThat(engine.nowNs()).isEqualTo(plan.runNs());
    }

    /** A class with endless packets and no others is starved. */
    @Test
    void packetsOfEndlessMessagesDoNotStandForThoseOfOthers() {
        for (TimedMessage one : plan.messages()) {
            if (plan.isBulk(one)) {
                for (int period = 0; period < PERIODS; period++) {
                    long atNs = period * network.periodNs() + network.periodNs() / 2;
                    engine.schedule(atNs, () -> receive(one, 1000));
                }
            }
        }
        measured.run();

        String verdicts = measured.outcome("any", 1, measured.metrics(), false).row().verdicts();
        assertThat(verdicts).contains("0").doesNotContain("1");
    }

    private void receive(TimedMessage one, int packets) {
        for (int i = 0; i < packets; i++) {
            measured.log().received(one.message().id(), 0, network.payloadBytes());
        }
    }
}
