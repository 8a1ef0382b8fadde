// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.host.transport.tcp.receive;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/** Bytes that arrived before others of the stream, and the ranges that they form. */
final class Reassembly {
    private static final int REMEMBERED = 8;

    private final NavigableMap<Long, byte[]> pieces = new TreeMap<>();
    private final NavigableMap<Long, Long> ranges = new TreeMap<>();

    /** Positions of segments that arrived, the last one first. */
    private final Deque<Long> recent = new ArrayDeque<>();

    boolean isEmpty() {
        return ranges.isEmpty();
    }

    /**
     * Keeps the bytes of a range that are not there yet.
     *
     * @param end {@code to}, or behind the FIN that follows
     * @return number of these bytes
     */
    long add(long from, long to, long end, byte[] bytes, int at) {
        remember(from);
        long added = 0;
        long position = from;
        Map.Entry<Long, byte[]> before = pieces.floorEntry(from);
        if (before != null) {
            position = Math.max(position, before.getKey() + before.getValue().length);
        }
        while (position < to) {
            Map.Entry<Long, byte[]> behind = pieces.ceilingEntry(position);
            long until = behind == null ? to : Math.min(to, behind.getKey());
            if (until > position) {
                int offset = at + (int) (position - from);
                pieces.put(
                        position,
                        Arrays.copyOfRange(bytes, offset, offset + (int) (until - position)));
                added += until - position;
            }
            position = behind == null ? to : behind.getKey() + behind.getValue().length;
        }
        join(from, end);
        return added;
    }

    private void remember(long position) {
        recent.addFirst(position);
        if (recent.size() > REMEMBERED) {
            recent.removeLast();
        }
    }

    private void join(long from, long to) {
        long left = from;
        long right = to;
        Map.Entry<Long, Long> before = ranges.floorEntry(from);
        if (before != null && before.getValue() >= from) {
            left = before.getKey();
            right = Math.max(right, before.getValue());
        }
        Map.Entry<Long, Long> behind = ranges.ceilingEntry(left);
        while (behind != null && behind.getKey() <= right) {
            right = Math.max(right, behind.getValue());
            ranges.remove(behind.getKey());
            behind = ranges.ceilingEntry(left);
        }
        ranges.put(left, right);
    }

    /** True if all bytes of a range are there. */
    boolean contains(long from, long to) {
        Map.Entry<Long, Long> range = ranges.floorEntry(from);
        return range != null && range.getValue() >= to;
    }

    /**
     * Hands over what follows a position without a gap, and forgets ranges before it.
     *
     * @return position after it
     */
    long handOver(long position, StreamReader reader) {
        long next = position;
        while (!pieces.isEmpty() && pieces.firstKey() <= next) {
            Map.Entry<Long, byte[]> piece = pieces.pollFirstEntry();
            int skipped = (int) (next - piece.getKey());
            int rest = piece.getValue().length - skipped;
            if (rest > 0) {
                reader.onData(piece.getValue(), skipped, rest);
                next += rest;
            }
        }
        forget(next);
        return next;
    }

    /** Forgets ranges before a position. */
    void forget(long position) {
        while (!ranges.isEmpty() && ranges.firstEntry().getValue() <= position) {
            ranges.pollFirstEntry();
        }
    }

    /**
     * Ranges for an acknowledgement, that of the last segment first (RFC 2018, section 4).
     *
     * @param most number of ranges
     */
    List<long[]> reported(int most) {
        List<long[]> reported = new ArrayList<>();
        Iterator<Long> positions = recent.iterator();
        while (positions.hasNext() && reported.size() < most) {
            Map.Entry<Long, Long> range = ranges.floorEntry(positions.next());
            if (range != null && reported.stream().noneMatch(one -> one[0] == range.getKey())) {
                reported.add(new long[] {range.getKey(), range.getValue()});
            }
        }
        return reported;
    }
}
