// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.host.transport.tcp.receive;

import org.weir.lab.packet.AccEcnOption;

/** Counters of a receiver with AccECN (RFC 9768, section 3.2.1). */
public final class EcnCounters {
    private static final int ECT_1 = 1;
    private static final int ECT_0 = 2;
    private static final int CE = 3;
    private static final int FIRST_PACKETS = 5;
    private static final int FIRST_BYTES = 1;

    /** Marks after which an acknowledgement is due at once (section 3.2.2.5.1). */
    private static final int MARKS_PER_ACK = 2;

    private long cePackets = FIRST_PACKETS;
    private long ceBytes;
    private long ect0Bytes = FIRST_BYTES;
    private long ect1Bytes = FIRST_BYTES;
    private int lastField = -1;
    private boolean ect1First;
    private int newMarks;

    /**
     * Counts a packet.
     *
     * @param ecnField of its IP header, 0 to 3
     * @param payloadBytes of TCP
     * @return whether an acknowledgement is due at once: the packet changes another counter than
     *     the one before (section 3.2.3.3), or is the second with CE since the last one
     */
    public boolean count(int ecnField, int payloadBytes) {
        switch (ecnField) {
            case ECT_1 -> ect1Bytes += payloadBytes;
            case ECT_0 -> ect0Bytes += payloadBytes;
            case CE -> {
                cePackets++;
                newMarks++;
                ceBytes += payloadBytes;
            }
            default -> {
                return false;
            }
        }
        if (ecnField != CE) {
            ect1First = ecnField == ECT_1;
        }
        boolean changes = lastField >= 0 && lastField != ecnField;
        lastField = ecnField;
        return changes || newMarks >= MARKS_PER_ACK;
    }

    void onAckSent() {
        newMarks = 0;
    }

    /** Packets with CE, and the 5 with which the counter begins; ACE is this modulo 8. */
    public long cePackets() {
        return cePackets;
    }

    /** Payload of packets with CE, bytes. */
    public long ceBytes() {
        return ceBytes;
    }

    /** The option with all counters, first the one of the ECN-capable packets that came last. */
    public AccEcnOption option() {
        return new AccEcnOption(ect1First, field(ect0Bytes), field(ceBytes), field(ect1Bytes));
    }

    private static int field(long bytes) {
        return (int) (bytes & AccEcnOption.VALUES - 1);
    }
}
