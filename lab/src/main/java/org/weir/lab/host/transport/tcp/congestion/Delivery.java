// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.host.transport.tcp.congestion;

/**
 * Delivery rate that an acknowledgement shows (draft-cheng-iccrg-delivery-rate-estimation), and
 * what is in flight. The rate is that of the newest segment which it acknowledges: the bytes that
 * were delivered between this segment's departure and its acknowledgement, over that time or the
 * time in which they were sent, if that is longer.
 *
 * @param totalBytes delivered since the connection began
 * @param bytesBefore of these, delivered when the newest segment left; −1 if nothing is newly
 *     delivered
 * @param intervalNs time that the rate is over, ns; −1 without a rate, because nothing is newly
 *     delivered or the time is shorter than the shortest round trip
 * @param applicationLimited whether the sender had too little to send when the segment left
 * @param inFlightBytes in flight after the acknowledgement
 * @param inFlightBefore in flight before it, bytes
 * @param lostBytes found to be lost since the acknowledgement before
 */
public record Delivery(
        long totalBytes,
        long bytesBefore,
        long intervalNs,
        boolean applicationLimited,
        long inFlightBytes,
        long inFlightBefore,
        long lostBytes) {
    /** No delivery. */
    public static final Delivery NONE = new Delivery(0, -1, -1, false, 0, 0, 0);

    /** True if the acknowledgement gave a delivery rate. */
    public boolean hasRate() {
        return intervalNs > 0;
    }

    /** Delivery rate, bytes/ns; there has to be one. */
    public double bytesPerNs() {
        return (double) (totalBytes - bytesBefore) / intervalNs;
    }
}
