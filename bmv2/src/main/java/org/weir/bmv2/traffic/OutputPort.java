// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.traffic;

import java.util.ArrayList;
import java.util.List;
import org.weir.bmv2.controlplane.PortStatus;
import org.weir.bmv2.controlplane.traffic.DropReason;
import org.weir.bmv2.controlplane.traffic.PfcStatus;
import org.weir.bmv2.controlplane.traffic.PortTraffic;
import org.weir.bmv2.controlplane.traffic.PortTrafficStatus;
import org.weir.bmv2.controlplane.traffic.QueueStatus;
import org.weir.bmv2.runtime.packet.PacketState;
import org.weir.bmv2.time.Timeline;

/**
 * A port's eight queues and its line. Whenever the line is free, the scheduler's choice among the
 * queues that may send is taken, run through egress, and sent; the line is busy for its bits
 * divided by the port's rate. PFC frames of the port's own go before all queues.
 */
public final class OutputPort {

    /** Queues of a port; unless configured otherwise the highest number goes first. */
    public static final int QUEUES = PortTraffic.QUEUES;

    private final int number;
    private final PortConfig config;
    private final Timeline timeline;
    private final EgressStage egress;
    private final FrameSink sink;
    private final SharedBuffer buffer;
    private final PacketQueue[] queues = new PacketQueue[QUEUES];
    private final QueueScheduler scheduler = new QueueScheduler(queues);
    private final LineClock line;
    private final Propagation propagation;
    private final ReceivedPauses receivedPauses = new ReceivedPauses();
    private final PauseRequests pauseRequests;
    private final Runnable lineFree = this::lineFree;
    private final WakeTimer timer;

    private PortTraffic traffic;
    private RateLimit packetLimit;
    private boolean adminUp = true;
    private boolean linkUp = true;

    /** Queues that have a packet, and queues with a maximum rate, a bit for each. */
    private int occupied;

    private int limited;

    /** The frame being sent, a packet or one of {@link #pauseRequests}; null when there is none. */
    private Object onLine;

    /** Whether the port went down while that frame was being sent. */
    private boolean torn;

    private boolean choosing;

    /**
     * Time at which the line is free again, ns; a timeline that runs late must not make the port
     * slower.
     */
    private long freeAtNs;

    /** Time at which the first of the queues that a rate limit holds back may send, ns. */
    private long nextReadyNs;

    private final FrameCounters counters = new FrameCounters();

    /** A port that is up, with empty queues. */
    OutputPort(
            int number,
            PortConfig config,
            Timeline timeline,
            EgressStage egress,
            FrameSink sink,
            SharedBuffer buffer) {
        this.number = number;
        this.config = config;
        this.timeline = timeline;
        this.egress = egress;
        this.sink = sink;
        this.buffer = buffer;
        this.line = new LineClock(config.rateBps());
        this.timer = new WakeTimer(timeline, this::wake);
        this.propagation =
                new Propagation(config.delayNs(), timeline, this::deliver, this::recycle);
        this.pauseRequests = new PauseRequests(number, timeline, this::sendIfFree);
        for (int i = 0; i < QUEUES; i++) {
            queues[i] = new PacketQueue(config.traffic().queues().get(i));
        }
        configure(config.traffic());
    }

    /** Changes how it sends; packets that wait stay. */
    void configure(PortTraffic changed) {
        long nowNs = timeline.nowNs();
        PortTraffic before = traffic;
        traffic = changed;
        line.setRateBps(changed.rateBps());
        if (before == null || before.ratePps() != changed.ratePps()) {
            packetLimit = RateLimit.changed(packetLimit, changed.ratePps(), 0, nowNs);
        }
        limited = 0;
        for (int i = 0; i < QUEUES; i++) {
            if (before == null || !before.queues().get(i).equals(changed.queues().get(i))) {
                buffer.configure(queues[i], changed.queues().get(i), nowNs);
            }
            limited |= queues[i].isLimited() ? 1 << i : 0;
        }
        scheduler.configure(changed);
        receivedPauses.configure(changed);
        pauseRequests.configure(changed);
        if (!changed.pfc().isOff() || buffer.account(number) != null) {
            buffer.openAccount(number).configure(changed, pauseRequests);
        }
        sendIfFree();
    }

    /** Its number. */
    public int number() {
        return number;
    }

    /** Configuration of its sending. */
    PortTraffic traffic() {
        return traffic;
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
        stateChanged(before);
        return changed;
    }

    /** Sets whether its link carries frames; returns whether that changed anything. */
    public boolean setLinkUp(boolean up) {
        boolean before = isUp();
        boolean changed = linkUp != up;
        linkUp = up;
        stateChanged(before);
        return changed;
    }

    private void stateChanged(boolean before) {
        if (before && !isUp()) {
            torn = onLine != null;
            propagation.cut();
            receivedPauses.clear();
            flush();
        } else if (!before && isUp()) {
            pauseRequests.restart();
        }
    }

    /** Drops all packets that wait. */
    public void flush() {
        for (int i = 0; i < QUEUES; i++) {
            while (queues[i].size() > 0) {
                queues[i].countDrop(DropReason.FLUSHED, queues[i].headBytes());
                take(i).release();
            }
        }
    }

    /** Drops all packets that wait, and asks the peer for nothing any more. */
    void retire() {
        flush();
        pauseRequests.stop();
    }

    /** Counts a frame that came in by this port. */
    public void countReceived(int bytes) {
        counters.received(bytes);
    }

    /** Counts a frame that came in and went no further. */
    public void countReceiveDrop() {
        counters.receivedDropped();
    }

    /** Takes a frame that has come in if it is about flow control; returns whether it was. */
    public boolean receivePause(byte[] frame, int offset, int length) {
        if (!receivedPauses.areHeeded() || !PauseFrame.is(frame, offset, length)) {
            return false;
        }
        if (receivedPauses.receive(frame, offset, length, timeline.nowNs())) {
            sendIfFree();
        }
        return true;
    }

    /** Sends a PFC frame about one priority before all waiting frames. */
    void sendPause(int priority, int quanta) {
        pauseRequests.send(priority, quanta);
    }

    /** Packets that wait in a queue. */
    public int depth(int queue) {
        return queues[queue].size();
    }

    /**
     * Puts a packet into a queue, or drops it when there is no room or the port is down.
     *
     * @param packet with the time as its {@code enqueuedNs}
     */
    public void enqueue(PacketState packet, int queue) {
        int bytes = Math.min(packet.length, packet.truncateBytes);
        DropReason refusal =
                !isUp()
                        ? DropReason.PORT_DOWN
                        : !queues[queue].fits(bytes)
                                ? DropReason.QUEUE_FULL
                                : buffer.add(queues[queue], queue, packet, bytes);
        if (refusal != null) {
            queues[queue].countDrop(refusal, bytes);
            packet.release();
            return;
        }
        occupied |= 1 << queue;
        if (onLine == null && !choosing) {
            chooseNext(packet.enqueuedNs);
        }
    }

    private PacketState take(int queue) {
        PacketState packet = buffer.remove(queues[queue], queue);
        if (queues[queue].size() == 0) {
            occupied &= ~(1 << queue);
            scheduler.emptied(queue);
        }
        return packet;
    }

    private void sendIfFree() {
        if (onLine == null && !choosing && isUp()) {
            chooseNext(Math.max(timeline.nowNs(), freeAtNs));
        }
    }

    private void chooseNext(long startNs) {
        // Egress may put clones into this port's own queues; they must wait until it has returned.
        choosing = true;
        boolean failed = true;
        try {
            sendOrWait(startNs);
            failed = false;
        } finally {
            choosing = false;
            if (failed && occupied != 0) {
                timer.wakeAt(startNs);
            }
        }
    }

    private void sendOrWait(long startNs) {
        while (onLine == null) {
            if (pauseRequests.areDue() && isUp()) {
                send(pauseRequests.take(), PauseFrame.LENGTH, startNs);
                break;
            }
            if (packetLimit != null && occupied != 0 && packetLimit.eligibleNs() > startNs) {
                line.idle();
                timer.wakeAt(packetLimit.eligibleNs());
                break;
            }
            int queue = scheduler.choose(ready(startNs));
            if (queue < 0) {
                line.idle();
                if (occupied != 0) {
                    timer.wakeAt(nextReadyNs);
                }
                break;
            }
            queues[queue].charge(startNs);
            PacketState packet = take(queue);
            boolean unmarked = EcnField.isUnmarked(packet);
            if (egress.run(packet, queues[queue].size())) {
                if (unmarked && EcnField.isMarked(packet)) {
                    queues[queue].countEcnMark(packet.end - packet.start);
                }
                if (packetLimit != null) {
                    packetLimit.charge(startNs, 1);
                }
                send(packet, packet.end - packet.start, startNs);
            }
        }
    }

    /** Queues that have a packet and may send it at a time, a bit for each. */
    private int ready(long startNs) {
        int ready = occupied;
        int paused = receivedPauses.paused();
        int held = occupied & (limited | paused);
        if (held == 0) {
            return ready;
        }
        nextReadyNs = Long.MAX_VALUE;
        for (int left = held; left != 0; left &= left - 1) {
            int i = Integer.numberOfTrailingZeros(left);
            long readyNs = queues[i].eligibleNs();
            if ((paused >> i & 1) != 0) {
                readyNs = Math.max(readyNs, receivedPauses.untilNs(i, startNs));
            }
            if (readyNs > startNs) {
                ready &= ~(1 << i);
                nextReadyNs = Math.min(nextReadyNs, readyNs);
            }
        }
        return ready;
    }

    private void send(Object frame, int bytes, long startNs) {
        freeAtNs = startNs + line.transmissionNs(bytes);
        timeline.schedule(freeAtNs, lineFree);
        onLine = frame;
        torn = !isUp();
    }

    private void wake(long timeNs) {
        if (onLine == null && !choosing) {
            chooseNext(Math.max(timeNs, freeAtNs));
        }
    }

    private void lineFree() {
        Object sent = onLine;
        onLine = null;
        if (torn) {
            counters.lost();
            recycle(sent);
            chooseNext(freeAtNs);
            return;
        }
        counters.sent(
                sent instanceof PacketState packet ? packet.end - packet.start : PauseFrame.LENGTH);
        // The next packet is chosen after the sink has seen this one, even if the sink sends
        // something back.
        choosing = true;
        try {
            propagation.launch(sent, freeAtNs);
        } finally {
            chooseNext(freeAtNs);
        }
    }

    private void deliver(Object frame) {
        try {
            if (frame instanceof PacketState packet) {
                sink.frame(packet.data, packet.start, packet.end - packet.start);
            } else {
                sink.frame((byte[]) frame, 0, PauseFrame.LENGTH);
            }
        } finally {
            recycle(frame);
        }
    }

    private void recycle(Object frame) {
        if (frame instanceof PacketState packet) {
            packet.release();
        } else {
            pauseRequests.recycle((byte[]) frame);
        }
    }

    /** Starts the largest depths anew. */
    void clearMaxDepths() {
        for (PacketQueue queue : queues) {
            queue.clearMaxDepths();
        }
    }

    /** The port as the control plane sees it. */
    public PortStatus status() {
        long dropped = 0;
        for (PacketQueue queue : queues) {
            dropped += queue.droppedPackets();
        }
        return new PortStatus(
                number,
                config.name(),
                traffic.rateBps(),
                isUp(),
                adminUp,
                counters.withDropped(dropped));
    }

    /** Contents of its queues and its line. */
    PortTrafficStatus trafficStatus() {
        List<QueueStatus> queueStatus = new ArrayList<>();
        List<PfcStatus> pfcStatus = new ArrayList<>();
        IngressAccount account = buffer.account(number);
        for (int i = 0; i < QUEUES; i++) {
            queueStatus.add(queues[i].status(i, receivedPauses.isPaused(i, timeline.nowNs())));
            long heldBytes = account == null ? 0 : account.bytes(i);
            pfcStatus.add(pauseRequests.status(i, receivedPauses, heldBytes));
        }
        return new PortTrafficStatus(
                queueStatus,
                pfcStatus,
                receivedPauses.frames(),
                receivedPauses.malformed(),
                pauseRequests.sentFrames(),
                onLine != null,
                propagation.size(),
                counters.lostOnLine(),
                propagation.lost());
    }
}
