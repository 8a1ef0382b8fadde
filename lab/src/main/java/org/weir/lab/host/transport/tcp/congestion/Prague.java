// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.host.transport.tcp.congestion;

/**
 * Prague's response (draft-briscoe-iccrg-prague-congestion-control; requirements of RFC 9331): the
 * window loses half of the fraction of marked bytes, α, as in DCTCP, but α is averaged, and marks
 * reduce, once per virtual round trip, which is at least 25 ms. Growth is (round trip / virtual
 * round trip)² segments per round trip. So the rates of flows below 25 ms do not depend on their
 * round trips. Losses halve the window, also after a mark. Marks are known by AccECN, or else by
 * DCTCP's echo.
 */
public final class Prague implements CongestionControl {
    private static final double GAIN = 1.0 / 16;
    private static final double LOSS_REMAINING = 0.5;
    private static final int LEAST_SEGMENTS = 2;
    private static final double LEAST_VIRTUAL_RTT_NS = 25e6;
    private static final long NEVER = Long.MIN_VALUE / 2;

    private final int segmentBytes;
    private final SlowStart slowStart;
    private double window;
    private double threshold = Double.POSITIVE_INFINITY;
    private double alpha = 1;
    private double virtualRttNs = LEAST_VIRTUAL_RTT_NS;
    private long roundNs;
    private double acknowledgedBytes;
    private double markedBytes;
    private long reducedNs = NEVER;

    Prague(InitialWindow initial) {
        segmentBytes = initial.segmentBytes();
        slowStart = new SlowStart(initial);
        window = (double) initial.segments() * segmentBytes;
    }

    @Override
    public double windowBytes() {
        return window;
    }

    @Override
    public double thresholdBytes() {
        return threshold;
    }

    @Override
    public void onAcknowledged(Acknowledged progress) {
        virtualRttNs = Math.max(LEAST_VIRTUAL_RTT_NS, progress.smoothedRttNs());
        average(progress);
        if (window < threshold && slowStart.ends(progress)) {
            threshold = window;
        }
        if (!progress.mayGrow()) {
            return;
        }
        if (window < threshold) {
            window = Math.min(threshold, window + slowStart.growthBytes(progress));
            return;
        }
        double part = progress.smoothedRttNs() / virtualRttNs;
        window += part * part * segmentBytes * progress.deliveredBytes() / window;
    }

    private void average(Acknowledged progress) {
        acknowledgedBytes += progress.deliveredBytes();
        markedBytes += progress.markedBytes();
        if (acknowledgedBytes > 0 && progress.nowNs() - roundNs >= virtualRttNs) {
            alpha += GAIN * (Math.min(1, markedBytes / acknowledgedBytes) - alpha);
            acknowledgedBytes = 0;
            markedBytes = 0;
            roundNs = progress.nowNs();
        }
    }

    @Override
    public boolean reducesForMarks(long nowNs) {
        return nowNs - reducedNs >= virtualRttNs;
    }

    @Override
    public void onCongestion(CongestionSignal signal, double flightBytes, long nowNs) {
        slowStart.stop();
        reducedNs = nowNs;
        double remaining = signal == CongestionSignal.ECN_ECHO ? 1 - alpha / 2 : LOSS_REMAINING;
        threshold = Math.max(flightBytes * remaining, LEAST_SEGMENTS * segmentBytes);
        window = signal == CongestionSignal.TIMEOUT ? segmentBytes : threshold;
    }

    @Override
    public void setWindowBytes(double bytes) {
        window = bytes;
    }

    @Override
    public boolean reducesForLossAfterMark() {
        return true;
    }

    @Override
    public boolean echoesEachMark() {
        return true;
    }

    /** Estimated fraction of marked bytes, 0 to 1. */
    public double alpha() {
        return alpha;
    }
}
