// SPDX-License-Identifier: Apache-2.0
package org.weir.onos.providers.packet;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.onlab.util.ImmutableByteSequence;
import org.onosproject.net.DeviceId;
import org.onosproject.net.pi.model.PiPacketOperationType;
import org.onosproject.net.pi.runtime.PiPacketOperation;
import org.onosproject.p4runtime.api.P4RuntimePacketIn;

/** Queues whose processor waits for a permit before each packet. */
@Timeout(60)
class PacketQueuesTest {
    private static final int CAPACITY_PACKETS = 10;
    private static final DeviceId S1 = DeviceId.deviceId("device:s1");
    private static final DeviceId S2 = DeviceId.deviceId("device:s2");
    private static final byte BROKEN = 99;
    private static final long WAIT_SECONDS = 30;

    private final BlockingQueue<String> started = new LinkedBlockingQueue<>();
    private final BlockingQueue<String> processed = new LinkedBlockingQueue<>();
    private final Semaphore permits = new Semaphore(0);
    private final PacketQueues queues = new PacketQueues(CAPACITY_PACKETS, this::process);

    @AfterEach
    void stop() {
        permits.release(1_000);
        queues.close();
    }

    @Test
    void keepsTheOrderOfADevice() throws Exception {
        permits.release(CAPACITY_PACKETS);
        List<String> sent = new ArrayList<>();
        for (byte number = 0; number < CAPACITY_PACKETS; number++) {
            queues.offer(packet(S1, number));
            sent.add("device:s1 " + number);
        }
        assertThat(take(CAPACITY_PACKETS)).isEqualTo(sent);
    }

    @Test
    void aFullQueueTurnsAwayWhatComesAndCountsIt() throws Exception {
        occupy();
        for (byte number = 1; number <= CAPACITY_PACKETS; number++) {
            assertThat(queues.offer(packet(S1, number))).isTrue();
        }
        assertThat(queues.offer(packet(S1, (byte) 50))).isFalse();
        assertThat(queues.offer(packet(S1, (byte) 51))).isFalse();
        assertThat(queues.lostPackets(S1)).isEqualTo(2);
        assertThat(queues.lostPackets(S2)).isZero();

        permits.release(CAPACITY_PACKETS + 2);
        assertThat(take(CAPACITY_PACKETS + 1)).doesNotContain("device:s1 50", "device:s1 51");
        assertThat(queues.offer(packet(S1, (byte) 52))).isTrue();
        assertThat(take(1)).containsExactly("device:s1 52");
    }

    @Test
    void aDeviceDoesNotWaitForAllPacketsOfAnother() throws Exception {
        occupy();
        for (byte number = 1; number <= CAPACITY_PACKETS + 5; number++) {
            queues.offer(packet(S1, number));
        }
        assertThat(queues.offer(packet(S2, (byte) 1))).isTrue();
        permits.release(4);
        assertThat(take(4))
                .containsExactly("device:s1 0", "device:s1 1", "device:s2 1", "device:s1 2");
    }

    @Test
    void aPacketThatCannotBeProcessedDoesNotStopTheNext() throws Exception {
        permits.release(2);
        queues.offer(packet(S1, BROKEN));
        queues.offer(packet(S1, (byte) 1));
        assertThat(take(1)).containsExactly("device:s1 1");
    }

    @Test
    void nothingIsProcessedOnceClosed() throws Exception {
        occupy();
        queues.offer(packet(S1, (byte) 1));
        // The packet under way ends only after close has begun, which takes no packets any more.
        Thread closer = new Thread(queues::close);
        closer.start();
        // A device each, so that no queue is full.
        int device = 0;
        while (queues.offer(packet(DeviceId.deviceId("device:x" + device++), (byte) 1))) {
            Thread.yield();
        }
        permits.release(1_000);
        closer.join();
        assertThat(processed).containsExactly("device:s1 0");
    }

    /** Has the processor wait over packet 0 of the first device. */
    private void occupy() throws InterruptedException {
        queues.offer(packet(S1, (byte) 0));
        assertThat(started.poll(WAIT_SECONDS, TimeUnit.SECONDS)).isEqualTo("device:s1 0");
    }

    private List<String> take(int count) throws InterruptedException {
        List<String> taken = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            taken.add(processed.poll(WAIT_SECONDS, TimeUnit.SECONDS));
        }
        return taken;
    }

    private void process(P4RuntimePacketIn packet) {
        byte number = packet.packetOperation().data().asReadOnlyBuffer().get();
        String name = packet.deviceId() + " " + number;
        started.add(name);
        permits.acquireUninterruptibly();
        if (number == BROKEN) {
            throw new IllegalStateException("broken on purpose");
        }
        processed.add(name);
    }

    static P4RuntimePacketIn packet(DeviceId device, byte number) {
        PiPacketOperation operation =
                PiPacketOperation.builder()
                        .withType(PiPacketOperationType.PACKET_IN)
                        .withData(ImmutableByteSequence.copyFrom(number))
                        .build();
        return new P4RuntimePacketIn() {
            @Override
            public DeviceId deviceId() {
                return device;
            }

            @Override
            public PiPacketOperation packetOperation() {
                return operation;
            }
        };
    }
}
