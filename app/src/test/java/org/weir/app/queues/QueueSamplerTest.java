// SPDX-License-Identifier: Apache-2.0
package org.weir.app.queues;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.weir.app.alerts.AlertBoard;
import org.weir.app.fabric.OneSwitch;
import org.weir.control.PortId;
import org.weir.control.measurement.QueueSample;

class QueueSamplerTest {
    private static final long PERIOD_MS = 1000;

    private final OneSwitch onos = new OneSwitch("org.weir.v1model", "bmv2", 4);
    private final AlertBoard alerts = new AlertBoard();
    private final List<QueueSample> samples = new ArrayList<>();

    /** ONOS may fail before it asks the switch: this one has no drivers at all. */
    @Test
    void aSwitchIsAskedAgainAfterAnErrorOfOnos() throws Exception {
        onos.fabric().refresh();
        QueueSampler sampler =
                new QueueSampler(onos.fabric(), alerts, () -> TimeUnit.SECONDS.toNanos(1));
        Set<PortId> ports = Set.of(new PortId("device:s1", 4));
        for (int round = 0; round < 3; round++) {
            alerts.clear("counters-unread", "device:s1");
            sampler.sample(ports, new HashSet<>(), 1, PERIOD_MS, samples::add)
                    .get(20, TimeUnit.SECONDS);
            assertThat(alerts.all())
                    .as("round %d", round)
                    .singleElement()
                    .matches(alert -> alert.kind().equals("counters-unread"));
        }
        assertThat(samples).isEmpty();
    }
}
