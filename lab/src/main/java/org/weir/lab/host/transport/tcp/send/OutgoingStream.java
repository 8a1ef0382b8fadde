// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.host.transport.tcp.send;

/** Stream that an application offers to a sender, and the part of it that the receiver takes. */
final class OutgoingStream {
    private final int segmentBytes;
    private long offered;
    private boolean closed;
    private long windowEnd;

    OutgoingStream(int segmentBytes) {
        this.segmentBytes = segmentBytes;
    }

    /** Adds bytes behind those offered. */
    void offer(long bytes) {
        offered += bytes;
    }

    /** Puts a FIN behind the last byte. */
    void close() {
        closed = true;
    }

    /** Notes the position up to which the receiver takes bytes; it never goes back. */
    void allow(long position) {
        windowEnd = Math.max(windowEnd, position);
    }

    /** Position up to which the receiver takes bytes. */
    long windowEnd() {
        return windowEnd;
    }

    /** Bytes offered. */
    long offeredBytes() {
        return offered;
    }

    /** Whether everything up to a position is all there will be, FIN included. */
    boolean isOver(long position) {
        return closed && position > offered;
    }

    /** Bytes of the segment that begins at a position, with FIN's; 0 when there is none. */
    long bytesAt(long position) {
        long data = Math.min(segmentBytes, offered - position);
        if (data < 0) {
            return 0;
        }
        return closed && position + data == offered ? data + 1 : data;
    }

    /** Whether the receiver takes a segment that ends at a position; FIN needs no room. */
    boolean allows(long end) {
        return Math.min(end, offered) <= windowEnd;
    }
}
