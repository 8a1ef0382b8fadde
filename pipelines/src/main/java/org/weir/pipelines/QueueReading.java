// SPDX-License-Identifier: Apache-2.0
package org.weir.pipelines;

import org.onosproject.net.pi.runtime.PiCounterCellData;

/**
 * One reading of a queue's counters. All are totals since the program was loaded; a restart of the
 * switch starts them again at zero.
 */
public final class QueueReading {

    private final QueueId queue;
    private final QueueSelection.Depth depth;
    private final PiCounterCellData arrivals;
    private final PiCounterCellData departures;
    private final PiCounterCellData drops;
    private final PiCounterCellData marks;
    private final PiCounterCellData feedback;
    private final long[] delayHistogram;
    private final boolean hasDelays;

    /**
     * A reading.
     *
     * @param queue the queue
     * @param depth counters that were read; the others are zero
     * @param arrivals packets and bytes routed to it, those that it dropped included
     * @param departures packets and bytes that left
     * @param drops packets and bytes that it dropped
     * @param marks packets and bytes that it marked
     * @param feedback feedback packets that were made for it
     * @param delayHistogram packets by bucket of delay, 64 of them
     */
    public QueueReading(
            QueueId queue,
            QueueSelection.Depth depth,
            PiCounterCellData arrivals,
            PiCounterCellData departures,
            PiCounterCellData drops,
            PiCounterCellData marks,
            PiCounterCellData feedback,
            long[] delayHistogram) {
        this(
                queue,
                depth,
                arrivals,
                departures,
                drops,
                marks,
                feedback,
                delayHistogram,
                depth == QueueSelection.Depth.DELAYS);
    }

    private QueueReading(
            QueueId queue,
            QueueSelection.Depth depth,
            PiCounterCellData arrivals,
            PiCounterCellData departures,
            PiCounterCellData drops,
            PiCounterCellData marks,
            PiCounterCellData feedback,
            long[] delayHistogram,
            boolean hasDelays) {
        this.queue = queue;
        this.depth = depth;
        this.arrivals = arrivals;
        this.departures = departures;
        this.drops = drops;
        this.marks = marks;
        this.feedback = feedback;
        this.delayHistogram = delayHistogram.clone();
        this.hasDelays = hasDelays;
    }

    /** The queue. */
    public QueueId queue() {
        return queue;
    }

    /** Counters that were read; the others are zero here. */
    public QueueSelection.Depth depth() {
        return depth;
    }

    /** The same counters with the delays of another reading. */
    public QueueReading withDelaysOf(QueueReading other) {
        return new QueueReading(
                queue,
                depth,
                arrivals,
                departures,
                drops,
                marks,
                feedback,
                other.delayHistogram,
                other.hasDelays);
    }

    /** True if the delays are known: they were read, now or earlier. */
    public boolean hasDelays() {
        return hasDelays;
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

    /** Packets that left, by bucket of their queueing delay; 64 buckets, 0 if not known. */
    public long[] delayHistogram() {
        return delayHistogram.clone();
    }
}
