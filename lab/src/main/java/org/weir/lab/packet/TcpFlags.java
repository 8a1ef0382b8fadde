// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.packet;

/** Flags of a TCP header (RFC 9293; CWR and ECE: RFC 3168; AE: RFC 9768). */
public final class TcpFlags {
    /** No more data from the sender. */
    public static final int FIN = 0x01;

    /** Synchronise sequence numbers. */
    public static final int SYN = 0x02;

    /** Reset the connection. */
    public static final int RST = 0x04;

    /** Push. */
    public static final int PSH = 0x08;

    /** The acknowledgement field is valid. */
    public static final int ACK = 0x10;

    /** Congestion experienced, as echoed by the receiver. */
    public static final int ECE = 0x40;

    /** Congestion window reduced. */
    public static final int CWR = 0x80;

    /** Accurate ECN; with CWR and ECE the counter ACE. */
    public static final int AE = 0x100;

    private TcpFlags() {}
}
