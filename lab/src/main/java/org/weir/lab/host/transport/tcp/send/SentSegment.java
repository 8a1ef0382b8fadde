// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.host.transport.tcp.send;

/** Segment that was sent and is not acknowledged cumulatively yet. */
public final class SentSegment {
    final long from;
    final long to;
    long sentNs;

    /** State of the delivery rate when it was sent last. */
    long deliveredBytes;

    long deliveredNs;
    long firstSentNs;
    boolean limited;

    /** Number of its last transmission among all of the connection. */
    long transmission;

    boolean sacked;
    boolean lost;
    boolean retransmitted;

    /** Neighbours among those in flight, in the order of their last transmission. */
    SentSegment earlier;

    SentSegment later;
    boolean linked;

    SentSegment(long from, long to, long sentNs) {
        this.from = from;
        this.to = to;
        this.sentNs = sentNs;
    }

    /** Position of its first byte. */
    public long from() {
        return from;
    }

    /** Position after its last byte; a FIN counts as one byte. */
    public long to() {
        return to;
    }

    /** Whether it was sent more than once. */
    public boolean isRetransmitted() {
        return retransmitted;
    }

    long bytes() {
        return to - from;
    }
}
