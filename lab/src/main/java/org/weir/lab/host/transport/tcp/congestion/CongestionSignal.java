// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.host.transport.tcp.congestion;

/** Sign of congestion that a TCP sender has seen. */
public enum CongestionSignal {
    /** A segment was lost and is retransmitted in fast recovery. */
    LOSS,
    /** An acknowledgement echoed a mark (RFC 3168). */
    ECN_ECHO,
    /** The retransmission timer expired (RFC 6298). */
    TIMEOUT
}
