// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.host.transport.tcp.congestion;

/**
 * BBR's model of the path: the largest delivery rate of the last 10 rounds and the shortest round
 * trip, which is measured anew after 10 s. A round ends when a segment is acknowledged that was
 * sent after the round's begin.
 */
final class BbrModel {
    private static final int BANDWIDTH_ROUNDS = 10;
    private static final long NONE = -1;
    private static final long RTT_WINDOW_NS = 10_000_000_000L;

    private final WindowedMax bandwidth = new WindowedMax(BANDWIDTH_ROUNDS);
    private long rounds;
    private boolean roundStarts;
    private long roundEndBytes;
    private long minRttNs;
    private long minRttAtNs = NONE;

    /**
     * @param rttNs round trip of the handshake, ns; 0 if it is not known
     */
    BbrModel(long rttNs) {
        minRttNs = rttNs > 0 ? rttNs : Long.MAX_VALUE;
    }

    /** Takes the delivery rate of an acknowledgement. */
    void takeRate(Delivery delivery) {
        roundStarts = false;
        if (!delivery.hasRate()) {
            return;
        }
        if (delivery.bytesBefore() >= roundEndBytes) {
            beginRound(delivery.totalBytes());
            rounds++;
            roundStarts = true;
        }
        double rate = delivery.bytesPerNs();
        if (!delivery.applicationLimited() || rate >= bandwidth.max()) {
            bandwidth.add(rate, rounds);
        }
    }

    /** Has a round begin now. */
    void beginRound(long totalBytes) {
        roundEndBytes = totalBytes;
    }

    /**
     * Takes the round trip of an acknowledgement.
     *
     * @return whether the shortest one was not seen for 10 s
     */
    boolean takeRtt(Acknowledged progress) {
        if (minRttAtNs == NONE) {
            minRttAtNs = progress.nowNs();
        }
        boolean expired = progress.nowNs() - minRttAtNs > RTT_WINDOW_NS;
        if (progress.rttNs() >= 0 && (progress.rttNs() < minRttNs || expired)) {
            minRttNs = progress.rttNs();
            minRttAtNs = progress.nowNs();
        }
        return expired;
    }

    /** Notes that the shortest round trip was just confirmed. */
    void confirmRtt(long nowNs) {
        minRttAtNs = nowNs;
    }

    /** True if the last acknowledgement begins a round. */
    boolean roundStarts() {
        return roundStarts;
    }

    /** Bottleneck's bandwidth, bytes/ns; 0 before the first rate. */
    double bytesPerNs() {
        return bandwidth.max();
    }

    /** Shortest round trip, ns; {@link Long#MAX_VALUE} before the first. */
    long minRttNs() {
        return minRttNs;
    }
}
