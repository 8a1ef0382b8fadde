// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.host;

import org.weir.lab.packet.DataPayload;
import org.weir.lab.stats.LatencyHistogram;

/** Counts and delays of the packets that a host has received of one flow. */
public final class FlowReceiver {
    private static final int CONGESTION_EXPERIENCED = 3;

    private final LatencyHistogram delay = new LatencyHistogram();
    private long packets;
    private long bytes;
    private long markedPackets;
    private long latePackets;
    private long nextSequence;

    void onPacket(DataPayload data, int frameBytes, int ecn, long nowNs) {
        packets++;
        bytes += frameBytes;
        if (ecn == CONGESTION_EXPERIENCED) {
            markedPackets++;
        }
        if (data.sequence() < nextSequence) {
            latePackets++;
        } else {
            nextSequence = data.sequence() + 1;
        }
        delay.add(nowNs - data.sentNs());
    }

    /** Packets received. */
    public long packets() {
        return packets;
    }

    /** Bytes of Ethernet frames received. */
    public long bytes() {
        return bytes;
    }

    /** Packets received with ECN's congestion experienced. */
    public long markedPackets() {
        return markedPackets;
    }

    /** Packets that came after one with a higher number. */
    public long latePackets() {
        return latePackets;
    }

    /** Packets known to be lost: numbers below the highest received that have not come. */
    public long lostPackets() {
        return Math.max(0, nextSequence - packets);
    }

    /** Times from the sender's host to here. */
    public LatencyHistogram delay() {
        return delay;
    }
}
