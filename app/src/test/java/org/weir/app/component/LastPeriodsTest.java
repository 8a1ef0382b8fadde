// SPDX-License-Identifier: Apache-2.0
package org.weir.app.component;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.weir.app.plan.LastPeriod;
import org.weir.control.PortId;
import org.weir.control.loop.ControlLoop;
import org.weir.control.measurement.QueueSample;
import org.weir.control.policy.Policy;
import org.weir.control.policy.PolicyReader;

/** The periods that the guard of a plan counts. */
class LastPeriodsTest {
    private static final PortId PORT = new PortId("device:s1", 4);

    private long nowNs;

    private Map<String, LastPeriod> judged(int packetsAPeriod) throws IOException {
        String json =
                "{'version': 2, 'port': {'rateBps': 10000000, 'capacityPackets': 256}, 'classes': ["
                        + "{'name': 'A', 'importance': 3, 'targets': {'lossFraction': 0.01}}]}";
        Policy policy =
                PolicyReader.read(new ObjectMapper().readTree(json.replace('\'', '"')), "test");
        ControlLoop loop =
                new ControlLoop(
                        policy, () -> nowNs, settings -> CompletableFuture.completedFuture(null));
        loop.setPort(policy.portSpec(PORT, 0).get());
        for (int i = 1; i < 6; i++) {
            nowNs += 1_000_000_000L;
            long packets = (long) i * packetsAPeriod;
            loop.onSample(
                    QueueSample.builder(PORT, 0, nowNs)
                            .arrived(packets, 1000 * packets)
                            .departed(packets, 1000 * packets)
                            .build());
            loop.step();
        }
        return LastPeriods.judged(Map.of(PORT, 5L), loop.states(), port -> true);
    }

    @Test
    void aPeriodOfFewPacketsIsNotJudged() throws IOException {
        assertThat(judged(100)).containsOnlyKeys("class A at device:s1/4");
        assertThat(judged(10)).isEmpty();
    }
}
