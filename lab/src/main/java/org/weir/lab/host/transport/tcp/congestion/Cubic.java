// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.host.transport.tcp.congestion;

/**
 * CUBIC (RFC 9438) with its Reno-friendly region and fast convergence. Windows are in segments
 * here, times in seconds, as in the RFC.
 */
final class Cubic implements CongestionControl {
    private static final double C = 0.4;
    private static final double BETA = 0.7;
    private static final double RENO_ALPHA = 3 * (1 - BETA) / (1 + BETA);
    private static final double MOST_GROWTH = 1.5;
    private static final double LEAST_SEGMENTS = 2;
    private static final double NS_PER_SECOND = 1e9;
    private static final long NOT_BEGUN = -1;

    private final int segmentBytes;
    private final boolean renoFriendly;
    private final SlowStart slowStart;
    private double window;
    private double threshold = Double.POSITIVE_INFINITY;

    /** Window just before the last reduction (RFC 9438: cwnd_prior). */
    private double before;

    /** Saddle point of the cubic function (W_max). */
    private double plateau;

    /** Reno's window (W_est). */
    private double reno;

    /** Time from an epoch's begin to the plateau, s (K). */
    private double toPlateau;

    private long epochNs = NOT_BEGUN;
    private long lastGrowthNs;
    private boolean timedOut;

    /** CUBIC with or without its Reno-friendly region (section 4.3). */
    Cubic(InitialWindow initial, boolean renoFriendly) {
        this.renoFriendly = renoFriendly;
        segmentBytes = initial.segmentBytes();
        slowStart = new SlowStart(initial);
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
        if (window < threshold && slowStart.ends(progress)) {
            threshold = window;
        }
        if (!progress.mayGrow()) {
            return;
        }
        if (window < threshold) {
            double growth = slowStart.growthBytes(progress) / segmentBytes;
            window = Math.min(threshold, window + growth);
            return;
        }
        avoidCongestion(progress);
    }

    private void avoidCongestion(Acknowledged progress) {
        long nowNs = progress.nowNs();
        if (epochNs == NOT_BEGUN) {
            beginEpoch(nowNs);
        } else if (nowNs - lastGrowthNs > Math.max(1, progress.smoothedRttNs())) {
            // Section 5.8: time in which the application sent too little does not count.
            epochNs += nowNs - lastGrowthNs;
        }
        lastGrowthNs = nowNs;
        double segments = (double) progress.deliveredBytes() / segmentBytes;
        double elapsed = (nowNs - epochNs) / NS_PER_SECOND;
        double rtt = progress.smoothedRttNs() / NS_PER_SECOND;
        double alpha = reno >= before ? 1 : RENO_ALPHA;
        reno += alpha * segments / window;
        if (renoFriendly && cubic(elapsed) < reno) {
            window = Math.max(window, reno);
            return;
        }
        double target = Math.max(window, Math.min(MOST_GROWTH * window, cubic(elapsed + rtt)));
        window += segments * (target - window) / window;
    }

    private void beginEpoch(long nowNs) {
        epochNs = nowNs;
        lastGrowthNs = nowNs;
        reno = window;
        if (timedOut || plateau < window) {
            // Section 4.8 after a timeout, 4.10 without a loss before: from here upward.
            plateau = window;
        }
        timedOut = false;
        toPlateau = Math.cbrt((plateau - window) / C);
    }

    /** Section 4.2: the window that many seconds after the epoch's begin, segments. */
    private double cubic(double seconds) {
        double t = seconds - toPlateau;
        return C * t * t * t + plateau;
    }

    @Override
    public void onCongestion(CongestionSignal signal, double flightBytes, long nowNs) {
        slowStart.stop();
        double flight = flightBytes / segmentBytes;
        // Section 4.7: a flow that did not reach its last plateau gives way to others.
        plateau = flight < plateau ? flight * (1 + BETA) / 2 : flight;
        before = flight;
        threshold = Math.max(flight * BETA, LEAST_SEGMENTS);
        timedOut = signal == CongestionSignal.TIMEOUT;
        window = timedOut ? 1 : threshold;
        epochNs = NOT_BEGUN;
    }

    @Override
    public void onTimeoutInRecovery() {
        timedOut = true;
        epochNs = NOT_BEGUN;
    }

    @Override
    public void setWindowBytes(double bytes) {
        window = bytes / segmentBytes;
    }
}
