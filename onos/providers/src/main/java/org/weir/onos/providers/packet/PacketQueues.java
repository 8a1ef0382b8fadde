// SPDX-License-Identifier: Apache-2.0
package org.weir.onos.providers.packet;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.onlab.packet.Ethernet;
import org.onlab.util.Tools;
import org.onosproject.net.DeviceId;
import org.onosproject.p4runtime.api.P4RuntimePacketIn;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Packets that wait to be processed, two queues per device, and the one thread that processes them.
 *
 * <p>LLDP goes first: link discovery never waits behind reports and ARP. Otherwise packets of a
 * device keep their order. Devices take turns, so that one that sends too much loses its own
 * packets only. Packets that a full queue refuses are counted and logged, once per period and
 * device.
 */
final class PacketQueues implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(PacketQueues.class);

    private static final int ETHER_TYPE_OFFSET = 12;
    private static final long REPORT_PERIOD_MS = 10_000;
    private static final long STOP_TIMEOUT_MS = 2_000;

    private final int capacityPackets;
    private final Consumer<P4RuntimePacketIn> processor;
    private final Thread worker;
    private final Object lock = new Object();

    // Guarded by lock.
    private final Map<DeviceId, Waiting> devices = new HashMap<>();
    private final Queue<Waiting> turns = new ArrayDeque<>();
    private boolean isClosed;

    /**
     * Starts the thread.
     *
     * @param capacityPackets largest number of waiting packets of one device
     * @param processor takes each packet; called by one thread only
     */
    PacketQueues(int capacityPackets, Consumer<P4RuntimePacketIn> processor) {
        this.capacityPackets = capacityPackets;
        this.processor = processor;
        this.worker = Tools.groupedThreads("weir", "packet-in", log).newThread(this::work);
        worker.start();
    }

    /**
     * Takes a packet without ever waiting for those before it.
     *
     * @return false if it was turned away, because its device's queue is full or all are closed
     */
    boolean offer(P4RuntimePacketIn packet) {
        synchronized (lock) {
            if (isClosed) {
                return false;
            }
            Waiting waiting = devices.computeIfAbsent(packet.deviceId(), Waiting::new);
            Queue<P4RuntimePacketIn> queue =
                    isLinkDiscovery(packet) ? waiting.linkDiscovery : waiting.packets;
            boolean isTaken = queue.size() < capacityPackets;
            if (isTaken) {
                if (waiting.isEmpty()) {
                    turns.add(waiting);
                }
                queue.add(packet);
            } else {
                waiting.lostPackets++;
                waiting.unreportedPackets++;
                waiting.reportIfDue();
            }
            lock.notifyAll();
            return isTaken;
        }
    }

    private static boolean isLinkDiscovery(P4RuntimePacketIn packet) {
        ByteBuffer frame = packet.packetOperation().data().asReadOnlyBuffer();
        return frame.remaining() >= ETHER_TYPE_OFFSET + Short.BYTES
                && frame.getShort(frame.position() + ETHER_TYPE_OFFSET) == Ethernet.TYPE_LLDP;
    }

    /** Number of a device's packets that were refused because its queue was full. */
    long lostPackets(DeviceId device) {
        synchronized (lock) {
            Waiting waiting = devices.get(device);
            return waiting == null ? 0 : waiting.lostPackets;
        }
    }

    /** Lets the packet being processed finish and forgets those that wait. */
    @Override
    public void close() {
        synchronized (lock) {
            isClosed = true;
            turns.clear();
            devices.values().forEach(Waiting::reportRest);
            lock.notifyAll();
        }
        try {
            worker.join(STOP_TIMEOUT_MS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (worker.isAlive()) {
            log.warn("A packet is still being processed; its processor is interrupted");
            worker.interrupt();
        }
    }

    private void work() {
        try {
            for (P4RuntimePacketIn packet = next(); packet != null; packet = next()) {
                process(packet);
            }
        } catch (InterruptedException e) {
            log.debug("Interrupted: no more packets are processed", e);
        }
    }

    private void process(P4RuntimePacketIn packet) {
        try {
            processor.accept(packet);
        } catch (RuntimeException | LinkageError e) {
            // An application that is being replaced may miss classes. The next packet may do.
            log.error("Packet from {} dropped: processing it failed", packet.deviceId(), e);
        }
    }

    private P4RuntimePacketIn next() throws InterruptedException {
        synchronized (lock) {
            while (!isClosed) {
                devices.values().forEach(Waiting::reportIfDue);
                Waiting waiting = turns.poll();
                if (waiting != null) {
                    P4RuntimePacketIn packet = waiting.remove();
                    if (!waiting.isEmpty()) {
                        turns.add(waiting);
                    }
                    return packet;
                }
                boolean isReportOwed =
                        devices.values().stream().anyMatch(device -> device.unreportedPackets > 0);
                lock.wait(isReportOwed ? REPORT_PERIOD_MS : 0);
            }
            return null;
        }
    }

    /** One device's packets, and how many of it were lost. Guarded by the lock. */
    private final class Waiting {
        private final DeviceId device;
        private final Queue<P4RuntimePacketIn> linkDiscovery = new ArrayDeque<>();
        private final Queue<P4RuntimePacketIn> packets = new ArrayDeque<>();
        private long lostPackets;
        private long unreportedPackets;
        private long nextReportNs = System.nanoTime();

        Waiting(DeviceId device) {
            this.device = device;
        }

        boolean isEmpty() {
            return linkDiscovery.isEmpty() && packets.isEmpty();
        }

        P4RuntimePacketIn remove() {
            return linkDiscovery.isEmpty() ? packets.remove() : linkDiscovery.remove();
        }

        void reportIfDue() {
            if (unreportedPackets > 0 && System.nanoTime() - nextReportNs >= 0) {
                report();
            }
        }

        void reportRest() {
            if (unreportedPackets > 0) {
                report();
            }
            int rest = linkDiscovery.size() + packets.size();
            if (rest > 0) {
                log.info("{}: {} packets not processed: stopping", device, rest);
                linkDiscovery.clear();
                packets.clear();
            }
        }

        private void report() {
            log.warn(
                    "{}: {} packets dropped ({} so far): more than {} wait to be processed",
                    device,
                    unreportedPackets,
                    lostPackets,
                    capacityPackets);
            unreportedPackets = 0;
            nextReportNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(REPORT_PERIOD_MS);
        }
    }
}
