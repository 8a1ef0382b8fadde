// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.host.transport.tcp.send;

import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.function.Consumer;

/**
 * Segments between the cumulative acknowledgement and the last byte sent, with what selective
 * acknowledgements (RFC 2018) say of them.
 */
final class Scoreboard {
    private static final int INITIAL_SEGMENTS = 64;

    /** Segments by position, a ring whose length is a power of two. */
    private SentSegment[] ring = new SentSegment[INITIAL_SEGMENTS];

    private int head;
    private int size;
    private SentSegment first;
    private SentSegment last;
    private final PriorityQueue<SentSegment> lost =
            new PriorityQueue<>(Comparator.comparingLong(segment -> segment.from));

    private long inFlightBytes;
    private long lostBytes;
    private long transmissions;
    private int sackedSegments;
    private long lostRetransmissions;

    /** Edges of the selective acknowledgements of the last acknowledgement. */
    private long[] lastSack = new long[0];

    /** Adds a segment that is sent for the first time, behind all others. */
    SentSegment add(long from, long to, long nowNs) {
        if (size == ring.length) {
            widen();
        }
        SentSegment segment = new SentSegment(from, to, nowNs);
        ring[head + size++ & ring.length - 1] = segment;
        inFlightBytes += segment.bytes();
        link(segment);
        return segment;
    }

    private void widen() {
        SentSegment[] wider = new SentSegment[2 * ring.length];
        for (int i = 0; i < size; i++) {
            wider[i] = at(i);
        }
        ring = wider;
        head = 0;
    }

    private SentSegment at(int index) {
        return ring[head + index & ring.length - 1];
    }

    /** Notes that a segment is sent once more. */
    void resent(SentSegment segment, long nowNs) {
        if (segment.linked) {
            unlink(segment);
            inFlightBytes -= segment.bytes();
        }
        segment.lost = false;
        segment.retransmitted = true;
        segment.sentNs = nowNs;
        inFlightBytes += segment.bytes();
        link(segment);
    }

    /**
     * Takes a cumulative acknowledgement; segments that no range had named before are delivered.
     */
    void acknowledge(long position, Consumer<SentSegment> delivered) {
        while (size > 0 && at(0).to <= position) {
            SentSegment segment = at(0);
            ring[head] = null;
            head = head + 1 & ring.length - 1;
            size--;
            if (segment.sacked) {
                sackedSegments--;
            } else {
                leave(segment);
                delivered.accept(segment);
            }
        }
    }

    /**
     * Takes selective acknowledgements. Segments are delivered in the order of their positions, not
     * in that of the ranges: the newest range comes first, so an acknowledgement after a lost one
     * would look like reordering.
     *
     * @param edges left and right edges of ranges, alternating
     */
    void sack(long[] edges, Consumer<SentSegment> delivered) {
        long lastFrom = Long.MIN_VALUE;
        for (int ranges = edges.length / 2; ranges > 0; ranges--) {
            int next = -1;
            for (int i = 0; i < edges.length; i += 2) {
                if (edges[i] > lastFrom && (next < 0 || edges[i] < edges[next])) {
                    next = i;
                }
            }
            if (next < 0) {
                break;
            }
            lastFrom = edges[next];
            sackNew(edges[next], edges[next + 1], delivered);
        }
        lastSack = edges;
    }

    /** Leaves out what the last acknowledgement has said already. */
    private void sackNew(long from, long to, Consumer<SentSegment> delivered) {
        for (int i = 0; i < lastSack.length; i += 2) {
            if (lastSack[i] >= from && lastSack[i + 1] <= to) {
                sackRange(from, lastSack[i], delivered);
                sackRange(lastSack[i + 1], to, delivered);
                return;
            }
        }
        sackRange(from, to, delivered);
    }

    private void sackRange(long from, long to, Consumer<SentSegment> delivered) {
        if (from >= to) {
            return;
        }
        for (int i = indexOf(from); i < size && at(i).to <= to; i++) {
            SentSegment segment = at(i);
            if (!segment.sacked) {
                segment.sacked = true;
                sackedSegments++;
                leave(segment);
                delivered.accept(segment);
            }
        }
    }

    /** Index of the first segment that begins at a position or behind it. */
    private int indexOf(long position) {
        int low = 0;
        int high = size;
        while (low < high) {
            int middle = low + high >>> 1;
            if (at(middle).from < position) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private void leave(SentSegment segment) {
        if (segment.linked) {
            inFlightBytes -= segment.bytes();
            unlink(segment);
        }
        segment.lost = false;
    }

    /** Marks a segment in flight as lost. */
    void markLost(SentSegment segment) {
        inFlightBytes -= segment.bytes();
        unlink(segment);
        segment.lost = true;
        lostBytes += segment.bytes();
        lostRetransmissions += segment.retransmitted ? 1 : 0;
        lost.add(segment);
    }

    /**
     * Marks what is lost by RFC 6675, section 4: a segment that was sent once and behind which a
     * number of segments have been selectively acknowledged.
     *
     * @param duplicates the number, above 0
     */
    void markLostBelowSacked(int duplicates) {
        int sackedBehind = 0;
        for (int i = size - 1; i >= 0 && sackedBehind < sackedSegments; i--) {
            if (at(i).sacked) {
                sackedBehind++;
            }
            if (sackedBehind == duplicates) {
                markLostBefore(i);
                return;
            }
        }
    }

    private void markLostBefore(int end) {
        for (int i = 0; i < end; i++) {
            SentSegment segment = at(i);
            if (segment.linked && !segment.retransmitted) {
                markLost(segment);
            }
        }
    }

    /** Marks all segments in flight as lost, after a timeout (RFC 6675, section 5.1). */
    void markAllLost() {
        while (first != null) {
            markLost(first);
        }
    }

    /** The lost segment with the lowest position; null when there is none. */
    SentSegment firstLost() {
        while (!lost.isEmpty() && !lost.peek().lost) {
            lost.remove();
        }
        return lost.peek();
    }

    /** The segment in flight that was sent before all others; null when there is none. */
    SentSegment firstSent() {
        return first;
    }

    /** The segment with the lowest position; null when there is none. */
    SentSegment lowest() {
        return size == 0 ? null : at(0);
    }

    /** The segment with the highest position; null when there is none. */
    SentSegment highest() {
        return size == 0 ? null : at(size - 1);
    }

    private void link(SentSegment segment) {
        segment.earlier = last;
        segment.later = null;
        if (last == null) {
            first = segment;
        } else {
            last.later = segment;
        }
        last = segment;
        segment.linked = true;
        segment.transmission = transmissions++;
    }

    private void unlink(SentSegment segment) {
        if (segment.earlier == null) {
            first = segment.later;
        } else {
            segment.earlier.later = segment.later;
        }
        if (segment.later == null) {
            last = segment.earlier;
        } else {
            segment.later.earlier = segment.earlier;
        }
        segment.linked = false;
    }

    /** Bytes in the network: sent, neither acknowledged nor lost (RFC 6675: pipe). */
    long inFlightBytes() {
        return inFlightBytes;
    }

    /** Bytes found to be lost since the connection began. */
    long lostBytes() {
        return lostBytes;
    }

    /** Retransmissions found to be lost since the connection began. */
    long lostRetransmissions() {
        return lostRetransmissions;
    }

    /** Segments that ranges have named. */
    int sackedSegments() {
        return sackedSegments;
    }

    /** Segments that are not acknowledged cumulatively. */
    int size() {
        return size;
    }
}
