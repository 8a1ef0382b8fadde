// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.host.transport;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/** Packets received of one message. */
final class MessageReceiver {
    private final int messageId;
    private final int total;
    private final BitSet received = new BitSet();
    private int count;
    private int next;

    MessageReceiver(int messageId, int total) {
        this.messageId = messageId;
        this.total = total;
    }

    /** True if the packet is the first of its number; a probe has none. */
    boolean isNew(MessagePacket packet) {
        return !packet.isProbe() && !received.get(packet.number());
    }

    /**
     * Takes a packet.
     *
     * @return status to send to the sender; null for none
     */
    MessageStatus onPacket(MessagePacket packet) {
        if (packet.isProbe()) {
            return new MessageStatus(messageId, next, packet.sentNs(), missing());
        }
        int number = packet.number();
        int expected = received.length();
        if (!received.get(number)) {
            received.set(number);
            count++;
            next = received.nextClearBit(next);
        }
        if (isWhole()) {
            return new MessageStatus(messageId, total, packet.sentNs(), List.of());
        }
        if (packet.asks()) {
            return new MessageStatus(messageId, next, packet.sentNs(), missing());
        }
        return number > expected
                ? new MessageStatus(
                        messageId,
                        next,
                        packet.sentNs(),
                        List.of(new MessageStatus.Range(expected, number)))
                : null;
    }

    boolean isWhole() {
        return count == total;
    }

    private List<MessageStatus.Range> missing() {
        List<MessageStatus.Range> missing = new ArrayList<>();
        int from = next;
        while (from < total && missing.size() < MessageStatus.MOST_RANGES) {
            int to = received.nextSetBit(from);
            to = to < 0 ? total : to;
            missing.add(new MessageStatus.Range(from, to));
            from = received.nextClearBit(to);
        }
        return missing;
    }
}
