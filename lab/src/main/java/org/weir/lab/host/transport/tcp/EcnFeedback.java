// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.host.transport.tcp;

import org.weir.lab.packet.TcpFlags;
import org.weir.lab.packet.TcpSegment;

/** Feedback of marks that two ends have agreed on, with the flags that say so. */
enum EcnFeedback {
    /** Packets are not ECN-capable. */
    NONE,
    /** ECE until CWR (RFC 3168), or of each mark (RFC 8257). */
    CLASSIC,
    /** The counter ACE and the AccECN option (RFC 9768). */
    ACCURATE;

    private static final int CLASSIC_SETUP = TcpFlags.ECE | TcpFlags.CWR;
    private static final int BITS = TcpFlags.AE | CLASSIC_SETUP;
    private static final int ACE_SHIFT = 6;
    private static final int RESERVED = 0b101;
    private static final int NOT_ECT = 0;

    /** ACE for the IP header's ECN field of a SYN or SYN-ACK: not ECT, ECT(1), ECT(0), CE. */
    private static final int[] ACE_OF_HANDSHAKE = {0b010, 0b011, 0b100, 0b110};

    /** Feedback that a SYN, or the SYN-ACK that answers ours, agrees on (RFC 9768, table 2). */
    static EcnFeedback of(TcpSegment syn, TcpConfig config) {
        if (!config.ecn()) {
            return NONE;
        }
        boolean answer = syn.has(TcpFlags.ACK);
        if (!config.accEcn()) {
            // An end that knows RFC 3168 alone does not look at AE.
            int asked = syn.flags() & CLASSIC_SETUP;
            return asked == (answer ? TcpFlags.ECE : CLASSIC_SETUP) ? CLASSIC : NONE;
        }
        int flags = syn.flags() & BITS;
        if (flags == 0 || answer && flags == BITS) {
            return NONE;
        }
        return flags == (answer ? TcpFlags.ECE : CLASSIC_SETUP) ? CLASSIC : ACCURATE;
    }

    /** Flags of a SYN. */
    static int synFlags(TcpConfig config) {
        int classic = config.ecn() ? CLASSIC_SETUP : 0;
        return config.accEcn() ? BITS : classic;
    }

    /** Flags of the SYN-ACK that answers a SYN with an ECN field. */
    int answerFlags(int ecnField) {
        return switch (this) {
            case NONE -> 0;
            case CLASSIC -> TcpFlags.ECE;
            case ACCURATE -> handshakeFlags(ecnField);
        };
    }

    /** Flags of the acknowledgement of a SYN-ACK, or the SYN-ACK itself, with AccECN. */
    static int handshakeFlags(int ecnField) {
        return flags(ACE_OF_HANDSHAKE[ecnField]);
    }

    /** Flags with a value of ACE; its higher bits are left out. */
    static int flags(long ace) {
        return (int) (ace << ACE_SHIFT) & BITS;
    }

    /** Value of ACE, 0 to 7. */
    static int ace(TcpSegment segment) {
        return (segment.flags() & BITS) >> ACE_SHIFT;
    }

    /**
     * Whether a SYN or SYN-ACK, which was sent as not ECN-capable, came so, by ACE in the answer.
     * Otherwise something on the way changes ECN fields, and packets must not be ECN-capable (RFC
     * 9768, sections 3.2.2.3 and 3.2.2.4). The reserved value stands for no change.
     */
    static boolean cameUnchanged(int ace) {
        return ace == ACE_OF_HANDSHAKE[NOT_ECT] || ace == RESERVED;
    }
}
