// SPDX-License-Identifier: Apache-2.0
package org.weir.tofino.model.running;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;

/**
 * Frames that a switch still has to send, and the differences between what it had to send and what
 * it has sent. Batches need no borders: a frame that comes late takes away what was expected of its
 * own packet, and a frame that nobody expects takes away nothing.
 */
final class Outstanding {

    /** Differences after which a test gives up. */
    private static final int MOST_DIFFERENCES = 100;

    /** Packets that a difference may name. */
    private static final int NAMED_PACKETS = 3;

    /** Bytes at the end of a frame that say of which packet it is, as hexadecimal digits. */
    private static final int TAIL_DIGITS = 24;

    private record Packet(int number, String text) {}

    private final Map<String, Deque<Packet>> expected = new HashMap<>();
    private final Deque<Packet> recent = new ArrayDeque<>();
    private final List<String> differences = new ArrayList<>();
    private int size;
    private long matched;
    private int batchStart;

    /** Adds a packet that was sent into the switch, with the frames that the switch has to send. */
    void expect(int number, String packet, List<String> frames) {
        Packet cause = new Packet(number, packet);
        recent.add(cause);
        for (String frame : frames) {
            expected.computeIfAbsent(frame, key -> new ArrayDeque<>()).add(cause);
            size++;
        }
    }

    /** Takes a frame that the switch has sent. */
    void take(String frame) {
        Deque<Packet> causes = expected.get(frame);
        if (causes == null) {
            differ("surplus " + frame + " of " + packetsThatEndAs(frame));
            return;
        }
        causes.remove();
        if (causes.isEmpty()) {
            expected.remove(frame);
        }
        size--;
        matched++;
    }

    /** Counts as missing what was expected before a packet and has not come. */
    void endBatch(int firstOfBatch) {
        expected.forEach(
                (frame, causes) ->
                        causes.forEach(each -> differ("missing " + frame + " of " + each)));
        expected.clear();
        size = 0;
        int keptFrom = batchStart;
        recent.removeIf(each -> each.number() < keptFrom);
        batchStart = firstOfBatch;
    }

    private void differ(String difference) {
        differences.add(difference);
        if (differences.size() >= MOST_DIFFERENCES) {
            throw new AssertionError(String.join("\n", differences));
        }
    }

    private String packetsThatEndAs(String frame) {
        String tail = frame.substring(Math.max(0, frame.length() - TAIL_DIGITS));
        StringJoiner packets = new StringJoiner(", ", "[", "]");
        recent.stream()
                .filter(each -> each.text().endsWith(tail))
                .limit(NAMED_PACKETS)
                .forEach(each -> packets.add(each.toString()));
        return packets.toString();
    }

    /** Number of frames that have to come. */
    int size() {
        return size;
    }

    /** Number of frames that came as expected. */
    long matched() {
        return matched;
    }

    /** Texts of frames that did not come, or that nobody expected, with their packets. */
    List<String> differences() {
        return differences;
    }
}
