// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.host.transport.tcp.congestion;

/**
 * NewReno as Linux has it: windows are whole segments, slow start has no limit for each
 * acknowledgement, congestion halves the window, not the amount in flight, and after a mark the
 * window falls over a round trip.
 */
final class LinuxReno implements CongestionControl {
    private final int segmentBytes;
    private final LinuxWindow window;

    LinuxReno(InitialWindow initial) {
        segmentBytes = initial.segmentBytes();
        window = new LinuxWindow(initial);
    }

    @Override
    public double windowBytes() {
        return window.bytes();
    }

    @Override
    public double thresholdBytes() {
        return window.thresholdBytes();
    }

    @Override
    public void onAcknowledged(Acknowledged progress) {
        if (!progress.mayGrow()) {
            return;
        }
        double left = window.slowStart((double) progress.deliveredBytes() / segmentBytes);
        if (left > 0) {
            window.avoidCongestion(left, Math.max(1, window.segments()));
        }
    }

    @Override
    public void onCongestion(CongestionSignal signal, double flightBytes, long nowNs) {
        window.reduce(signal, window.segments() / 2);
    }

    @Override
    public void setWindowBytes(double bytes) {
        window.setBytes(bytes);
    }

    @Override
    public boolean spreadsReductions() {
        return true;
    }
}
