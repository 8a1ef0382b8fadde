// SPDX-License-Identifier: Apache-2.0
package org.weir.app.rest;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.weir.app.PortView;
import org.weir.app.QueueView;
import org.weir.rules.ComputesOnly;

/**
 * Answers of REST for hundreds of ports, through Jersey itself and without a socket. It prints a
 * table of times (docs/benchmarks.md).
 */
@ComputesOnly
class ManyPortsRestTest {

    private static final int PORTS = 528;
    private static final int PORTS_OF_A_DEVICE = 44;
    private static final int WARM_UP = 30;
    private static final int COUNT = 200;

    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    private final RestCaller rest = new RestCaller(new ManyPorts());

    @Test
    void everyPortIsInOneAnswerOrInPages() throws Exception {
        assertThat(rest.get("ports").json().path("ports")).hasSize(PORTS);
        System.out.printf(
                "%d ports, processor time of %d answers%n%-18s %8s %8s %8s %10s%n",
                PORTS, COUNT, "GET", "p50 ms", "p99 ms", "max ms", "bytes");
        for (String path : List.of("ports", "ports?limit=50", "queues")) {
            print(path);
        }
    }

    private void print(String path) throws Exception {
        double[] timesMs = new double[COUNT];
        int bytes = 0;
        for (int i = -WARM_UP; i < COUNT; i++) {
            long startNs = threads.getCurrentThreadCpuTime();
            RestCaller.Answer answer = rest.get(path);
            if (i >= 0) {
                timesMs[i] = (threads.getCurrentThreadCpuTime() - startNs) / 1e6;
            }
            assertThat(answer.status()).isEqualTo(200);
            bytes = answer.text().length();
        }
        Arrays.sort(timesMs);
        System.out.printf(
                "%-18s %8.1f %8.1f %8.1f %10d%n",
                path, timesMs[COUNT / 2], timesMs[COUNT * 99 / 100], timesMs[COUNT - 1], bytes);
    }

    /** Ports that all have the queues of one that is measured. */
    private static final class ManyPorts extends InMemoryWeir {
        private final List<PortView> ports = new ArrayList<>();

        ManyPorts() {
            List<QueueView> queues = new ArrayList<>(new MeasuredWeir().ports().get(0).queues());
            queues.add(queues.get(0));
            for (int i = 0; i < PORTS; i++) {
                ports.add(
                        new PortView(
                                "device:s" + (i / PORTS_OF_A_DEVICE + 1),
                                i % PORTS_OF_A_DEVICE + 1,
                                "port" + i,
                                10_000_000,
                                256,
                                OptionalDouble.of(131.072),
                                true,
                                3,
                                1_700_000_000_000L,
                                queues));
            }
        }

        @Override
        public List<PortView> ports() {
            return ports;
        }
    }
}
