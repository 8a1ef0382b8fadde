// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.host.transport.tcp.congestion;

/**
 * Start of a connection's congestion control.
 *
 * @param segmentBytes payload of a full segment, bytes
 * @param segments initial window, segments (RFC 6928: 10)
 * @param hyStart whether slow start ends early by HyStart++ (RFC 9406)
 * @param paced whether the sender paces segments
 * @param rttNs round trip of the handshake, ns; 0 if it is not known
 * @param seed of random decisions
 */
public record InitialWindow(
        int segmentBytes, int segments, boolean hyStart, boolean paced, long rttNs, long seed) {
    /** The same with a window of one segment. */
    public InitialWindow ofOneSegment() {
        return new InitialWindow(segmentBytes, 1, hyStart, paced, rttNs, seed);
    }
}
