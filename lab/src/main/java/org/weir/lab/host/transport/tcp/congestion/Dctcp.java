// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.host.transport.tcp.congestion;

/**
 * DCTCP (RFC 8257): NewReno whose reduction after a mark is half the fraction of marked bytes, α.
 * Losses halve the window as in NewReno, also after a mark.
 */
public final class Dctcp extends NewReno {
    private static final double GAIN = 1.0 / 16;

    private double alpha = 1;
    private long windowEnd;
    private double acknowledgedBytes;
    private double markedBytes;

    Dctcp(InitialWindow initial) {
        super(initial);
    }

    @Override
    public void onAcknowledged(Acknowledged progress) {
        acknowledgedBytes += progress.deliveredBytes();
        markedBytes += progress.markedBytes();
        if (progress.unacknowledged() > windowEnd) {
            if (acknowledgedBytes > 0) {
                alpha += GAIN * (Math.min(1, markedBytes / acknowledgedBytes) - alpha);
            }
            acknowledgedBytes = 0;
            markedBytes = 0;
            windowEnd = progress.next();
        }
        super.onAcknowledged(progress);
    }

    @Override
    double remaining(CongestionSignal signal) {
        return signal == CongestionSignal.ECN_ECHO ? 1 - alpha / 2 : super.remaining(signal);
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
