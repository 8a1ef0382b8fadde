// SPDX-License-Identifier: Apache-2.0
package org.weir.control.loop;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.weir.control.measurement.DelayHistogram;
import org.weir.control.measurement.QueueSample;

/** Classes with fewer packets in a period than a verdict needs. */
class FewPacketsTest extends OnePortLoop {
    private static final long PERIOD_NS = SECOND / 100;

    private final long[] packets = new long[2];
    private final long[] delays = new long[DelayHistogram.BUCKETS];

    @BeforeEach
    void periodsOfTenMilliseconds() throws IOException {
        policy =
                read(
                        "{'periodMs': 10, 'port': {'rateBps': 10000000, 'capacityPackets': 256},"
                                + " 'classes': [{'name': 'A', 'importance': 3, 'targets': {'delayMs':"
                                + " 20}}, {'name': 'B', 'importance': 1}]}");
        loop = newLoop();
        loop.step();
    }

    /** Periods in which the first class sends some packets, which all wait equally long. */
    private void periods(int count, int packetsOfA, int delayMs) {
        for (int i = 0; i < count; i++) {
            period(packetsOfA, delayMs);
        }
    }

    private void period(int packetsOfA, int delayMs) {
        nowNs += PERIOD_NS;
        packets[0] += packetsOfA;
        packets[1]++;
        delays[DelayHistogram.COARSEST.bucketOf(1000L * delayMs)] += packetsOfA;
        for (int i = 0; i < 2; i++) {
            loop.onSample(
                    QueueSample.builder(PORT, i, nowNs)
                            .arrived(packets[i], packets[i] * PACKET_BYTES)
                            .departed(packets[i], packets[i] * PACKET_BYTES)
                            .delayHistogram(i == 0 ? delays : new long[DelayHistogram.BUCKETS])
                            .build());
        }
        loop.step();
    }

    private Promise promise() {
        return loop.decision(PORT).get().promise(0);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 7, 8, 29, 31})
    void aDelayAboveTheTargetEndsThePromiseAndCutsThresholds(int packetsOfA) {
        periods(70, packetsOfA, 80);
        assertThat(promise().isGiven()).isFalse();
        assertThat(thresholds()).isEqualTo(List.of(1, 1));
        assertThat(loop.decision(PORT).get().adjustments())
                .anyMatch(one -> one.startsWith("Class A counts"));
    }

    @Test
    void aDelayWithinTheTargetKeepsThePromise() {
        periods(100, 8, 10);
        assertThat(promise().isGiven()).isTrue();
        assertThat(loop.decision(PORT).get().adjustments()).isEmpty();
    }

    /** Of 8 packets a period, every fourth has a verdict on 32. */
    @Test
    void aVerdictIsOnThePacketsSinceTheLastOne() {
        periods(40, 8, 10);
        int judged = 0;
        int missed = 0;
        for (int i = 0; i < 40; i++) {
            period(8, i < 4 ? 80 : 10);
            ClassState state = loop.states().get(0).classes().get(0);
            judged += state.isPeriodJudged() ? 1 : 0;
            missed += state.isPeriodJudged() && !state.targetMet() ? 1 : 0;
        }
        assertThat(judged).isEqualTo(10);
        assertThat(missed).isBetween(1, 2);
        assertThat(loop.states().get(0).classes().get(0).targetMet()).isTrue();
    }
}
