// SPDX-License-Identifier: Apache-2.0
package org.weir.reaction;

/**
 * Rate of a sender whose clock is the acknowledgements: it has no cycle of its own, and the bytes
 * in flight are at most rate times base round trip.
 */
abstract class AcknowledgedRate implements RateControl {
    static final double NS_PER_SECOND = 1e9;

    /** Rate of the line, bit/s. */
    final double lineBps;

    /** Present rate, bit/s. */
    double rateBps;

    /** Largest frame sent so far, bytes. */
    int packetBytes;

    private final long roundTripNs;

    AcknowledgedRate(double startBps, double lineBps, long roundTripNs) {
        this.lineBps = lineBps;
        this.roundTripNs = roundTripNs;
        rateBps = Math.min(startBps, lineBps);
    }

    @Override
    public final long rateBps() {
        return Math.max(1, Math.round(rateBps));
    }

    @Override
    public final double windowBytes() {
        return rateBps * roundTripNs / NS_PER_SECOND / Byte.SIZE;
    }

    @Override
    public final long cycleNs() {
        return 0;
    }

    @Override
    public final void onCycle(boolean limited) {
        throw new IllegalStateException("acknowledgements are its clock");
    }

    @Override
    public final void onSent(int frameBytes) {
        packetBytes = Math.max(packetBytes, frameBytes);
    }
}
