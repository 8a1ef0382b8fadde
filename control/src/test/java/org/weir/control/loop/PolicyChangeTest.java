// SPDX-License-Identifier: Apache-2.0
package org.weir.control.loop;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.weir.control.PortSettings;
import org.weir.control.measurement.DelayHistogram;
import org.weir.control.measurement.QueueSample;
import org.weir.control.policy.Policy;

/** Promises, shares and thresholds of a port when another policy comes into force. */
class PolicyChangeTest extends OnePortLoop {
    private static final String CLASSES =
            "{'name': 'A', 'importance': 3, 'targets': {'delayMs': 5, 'p99DelayMs': 20}},"
                    + "{'name': 'B', 'importance': 2, 'targets': {'delayMs': 20}},"
                    + "{'name': 'C', 'importance': 1}";

    private final long[][] delays = new long[3][DelayHistogram.BUCKETS];

    /** The delays that were read last. */
    private final long[][] readDelays = new long[3][DelayHistogram.BUCKETS];

    private boolean isHistogramRead = true;

    private static Policy policyOf(String ports, String classes) throws IOException {
        return read(
                "{'port': {'rateBps': 10000000, 'capacityPackets': 256}"
                        + ports
                        + ", 'classes': ["
                        + classes
                        + "]}");
    }

    /** Time in which 375 packets of each class arrive per second and wait equally long. */
    private void arrive(double seconds, int... delaysMs) {
        nowNs += (long) (seconds * SECOND);
        DelayHistogram buckets = DelayHistogram.of(policy.portSpec(PORT, 0).get().rateWindow());
        for (int i = 0; i < 3; i++) {
            long packets = (long) (375 * seconds);
            bytes[i] += packets * PACKET_BYTES;
            delays[i][buckets.bucketOf(1000L * delaysMs[i])] += packets;
            QueueSample.Builder sample =
                    QueueSample.builder(PORT, i, nowNs)
                            .arrived(bytes[i] / PACKET_BYTES, bytes[i])
                            .departed(bytes[i] / PACKET_BYTES, bytes[i]);
            if (isHistogramRead) {
                readDelays[i] = delays[i].clone();
                sample.delayHistogram(readDelays[i]);
            } else {
                sample.earlierDelayHistogram(readDelays[i]);
            }
            loop.onSample(sample.build());
        }
    }

    private Decision rounds(int count, int... delaysMs) {
        Decision last = null;
        for (int i = 0; i < count; i++) {
            arrive(1, delaysMs);
            last = loop.step().get(0);
        }
        return last;
    }

    private void use(Policy other) {
        policy = other;
        loop.setPolicy(other);
        loop.setPort(other.portSpec(PORT, 0).get());
    }

    private void start() throws IOException {
        policy = policyOf("", CLASSES);
        loop = newLoop();
        loop.step();
    }

    @Test
    void aChangeOfAnotherPortChangesNothingHere() throws IOException {
        start();
        rounds(20, 1, 60, 1);
        Decision before = rounds(10, 1, 19, 1);
        assertThat(before.promise(1).status()).isEqualTo(Promise.Status.WITHDRAWN);
        double shareOfB = before.settings().queues().get(1).weightFraction();
        assertThat(shareOfB).isGreaterThan(0.4);

        use(
                policyOf(
                        ", 'ports': [{'device': 'device:s9', 'port': 7, 'capacityPackets': 512}]",
                        CLASSES));
        Decision after = rounds(1, 1, 19, 1);

        assertThat(after.promise(1).status()).isEqualTo(Promise.Status.WITHDRAWN);
        assertThat(after.reason()).isEqualTo(DecisionReason.UNCHANGED);
        assertThat(after.settings().queues().get(1).weightFraction()).isEqualTo(shareOfB);
        assertThat(after.adjustments()).hasSameSizeAs(before.adjustments());
    }

    @Test
    void aPeriodOfThePolicyBeforeMissesNoTargetOfThisOne() throws IOException {
        start();
        rounds(20, 4, 4, 4);
        Policy stricter = policyOf("", CLASSES.replace("'delayMs': 5", "'delayMs': 3"));

        arrive(0.5, 4, 4, 4);
        use(stricter);
        assertThat(loop.step().get(0).adjustments()).isEmpty();
        // This reading began half a second before the policy.
        arrive(0.5, 4, 4, 4);
        assertThat(loop.step().get(0).adjustments()).isEmpty();

        assertThat(rounds(1, 4, 4, 4).adjustments()).isNotEmpty();
    }

    /** With many busy queues a switch's histograms are read in some rounds only. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5})
    void delaysReadLaterUnderTheNextPolicyMissNoTargetOfIt(int roundsWithoutDelays)
            throws IOException {
        start();
        rounds(20, 4, 4, 4);
        Policy stricter = policyOf("", CLASSES.replace("'delayMs': 5", "'delayMs': 3"));
        isHistogramRead = false;
        rounds(1, 30, 30, 1);
        use(stricter);
        assertThat(rounds(roundsWithoutDelays, 1, 1, 1).adjustments()).isEmpty();
        // These delays are of the rounds since the last histogram, in part under the old policy.
        isHistogramRead = true;
        assertThat(rounds(1, 1, 1, 1).adjustments()).isEmpty();
        assertThat(loop.states().get(0).classes().get(0).missedTargets()).isEmpty();

        assertThat(rounds(1, 4, 4, 4).adjustments()).isNotEmpty();
    }

    /** The class has too few packets for a verdict on a period alone. */
    @Test
    void delaysUnderThePolicyBeforeMissNoTargetOfThisOne() throws IOException {
        start();
        rounds(20, 4, 1, 1);
        use(policyOf("", CLASSES.replace("'delayMs': 5", "'delayMs': 2")));
        loop.step();
        for (int i = 0; i < 12; i++) {
            assertThat(loop.states().get(0).classes().get(0).missedTargets())
                    .as("round %d", i)
                    .isEmpty();
            arrive(0.02, i == 0 ? 4 : 1, 1, 1);
            loop.step();
        }
        assertThat(loop.states().get(0).classes().get(0).delayMeanMs()).isBetween(0.5, 1.5);
    }

    /** Class B has missed its target, so its share is larger until the policy changes. */
    @Test
    void aPlanShowsTheSharesThatItsApplicationSends() throws IOException {
        start();
        rounds(30, 1, 60, 1);
        Policy other = policyOf("", CLASSES.replace("'importance': 1", "'importance': 1.01"));
        PortPlan planned = loop.plan(other, List.of(other.portSpec(PORT, 0).get())).get(0);

        use(other);

        PortSettings sentNow = loop.step().get(0).settings();
        assertThat(planned.settings().sameInDataPlane(sentNow)).isTrue();
        PortPlan unchanged = loop.plan(other, List.of(other.portSpec(PORT, 0).get())).get(0);
        assertThat(unchanged.settings().sameInDataPlane(sentNow)).isTrue();
    }

    @Test
    void aPromiseIsOfTargetsNotOfAPolicy() throws IOException {
        start();
        rounds(20, 1, 60, 1);

        use(policyOf("", CLASSES.replace("'importance': 1", "'importance': 1.5")));
        assertThat(rounds(1, 1, 19, 1).promise(1).status()).isEqualTo(Promise.Status.WITHDRAWN);

        use(policyOf("", CLASSES.replace("'delayMs': 20", "'delayMs': 200")));
        assertThat(rounds(1, 1, 19, 1).promise(1).isGiven()).isTrue();
    }
}
