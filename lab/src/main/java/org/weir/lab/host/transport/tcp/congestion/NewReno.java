// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.host.transport.tcp.congestion;

/**
 * NewReno (RFC 5681, RFC 6582): one segment per round trip, half the window at congestion. In
 * congestion avoidance the window grows by bytes acknowledged (RFC 3465), so that delayed
 * acknowledgements do not slow it.
 */
class NewReno implements CongestionControl {
    private static final int LEAST_SEGMENTS = 2;

    private final int segmentBytes;
    private final SlowStart slowStart;
    private double window;
    private double threshold = Double.POSITIVE_INFINITY;
    private double acknowledgedBytes;

    NewReno(InitialWindow initial) {
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
        acknowledgedBytes += progress.deliveredBytes();
        if (acknowledgedBytes >= window) {
            acknowledgedBytes -= window;
            window += segmentBytes;
        }
    }

    @Override
    public void onCongestion(CongestionSignal signal, double flightBytes, long nowNs) {
        slowStart.stop();
        threshold = Math.max(flightBytes * remaining(signal), LEAST_SEGMENTS * segmentBytes);
        window = signal == CongestionSignal.TIMEOUT ? segmentBytes : threshold;
        acknowledgedBytes = 0;
    }

    /** Part of the window that is left after congestion. */
    double remaining(CongestionSignal signal) {
        return 0.5;
    }

    @Override
    public void setWindowBytes(double bytes) {
        window = bytes;
    }
}
