// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.host.transport.tcp.send;

/**
 * Proportional rate reduction in a recovery, with slow-start reduction bound (RFC 6937); with
 * Linux's senders also after a mark. What may be sent is rounded up to bytes; Linux rounds it up to
 * segments.
 */
final class RateReduction {
    private final double flightBytes;
    private final double threshold;
    private final int segmentBytes;
    private double deliveredBytes;
    private double sentBytes;
    private boolean begun;

    /**
     * @param flightBytes in flight when the recovery began (RecoverFS)
     * @param threshold slow-start threshold, bytes
     */
    RateReduction(double flightBytes, double threshold, int segmentBytes) {
        this.flightBytes = Math.max(flightBytes, segmentBytes);
        this.threshold = threshold;
        this.segmentBytes = segmentBytes;
    }

    /**
     * Window after an acknowledgement, bytes.
     *
     * @param newlyDelivered by this acknowledgement, bytes
     * @param inFlight bytes in flight after it (pipe)
     */
    double window(double newlyDelivered, double inFlight) {
        deliveredBytes += newlyDelivered;
        double allowed;
        if (inFlight > threshold) {
            allowed = Math.ceil(deliveredBytes * threshold / flightBytes) - sentBytes;
        } else {
            double bound = Math.max(deliveredBytes - sentBytes, newlyDelivered) + segmentBytes;
            allowed = Math.min(threshold - inFlight, bound);
        }
        // The fast retransmission goes in any case.
        double least = begun ? 0 : segmentBytes;
        begun = true;
        return inFlight + Math.max(least, allowed);
    }

    /** Notes what is sent in the recovery. */
    void onSent(long bytes) {
        sentBytes += bytes;
    }
}
