// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.traffic;

import org.weir.bmv2.controlplane.PortCounters;

/** Numbers of frames and bytes that a port has received and sent. */
final class FrameCounters {

    private long rxPackets;
    private long rxBytes;
    private long rxDrops;
    private long txPackets;
    private long txBytes;
    private long lostOnLine;

    void received(int bytes) {
        rxPackets++;
        rxBytes += bytes;
    }

    /** Counts a frame that came in and went no further. */
    void receivedDropped() {
        rxDrops++;
    }

    void sent(int bytes) {
        txPackets++;
        txBytes += bytes;
    }

    /** Counts a frame that was being sent when the port went down. */
    void lost() {
        lostOnLine++;
    }

    long lostOnLine() {
        return lostOnLine;
    }

    /**
     * The counters as the control plane reads them.
     *
     * @param dropped packets that the port's queues have dropped
     */
    PortCounters withDropped(long dropped) {
        return new PortCounters(
                rxPackets, rxBytes, rxDrops, txPackets, txBytes, lostOnLine + dropped);
    }
}
