// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.host.transport.tcp.congestion;

/**
 * Bytes that acknowledgements have brought beyond the estimated bandwidth, because receivers or
 * links gather acknowledgements: the largest excess of the last 5 to 10 rounds.
 */
final class AckAggregation {
    private static final int ROUNDS = 5;
    private static final double MOST_NS = 100e6;
    private static final long MOST_SEGMENTS = 1 << 20;

    private final long mostEpochBytes;
    private final double[] most = new double[2];
    private int current;
    private int rounds;
    private long epochNs;
    private double epochBytes;

    AckAggregation(int segmentBytes) {
        mostEpochBytes = MOST_SEGMENTS * segmentBytes;
    }

    /**
     * Takes an acknowledgement that delivers something.
     *
     * @param roundStarts whether it begins a round
     * @param bytesPerNs estimated bandwidth
     * @param window congestion window, bytes
     */
    void take(Acknowledged progress, boolean roundStarts, double bytesPerNs, double window) {
        if (roundStarts && ++rounds >= ROUNDS) {
            rounds = 0;
            current = 1 - current;
            most[current] = 0;
        }
        double expected = bytesPerNs * (progress.nowNs() - epochNs);
        if (epochBytes <= expected || epochBytes + progress.deliveredBytes() >= mostEpochBytes) {
            epochBytes = 0;
            epochNs = progress.nowNs();
            expected = 0;
        }
        epochBytes += progress.deliveredBytes();
        most[current] = Math.max(most[current], Math.min(epochBytes - expected, window));
    }

    /** Room that a window should have for it, bytes: at most what the bandwidth has in 100 ms. */
    double roomBytes(double bytesPerNs) {
        return Math.min(Math.max(most[0], most[1]), bytesPerNs * MOST_NS);
    }
}
