// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.traffic;

import org.weir.bmv2.runtime.packet.PacketState;

/** ECN field (RFC 3168) of a frame with IPv4 or IPv6, with at most two 802.1Q tags before it. */
final class EcnField {

    private static final int NOT_ECT = 0;
    private static final int CE = 3;

    private static final int ETHERTYPE_OFFSET = 12;
    private static final int TAG_BYTES = 4;
    private static final int MAX_TAGS = 2;
    private static final int IPV4 = 0x0800;
    private static final int IPV6 = 0x86DD;
    private static final int TAG = 0x8100;
    private static final int SERVICE_TAG = 0x88A8;

    private EcnField() {}

    /**
     * Whether a packet came in ECN-capable and without CE. To be asked before egress, whose
     * deparser replaces the frame that came in. False for a copy, which has no frame of its own
     * before.
     */
    static boolean isUnmarked(PacketState packet) {
        if (packet.position == packet.start) {
            return false;
        }
        int ecn = of(packet);
        return ecn != NOT_ECT && ecn != CE;
    }

    /** Whether a packet that is ready to be sent has CE. */
    static boolean isMarked(PacketState packet) {
        return of(packet) == CE;
    }

    /** The field; {@link #NOT_ECT} where the frame has none. */
    private static int of(PacketState packet) {
        byte[] data = packet.data;
        int at = packet.start + ETHERTYPE_OFFSET;
        for (int tags = 0; tags <= MAX_TAGS && at + TAG_BYTES <= packet.end; tags++) {
            int type = (data[at] & 0xFF) << 8 | data[at + 1] & 0xFF;
            switch (type) {
                case IPV4:
                    return data[at + 3] & CE;
                case IPV6:
                    return data[at + 3] >> 4 & CE;
                case TAG:
                case SERVICE_TAG:
                    at += TAG_BYTES;
                    break;
                default:
                    return NOT_ECT;
            }
        }
        return NOT_ECT;
    }
}
