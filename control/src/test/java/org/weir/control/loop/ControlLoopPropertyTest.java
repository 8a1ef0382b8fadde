// SPDX-License-Identifier: Apache-2.0
package org.weir.control.loop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.weir.control.PortId;
import org.weir.control.PortSettings;
import org.weir.control.QueueSettings;
import org.weir.control.measurement.QueueSample;
import org.weir.control.policy.Policy;
import org.weir.control.policy.PolicyReader;
import org.weir.rules.ComputesOnly;

/** Properties that hold for every policy and load. */
@ComputesOnly
class ControlLoopPropertyTest {
    private static final PortId PORT = new PortId("device:s1", 1);
    private static final long SECOND = 1_000_000_000L;

    /** One port under control, with a random policy. */
    private static final class Fabric {
        final List<PortSettings> sent = new ArrayList<>();
        final Policy policy;
        final double rateBps;
        final int capacity;
        final int classes;
        final double[] load;
        final long[] bytes;
        final ControlLoop loop;
        long nowNs = SECOND;

        Fabric(SplittableRandom random) {
            ObjectMapper json = new ObjectMapper();
            rateBps = Math.round(Math.pow(10, 6 + 4 * random.nextDouble()));
            classes = 2 + random.nextInt(7);
            capacity = 64 * classes + random.nextInt(1000);
            ObjectNode root = json.createObjectNode();
            root.putObject("port").put("rateBps", (long) rateBps).put("capacityPackets", capacity);
            ArrayNode list = root.putArray("classes");
            load = new double[classes];
            bytes = new long[classes];
            double packetMs = 8e6 / rateBps;
            for (int i = 0; i < classes; i++) {
                ObjectNode one = list.addObject();
                one.put("name", "c" + i).put("importance", 1 + random.nextInt(8));
                ObjectNode targets = one.putObject("targets");
                if (random.nextBoolean()) {
                    targets.put("delayMs", packetMs * Math.pow(10, 1 + 2 * random.nextDouble()));
                }
                if (random.nextInt(3) == 0) {
                    targets.put("p99DelayMs", packetMs * Math.pow(10, 2 + 2 * random.nextDouble()));
                }
                if (random.nextInt(4) == 0) {
                    targets.put("lossFraction", Math.pow(10, -1 - 3 * random.nextDouble()));
                }
                if (random.nextInt(4) == 0) {
                    targets.put(
                            "minRateBps", 1 + Math.round(rateBps * random.nextDouble() / classes));
                }
                load[i] =
                        random.nextInt(5) == 0 ? 0 : 2.5 * rateBps / classes * random.nextDouble();
            }
            policy = PolicyReader.read(root, "test");
            loop =
                    new ControlLoop(
                            policy,
                            () -> nowNs,
                            settings -> {
                                sent.add(settings);
                                return CompletableFuture.completedFuture(null);
                            });
            loop.setPort(policy.portSpec(PORT, 0).get());
        }

        Decision second(SplittableRandom noise) {
            nowNs += SECOND;
            for (int i = 0; i < classes; i++) {
                double factor = noise == null ? 1 : 0.95 + 0.1 * noise.nextDouble();
                bytes[i] += (long) (factor * load[i] / 8);
                loop.onSample(sample(i, nowNs, bytes[i]));
            }
            return loop.step().get(0);
        }

        QueueSample sample(int index, long timeNs, long count) {
            return QueueSample.builder(PORT, index, timeNs)
                    .arrived(count / 1000, count)
                    .departed(count / 1000, count)
                    .build();
        }

        double weight(int index) {
            return loop.decision(PORT).get().settings().queues().get(index).weightFraction();
        }
    }

    @Test
    void settingsAreWithinTheirBoundsWhateverTheLoad() {
        SplittableRandom random = new SplittableRandom(31);
        for (int run = 0; run < 100; run++) {
            Fabric fabric = new Fabric(random);
            for (int second = 0; second < 20; second++) {
                for (int i = 0; i < fabric.classes; i++) {
                    fabric.load[i] = 3 * fabric.rateBps * random.nextDouble() / fabric.classes;
                }
                Decision decision = fabric.second(null);
                double weights = 0;
                int limits = 0;
                for (QueueSettings one : decision.settings().queues()) {
                    weights += one.weightFraction();
                    limits += one.limitPackets();
                    assertThat(one.marking().thresholdPackets().orElseThrow())
                            .isBetween(1, one.limitPackets() - 1);
                    assertThat(one.weightPackets()).isPositive();
                    assertThat(one.targetRateBps())
                            .isPositive()
                            .isLessThanOrEqualTo(fabric.rateBps);
                    assertThat(one.weightFraction()).isPositive();
                }
                assertThat(weights).isCloseTo(1, within(1e-12));
                assertThat(limits).isBetween((int) (0.83 * fabric.capacity), fabric.capacity);
            }
        }
    }

    @Test
    void noiseOfFivePercentDoesNotMakeSettingsFlap() {
        SplittableRandom random = new SplittableRandom(32);
        int total = 0;
        for (int run = 0; run < 80; run++) {
            Fabric fabric = new Fabric(random);
            for (int i = 0; i < 25; i++) {
                fabric.second(null);
            }
            int before = fabric.sent.size();
            for (int i = 0; i < 100; i++) {
                fabric.second(random);
            }
            int changes = fabric.sent.size() - before;
            assertThat(changes).as("run %d", run).isLessThanOrEqualTo(1);
            total += changes;
        }
        assertThat(total).as("changes in 8 000 noisy seconds").isLessThan(8);
    }

    @Test
    void anySingleBadSampleIsRecoveredFrom() {
        SplittableRandom random = new SplittableRandom(33);
        for (int run = 0; run < 100; run++) {
            Fabric fabric = new Fabric(random);
            for (int i = 0; i < 20; i++) {
                fabric.second(null);
            }
            double[] before = new double[fabric.classes];
            for (int i = 0; i < fabric.classes; i++) {
                before[i] = fabric.weight(i);
            }
            long time = fabric.nowNs + (long) ((random.nextDouble() - 0.5) * 20 * SECOND);
            long count = random.nextLong(Long.MAX_VALUE >> random.nextInt(60));
            fabric.loop.onSample(fabric.sample(random.nextInt(fabric.classes), time, count));
            for (int i = 0; i < 40; i++) {
                fabric.second(null);
            }
            for (int i = 0; i < fabric.classes; i++) {
                assertThat(fabric.weight(i))
                        .as("run %d, class %d", run, i)
                        .isCloseTo(before[i], within(0.01 + 2.0 / fabric.capacity));
                assertThat(fabric.loop.states().get(0).classes().get(i).confidence())
                        .isGreaterThan(0.99);
            }
        }
    }
}
