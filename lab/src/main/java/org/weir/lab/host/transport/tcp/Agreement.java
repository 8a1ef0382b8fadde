// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.host.transport.tcp;

import org.weir.lab.packet.TcpOptions;
import org.weir.lab.packet.TcpSegment;

/**
 * Options and windows that two ends have agreed on in the handshake.
 *
 * @param ecn feedback of marks
 * @param sack whether both do selective acknowledgement
 * @param timestamps whether both send timestamps
 * @param scaled whether both shift windows
 * @param sendShift shift of the windows that the peer advertises
 * @param receiveShift shift of the windows that this end advertises
 * @param peerMss largest segment that the peer takes, bytes, without options
 * @param windowBytes window in the peer's SYN, bytes; not shifted
 */
record Agreement(
        EcnFeedback ecn,
        boolean sack,
        boolean timestamps,
        boolean scaled,
        int sendShift,
        int receiveShift,
        int peerMss,
        long windowBytes) {
    private static final int DEFAULT_MSS = 536;
    private static final int MAX_WINDOW = 0xffff;

    /** Agreement with the peer's SYN or SYN-ACK. */
    static Agreement with(TcpSegment syn, TcpConfig config) {
        TcpOptions options = syn.options();
        EcnFeedback ecn = EcnFeedback.of(syn, config);
        boolean scaled = options.windowScale() >= 0;
        return new Agreement(
                ecn,
                options.sackPermitted(),
                options.hasTimestamps(),
                scaled,
                scaled ? options.windowScale() : 0,
                scaled ? shift(config) : 0,
                options.mss() < 0 ? DEFAULT_MSS : options.mss(),
                syn.window());
    }

    /** Shift with which a header can carry the receive buffer. */
    static int shift(TcpConfig config) {
        int shift = 0;
        while (config.bufferBytes() >> shift > MAX_WINDOW) {
            shift++;
        }
        return shift;
    }

    /** Window in a header: of a SYN, which is never scaled, or another segment. */
    int headerWindow(long bufferBytes) {
        return (int) Math.min(MAX_WINDOW, bufferBytes >> receiveShift);
    }

    /** Window in the header of a SYN. */
    static int synWindow(long bufferBytes) {
        return (int) Math.min(MAX_WINDOW, bufferBytes);
    }
}
