// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.host.transport.tcp.send;

/** Segments that the last acknowledgement has delivered, and the round trip that it measures. */
final class Delivery {
    /** Step of the timestamps that are echoed, ns. */
    private static final long ECHO_STEP_NS = 1000;

    private final LossDetection losses;
    private final DeliveryRate rate;
    private long nowNs;
    private long echoNs;
    private long bytes;
    private int segments;
    private long rttNs = -1;

    Delivery(LossDetection losses, DeliveryRate rate) {
        this.losses = losses;
        this.rate = rate;
    }

    /** Begins with an acknowledgement that has delivered nothing yet. */
    void begin(AckReport report, long timeNs) {
        clear();
        rttNs = -1;
        echoNs = report.echoNs();
        nowNs = timeNs;
    }

    /** Forgets what was delivered. */
    void clear() {
        bytes = 0;
        segments = 0;
    }

    /**
     * Takes a segment that is acknowledged cumulatively: the timestamp echoed is that of such a
     * one.
     */
    void acknowledged(SentSegment segment) {
        take(segment, echoNs >= 0 && echoNs + ECHO_STEP_NS <= segment.sentNs);
    }

    /** Takes a segment that is acknowledged selectively. */
    void sacked(SentSegment segment) {
        take(segment, false);
    }

    private void take(SentSegment segment, boolean echoBefore) {
        bytes += segment.bytes();
        segments++;
        if (!segment.isRetransmitted()) {
            rttNs = nowNs - segment.sentNs;
            losses.measure(rttNs);
        }
        rate.onDelivered(segment, nowNs);
        losses.onDelivered(segment, nowNs, echoBefore);
    }

    /** Measures by the timestamp (RFC 7323) where no segment was one that was sent once. */
    void measureByEcho(AckReport report) {
        if (rttNs < 0 && report.echoNs() >= 0) {
            rttNs = report.nowNs() - report.echoNs();
        }
    }

    /** Bytes delivered. */
    long bytes() {
        return bytes;
    }

    /** Segments delivered. */
    int segments() {
        return segments;
    }

    /** The round trip, ns; -1 if none was measured. */
    long rttNs() {
        return rttNs;
    }
}
