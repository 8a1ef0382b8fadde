// SPDX-License-Identifier: Apache-2.0
package org.weir.control.loop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.weir.control.Marking;
import org.weir.control.PortId;
import org.weir.control.PortSettings;
import org.weir.control.QueueSettings;
import org.weir.control.RateWindow;
import org.weir.control.TargetKind;
import org.weir.control.policy.Policy;
import org.weir.control.policy.PolicyReader;

class ControlLoopTest {
    private static final PortId PORT = new PortId("device:s1", 4);
    private static final long SECOND = 1_000_000_000L;
    private static final int PACKET_BYTES = 1000;

    private final List<PortSettings> sent = new ArrayList<>();
    private final long[] bytes = new long[3];
    private Function<PortSettings, CompletableFuture<Void>> answer =
            settings -> CompletableFuture.completedFuture(null);
    private Policy policy;
    private ControlLoop loop;
    private long nowNs = 100 * SECOND;

    @BeforeEach
    void setUp() throws IOException {
        policy = policy("'delayMs': 5, 'p99DelayMs': 20");
        loop = newLoop();
    }

    private ControlLoop newLoop() {
        ControlLoop made =
                new ControlLoop(
                        policy,
                        () -> nowNs,
                        settings -> {
                            sent.add(settings);
                            return answer.apply(settings);
                        });
        made.setPort(policy.portSpec(PORT, 0).get());
        return made;
    }

    private static Policy policy(String targetsOfA) throws IOException {
        return policy(targetsOfA, "{'scheme': 'none'}");
    }

    private static Policy policy(String targetsOfA, String aqm) throws IOException {
        return policy(targetsOfA, aqm, "{}");
    }

    private static Policy policy(String targetsOfA, String aqm, String tunables)
            throws IOException {
        String json =
                "{'tunables': "
                        + tunables
                        + ", 'port': {'rateBps': 10000000, 'capacityPackets': 256, 'aqm': "
                        + aqm
                        + "}, 'classes': ["
                        + "{'name': 'A', 'kind': 'A', 'importance': 3, 'targets': {"
                        + targetsOfA
                        + "}},"
                        + "{'name': 'B', 'kind': 'B', 'importance': 2, 'targets': {'delayMs': 20}},"
                        + "{'name': 'C', 'kind': 'C', 'importance': 1}]}";
        return PolicyReader.read(new ObjectMapper().readTree(json.replace('\'', '"')), "test");
    }

    private DecisionReason second(double... mbps) {
        nowNs += SECOND;
        for (int i = 0; i < mbps.length; i++) {
            bytes[i] += (long) (mbps[i] * 1e6 / 8);
            loop.onSample(sample(i, nowNs, bytes[i]));
        }
        return loop.step().get(0).reason();
    }

    private static QueueSample sample(int index, long timeNs, long bytes) {
        return QueueSample.builder(PORT, index, timeNs)
                .arrived(bytes / PACKET_BYTES, bytes)
                .departed(bytes / PACKET_BYTES, bytes)
                .build();
    }

    private double weight(int index) {
        return loop.decision(PORT).get().settings().queues().get(index).weightFraction();
    }

    @Test
    void sendsFirstSettingsWithoutTrafficByImportance() {
        assertThat(loop.step().get(0).reason()).isEqualTo(DecisionReason.FIRST);
        assertThat(sent.get(0).queues())
                .extracting(QueueSettings::limitPackets)
                .containsExactly(126, 84, 42);
        assertThat(loop.step().get(0).reason()).isEqualTo(DecisionReason.NO_MEASUREMENT);
        assertThat(sent).hasSize(1);
    }

    @Test
    void followsTheLoadByBoundedStepsAndThenRests() {
        second(1, 2, 3);
        for (int i = 0; i < 10; i++) {
            double before = weight(2);
            second(1, 2, 12);
            assertThat(Math.abs(weight(2) - before)).isLessThan(0.26);
        }
        assertThat(weight(2)).isGreaterThan(0.45);
        int settled = sent.size();
        assertThat(settled).isBetween(2, 6);
        for (int i = 0; i < 10; i++) {
            assertThat(second(1, 2, 12)).isEqualTo(DecisionReason.UNCHANGED);
        }
        assertThat(sent).hasSize(settled);
        // Voice has its target whatever bulk sends.
        assertThat(loop.decision(PORT).get().solution().classes().get(0).missed()).isEmpty();
    }

    @Test
    void aPortOfWhichAPartIsLeftIsToldByRateAtOnceAndHearsOfSmallChangesOfTargetRates()
            throws IOException {
        second(1, 2, 12);
        second(1, 2, 12);
        Policy whole = policy;
        policy = policy("'delayMs': 5", "{'scheme': 'none'}", "{'portUtilization': 0.6}");
        loop.setPolicy(policy);
        loop.setPort(policy.portSpec(PORT, 0).get());
        second(1, 2, 12);
        assertThat(last()).extracting(QueueSettings::marking).containsOnly(Marking.BY_RATE);
        for (int i = 0; i < 20; i++) {
            second(1, 2, 3);
        }
        double before = last().get(2).targetRateBps();
        int count = sent.size();
        for (int i = 0; i < 10; i++) {
            second(1, 2.2, 3);
        }
        assertThat(sent.size()).isGreaterThan(count);
        assertThat(last().get(2).targetRateBps()).isNotEqualTo(before);
        policy = whole;
        loop.setPolicy(policy);
        loop.setPort(policy.portSpec(PORT, 0).get());
        second(1, 2, 3);
        assertThat(last()).allMatch(one -> one.marking().kind() == Marking.Kind.DEPTH);
    }

    @Test
    void aSwitchThatCannotTellByRateHasThresholdsAndItsWholePort() throws IOException {
        policy = policy("'delayMs': 5", "{'scheme': 'none'}", "{'portUtilization': 0.6}");
        loop.setPolicy(policy);
        loop.setPort(policy.portSpec(PORT, 0).get().thresholdsOnly());
        for (int i = 0; i < 10; i++) {
            second(1, 2, 12);
        }
        assertThat(last()).allMatch(one -> one.marking().kind() == Marking.Kind.DEPTH);
        double rateBps = policy.portSpec(PORT, 0).get().rateBps();
        assertThat(last().stream().mapToDouble(QueueSettings::targetRateBps).sum())
                .isGreaterThan(0.9 * rateBps);
    }

    private List<QueueSettings> last() {
        return sent.get(sent.size() - 1).queues();
    }

    @Test
    void aSchemeThatMarksAloneTakesTheThresholdsAwayAndGivesThemBack() throws IOException {
        second(1, 2, 3);
        second(1, 2, 3);
        assertThat(thresholds()).allMatch(k -> k > 0 && k < 256);

        loop.setPolicy(policy("'delayMs': 5", "{'scheme': 'codel', 'thresholds': false}"));
        for (int i = 0; i < 4; i++) {
            second(1, 2, 3 + 3 * i);
            assertThat(thresholds()).containsOnly(0);
        }

        loop.setPolicy(policy("'delayMs': 5", "{'scheme': 'codel'}"));
        second(1, 2, 12);
        assertThat(thresholds()).as("at once, not step by step").allMatch(k -> k > 0 && k < 256);
    }

    /** As they were sent last. */
    private List<Integer> thresholds() {
        List<Integer> found = new ArrayList<>();
        for (QueueSettings queue : sent.get(sent.size() - 1).queues()) {
            found.add(queue.marking().thresholdPackets().orElse(0));
        }
        return found;
    }

    @Test
    void doesNotFlapUnderNoise() {
        SplittableRandom random = new SplittableRandom(5);
        for (double[] load : new double[][] {{1, 2, 3}, {1, 2, 12}, {4, 4, 4}, {0.2, 8, 8}}) {
            for (int i = 0; i < 15; i++) {
                second(load);
            }
            int before = sent.size();
            for (int i = 0; i < 300; i++) {
                double[] noisy = new double[3];
                for (int j = 0; j < 3; j++) {
                    noisy[j] = load[j] * (0.95 + 0.1 * random.nextDouble());
                }
                second(noisy);
            }
            assertThat(sent.size() - before).as("sent under noise").isLessThanOrEqualTo(1);
        }
    }

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

    @Test
    void aFailedInstallationIsTriedAgain() {
        answer = settings -> CompletableFuture.failedFuture(new IOException("refused"));
        assertThat(loop.step().get(0).reason()).isEqualTo(DecisionReason.FIRST);
        assertThat(loop.states().get(0).classes().get(0).settings()).isEmpty();
        answer =
                settings -> {
                    throw new IllegalStateException("sink is closed");
                };
        assertThat(loop.step().get(0).reason()).isEqualTo(DecisionReason.RETRY);
        answer = settings -> CompletableFuture.completedFuture(null);
        assertThat(loop.step().get(0).reason()).isEqualTo(DecisionReason.RETRY);
        assertThat(loop.step().get(0).isSent()).isFalse();
        assertThat(loop.states().get(0).classes().get(0).settings()).isPresent();
        assertThat(sent).hasSize(3);
    }

    @Test
    void nothingIsSentWhileAnInstallationIsUnderWay() {
        List<CompletableFuture<Void>> open = new ArrayList<>();
        answer =
                settings -> {
                    CompletableFuture<Void> future = new CompletableFuture<>();
                    open.add(future);
                    return future;
                };
        loop.step();
        assertThat(second(1, 2, 3)).isEqualTo(DecisionReason.PENDING);
        nowNs += 11 * SECOND;
        assertThat(loop.step().get(0).reason()).isEqualTo(DecisionReason.RETRY);
        // The first answers after it was given up: nothing is learnt from that.
        open.get(0).complete(null);
        assertThat(loop.step().get(0).reason()).isEqualTo(DecisionReason.PENDING);
        open.get(1).complete(null);
        assertThat(loop.states().get(0).classes().get(0).settings()).isPresent();
    }

    @Test
    void settingsFoundInTheSwitchAreTakenOver() {
        for (int i = 0; i < 8; i++) {
            second(1, 2, 3);
        }
        PortSettings installed = sent.get(sent.size() - 1);
        sent.clear();
        loop = newLoop();
        loop.adopt(installed);
        assertThat(loop.step().get(0).reason()).isEqualTo(DecisionReason.NO_MEASUREMENT);
        for (int i = 0; i < 8; i++) {
            second(1, 2, 3);
        }
        assertThat(sent).isEmpty();

        ControlLoop early =
                new ControlLoop(policy, () -> nowNs, s -> CompletableFuture.completedFuture(null));
        early.adopt(installed);
        early.setPort(policy.portSpec(PORT, 0).get());
        assertThat(early.step().get(0).reason()).isEqualTo(DecisionReason.NO_MEASUREMENT);
    }

    @Test
    void aChangedPolicyIsPutInForceAtOnce() throws IOException {
        for (int i = 0; i < 8; i++) {
            second(1, 2, 3);
        }
        double before = weight(0);
        policy = policy("'delayMs': 1.5");
        loop.setPolicy(policy);
        loop.setPort(policy.portSpec(PORT, 0).get());
        assertThat(second(1, 2, 3)).isEqualTo(DecisionReason.POLICY_CHANGED);
        assertThat(weight(0)).isGreaterThan(before + 0.2);
        assertThat(second(1, 2, 3)).isEqualTo(DecisionReason.UNCHANGED);
        loop.setPort(policy.portSpec(PORT, 0).get());
        assertThat(second(1, 2, 3)).isEqualTo(DecisionReason.UNCHANGED);
    }

    @Test
    void anotherWindowOfTheLoadIsSentThoughNothingElseChanges() throws IOException {
        for (int i = 0; i < 8; i++) {
            second(1, 2, 3);
        }
        PortSettings before = sent.get(sent.size() - 1);
        assertThat(before.rateWindow().us()).isEqualTo(32768);
        policy = policy("'delayMs': 5, 'p99DelayMs': 20", "{'scheme': 'none'}, 'rateWindowUs': 64");
        loop.setPolicy(policy);
        loop.setPort(policy.portSpec(PORT, 0).get());
        assertThat(loop.states().get(0).rateWindow()).contains(before.rateWindow());
        assertThat(second(1, 2, 3)).isEqualTo(DecisionReason.POLICY_CHANGED);
        PortSettings after = sent.get(sent.size() - 1);
        assertThat(after.rateWindow()).isEqualTo(RateWindow.ofUs(64));
        assertThat(after.queues())
                .zipSatisfy(
                        before.queues(),
                        (now, old) -> assertThat(now.sameInDataPlane(old)).isTrue());
        assertThat(loop.states().get(0).rateWindow()).contains(RateWindow.ofUs(64));
        assertThat(second(1, 2, 3)).isEqualTo(DecisionReason.UNCHANGED);
    }

    @Test
    void foundSettingsWithAnotherWindowAreReplaced() {
        for (int i = 0; i < 8; i++) {
            second(1, 2, 3);
        }
        PortSettings installed = sent.get(sent.size() - 1);
        sent.clear();
        loop = newLoop();
        loop.adopt(new PortSettings(PORT, RateWindow.ofUs(16), installed.queues()));
        for (int i = 0; i < 8; i++) {
            second(1, 2, 3);
        }
        assertThat(sent).hasSize(1);
        assertThat(sent.get(0).rateWindow()).isEqualTo(installed.rateWindow());
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
    void showsWhatWasMeasured() {
        long[] delays = new long[DelayHistogram.BUCKETS];
        loop.onSample(
                QueueSample.builder(PORT, 0, nowNs).arrived(0, 0).delayHistogram(delays).build());
        nowNs += SECOND;
        delays[DelayHistogram.bucketOf(3000)] = 90;
        delays[DelayHistogram.bucketOf(50_000)] = 10;
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

    @Test
    void decisionsExplainThemselves() {
        for (int i = 0; i < 6; i++) {
            second(4, 8, 12);
        }
        String text = loop.decision(PORT).get().explain();
        assertThat(text)
                .contains(
                        "device:s1/4",
                        "of 10000000 bit/s",
                        "A: wants {delayMs 5.0",
                        "confidence",
                        "slack",
                        "missed");
    }

    private double confidence(int index) {
        return loop.states().get(0).classes().get(index).confidence();
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

    /** What is not measured moves nothing, however its last known load would be solved. */
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
    void aThresholdMovesByBoundedSteps() throws IOException {
        String json =
                "{'port': {'rateBps': 10000000, 'capacityPackets': 256},"
                        + "'tunables': {'maxThresholdStep': 0.05, 'thresholdShare': 0.5},"
                        + "'classes': [{'name': 'A'}, {'name': 'B'}, {'name': 'C'}]}";
        policy = PolicyReader.read(new ObjectMapper().readTree(json.replace('\'', '"')), "test");
        loop = newLoop();
        for (int i = 0; i < 8; i++) {
            second(0.01, 0.01, 9);
        }
        int before = sent.size();
        for (int i = 0; i < 12; i++) {
            second(8, 0.01, 9);
        }
        assertThat(sent.size()).isGreaterThan(before + 1);
        for (int i = before; i < sent.size(); i++) {
            for (int j = 0; j < 3; j++) {
                int old =
                        sent.get(i - 1).queues().get(j).marking().thresholdPackets().orElseThrow();
                int now = sent.get(i).queues().get(j).marking().thresholdPackets().orElseThrow();
                assertThat((double) now)
                        .isBetween(Math.min(old - 1, old / 1.05), Math.max(old + 1, 1.05 * old));
            }
        }
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
    void aRoundOfSomePortsLeavesOutThoseWithoutNews() {
        PortId other = new PortId("device:s2", 1);
        loop.setPort(policy.portSpec(other, 0).get());
        assertThat(loop.step(Set.of()))
                .extracting(Decision::port)
                .containsExactlyInAnyOrder(PORT, other);
        assertThat(loop.step(Set.of())).isEmpty();
        assertThat(loop.step(Set.of(other))).extracting(Decision::port).containsExactly(other);
        loop.setPolicy(policy);
        assertThat(loop.step(Set.of())).hasSize(2);
    }
}
