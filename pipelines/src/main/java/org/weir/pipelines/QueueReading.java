// SPDX-License-Identifier: Apache-2.0
package org.weir.pipelines;

import org.onosproject.net.pi.runtime.PiCounterCellData;

/**
 * One reading of a queue's counters. All are totals since the program was loaded; a restart of the
 * switch starts them again at zero.
 */
public final class QueueReading {

    private final long port;
    private final int classIndex;
    private final PiCounterCellData arrivals;
    private final PiCounterCellData departures;
    private final PiCounterCellData drops;
    private final PiCounterCellData marks;
    private final PiCounterCellData feedback;
    private final long[] delayHistogram;

    QueueReading(
            long port,
            int classIndex,
            PiCounterCellData arrivals,
            PiCounterCellData departures,
            PiCounterCellData drops,
            PiCounterCellData marks,
            PiCounterCellData feedback,
            long[] delayHistogram) {
        this.port = port;
        this.classIndex = classIndex;
        this.arrivals = arrivals;
        this.departures = departures;
        this.drops = drops;
        this.marks = marks;
        this.feedback = feedback;
        this.delayHistogram = delayHistogram.clone();
    }

    /** Port number. */
    public long port() {
        return port;
    }

    /** Class, 0..7. */
    public int classIndex() {
        return classIndex;
    }

    /** Packets routed to the queue, those it dropped included. */
    public long arrivedPackets() {
        return arrivals.packets();
    }

    /** Bytes routed to the queue, those it dropped included. */
    public long arrivedBytes() {
        return arrivals.bytes();
    }

    /** Packets that left. */
    public long departedPackets() {
        return departures.packets();
    }

    /** Bytes that left. */
    public long departedBytes() {
        return departures.bytes();
    }

    /** Packets dropped, at the limit or by the port's scheme. */
    public long droppedPackets() {
        return drops.packets();
    }

    /**
     * Packets that met a depth at or over the threshold, and those that the port's scheme marked or
     * told the sender of by the reverse path.
     */
    public long markedPackets() {
        return marks.packets();
    }

    /** Feedback packets made. */
    public long feedbackPackets() {
        return feedback.packets();
    }

    /** Packets that left, by bucket of their queueing delay; 64 buckets. */
    public long[] delayHistogram() {
        return delayHistogram.clone();
    }
}
