// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.host.transport.tcp.congestion;

/**
 * Congestion window of Linux's senders: whole segments, which grow by counts of acknowledged
 * segments.
 */
final class LinuxWindow {
    private static final long LEAST_SEGMENTS = 2;

    private final int segmentBytes;
    private double segments;
    private double threshold = Double.POSITIVE_INFINITY;

    /** Acknowledged since the last segment of growth. */
    private double acknowledged;

    LinuxWindow(InitialWindow initial) {
        segmentBytes = initial.segmentBytes();
        segments = initial.segments();
    }

    /** Whole segments. */
    long segments() {
        // Bytes that are set are multiples of a segment but for a rounding error.
        return (long) (segments + 1e-6);
    }

    double bytes() {
        return segments * segmentBytes;
    }

    double thresholdBytes() {
        return threshold * segmentBytes;
    }

    void setBytes(double bytes) {
        segments = bytes / segmentBytes;
    }

    boolean isInSlowStart() {
        return segments < threshold;
    }

    void endSlowStart() {
        threshold = segments();
    }

    /** Grows by each acknowledged segment up to the threshold, and returns those that are left. */
    double slowStart(double more) {
        if (!isInSlowStart()) {
            return more;
        }
        double grown = Math.min(threshold, segments + more);
        double left = more - (grown - segments);
        segments = grown;
        return left;
    }

    /** Grows by a segment for each {@code count} acknowledged ones. */
    void avoidCongestion(double more, long count) {
        if (acknowledged >= count) {
            // Gathered while the window had hardly to grow: one segment for all of it.
            acknowledged = 0;
            segments++;
        }
        acknowledged += more;
        if (acknowledged >= count) {
            double growth = Math.floor(acknowledged / count);
            acknowledged -= growth * count;
            segments += growth;
        }
    }

    /** Reduces the threshold, and the window to it or to one segment. */
    void reduce(CongestionSignal signal, long toSegments) {
        threshold = Math.max(toSegments, LEAST_SEGMENTS);
        segments = signal == CongestionSignal.TIMEOUT ? 1 : threshold;
        acknowledged = 0;
    }
}
