// SPDX-License-Identifier: Apache-2.0
package org.weir.tofino.ports;

import org.weir.tofino.bfrt.Entry;

/** Counters of a port's MAC. Immutable. */
public final class PortCounters {
    private final long receivedFrames;
    private final long receivedBytes;
    private final long receivedErrorFrames;
    private final long sentFrames;
    private final long sentBytes;

    private PortCounters(Entry entry) {
        receivedFrames = entry.number("$FramesReceivedOK");
        receivedBytes = entry.number("$OctetsReceivedinGoodFrames");
        receivedErrorFrames = entry.number("$FrameswithanyError");
        sentFrames = entry.number("$FramesTransmittedOK");
        sentBytes = entry.number("$OctetsTransmittedwithouterror");
    }

    static PortCounters read(Entry entry) {
        return new PortCounters(entry);
    }

    /** Frames received without an error. */
    public long receivedFrames() {
        return receivedFrames;
    }

    /** Bytes of those. */
    public long receivedBytes() {
        return receivedBytes;
    }

    /** Frames received with an error. */
    public long receivedErrorFrames() {
        return receivedErrorFrames;
    }

    /** Frames sent without an error. */
    public long sentFrames() {
        return sentFrames;
    }

    /** Bytes of those. */
    public long sentBytes() {
        return sentBytes;
    }
}
