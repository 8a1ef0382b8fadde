// SPDX-License-Identifier: Apache-2.0
package org.weir.control.loop;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.weir.control.Marking;
import org.weir.control.PortId;
import org.weir.control.QueueSettings;
import org.weir.control.measurement.QueueSample;
import org.weir.control.policy.Policy;
import org.weir.control.policy.PolicyReader;

/** Decisions: when the loop solves a port again, and by how much settings move. */
class ControlLoopTest extends OnePortLoop {
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
    void byTheModelFollowsTheLoadByBoundedStepsAndThenRests() throws IOException {
        policy = policy("'delayMs': 5, 'p99DelayMs': 20", "{'scheme': 'none'}", BY_MODEL);
        loop = newLoop();
        second(1, 2, 3);
        for (int i = 0; i < 10; i++) {
            double before = weight(2);
            second(1, 2, 3.8);
            assertThat(Math.abs(weight(2) - before)).isLessThan(0.26);
        }
        assertThat(weight(2)).isGreaterThan(0.35);
        int settled = sent.size();
        assertThat(settled).isBetween(2, 6);
        for (int i = 0; i < 10; i++) {
            assertThat(second(1, 2, 3.8)).isEqualTo(DecisionReason.UNCHANGED);
        }
        assertThat(sent).hasSize(settled);
        // Voice has its target whatever bulk sends.
        assertThat(loop.decision(PORT).get().solution().classes().get(0).notGuaranteed()).isEmpty();
    }

    @Test
    void bulkThatHeedsNobodyLeavesTheOthersTheirSharesByImportance() {
        second(1, 2, 3);
        for (int i = 0; i < 10; i++) {
            second(1, 2, 12);
        }
        assertThat(weight(0)).isGreaterThan(0.45);
        assertThat(weight(1)).isGreaterThan(0.3);
    }

    @Test
    void belowFullUtilizationMarkingIsByRateAndSmallChangesOfTargetRatesAreSent()
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
    void aSwitchWithoutRateBasedMarkingHasThresholdsAndItsWholePort() throws IOException {
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
            second(9, 0.01, 0.01);
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

    /** Before a load is known packets are taken for 1000 bytes; these have 250. */
    @Test
    void theFirstThresholdsForAKnownLoadAreNotBoundedByAStep() throws IOException {
        policy = policy("'delayMs': 5", "{'scheme': 'none'}", "{'maxThresholdStep': 0.05}");
        loop = newLoop();
        for (int i = 0; i < 8; i++) {
            nowNs += SECOND;
            for (int j = 0; j < 3; j++) {
                bytes[j] += 375_000;
                loop.onSample(
                        QueueSample.builder(PORT, j, nowNs)
                                .arrived(bytes[j] / 250, bytes[j])
                                .departed(bytes[j] / 250, bytes[j])
                                .build());
            }
            loop.step();
        }
        int unknown = sent.get(0).queues().get(1).marking().thresholdPackets().orElseThrow();
        int known = sent.get(1).queues().get(1).marking().thresholdPackets().orElseThrow();
        assertThat(known).isGreaterThan(2 * unknown);
    }

    @Test
    void aRoundOfSomePortsLeavesOutThoseWithoutNews() throws IOException {
        PortId other = new PortId("device:s2", 1);
        loop.setPort(policy.portSpec(other, 0).get());
        assertThat(loop.step(Set.of()))
                .extracting(Decision::port)
                .containsExactlyInAnyOrder(PORT, other);
        assertThat(loop.step(Set.of())).isEmpty();
        assertThat(loop.step(Set.of(other))).extracting(Decision::port).containsExactly(other);
        loop.setPolicy(policy("'delayMs': 6"));
        assertThat(loop.step(Set.of())).hasSize(2);
    }

    @Test
    void thresholdsMarkIfTheProgramLacksTheSchemeThatIsToMarkAlone() throws IOException {
        policy = policy("'delayMs': 5", "{'scheme': 'codel', 'thresholds': false}");
        loop.setPolicy(policy);
        loop.setPort(policy.portSpec(PORT, 0).get().withoutAqm());
        second(1, 2, 3);
        second(1, 2, 3);
        assertThat(thresholds()).allMatch(k -> k > 0 && k < 256);

        loop.setPort(policy.portSpec(PORT, 0).get());
        second(1, 2, 3);
        second(1, 2, 3);
        assertThat(last()).allMatch(one -> one.marking().equals(Marking.OFF));
    }
}
