// SPDX-License-Identifier: Apache-2.0
package org.weir.control.loop;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.junit.jupiter.api.BeforeEach;
import org.weir.control.PortId;
import org.weir.control.PortSettings;
import org.weir.control.PortSpec;
import org.weir.control.QueueSettings;
import org.weir.control.measurement.QueueSample;
import org.weir.control.policy.Policy;
import org.weir.control.policy.PolicyReader;

/** A control loop with one port of three classes, whose clock and counters a test moves on. */
abstract class OnePortLoop {
    static final PortId PORT = new PortId("device:s1", 4);
    static final long SECOND = 1_000_000_000L;
    static final int PACKET_BYTES = 1000;

    /** Tunables with which shares follow the queue model, not measured delays. */
    static final String BY_MODEL = "{'pressureGain': 0}";

    /** All settings that the loop has sent. */
    final List<PortSettings> sent = new ArrayList<>();

    /** Bytes that have arrived, by class. */
    final long[] bytes = new long[3];

    /** The switch's answer to settings. */
    Function<PortSettings, CompletableFuture<Void>> answer =
            settings -> CompletableFuture.completedFuture(null);

    Policy policy;
    ControlLoop loop;
    long nowNs = 100 * SECOND;

    @BeforeEach
    void setUp() throws IOException {
        policy = policy("'delayMs': 5, 'p99DelayMs': 20");
        loop = newLoop();
    }

    ControlLoop newLoop() {
        return newLoop(policy.portSpec(PORT, 0).get());
    }

    ControlLoop newLoop(PortSpec port) {
        ControlLoop made =
                new ControlLoop(
                        policy,
                        () -> nowNs,
                        settings -> {
                            sent.add(settings);
                            return answer.apply(settings);
                        });
        made.setPort(port);
        return made;
    }

    static Policy policy(String targetsOfA) throws IOException {
        return policy(targetsOfA, "{'scheme': 'none'}");
    }

    static Policy policy(String targetsOfA, String aqm) throws IOException {
        return policy(targetsOfA, aqm, "{}");
    }

    static Policy policy(String targetsOfA, String aqm, String tunables) throws IOException {
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
        return read(json);
    }

    /** A policy from JSON with ' in place of ". */
    static Policy read(String json) throws IOException {
        return PolicyReader.read(new ObjectMapper().readTree(json.replace('\'', '"')), "test");
    }

    /** Lets each class arrive for a second at a rate in Mb/s, reads it and steps the loop. */
    DecisionReason second(double... mbps) {
        nowNs += SECOND;
        for (int i = 0; i < mbps.length; i++) {
            bytes[i] += (long) (mbps[i] * 1e6 / 8);
            loop.onSample(sample(i, nowNs, bytes[i]));
        }
        return loop.step().get(0).reason();
    }

    static QueueSample sample(int index, long timeNs, long bytes) {
        return QueueSample.builder(PORT, index, timeNs)
                .arrived(bytes / PACKET_BYTES, bytes)
                .departed(bytes / PACKET_BYTES, bytes)
                .build();
    }

    double weight(int index) {
        return loop.decision(PORT).get().settings().queues().get(index).weightFraction();
    }

    /** The queues' settings that were sent last. */
    List<QueueSettings> last() {
        return sent.get(sent.size() - 1).queues();
    }

    /** Marking thresholds that were sent last, packets; 0 for none. */
    List<Integer> thresholds() {
        List<Integer> found = new ArrayList<>();
        for (QueueSettings queue : sent.get(sent.size() - 1).queues()) {
            found.add(queue.marking().thresholdPackets().orElse(0));
        }
        return found;
    }

    double confidence(int index) {
        return loop.states().get(0).classes().get(index).confidence();
    }
}
