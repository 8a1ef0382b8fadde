// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.host.transport.tcp.receive;

import java.util.ArrayList;
import java.util.List;

/**
 * Receiving half of a connection. It says when an acknowledgement is due: at once, for every second
 * full segment, or after a delay (RFC 1122, section 4.2.3.2; RFC 5681, section 4.2).
 */
public final class Receiver {
    private static final long NONE = -1;

    /** Acknowledgements of one segment each from the first mark on, as in Linux. */
    private static final int QUICK_ACKS_AFTER_MARK = 2;

    private final boolean echoesEachMark;
    private final int segmentsPerAck;
    private final StreamReader reader;
    private final boolean acksMarksAtOnce;
    private final EcnCounters marks = new EcnCounters();
    private final Reassembly early = new Reassembly();
    private long next;
    private long end = NONE;
    private boolean ended;
    private int segmentsToAck;
    private int quickAcks;
    private boolean ackNow;
    private boolean echo;
    private boolean mark;
    private boolean capableSeen;
    private long[] duplicate;

    /**
     * @param echoesEachMark whether acknowledgements carry the state of each segment (RFC 8257)
     * @param segmentsPerAck segments after which an acknowledgement is due
     * @param quickAcks acknowledgements at the begin that are due after one segment; above 0 also
     *     the first two of marked segments, and those of segments with CWR, are due at once
     */
    public Receiver(
            boolean echoesEachMark, int segmentsPerAck, int quickAcks, StreamReader reader) {
        this.quickAcks = quickAcks;
        acksMarksAtOnce = quickAcks > 0;
        this.segmentsPerAck = segmentsPerAck;
        this.echoesEachMark = echoesEachMark;
        this.reader = reader;
    }

    /**
     * Whether the acknowledgement of what came before has to go before a segment is taken, because
     * the next one carries another state of ECE (RFC 8257, section 3.2).
     */
    public boolean changesMark(boolean marked) {
        return echoesEachMark && marked != mark && segmentsToAck > 0;
    }

    /** Takes the ECN state of a segment with data. */
    public void onMark(boolean marked, boolean reduced) {
        if (echoesEachMark) {
            ackNow |= marked != mark;
            mark = marked;
            return;
        }
        if (reduced) {
            echo = false;
            // As in Linux: the sender's window may be small.
            ackNow |= acksMarksAtOnce;
        }
        if (marked && !echo) {
            echo = true;
            if (acksMarksAtOnce) {
                quickAcks = Math.max(quickAcks, QUICK_ACKS_AFTER_MARK);
            }
        }
    }

    /**
     * Takes the ECN field of a segment with data. After ECN-capable ones, one that is not is a
     * retransmission, after which the sender may be able to send nothing else: as in Linux, its
     * acknowledgement is due at once.
     */
    public void onEcnField(int ecnField) {
        ackNow |= ecnField == 0 && capableSeen;
        capableSeen |= ecnField != 0;
    }

    /** Counts a packet for AccECN. */
    public void count(int ecnField, int payloadBytes) {
        ackNow |= marks.count(ecnField, payloadBytes) && payloadBytes > 0;
    }

    /** AccECN's counters of what came. */
    public EcnCounters marks() {
        return marks;
    }

    /**
     * Takes a segment.
     *
     * @param from position of its first byte
     * @param length of its payload, bytes
     * @param fin whether the stream ends behind it
     * @return bytes that had not come before
     */
    public long onSegment(long from, int length, boolean fin, byte[] bytes, int at) {
        long to = from + length;
        if (fin) {
            end = to;
        }
        segmentsToAck++;
        if (to + (fin ? 1 : 0) <= next || early.contains(from, fin ? to + 1 : to)) {
            // Also what was acknowledged and comes again: the acknowledgement may be lost.
            ackNow = true;
            duplicate = new long[] {from, fin ? to + 1 : to};
            return 0;
        }
        long added = 0;
        if (from <= next) {
            int skipped = (int) (next - from);
            ackNow |= !early.isEmpty();
            if (length > skipped) {
                reader.onData(bytes, at + skipped, length - skipped);
                added = length - skipped;
                next = to;
            }
            next = early.handOver(next, reader);
        } else {
            ackNow = true;
            added = early.add(from, to, fin ? to + 1 : to, bytes, at);
        }
        if (next == end && !ended) {
            ended = true;
            next++;
            early.forget(next);
            ackNow = true;
            reader.onEnd();
        }
        return added;
    }

    /** Whether an acknowledgement is due now. */
    public boolean isAckDue() {
        return ackNow || segmentsToAck >= (quickAcks > 0 ? 1 : segmentsPerAck);
    }

    /** Whether one is due after a delay. */
    public boolean isAckPending() {
        return segmentsToAck > 0;
    }

    /** Asks for an acknowledgement at once, of a segment without anything new. */
    public void requestAck() {
        ackNow = true;
    }

    /** Notes that an acknowledgement goes, with data or without. */
    public void onAckSent() {
        if (segmentsToAck > 0 && quickAcks > 0) {
            quickAcks--;
        }
        segmentsToAck = 0;
        marks.onAckSent();
        ackNow = false;
        duplicate = null;
    }

    /** Whether acknowledgements carry ECE. */
    public boolean echoes() {
        return echoesEachMark ? mark : echo;
    }

    /** Position of the next byte that is missing. */
    public long next() {
        return next;
    }

    /** Whether the stream has ended. */
    public boolean hasEnded() {
        return ended;
    }

    /**
     * Ranges for selective acknowledgement, a segment that came twice first (RFC 2883).
     *
     * @param most number of ranges
     */
    public List<long[]> ranges(int most) {
        List<long[]> ranges = new ArrayList<>();
        if (duplicate != null) {
            ranges.add(duplicate);
        }
        if (!early.isEmpty()) {
            ranges.addAll(early.reported(most - ranges.size()));
        }
        return ranges;
    }
}
