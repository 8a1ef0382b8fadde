// SPDX-License-Identifier: Apache-2.0
package org.weir.control;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.weir.control.policy.Policy;
import org.weir.control.policy.PolicyReader;

class ControlLoopTest {
    private static final PortId PORT = new PortId("device:s1", 4);
    private static final long SECOND = 1_000_000_000L;

    private final List<PortSettings> sent = new ArrayList<>();
    private Policy policy;
    private ControlLoop loop;
    private long nowNs;
    private final long[] bytes = new long[3];

    @BeforeEach
    void setUp() throws Exception {
        String json =
                "{'port': {'rateBps': 10000000, 'capacityPackets': 256}, 'classes': ["
                        + "{'name': 'A', 'kind': 'A', 'importance': 3,"
                        + " 'targets': {'delayMs': 5, 'p99DelayMs': 20}},"
                        + "{'name': 'B', 'kind': 'B', 'importance': 2, 'targets': {'delayMs': 20}},"
                        + "{'name': 'C', 'kind': 'C', 'importance': 1}]}";
        policy = PolicyReader.read(new ObjectMapper().readTree(json.replace('\'', '"')), "test");
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

    private void second(double... mbps) {
        nowNs += SECOND;
        for (int i = 0; i < mbps.length; i++) {
            bytes[i] += (long) (mbps[i] * 1e6 / 8);
            loop.onSample(
                    QueueSample.builder(PORT, i, nowNs)
                            .arrived(bytes[i] / 1000, bytes[i])
                            .departed(bytes[i] / 1000, bytes[i])
                            .build());
        }
        loop.step();
    }

    @Test
    void sendsFirstSettingsWithoutTrafficByImportance() {
        loop.step();
        assertThat(sent).hasSize(1);
        assertThat(sent.get(0).queues())
                .extracting(QueueSettings::limitPackets)
                .containsExactly(128, 85, 43);
        loop.step();
        assertThat(sent).hasSize(1);
    }

    @Test
    void followsTheLoad() {
        second(1, 2, 3);
        second(1, 2, 3);
        second(1, 2, 3);
        second(1, 2, 12);
        second(1, 2, 12);
        second(1, 2, 12);
        second(8, 8, 12);
        second(8, 8, 12);
        second(8, 8, 12);
        assertThat(sent.size()).isBetween(2, 8);
    }
}
