// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.weir.bmv2.controlplane.MirrorSession;
import org.weir.bmv2.controlplane.Replica;
import org.weir.bmv2.time.Timeline;
import org.weir.bmv2.time.VirtualTimeline;
import org.weir.bmv2.traffic.PortConfig;

/**
 * A failure while one packet is processed costs that packet, and the switch forwards the others.
 */
class FailuresTest {

    private static final int PORT = 1;
    private static final long RATE_BPS = 8_000_000;

    /** Virtual time whose reader fails once. */
    private static final class FailingClock implements Timeline {
        private final VirtualTimeline timeline = new VirtualTimeline();
        private long readings;
        private long failAt = -1;

        @Override
        public long nowNs() {
            if (readings++ == failAt) {
                throw new StackOverflowError("a failure of the test");
            }
            return timeline.nowNs();
        }

        @Override
        public void schedule(long timeNs, Runnable task) {
            timeline.schedule(timeNs, task);
        }

        @Override
        public void submit(Runnable task) {
            timeline.submit(task);
        }

        /** Runs all tasks, also after one of them has failed, as real time does. */
        void settle() {
            boolean idle = false;
            while (!idle) {
                try {
                    idle = timeline.runUntilIdle(Long.MAX_VALUE);
                } catch (StackOverflowError e) {
                    // The next task is to run.
                }
            }
        }
    }

    private final FailingClock clock = new FailingClock();
    private final Switch device = new Switch(new SwitchConfig("test"), clock);
    private final List<Integer> arrived = new ArrayList<>();

    private void offer(int packets) {
        offer(packets, (byte) 0);
    }

    private void offer(int packets, byte first) {
        for (int i = 0; i < packets; i++) {
            byte[] frame = new byte[100];
            frame[0] = first;
            frame[1] = PORT;
            try {
                device.receive(PORT, frame);
            } catch (StackOverflowError | IllegalStateException e) {
                // Real time logs it.
            }
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {PortConfig.UNLIMITED, RATE_BPS})
    void whereverTheClockFailsThePortGoesOn(long rateBps) throws Exception {
        device.attachPort(
                PORT,
                new PortConfig("port", rateBps, 1024),
                (buffer, offset, length) -> arrived.add(length));
        device.loadProgram(TestNetwork.program("queues"));
        offer(3);
        clock.settle();
        long readingsOfThree = clock.readings;
        for (int i = 0; i < readingsOfThree; i++) {
            arrived.clear();
            clock.failAt = clock.readings + i;
            offer(3);
            clock.settle();
            assertThat(arrived).as("reading %d", i).hasSizeGreaterThanOrEqualTo(2);
            assertThat(device.packetsInside()).as("reading %d", i).isZero();
        }
    }

    /**
     * The first byte of a frame asks for a clone of ingress or egress, a resubmission, a
     * recirculation, copies of a group, or a digest.
     */
    @ParameterizedTest
    @ValueSource(bytes = {1, 2, 3, 4, 5, 6})
    void whereverTheClockFailsNoPacketStaysInside(byte kind) throws Exception {
        for (int port = 1; port <= 3; port++) {
            device.attachPort(
                    port,
                    new PortConfig("port" + port, RATE_BPS, 1024),
                    (buffer, offset, length) -> arrived.add(length));
        }
        device.loadProgram(TestNetwork.program("copies"));
        List<Replica> replicas = List.of(new Replica(2, 1), new Replica(3, 2));
        device.setMirrorSession(5, new MirrorSession(replicas, 0, 0));
        device.setMirrorSession(6, new MirrorSession(List.of(new Replica(2, 1)), 0, 0));
        device.setMulticastGroup(7, replicas);
        offer(3, kind);
        clock.settle();
        int arrivedOfThree = arrived.size();
        assertThat(device.packetsInside()).isZero();
        long readingsOfThree = clock.readings;
        for (int i = 0; i < readingsOfThree; i++) {
            arrived.clear();
            clock.failAt = clock.readings + i;
            offer(3, kind);
            clock.settle();
            assertThat(device.packetsInside()).as("reading %d", i).isZero();
            assertThat(arrived)
                    .as("reading %d", i)
                    .hasSizeBetween(arrivedOfThree * 2 / 3, arrivedOfThree);
        }
    }

    @Test
    void aDigestThatNobodyCanTakeCostsOnePacket() throws Exception {
        device.attachPort(
                1,
                new PortConfig("port", RATE_BPS, 1024),
                (buffer, offset, length) -> arrived.add(length));
        device.loadProgram(TestNetwork.program("copies"));
        device.onDigest(
                digest -> {
                    throw new IllegalStateException("a failure of the test");
                });
        offer(1, (byte) 6);
        offer(2, (byte) 0);
        clock.settle();
        assertThat(device.packetsInside()).isZero();
        assertThat(device.droppedByProgram()).isEqualTo(1);
        assertThat(arrived).hasSize(2);
    }

    @Test
    void aReceiverThatFailsLosesOneFrame() throws Exception {
        device.attachPort(
                PORT,
                new PortConfig("port", RATE_BPS, 1024),
                (buffer, offset, length) -> {
                    arrived.add(length);
                    if (arrived.size() == 1) {
                        throw new StackOverflowError("a failure of the test");
                    }
                });
        device.loadProgram(TestNetwork.program("queues"));
        offer(3);
        clock.settle();
        assertThat(arrived).hasSize(3);
        assertThat(device.packetsInside()).isZero();
    }
}
