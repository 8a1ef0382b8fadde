// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.host.transport;

import java.util.Map;
import java.util.TreeMap;

/**
 * The packets of a message that are in the network, as far as its sender knows, for senders with a
 * window. Packets up to the last one that the receiver reported have left the network;
 * retransmitted packets do not count.
 *
 * <p>Receivers report by acknowledging each packet, or by a status for which a packet asks. A
 * sender without acknowledgements asks twice per window, and with the last packet that its window
 * allows.
 */
final class Flight {
    private static final int STATUS_PER_WINDOW = 2;

    /** Packets sent when a status was asked for, by the time of the packet that asks, ns. */
    private final TreeMap<Long, Integer> askedNs = new TreeMap<>();

    private int sent;
    private int left;
    private int asked;

    /** Packets that were sent for the first time. */
    int sent() {
        return sent;
    }

    /** Whether as many bytes are in flight as a window allows; one packet always may be. */
    boolean isFull(int frameBytes, double windowBytes) {
        return sent > left && (double) (sent - left) * frameBytes >= windowBytes;
    }

    /** Whether the next new packet should ask for a status. */
    boolean needsStatus(int frameBytes, double windowBytes) {
        double windowPackets = windowBytes / frameBytes;
        int next = sent + 1;
        return next - asked >= windowPackets / STATUS_PER_WINDOW || next - left >= windowPackets;
    }

    /** Counts a new packet. */
    void onSent() {
        sent++;
    }

    /** A packet that is sent now, new or not, asks for a status. */
    void onAsk(long nowNs) {
        asked = sent;
        askedNs.put(nowNs, sent);
    }

    /** The receiver has the packet of this number. */
    void onArrived(long number) {
        left = Math.max(left, (int) Math.min(sent, number + 1));
    }

    /**
     * Takes a status about the packet that was sent at a time.
     *
     * @return number of packets of which the status knows whether they are missing: those that were
     *     sent before it was asked for
     */
    int onStatus(long aboutNs) {
        int known = askedNs.getOrDefault(aboutNs, sent);
        Map.Entry<Long, Integer> last = askedNs.floorEntry(aboutNs);
        if (last != null) {
            left = Math.max(left, last.getValue());
            askedNs.headMap(aboutNs, true).clear();
        }
        return known;
    }
}
