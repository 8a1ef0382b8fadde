// SPDX-License-Identifier: Apache-2.0
package org.weir.runner.stock;

import java.util.ArrayDeque;
import java.util.function.Consumer;
import org.weir.lab.engine.Engine;

/**
 * Line of a port, such as a stock switch's, which keeps the port to its rate: it takes one frame
 * after the other, each for as long as its bits last. BMv2 has no rate in bit/s and none that a
 * port's priorities share; frames that it sends too fast wait here, in the order in which they
 * came. On the engine's thread.
 */
public final class PortLine {
    private static final long NS_PER_SECOND = 1_000_000_000L;

    private final Engine engine;
    private final long rateBps;
    private final int capacityPackets;
    private final Consumer<byte[]> sent;
    private final ArrayDeque<byte[]> waiting = new ArrayDeque<>();
    private boolean busy;
    private volatile long arrivedBytes;
    private volatile int waitingPackets;
    private int greatestWaitingPackets;
    private long sentPackets;
    private long droppedPackets;

    /**
     * @param capacityPackets packets that wait at most; more are dropped
     * @param sent is given each frame when its last bit has left
     */
    public PortLine(Engine engine, long rateBps, int capacityPackets, Consumer<byte[]> sent) {
        this.engine = engine;
        this.rateBps = rateBps;
        this.capacityPackets = capacityPackets;
        this.sent = sent;
    }

    /** Takes the next frame; dropped and counted when too many wait. */
    public void accept(byte[] frame) {
        arrivedBytes += frame.length;
        if (!busy) {
            send(frame);
        } else if (waiting.size() < capacityPackets) {
            waiting.add(frame);
            waitingPackets = waiting.size();
            greatestWaitingPackets = Math.max(greatestWaitingPackets, waiting.size());
        } else {
            droppedPackets++;
        }
    }

    private void send(byte[] frame) {
        busy = true;
        long ns = (frame.length * 8L * NS_PER_SECOND + rateBps - 1) / rateBps;
        engine.scheduleAfter(ns, () -> finish(frame));
    }

    private void finish(byte[] frame) {
        busy = false;
        sentPackets++;
        byte[] next = waiting.poll();
        waitingPackets = waiting.size();
        if (next != null) {
            send(next);
        }
        sent.accept(frame);
    }

    /** Bytes that have come, those dropped included. Safe from any thread. */
    long arrivedBytes() {
        return arrivedBytes;
    }

    /** Packets that wait now. Safe from any thread. */
    int waitingPackets() {
        return waitingPackets;
    }

    /** Bit/s that it carries. */
    long rateBps() {
        return rateBps;
    }

    /** Most packets that have waited at once. */
    int greatestWaitingPackets() {
        return greatestWaitingPackets;
    }

    /** Packets that it has carried. On the engine's thread. */
    public long sentPackets() {
        return sentPackets;
    }

    /** Counts of its frames, in words, for the engine's thread. */
    public String report(String switchName, int port) {
        return "%s:%d line: sent %d, waiting %d, at most %d, dropped %d"
                .formatted(
                        switchName,
                        port,
                        sentPackets,
                        waiting.size(),
                        greatestWaitingPackets,
                        droppedPackets);
    }

    /** Packets for which there was no room. On the engine's thread. */
    public long droppedPackets() {
        return droppedPackets;
    }
}
