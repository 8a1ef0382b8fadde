// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.host.transport.tcp.send;

import org.weir.lab.host.transport.tcp.congestion.Delivery;

/**
 * Estimator of the delivery rate (draft-cheng-iccrg-delivery-rate-estimation-02). Each segment
 * carries what was delivered when it left; the newest one that an acknowledgement names is the
 * sample.
 */
final class DeliveryRate {
    private long totalBytes;
    private long deliveredNs;
    private long firstSentNs;

    /** Total up to which samples are limited by the application; 0 without a limit. */
    private long limitedUntil;

    private long lostBefore;
    private long inFlightBefore;

    // The newest segment of the acknowledgement that is being taken.
    private long newest;
    private long bytesBefore;
    private long sendNs;
    private long startNs;
    private boolean limited;

    /**
     * Notes that a segment leaves.
     *
     * @param idle whether nothing else is in flight
     */
    void onSent(SentSegment segment, long nowNs, boolean idle) {
        if (idle) {
            firstSentNs = nowNs;
            deliveredNs = nowNs;
        }
        segment.firstSentNs = firstSentNs;
        segment.deliveredNs = deliveredNs;
        segment.deliveredBytes = totalBytes;
        segment.limited = limitedUntil > 0;
    }

    /** Begins an acknowledgement. */
    void begin(long inFlightBytes) {
        newest = -1;
        bytesBefore = -1;
        inFlightBefore = inFlightBytes;
    }

    /** Takes a segment that the acknowledgement delivers. */
    void onDelivered(SentSegment segment, long nowNs) {
        totalBytes += segment.bytes();
        deliveredNs = nowNs;
        if (segment.transmission > newest) {
            newest = segment.transmission;
            bytesBefore = segment.deliveredBytes;
            startNs = segment.deliveredNs;
            sendNs = segment.sentNs - segment.firstSentNs;
            limited = segment.limited;
            firstSentNs = segment.sentNs;
        }
    }

    /** Has samples be limited by the application until what is in flight is delivered. */
    void limit(long inFlightBytes) {
        limitedUntil = Math.max(1, totalBytes + inFlightBytes);
    }

    /**
     * Ends the acknowledgement.
     *
     * @param lostBytes lost since the connection began
     */
    Delivery end(long inFlightBytes, long lostBytes, long minRttNs) {
        if (limitedUntil > 0 && totalBytes > limitedUntil) {
            limitedUntil = 0;
        }
        long lost = lostBytes - lostBefore;
        lostBefore = lostBytes;
        long intervalNs = bytesBefore < 0 ? -1 : Math.max(sendNs, deliveredNs - startNs);
        // Shorter than a round trip: a retransmission was taken for the acknowledged transmission.
        boolean valid = intervalNs > 0 && (minRttNs == Long.MAX_VALUE || intervalNs >= minRttNs);
        return new Delivery(
                totalBytes,
                bytesBefore,
                valid ? intervalNs : -1,
                limited,
                inFlightBytes,
                inFlightBefore,
                lost);
    }
}
