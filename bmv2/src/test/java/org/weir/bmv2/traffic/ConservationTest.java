// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.traffic;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.weir.bmv2.Switch;
import org.weir.bmv2.SwitchConfig;
import org.weir.bmv2.TestNetwork;
import org.weir.bmv2.controlplane.ControlException;
import org.weir.bmv2.controlplane.PortStatus;
import org.weir.bmv2.controlplane.TrafficControl;
import org.weir.bmv2.controlplane.traffic.BufferStatus;
import org.weir.bmv2.controlplane.traffic.DropReason;
import org.weir.bmv2.controlplane.traffic.PfcConfig;
import org.weir.bmv2.controlplane.traffic.PfcPriority;
import org.weir.bmv2.controlplane.traffic.PortTraffic;
import org.weir.bmv2.controlplane.traffic.PortTrafficStatus;
import org.weir.bmv2.controlplane.traffic.QueueConfig;
import org.weir.bmv2.controlplane.traffic.QueueStatus;
import org.weir.bmv2.controlplane.traffic.Sharing;
import org.weir.bmv2.time.VirtualTimeline;

/** No packet is lost without a count, whatever is set while packets flow. */
class ConservationTest {

    private static final int PORTS = 4;
    private static final long STEP_NS = 30_000;

    private final VirtualTimeline timeline = new VirtualTimeline();
    private final Switch device = new Switch(new SwitchConfig("test"), timeline);
    private final TrafficControl control = device.traffic();
    private final long[] arrived = new long[PORTS + 1];
    private long offered;
    private SplittableRandom random;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void receivedIsSentOrDroppedOrWaitingAtEveryInstant(long seed) throws Exception {
        random = new SplittableRandom(seed);
        for (int port = 1; port <= PORTS; port++) {
            int number = port;
            device.attachPort(
                    port,
                    new PortConfig("p" + port, randomTraffic(), random.nextLong(3) * 10_000),
                    (buffer, offset, length) -> arrived[number]++);
        }
        device.loadProgram(TestNetwork.program("queues"));
        for (int step = 0; step < 4000; step++) {
            act();
            // At least the nanosecond that a frame needs to be lost at a port that is not there.
            timeline.runUntil(timeline.nowNs() + 1 + random.nextLong(STEP_NS));
            check();
        }
        // Each way of losing a packet was on the way.
        for (DropReason reason : DropReason.values()) {
            assertThat(dropped(reason)).as(reason.name()).isPositive();
        }
        for (int port = 1; port <= PORTS; port++) {
            device.setPortUp(port, true);
            control.setPortTraffic(port, PortTraffic.strict(1_000_000_000, 1000));
        }
        // What flow control asked of peers ends with it: nothing goes on for ever.
        assertThat(timeline.runUntilIdle(timeline.nowNs() + 10_000_000_000L)).isTrue();
        check();
        assertThat(control.buffer().usedBytes()).isZero();
        assertThat(control.buffer().sharedUsedBytes()).isZero();
    }

    private void act() {
        int port = 1 + random.nextInt(PORTS);
        switch (random.nextInt(40)) {
            case 0 -> tryTo(() -> control.setPortTraffic(port, randomTraffic()));
            case 1 -> tryTo(() -> control.setBufferBytes(random.nextLong(20_000, 400_000)));
            case 2 -> tryTo(() -> control.setBufferBytes(QueueConfig.UNLIMITED));
            case 3 -> device.setPortUp(port, random.nextInt(4) > 0);
            case 4 -> device.setPortAdminUp(port, random.nextInt(4) > 0);
            case 5 ->
                    tryTo(() -> control.sendPause(port, random.nextInt(8), random.nextInt(65_536)));
            case 6, 7, 8, 9 -> {
                device.receive(port, randomPause());
                offered++;
            }
            default -> {
                int burst = random.nextInt(30);
                for (int i = 0; i < burst; i++) {
                    byte[] frame =
                            TrafficTest.frame(
                                    1 + random.nextInt(PORTS),
                                    random.nextInt(8),
                                    random.nextInt(64, 1519));
                    device.receive(port, frame);
                    offered++;
                }
            }
        }
    }

    private static void tryTo(Runnable change) {
        try {
            change.run();
        } catch (ControlException e) {
            assertThat(e).hasMessageMatching(".*(must be).*");
        }
    }

    private PortTraffic randomTraffic() {
        PortTraffic traffic =
                PortTraffic.strict(
                                random.nextLong(50_000_000, 2_000_000_000), 1 + random.nextInt(200))
                        .withSharing(
                                random.nextBoolean() ? Sharing.DWRR : Sharing.WRR,
                                1 + random.nextInt(2000));
        for (int i = 0; i < 8; i++) {
            QueueConfig queue =
                    traffic.queues()
                            .get(i)
                            .withShare(random.nextInt(8), 1 + random.nextInt(9))
                            .withBuffer(random.nextInt(3) * 500L, 0.1 + random.nextDouble(4));
            if (random.nextInt(4) == 0) {
                queue =
                        queue.withMaxRateBps(
                                random.nextLong(1_000_000, 500_000_000), random.nextInt(5000));
            }
            if (random.nextInt(4) == 0) {
                queue = queue.withMaxRatePps(random.nextLong(1000, 100_000));
            }
            if (random.nextInt(4) == 0) {
                queue = queue.withCapacity(1 + random.nextInt(100), random.nextLong(100, 50_000));
            }
            traffic = traffic.withQueue(i, queue);
        }
        if (random.nextInt(4) == 0) {
            traffic = traffic.withRates(traffic.rateBps(), random.nextLong(1000, 1_000_000));
        }
        List<PfcPriority> priorities = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            if (random.nextInt(3) == 0) {
                long xon = random.nextLong(5000);
                priorities.add(
                        random.nextBoolean()
                                ? PfcPriority.obeying(i)
                                : new PfcPriority(i, xon + 1 + random.nextLong(5000), xon, 3000));
            }
        }
        return traffic.withPfc(new PfcConfig(1 + random.nextInt(1000), priorities));
    }

    private byte[] randomPause() {
        byte[] frame = PauseFrame.create(99);
        PauseFrame.set(frame, random.nextInt(256), random.ints(8, 0, 3000).toArray());
        return frame;
    }

    private void check() {
        long dropped = device.droppedByProgram() + device.droppedNoPort();
        long received = 0;
        long waiting = 0;
        long waitingBytes = 0;
        long given = 0;
        long consumed = 0;
        for (PortStatus port : device.ports()) {
            PortTrafficStatus status = control.portTrafficStatus(port.number());
            long ownDrops = status.lostOnLine();
            long dequeued = 0;
            for (QueueStatus queue : status.queues()) {
                assertThat(queue.enqueuedPackets())
                        .isEqualTo(
                                queue.dequeuedPackets()
                                        + queue.depthPackets()
                                        + queue.droppedPackets().get(DropReason.FLUSHED));
                assertThat(queue.depthPackets() == 0).isEqualTo(queue.depthBytes() == 0);
                dropped += sum(queue);
                ownDrops += sum(queue);
                waiting += queue.depthPackets();
                waitingBytes += queue.depthBytes();
                dequeued += queue.dequeuedPackets();
            }
            long txPackets = port.counters().txPackets();
            assertThat(dequeued + status.sentPauseFrames())
                    .isEqualTo(txPackets + status.lostOnLine() + (status.onLine() ? 1 : 0));
            assertThat(txPackets)
                    .isEqualTo(arrived[port.number()] + status.inAir() + status.lostInAir());
            assertThat(port.counters().txDrops()).isEqualTo(ownDrops);
            given += dequeued;
            received += port.counters().rxPackets();
            dropped += port.counters().rxDrops();
            consumed += status.receivedPauseFrames();
        }
        assertThat(received).isEqualTo(offered);
        assertThat(received).isEqualTo(dropped + waiting + given + consumed);
        BufferStatus buffer = control.buffer();
        assertThat(buffer.usedBytes()).isEqualTo(waitingBytes);
        assertThat(buffer.sharedUsedBytes()).isBetween(0L, waitingBytes);
    }

    private long dropped(DropReason reason) {
        long dropped = 0;
        for (int port = 1; port <= PORTS; port++) {
            for (QueueStatus queue : control.portTrafficStatus(port).queues()) {
                dropped += queue.droppedPackets().get(reason);
            }
        }
        return dropped;
    }

    private static long sum(QueueStatus queue) {
        return queue.droppedPackets().values().stream().mapToLong(Long::longValue).sum();
    }
}
