// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.host.transport.tcp.congestion;

/**
 * CUBIC as Linux has it, which differs from RFC 9438: windows are whole segments, the Reno-friendly
 * window always grows by 3(1 − β)/(1 + β) per round trip and is approached, not taken at once; the
 * cubic function is read one shortest round trip ahead; without a loss before, the window grows by
 * 5 % per round trip or more; slow start ends by {@link HyStart}.
 */
final class LinuxCubic implements CongestionControl {
    private static final double C = 0.4;
    private static final double BETA = 717.0 / 1024;
    private static final double RENO_ALPHA = 3 * (1 - BETA) / (1 + BETA);

    /** Acknowledged segments for one more: at least; at most without a loss before; or in vain. */
    private static final double LEAST_COUNT = 2;

    private static final double FIRST_COUNT = 20;
    private static final double IDLE_COUNTS = 100;

    private static final double LEAST_SEGMENTS = 2;
    private static final double NS_PER_SECOND = 1e9;
    private static final long SETTLING_NS = 1_000_000_000;
    private static final long NONE = -1;

    private final int segmentBytes;
    private final HyStart hyStart = new HyStart();
    private double window;
    private double threshold = Double.POSITIVE_INFINITY;

    /** Window before the last reduction, less if the flow gives way; 0 before the first. */
    private double lastMost;

    private double plateau;
    private double toPlateau;
    private double reno;
    private double renoAcknowledged;
    private double acknowledged;
    private long epochNs = NONE;
    private long shortestNs = Long.MAX_VALUE;

    LinuxCubic(InitialWindow initial) {
        segmentBytes = initial.segmentBytes();
        window = initial.segments();
    }

    @Override
    public double windowBytes() {
        return window * segmentBytes;
    }

    @Override
    public double thresholdBytes() {
        return threshold * segmentBytes;
    }

    @Override
    public void onAcknowledged(Acknowledged progress) {
        measure(progress);
        if (window < threshold && hyStart.ends(progress, window, shortestNs)) {
            threshold = window;
        }
        if (!progress.mayGrow()) {
            return;
        }
        double segments = (double) progress.deliveredBytes() / segmentBytes;
        if (window < threshold) {
            double grown = Math.min(threshold, window + segments);
            segments -= grown - window;
            window = grown;
        }
        if (segments > 0) {
            avoidCongestion(progress.nowNs(), segments);
        }
    }

    /** The first second after a reduction does not count: the queue has not been emptied yet. */
    private void measure(Acknowledged progress) {
        boolean settles = epochNs != NONE && progress.nowNs() - epochNs < SETTLING_NS;
        if (progress.rttNs() > 0 && !settles) {
            shortestNs = Math.min(shortestNs, progress.rttNs());
        }
    }

    private void avoidCongestion(long nowNs, double segments) {
        if (epochNs == NONE) {
            beginEpoch(nowNs);
        }
        double count = count(nowNs, segments);
        if (acknowledged >= count) {
            // Gathered while the window had hardly to grow: one segment for all of it.
            acknowledged = 0;
            window++;
        }
        acknowledged += segments;
        if (acknowledged >= count) {
            double more = Math.floor(acknowledged / count);
            acknowledged -= more * count;
            window += more;
        }
    }

    private void beginEpoch(long nowNs) {
        epochNs = nowNs;
        acknowledged = 0;
        reno = window;
        renoAcknowledged = 0;
        plateau = Math.max(lastMost, window);
        toPlateau = Math.cbrt((plateau - window) / C);
    }

    /** Segments to be acknowledged for the next one of the window. */
    private double count(long nowNs, double segments) {
        double aheadNs = shortestNs == Long.MAX_VALUE ? 0 : shortestNs;
        double t = (nowNs - epochNs + aheadNs) / NS_PER_SECOND - toPlateau;
        double target = C * t * t * t + plateau;
        double count = target > window ? window / (target - window) : IDLE_COUNTS * window;
        if (lastMost == 0) {
            count = Math.min(count, FIRST_COUNT);
        }
        renoAcknowledged += segments;
        double perSegment = window / RENO_ALPHA;
        double more = Math.floor(renoAcknowledged / perSegment);
        renoAcknowledged -= more * perSegment;
        reno += more;
        if (reno > window) {
            count = Math.min(count, window / (reno - window));
        }
        return Math.max(count, LEAST_COUNT);
    }

    @Override
    public void onCongestion(CongestionSignal signal, double flightBytes, long nowNs) {
        double before = Math.floor(window);
        lastMost = before < lastMost ? before * (1 + BETA) / 2 : before;
        threshold = Math.max(Math.floor(before * BETA), LEAST_SEGMENTS);
        window = signal == CongestionSignal.TIMEOUT ? 1 : threshold;
        epochNs = NONE;
        if (signal == CongestionSignal.TIMEOUT) {
            onTimeoutInRecovery();
        }
    }

    @Override
    public void onTimeoutInRecovery() {
        epochNs = NONE;
        lastMost = 0;
        shortestNs = Long.MAX_VALUE;
    }

    @Override
    public void setWindowBytes(double bytes) {
        window = bytes / segmentBytes;
    }
}
