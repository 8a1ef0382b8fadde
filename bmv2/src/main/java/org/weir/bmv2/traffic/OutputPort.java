// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.traffic;

import org.weir.bmv2.Timeline;
import org.weir.bmv2.control.PortCounters;
import org.weir.bmv2.control.PortStatus;
import org.weir.bmv2.runtime.PacketState;

/**
 * A port's eight queues and its line. Whenever the line is free, the first packet of the highest
 * queue that has any is taken, run through egress, and sent; the line is busy for its bits divided
 * by the port's rate.
 */
public final class OutputPort {

    /** Queues of a port; the highest number goes first. */
    public static final int QUEUES = 8;

    private static final long NANOS_PER_SECOND = 1_000_000_000L;

    /**
     * A frame takes some time even on a port without rate, so that time goes on whatever a program
     * does.
     */
    private static final long LEAST_TIME_NS = 1;

    private final int number;
    private final PortConfig config;
    private final Timeline timeline;
    private final EgressStage egress;
    private final FrameSink sink;
    private final PacketQueue[] queues = new PacketQueue[QUEUES];
    private final Runnable lineFree = this::lineFree;

    private boolean adminUp = true;
    private boolean linkUp = true;
    private PacketState onLine;
    private boolean choosing;

    /** Fraction of a nanosecond, in units of 1/rate, by which the line is behind. */
    private long carry;

    /** When the line is free again; a timeline that runs late must not make the port slower. */
    private long freeAtNs;

    private long rxPackets;
    private long rxBytes;
    private long rxDrops;
    private long txPackets;
    private long txBytes;
    private long txDrops;

    /** A port that is up, with empty queues. */
    public OutputPort(
            int number, PortConfig config, Timeline timeline, EgressStage egress, FrameSink sink) {
        this.number = number;
        this.config = config;
        this.timeline = timeline;
        this.egress = egress;
        this.sink = sink;
        for (int i = 0; i < QUEUES; i++) {
            queues[i] = new PacketQueue(config.queueCapacityPackets());
        }
    }

    /** Its number. */
    public int number() {
        return number;
    }

    /** Whether it carries frames. */
    public boolean isUp() {
        return adminUp && linkUp;
    }

    /** Sets whether it is meant to carry frames; returns whether that changed anything. */
    public boolean setAdminUp(boolean up) {
        boolean before = isUp();
        boolean changed = adminUp != up;
        adminUp = up;
        flushIfDown(before);
        return changed;
    }

    /** Sets whether its link carries frames; returns whether that changed anything. */
    public boolean setLinkUp(boolean up) {
        boolean before = isUp();
        boolean changed = linkUp != up;
        linkUp = up;
        flushIfDown(before);
        return changed;
    }

    private void flushIfDown(boolean before) {
        if (before && !isUp()) {
            txDrops += flush();
        }
    }

    /** Drops all packets that wait; returns how many. */
    public int flush() {
        int dropped = 0;
        for (PacketQueue queue : queues) {
            while (queue.size() > 0) {
                queue.remove().release();
                dropped++;
            }
        }
        return dropped;
    }

    /** Counts a frame that came in by this port. */
    public void countReceived(int bytes) {
        rxPackets++;
        rxBytes += bytes;
    }

    /** Counts a frame that came in and went no further. */
    public void countReceiveDrop() {
        rxDrops++;
    }

    /** Packets that wait in a queue. */
    public int depth(int queue) {
        return queues[queue].size();
    }

    /** Puts a packet into a queue, or drops it when the queue is full or the port down. */
    public void enqueue(PacketState packet, int queue) {
        if (!isUp() || queues[queue].isFull()) {
            txDrops++;
            packet.release();
            return;
        }
        queues[queue].add(packet);
        if (onLine == null && !choosing) {
            chooseNext(timeline.nowNs());
        }
    }

    private void chooseNext(long startNs) {
        // Egress may put clones into this port's own queues; they must wait until it has returned.
        choosing = true;
        while (onLine == null) {
            PacketQueue queue = highest();
            if (queue == null) {
                carry = 0;
                break;
            }
            PacketState packet = queue.remove();
            if (egress.run(packet, queue.size())) {
                onLine = packet;
                freeAtNs = startNs + transmissionNs(packet.end - packet.start);
                timeline.schedule(freeAtNs, lineFree);
            }
        }
        choosing = false;
    }

    private PacketQueue highest() {
        for (int i = QUEUES - 1; i >= 0; i--) {
            if (queues[i].size() > 0) {
                return queues[i];
            }
        }
        return null;
    }

    private long transmissionNs(int bytes) {
        if (config.rateBps() == PortConfig.UNLIMITED) {
            return LEAST_TIME_NS;
        }
        long scaled = bytes * 8L * NANOS_PER_SECOND + carry;
        carry = scaled % config.rateBps();
        return Math.max(LEAST_TIME_NS, scaled / config.rateBps());
    }

    private void lineFree() {
        PacketState sent = onLine;
        onLine = null;
        if (isUp()) {
            txPackets++;
            txBytes += sent.end - sent.start;
            // The next packet is chosen after the sink has seen this one, even if the sink sends
            // something back.
            choosing = true;
            sink.frame(sent.data, sent.start, sent.end - sent.start);
            choosing = false;
        } else {
            txDrops++;
        }
        sent.release();
        chooseNext(freeAtNs);
    }

    /** The port as the control plane sees it. */
    public PortStatus status() {
        return new PortStatus(
                number,
                config.name(),
                config.rateBps(),
                isUp(),
                adminUp,
                new PortCounters(rxPackets, rxBytes, rxDrops, txPackets, txBytes, txDrops));
    }
}
