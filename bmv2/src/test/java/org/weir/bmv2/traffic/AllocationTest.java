// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.traffic;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.weir.bmv2.Switch;
import org.weir.bmv2.SwitchConfig;
import org.weir.bmv2.TestNetwork;
import org.weir.bmv2.controlplane.traffic.PfcConfig;
import org.weir.bmv2.controlplane.traffic.PfcPriority;
import org.weir.bmv2.controlplane.traffic.PortTraffic;
import org.weir.bmv2.controlplane.traffic.QueueConfig;
import org.weir.bmv2.controlplane.traffic.Sharing;
import org.weir.bmv2.time.Timeline;

/** Packets go through queues, buffer, flow control and line without a byte of garbage. */
class AllocationTest {

    private static final long RATE_BPS = 1_000_000_000;
    private static final int MAX_TASKS = 64;

    /** A timeline that allocates nothing itself: few tasks, the first due first. */
    private static final class SmallTimeline implements Timeline {
        private final long[] timesNs = new long[MAX_TASKS];
        private final Runnable[] tasks = new Runnable[MAX_TASKS];
        private int size;
        private long nowNs;

        @Override
        public long nowNs() {
            return nowNs;
        }

        @Override
        public void schedule(long timeNs, Runnable task) {
            int at = size++;
            while (at > 0 && timesNs[at - 1] <= timeNs) {
                timesNs[at] = timesNs[at - 1];
                tasks[at] = tasks[at - 1];
                at--;
            }
            timesNs[at] = timeNs;
            tasks[at] = task;
        }

        @Override
        public void submit(Runnable task) {
            schedule(nowNs, task);
        }

        void runUntil(long timeNs) {
            while (size > 0 && timesNs[size - 1] <= timeNs) {
                size--;
                nowNs = Math.max(nowNs, timesNs[size]);
                tasks[size].run();
            }
            nowNs = timeNs;
        }
    }

    @Test
    void nothingIsAllocatedPerPacket() throws Exception {
        SmallTimeline timeline = new SmallTimeline();
        Switch device = new Switch(new SwitchConfig("test"), timeline);
        PortTraffic traffic =
                PortTraffic.strict(RATE_BPS, 1000)
                        .withSharing(Sharing.DWRR, 1500)
                        .withPfc(new PfcConfig(10, List.of(new PfcPriority(3, 5000, 2000, 3000))));
        for (int i = 0; i < 8; i++) {
            QueueConfig queue = new QueueConfig(i / 4, 1000).withMaxRateBps(RATE_BPS / 3, 3000);
            traffic = traffic.withQueue(i, queue);
        }
        device.traffic().setBufferBytes(100_000);
        long[] arrived = new long[1];
        for (int port = 0; port < 2; port++) {
            device.attachPort(
                    port,
                    new PortConfig("p" + port, traffic, 2000),
                    (buffer, offset, length) -> arrived[0]++);
        }
        device.loadProgram(TestNetwork.program("queues"));
        byte[] frame = new byte[1500];
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long least = Long.MAX_VALUE;
        for (int round = 0; round < 20; round++) {
            long before = threads.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < 20_000; i++) {
                frame[0] = (byte) (i >> 1 & 7);
                frame[1] = (byte) (1 - (i & 1));
                device.receive(i & 1, frame, 0, 100 + i % 1400);
                timeline.runUntil(timeline.nowNs() + 2500);
            }
            least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
        }
        assertThat(arrived[0]).isGreaterThan(200_000);
        assertThat(device.traffic().portTrafficStatus(0).sentPauseFrames()).isPositive();
        // A round in which no queue, pool or line had to grow costs nothing.
        assertThat(least).isZero();
    }
}
