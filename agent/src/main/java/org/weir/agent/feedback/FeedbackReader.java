// SPDX-License-Identifier: Apache-2.0
package org.weir.agent.feedback;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.weir.bmv2.ports.BpfProgram;
import org.weir.wire.feedback.FeedbackMessage;
import org.weir.wire.packet.InternetChecksum;

/**
 * Reader of frames that claim to be feedback packets, as {@code docs/feedback-packet.md} defines
 * them. A frame claims to be one with UDP length 40 and the magic number behind the UDP header:
 * that is how switches recognise feedback, and what {@link #CLAIM} passes.
 */
public final class FeedbackReader {
    private static final int ETHER_TYPE = 12;
    private static final int IP = 14;
    private static final int IPV4 = 0x0800;
    private static final int IPV6 = 0x86dd;
    private static final int IPV4_BYTES = 20;
    private static final int IPV6_BYTES = 40;
    private static final int UDP_BYTES = 8;
    private static final int DATAGRAM_BYTES = UDP_BYTES + FeedbackMessage.BYTES;
    private static final int FRAGMENT_OFFSET = 0x1fff;
    private static final int MORE_FRAGMENTS = 0x2000;
    private static final int TRAFFIC_CLASS = FeedbackMessage.DSCP << 2 | FeedbackMessage.ECN;
    private static final int RESERVED = 7;
    private static final String V6 = "IPv6";

    private FeedbackReader() {}

    /** Assembler of the program that answers with a match for frames that claim to be feedback. */
    public static BpfProgram.Assembler claim() {
        return new BpfProgram.Assembler()
                .load16(ETHER_TYPE)
                .unlessEqual(IPV4, V6)
                .load8(IP + 9)
                .unlessEqual(FlowKey.UDP, BpfProgram.Assembler.NO_MATCH)
                .load16(IP + 6)
                .ifAnyBit(FRAGMENT_OFFSET, BpfProgram.Assembler.NO_MATCH)
                .measureIpv4Header(IP)
                .load16Behind(IP + 4)
                .unlessEqual(DATAGRAM_BYTES, BpfProgram.Assembler.NO_MATCH)
                .load32Behind(IP + UDP_BYTES)
                .unlessEqual(FeedbackMessage.MAGIC, BpfProgram.Assembler.NO_MATCH)
                .jumpTo(BpfProgram.Assembler.MATCH)
                .at(V6)
                .unlessEqual(IPV6, BpfProgram.Assembler.NO_MATCH)
                .load8(IP + 6)
                .unlessEqual(FlowKey.UDP, BpfProgram.Assembler.NO_MATCH)
                .load16(IP + IPV6_BYTES + 4)
                .unlessEqual(DATAGRAM_BYTES, BpfProgram.Assembler.NO_MATCH)
                .load32(IP + IPV6_BYTES + UDP_BYTES)
                .unlessEqual(FeedbackMessage.MAGIC, BpfProgram.Assembler.NO_MATCH);
    }

    /**
     * Result of reading a frame: one of both is null.
     *
     * @param packet the feedback packet
     * @param refusal reason why it is none that a switch sends
     */
    public record Reading(FeedbackPacket packet, Refusal refusal) {
        private static Reading refused(Refusal reason) {
            return new Reading(null, reason);
        }
    }

    /**
     * Reads a frame, whatever it holds.
     *
     * @param buffer holds the frame from its Ethernet header on
     * @param length of the frame, bytes, at most the buffer's
     */
    public static Reading read(byte[] buffer, int length) {
        byte[] frame = Arrays.copyOf(buffer, Math.min(length, buffer.length));
        if (frame.length < IP + IPV4_BYTES + DATAGRAM_BYTES) {
            return Reading.refused(Refusal.MALFORMED);
        }
        ByteBuffer fields = ByteBuffer.wrap(frame);
        switch (fields.getShort(ETHER_TYPE) & 0xffff) {
            case IPV4:
                return readIpv4(frame, fields);
            case IPV6:
                return readIpv6(frame, fields);
            default:
                return Reading.refused(Refusal.MALFORMED);
        }
    }

    private static Reading readIpv4(byte[] frame, ByteBuffer fields) {
        int fragment = fields.getShort(IP + 6) & (FRAGMENT_OFFSET | MORE_FRAGMENTS);
        if (fields.get(IP) != 0x45
                || (fields.getShort(IP + 2) & 0xffff) != IPV4_BYTES + DATAGRAM_BYTES
                || fragment != 0
                || fields.get(IP + 9) != FlowKey.UDP) {
            return Reading.refused(Refusal.MALFORMED);
        }
        if (InternetChecksum.ipv4Residue(frame) != 0) {
            return Reading.refused(Refusal.CHECKSUM);
        }
        boolean withoutChecksum = fields.getShort(IP + IPV4_BYTES + 6) == 0;
        return read(
                frame,
                fields,
                IP + IPV4_BYTES,
                withoutChecksum,
                fields.get(IP + 1) & 0xff,
                fields.get(IP + 8) & 0xff,
                Arrays.copyOfRange(frame, IP + 12, IP + 16),
                Arrays.copyOfRange(frame, IP + 16, IP + 20));
    }

    private static Reading readIpv6(byte[] frame, ByteBuffer fields) {
        if (frame.length < IP + IPV6_BYTES + DATAGRAM_BYTES
                || (fields.get(IP) & 0xf0) != 0x60
                || (fields.getShort(IP + 4) & 0xffff) != DATAGRAM_BYTES
                || fields.get(IP + 6) != FlowKey.UDP) {
            return Reading.refused(Refusal.MALFORMED);
        }
        return read(
                frame,
                fields,
                IP + IPV6_BYTES,
                false,
                fields.getShort(IP) >> 4 & 0xff,
                fields.get(IP + 7) & 0xff,
                Arrays.copyOfRange(frame, IP + 8, IP + 24),
                Arrays.copyOfRange(frame, IP + 24, IP + 40));
    }

    private static Reading read(
            byte[] frame,
            ByteBuffer fields,
            int udp,
            boolean withoutChecksum,
            int trafficClass,
            int hopLimit,
            byte[] source,
            byte[] destination) {
        int shim = udp + UDP_BYTES;
        if ((fields.getShort(udp + 4) & 0xffff) != DATAGRAM_BYTES
                || fields.getInt(shim) != FeedbackMessage.MAGIC) {
            return Reading.refused(Refusal.MALFORMED);
        }
        if (!withoutChecksum && InternetChecksum.transportResidue(frame) != 0) {
            return Reading.refused(Refusal.CHECKSUM);
        }
        if (fields.get(shim + 4) != FeedbackMessage.VERSION) {
            return Reading.refused(Refusal.VERSION);
        }
        if (trafficClass != TRAFFIC_CLASS
                || hopLimit < 1
                || hopLimit > FeedbackPacket.FIRST_HOP_LIMIT
                || fields.get(shim + RESERVED) != 0) {
            return Reading.refused(Refusal.HEADER);
        }
        FeedbackMessage message = FeedbackMessage.parse(frame, shim).orElseThrow();
        FlowKey flow =
                new FlowKey(
                        address(destination),
                        address(source),
                        message.protocol(),
                        fields.getShort(udp + 2) & 0xffff,
                        fields.getShort(udp) & 0xffff);
        return new Reading(new FeedbackPacket(flow, hopLimit, message), null);
    }

    private static InetAddress address(byte[] bytes) {
        try {
            // A mapped address stays one of IPv6: it is none of an interface's.
            return bytes.length == 16
                    ? Inet6Address.getByAddress(null, bytes, -1)
                    : InetAddress.getByAddress(bytes);
        } catch (UnknownHostException e) {
            throw new IllegalStateException(e);
        }
    }
}
