// SPDX-License-Identifier: Apache-2.0
package org.weir.control.loop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.weir.control.PortId;
import org.weir.control.QueueSettings;
import org.weir.control.TargetKind;
import org.weir.control.measurement.DelayHistogram;
import org.weir.control.measurement.DepthReport;
import org.weir.control.measurement.QueueSample;

/** Readings of counters and reports: lost, late, repeated, impossible ones. */
class ControlLoopReadingsTest extends OnePortLoop {
    @Test
    void lateRepeatedAndLostReadingsDoNoHarm() {
        second(1, 2, 3);
        second(1, 2, 3);
        double before = loop.states().get(0).classes().get(2).arrivalRateBps();
        loop.onSample(sample(2, nowNs - SECOND / 2, bytes[2] - 100_000));
        loop.onSample(sample(2, nowNs, bytes[2]));
        // Three readings are lost; the next one covers their time.
        nowNs += 3 * SECOND;
        for (int i = 0; i < 3; i++) {
            bytes[i] += 3 * (i + 1) * 125_000L;
        }
        second(1, 2, 3);
        assertThat(before).isCloseTo(3e6, within(1.0));
        assertThat(loop.states().get(0).classes().get(2).arrivalRateBps())
                .isCloseTo(3e6, within(1.0));
    }

    /** A port whose settings are on their way takes part in rounds of other ports. */
    @Test
    void roundsWithoutAReadingForgetNothing() {
        answer = settings -> new CompletableFuture<>();
        second(1, 2, 3);
        nowNs += SECOND;
        for (int i = 0; i < 3; i++) {
            bytes[i] += 125_000;
            long packets = bytes[i] / PACKET_BYTES;
            loop.onSample(
                    QueueSample.builder(PORT, i, nowNs)
                            .arrived(packets + 100, bytes[i])
                            .departed(packets, bytes[i])
                            .dropped(100)
                            .build());
        }
        loop.step();
        double loss = loop.states().get(0).classes().get(0).lossFraction();
        assertThat(loss).isPositive();

        for (int i = 0; i < 20; i++) {
            nowNs += SECOND / 10;
            assertThat(loop.step(Set.of())).hasSize(1);
        }

        assertThat(loop.states().get(0).classes().get(0).lossFraction()).isEqualTo(loss);
    }

    @Test
    void aRestartedSwitchIsNoticedAndOneAbsurdReadingForgotten() {
        second(1, 2, 3);
        second(1, 2, 3);
        bytes[2] = 0;
        second(1, 2, 3);
        assertThat(loop.states().get(0).classes().get(2).arrivalRateBps())
                .isCloseTo(3e6, within(1.0));
        second(1, 2, 3);
        loop.onSample(sample(2, nowNs + SECOND / 2, Long.MAX_VALUE / 2));
        for (int i = 0; i < 4; i++) {
            second(1, 2, 3);
        }
        assertThat(loop.states().get(0).classes().get(2).arrivalRateBps())
                .isCloseTo(3e6, within(1.0));
        // A clock that was far ahead once.
        loop.onSample(sample(2, nowNs + 100 * SECOND, bytes[2]));
        for (int i = 0; i < 6; i++) {
            second(1, 2, 3);
        }
        assertThat(loop.states().get(0).classes().get(2).arrivalRateBps())
                .isCloseTo(3e6, within(3e5));
    }

    @Test
    void anyOneBadReadingIsRecoveredFrom() {
        SplittableRandom random = new SplittableRandom(6);
        for (int run = 0; run < 200; run++) {
            long time = nowNs + (long) ((random.nextDouble() - 0.5) * 4 * SECOND);
            long count = random.nextLong(Long.MAX_VALUE >> random.nextInt(60));
            loop.onSample(sample(random.nextInt(3), time, count));
            for (int i = 0; i < 25; i++) {
                second(1, 2, 3);
            }
            for (int i = 0; i < 3; i++) {
                assertThat(loop.states().get(0).classes().get(i).arrivalRateBps())
                        .isCloseTo((i + 1) * 1e6, within(2e4));
            }
        }
    }

    /** Of 8000 bytes a threshold of the same delay has an eighth of the packets. */
    @Test
    void packetsHaveTheLengthOfThePolicyUntilCountersTellTheirs() throws IOException {
        String known = "{'usualPacketBytes': 8000}";
        policy = policy("'delayMs': 50, 'p99DelayMs': 200", "{'scheme': 'none'}", known);
        loop = newLoop();
        loop.step();
        for (int i = 0; i < 3; i++) {
            assertThat(packetBytes(i)).isEqualTo(8000);
        }
        int first = thresholds().get(0);
        for (int i = 0; i < 12; i++) {
            second(1, 2, 3);
        }
        for (int i = 0; i < 3; i++) {
            assertThat(packetBytes(i)).isCloseTo(PACKET_BYTES, within(1.0));
        }
        assertThat(thresholds().get(0)).isGreaterThan(4 * first);
    }

    private double packetBytes(int index) {
        return loop.decision(PORT).get().problem().classes().get(index).packetBits() / 8;
    }

    @Test
    void sharesHoldForFullPacketsWhereThePolicySaysThatQueuesConsistOfThem() throws IOException {
        // Class A has many messages of one short packet: 250 bytes in the mean.
        Map<String, List<Integer>> weights = new HashMap<>();
        for (String tunables : List.of("{}", "{'leastPacketBytes': 1000}")) {
            policy = policy("'delayMs': 50", "{'scheme': 'none'}", tunables);
            loop = newLoop();
            long[] count = new long[3];
            for (int period = 0; period < 20; period++) {
                nowNs += SECOND;
                for (int i = 0; i < 3; i++) {
                    int packetBytes = i == 0 ? PACKET_BYTES / 4 : PACKET_BYTES;
                    count[i] += 400;
                    loop.onSample(
                            QueueSample.builder(PORT, i, nowNs)
                                    .arrived(count[i], count[i] * packetBytes)
                                    .departed(count[i], count[i] * packetBytes)
                                    .build());
                }
                loop.step();
            }
            weights.put(
                    tunables,
                    loop.decision(PORT).get().settings().queues().stream()
                            .map(QueueSettings::weightPackets)
                            .collect(Collectors.toList()));
        }

        List<Integer> byMean = weights.get("{}");
        List<Integer> full = weights.get("{'leastPacketBytes': 1000}");
        assertThat((double) byMean.get(0) / byMean.get(2)).isCloseTo(12, within(0.5));
        assertThat((double) full.get(0) / full.get(2)).isCloseTo(3, within(0.1));
    }

    /** Hosts with lines of 1 Gb/s flood a port of 10 Mb/s with 70 times its rate. */
    @Test
    void aFloodIsMeasured() {
        long arrived = 0;
        long departed = 0;
        for (int i = 0; i < 20; i++) {
            nowNs += SECOND;
            arrived += 87_500;
            departed += 1000;
            loop.onSample(
                    QueueSample.builder(PORT, 0, nowNs)
                            .arrived(arrived, arrived * PACKET_BYTES)
                            .departed(departed, departed * PACKET_BYTES)
                            .dropped(arrived - departed)
                            .build());
            loop.step();
        }

        ClassState state = loop.states().get(0).classes().get(0);
        assertThat(state.lossFraction()).isGreaterThan(0.9);
        assertThat(state.arrivalRateBps()).isCloseTo(700e6, within(1e6));
        assertThat(state.confidence()).isGreaterThan(0.99);
    }

    @Test
    void moreDeparturesThanThePortCanHaveAreRefused() {
        for (int i = 0; i < 20; i++) {
            second(1, 2, 700);
        }

        List<ClassState> classes = loop.states().get(0).classes();
        assertThat(classes.get(2).refusedFraction()).isEqualTo(1);
        assertThat(classes.get(1).refusedFraction()).isZero();
    }

    @Test
    void aPortThatFallsSilentKeepsItsSettings() {
        for (int i = 0; i < 5; i++) {
            second(1, 2, 3);
        }
        int before = sent.size();
        nowNs += 20 * SECOND;
        assertThat(loop.step().get(0).reason()).isEqualTo(DecisionReason.NO_MEASUREMENT);
        assertThat(loop.states().get(0).isFresh()).isFalse();
        assertThat(sent).hasSize(before);
    }

    @Test
    void confidenceGrowsWithReadingsAndFallsWithLostLateAndWrongOnes() {
        assertThat(confidence(2)).isZero();
        second(1, 2, 3);
        assertThat(confidence(2)).isZero();
        second(1, 2, 3);
        double one = confidence(2);
        second(1, 2, 3);
        assertThat(confidence(2)).isGreaterThan(one);
        for (int i = 0; i < 12; i++) {
            second(1, 2, 3);
        }
        assertThat(confidence(2)).isGreaterThan(0.999);
        assertThat(loop.decision(PORT).get().confidence(2)).isEqualTo(confidence(2));
        // Late, repeated and impossible ones.
        loop.onSample(sample(2, nowNs - SECOND / 2, bytes[2]));
        double late = confidence(2);
        assertThat(late).isLessThan(0.9);
        loop.onSample(sample(2, nowNs + SECOND / 2, Long.MAX_VALUE / 2));
        assertThat(confidence(2)).isLessThan(late);
        assertThat(confidence(1)).isGreaterThan(0.999);
        for (int i = 0; i < 30; i++) {
            second(1, 2, 3);
        }
        assertThat(confidence(2)).isGreaterThan(0.999);
        // Readings that are lost altogether.
        nowNs += 3 * SECOND;
        assertThat(confidence(2)).isBetween(0.2, 0.9);
        nowNs += 3 * SECOND;
        assertThat(confidence(2)).isZero();
    }

    /**
     * A class that is not measured causes no change, whatever its last known load would lead to.
     */
    @Test
    void aClassWithoutReadingsMovesNothing() {
        for (int i = 0; i < 15; i++) {
            second(1, 2, 3);
        }
        int before = sent.size();
        // C's readings stop; one of its reports claims a load that nobody measured.
        for (int i = 0; i < 15; i++) {
            assertThat(second(1, 2)).isEqualTo(DecisionReason.UNCHANGED);
        }
        assertThat(sent).hasSize(before);
        assertThat(confidence(2)).isZero();
        for (int i = 0; i < 15; i++) {
            second(1, 9);
        }
        assertThat(sent.size()).as("B's load still matters").isGreaterThan(before);
    }

    @Test
    void whatIsNotUnderControlIsCounted() {
        loop.onSample(sample(2, nowNs, 0));
        loop.onSample(QueueSample.builder(new PortId("device:s2", 1), 0, nowNs).build());
        loop.onReport(new DepthReport(PORT, 7, nowNs, 0, 0, 0, 0));
        assertThat(loop.unknownCount()).isEqualTo(2);
        loop.removePort(PORT);
        assertThat(loop.step()).isEmpty();
        assertThat(loop.decision(PORT)).isEmpty();
    }

    /** Windows of 4 packets scatter by half of that; 4 s of them are no reason to read at once. */
    @Test
    void aReportContradictsBeyondChanceOnly() {
        for (int i = 0; i < 20; i++) {
            second(2, 1, 1);
        }
        double windowS = policy.portSpec(PORT, 0).get().rateWindow().us() / 1e6;
        double packets = 2e6 * windowS / (8 * PACKET_BYTES);
        double deviationKbps = 2000 / Math.sqrt(packets);
        assertThat(loop.contradicts(report(0, 2000 + 2 * deviationKbps))).isFalse();
        assertThat(loop.contradicts(report(0, 2000 - deviationKbps))).isFalse();
        assertThat(loop.contradicts(report(0, 2000 + 20 * deviationKbps))).isTrue();
        assertThat(loop.contradicts(report(7, 9000))).isFalse();
    }

    private static DepthReport report(int classIndex, double rateKbps) {
        return new DepthReport(PORT, classIndex, 0, 0, 0, 0, (long) rateKbps);
    }

    @Test
    void showsWhatWasMeasured() {
        long[] delays = new long[DelayHistogram.BUCKETS];
        loop.onSample(
                QueueSample.builder(PORT, 0, nowNs).arrived(0, 0).delayHistogram(delays).build());
        nowNs += SECOND;
        delays[DelayHistogram.COARSEST.bucketOf(3000)] = 90;
        delays[DelayHistogram.COARSEST.bucketOf(50_000)] = 10;
        loop.onSample(
                QueueSample.builder(PORT, 0, nowNs)
                        .arrived(110, 110_000)
                        .departed(100, 100_000)
                        .dropped(10)
                        .marked(20)
                        .feedback(5)
                        .delayHistogram(delays)
                        .build());
        loop.onReport(new DepthReport(PORT, 0, nowNs, 4, 9, 3000, 880));
        loop.onReport(new DepthReport(PORT, 0, nowNs, 6, 7, 3000, 880));
        ClassState state = loop.states().get(0).classes().get(0);
        assertThat(state.arrivalRateBps()).isEqualTo(880_000);
        assertThat(state.goodputBps()).isEqualTo(800_000);
        assertThat(state.meanPacketBytes()).isEqualTo(1000);
        assertThat(state.depthMeanPackets()).isEqualTo(5);
        assertThat(state.depthMaxPackets()).isEqualTo(9);
        assertThat(state.delayP50Ms()).isBetween(2.5, 3.6);
        assertThat(state.delayP99Ms()).isBetween(49.0, 58.0);
        assertThat(state.lossFraction()).isCloseTo(1.0 / 11, within(1e-12));
        assertThat(state.markedPackets()).isEqualTo(20);
        assertThat(state.feedbackPackets()).isEqualTo(5);
        assertThat(state.droppedPackets()).isEqualTo(10);
        assertThat(state.missedTargets()).containsExactly(TargetKind.DELAY, TargetKind.P99_DELAY);
        assertThat(state.targetMet()).isFalse();
        assertThat(loop.states().get(0).classes().get(2).targetMet()).isTrue();
    }
}
