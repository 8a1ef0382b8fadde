// SPDX-License-Identifier: Apache-2.0
package org.weir.control.loop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.weir.control.PortSettings;
import org.weir.control.QueueSettings;
import org.weir.control.RateWindow;
import org.weir.control.measurement.QueueSample;
import org.weir.control.policy.Policy;

/** Settings on their way to the switch: refused, delayed, found there, replaced. */
class ControlLoopInstallationTest extends OnePortLoop {
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

    private static Policy importance(int first, int second) throws IOException {
        return read(
                "{'port': {'rateBps': 100000000, 'capacityPackets': 256}, 'classes': ["
                        + "{'name': 'A', 'importance': "
                        + first
                        + "}, {'name': 'B', 'importance': "
                        + second
                        + "}]}");
    }

    @Test
    void aPolicyThatTheSwitchRefusedOnceIsInForceAtOnceTheNextTime() throws IOException {
        policy = importance(1, 9);
        loop = newLoop();
        for (int i = 0; i < 10; i++) {
            second(8, 40);
        }
        policy = importance(9, 1);
        loop.setPolicy(policy);
        loop.setPort(policy.portSpec(PORT, 0).get());
        answer = settings -> CompletableFuture.failedFuture(new IOException("refused"));
        assertThat(second(8, 40)).isEqualTo(DecisionReason.POLICY_CHANGED);
        assertThat(loop.isBehind(PORT)).isTrue();
        answer = settings -> CompletableFuture.completedFuture(null);
        assertThat(second(8, 40)).isEqualTo(DecisionReason.RETRY);
        assertThat(inForce().queues().get(0).weightFraction()).isCloseTo(0.9, within(0.01));
        assertThat(loop.isBehind(PORT)).isFalse();
    }

    /** Steps of 10 ms; returns the reason of the last. */
    private DecisionReason steps(int count) {
        DecisionReason reason = null;
        for (int i = 0; i < count; i++) {
            nowNs += SECOND / 100;
            reason = loop.step().get(0).reason();
        }
        return reason;
    }

    @Test
    void settingsThatAreAlwaysRefusedAreSentMoreAndMoreRarely() throws IOException {
        answer = settings -> CompletableFuture.failedFuture(new IOException("refused"));
        assertThat(steps(1000)).isEqualTo(DecisionReason.RETRY_LATER);
        assertThat(sent).hasSizeBetween(8, 12);
        sent.clear();
        steps(100 * 600);
        assertThat(sent).as("within 10 minutes").hasSizeBetween(20, 24);
    }

    @Test
    void anotherWishIsSentAtOnce() throws IOException {
        answer = settings -> CompletableFuture.failedFuture(new IOException("refused"));
        steps(1000);
        sent.clear();
        loop.setPolicy(policy("'delayMs': 0.5"));
        assertThat(steps(1)).isEqualTo(DecisionReason.RETRY);
        assertThat(steps(1)).isEqualTo(DecisionReason.RETRY);
        assertThat(sent).hasSize(2);

        answer = settings -> CompletableFuture.completedFuture(null);
        assertThat(steps(1)).isEqualTo(DecisionReason.RETRY);
        assertThat(loop.isBehind(PORT)).isFalse();
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

    /** A second in which the classes send packets of different sizes. */
    private DecisionReason secondOfSizes() {
        int[] packetBytes = {200, 1000, 1500};
        nowNs += SECOND;
        for (int i = 0; i < packetBytes.length; i++) {
            bytes[i] += (i + 1) * 125_000L / packetBytes[i] * packetBytes[i];
            long packets = bytes[i] / packetBytes[i];
            loop.onSample(
                    QueueSample.builder(PORT, i, nowNs)
                            .arrived(packets, bytes[i])
                            .departed(packets, bytes[i])
                            .build());
        }
        return loop.step().get(0).reason();
    }

    /** The settings as a switch keeps them: packets, no shares. */
    private static PortSettings asRead(PortSettings installed) {
        return asRead(installed, 1);
    }

    private static PortSettings asRead(PortSettings installed, int cellsPerPacket) {
        return new PortSettings(
                installed.port(),
                installed.rateWindow(),
                installed.queues().stream()
                        .map(
                                queue ->
                                        queue.toBuilder()
                                                .weightFraction(0)
                                                .serviceRateBps(0)
                                                .limitPackets(cellsPerPacket * queue.limitPackets())
                                                .build())
                        .collect(Collectors.toList()));
    }

    private PortSettings inForce() {
        List<QueueSettings> queues = new ArrayList<>();
        for (ClassState one : loop.states().get(0).classes()) {
            queues.add(one.settings().orElseThrow());
        }
        return new PortSettings(PORT, policy.portSpec(PORT, 0).get().rateWindow(), queues);
    }

    @Test
    void sharesOfSettingsThatWereTakenOverAreKnownWithTheSizesOfPackets() {
        for (int i = 0; i < 8; i++) {
            secondOfSizes();
        }
        PortSettings installed = sent.get(sent.size() - 1);
        sent.clear();
        loop = newLoop();
        loop.adopt(asRead(installed));
        assertThat(loop.step().get(0).reason()).isEqualTo(DecisionReason.NO_MEASUREMENT);
        assertThat(inForce().areSharesKnown()).isFalse();

        for (int i = 0; i < 8; i++) {
            secondOfSizes();
        }

        assertThat(sent).isEmpty();
        assertThat(inForce().queues())
                .zipSatisfy(
                        installed.queues(),
                        (now, before) -> {
                            assertThat(now.weightFraction())
                                    .isCloseTo(before.weightFraction(), within(0.01));
                            assertThat(now.serviceRateBps())
                                    .isCloseTo(1e7 * now.weightFraction(), within(1.0));
                        });
    }

    /** An ASIC has shares of bits, which do not follow from the settings in its program. */
    @Test
    void sharesThatAnAsicKeepsAreSentWithTheFirstKnownLoad() {
        loop = asicLoop();
        for (int i = 0; i < 8; i++) {
            secondOfSizes();
        }
        PortSettings installed = sent.get(sent.size() - 1);
        sent.clear();
        loop = asicLoop();
        loop.adopt(asRead(installed));
        DecisionReason reason = secondOfSizes();
        while (reason == DecisionReason.NO_MEASUREMENT) {
            assertThat(inForce().areSharesKnown()).isFalse();
            reason = secondOfSizes();
        }

        assertThat(reason).isEqualTo(DecisionReason.SHARES_UNKNOWN);
        assertThat(sent).hasSize(1);
        assertThat(last().get(0).weightFraction())
                .isCloseTo(installed.queues().get(0).weightFraction(), within(0.01));
        assertThat(inForce()).isEqualTo(sent.get(0));
        assertThat(secondOfSizes()).isEqualTo(DecisionReason.UNCHANGED);
    }

    /** They have limits in cells; as packets, they would promise less loss and more delay. */
    @Test
    void settingsThatWereReadFromAnAsicPromiseNothing() {
        loop = asicLoop();
        for (int i = 0; i < 8; i++) {
            secondOfSizes();
        }
        PortSettings installed = sent.get(sent.size() - 1);
        loop = asicLoop();
        loop.adopt(asRead(installed, 7));
        loop.setFrozen(true);
        for (int i = 0; i < 8; i++) {
            secondOfSizes();
        }
        Decision decision = loop.decision(PORT).orElseThrow();
        assertThat(decision.reason()).isEqualTo(DecisionReason.FROZEN);
        assertThat(decision.inForce()).isEqualTo(decision.solution().classes());
    }

    private ControlLoop asicLoop() {
        return newLoop(policy.portSpec(PORT, 0).get().coarseDelays());
    }

    @Test
    void aChangedPolicyIsPutInForceAtOnce() throws IOException {
        policy = policy("'delayMs': 5", "{'scheme': 'none'}", BY_MODEL);
        loop = newLoop();
        for (int i = 0; i < 8; i++) {
            second(1, 2, 3);
        }
        double before = weight(0);
        policy = policy("'delayMs': 1.5", "{'scheme': 'none'}", BY_MODEL);
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
}
