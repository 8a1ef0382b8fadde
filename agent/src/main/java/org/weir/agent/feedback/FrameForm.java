// SPDX-License-Identifier: Apache-2.0
package org.weir.agent.feedback;

import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.weir.bmv2.ports.BpfProgram;
import org.weir.reaction.packet.CongestionNotification;
import org.weir.wire.feedback.FeedbackMessage;

/**
 * Form of a frame that the agent reads. A UDP datagram claims to be feedback, or a notification, by
 * its length and the magic number behind the UDP header: switches recognise feedback so.
 */
public enum FrameForm {
    /** Claims to be a switch's feedback. */
    FEEDBACK,

    /** Claims to be a receiver's notification (CNP). */
    NOTIFICATION,

    /** Any other UDP datagram. */
    DATA;

    private static final int ETHER_TYPE = 12;
    private static final int IP = 14;
    private static final int IPV4 = 0x0800;
    private static final int IPV6 = 0x86dd;
    private static final int IPV4_BYTES = 4;
    private static final int IPV6_ADDRESS_BYTES = 16;
    private static final int IPV6_BYTES = 40;

    /** Bits of a tag that name the VLAN; without one the tag gives a priority only. */
    private static final int VLAN_ID = 0xfff;

    /** A jump leads over 255 instructions at most, also over all of these. */
    private static final int MOST_ADDRESS_INSTRUCTIONS = 180;

    private static final int FEEDBACK_BYTES = UdpFrame.HEADER_BYTES + FeedbackMessage.BYTES;
    private static final int NOTIFICATION_BYTES =
            UdpFrame.HEADER_BYTES + CongestionNotification.BYTES;
    private static final int FRAGMENT_OFFSET = 0x1fff;
    private static final String V6 = "IPv6";
    private static final String NO_MATCH = BpfProgram.Assembler.NO_MATCH;
    private static final String MATCH = BpfProgram.Assembler.MATCH;

    /**
     * Assembler of the program that answers with a match for feedback and notifications. Frames of
     * a VLAN, whose tag Linux has taken off, are for another interface.
     */
    public static BpfProgram.Assembler claims() {
        return assembler(false, Optional.empty());
    }

    /** The same, which also answers with a match for UDP datagrams that are marked CE. */
    public static BpfProgram.Assembler claimsAndMarkedData() {
        return assembler(true, Optional.empty());
    }

    /**
     * The same as {@link #claims} for frames to some addresses; to any, if these are so many that a
     * program for them would be too long.
     */
    public static BpfProgram.Assembler claimsTo(Collection<InetAddress> addresses) {
        List<ByteBuffer> words =
                addresses.stream().map(each -> ByteBuffer.wrap(each.getAddress())).toList();
        int instructions = 0;
        for (ByteBuffer each : words) {
            instructions += each.limit() == IPV4_BYTES ? 3 : 9;
        }
        return assembler(
                false,
                instructions > MOST_ADDRESS_INSTRUCTIONS ? Optional.empty() : Optional.of(words));
    }

    private static BpfProgram.Assembler assembler(
            boolean marked, Optional<List<ByteBuffer>> addresses) {
        BpfProgram.Assembler program =
                new BpfProgram.Assembler()
                        .loadVlanTagPresent()
                        .unlessEqual(1, "no VLAN")
                        .loadVlanTag()
                        .ifAnyBit(VLAN_ID, NO_MATCH)
                        .at("no VLAN")
                        .load16(ETHER_TYPE)
                        .unlessEqual(IPV4, V6)
                        .load8(IP + 9)
                        .unlessEqual(FlowKey.UDP, NO_MATCH)
                        .load16(IP + 6)
                        .ifAnyBit(FRAGMENT_OFFSET, NO_MATCH);
        if (marked) {
            matchBothBits(program.load8(IP + 1), 1, 2, "IPv4 claims");
        }
        addresses.ifPresent(all -> matchAddress(program, all, IPV4_BYTES, IP + 16));
        program.measureIpv4Header(IP)
                .load16Behind(IP + 4)
                .unlessEqual(FEEDBACK_BYTES, "IPv4 notification")
                .load32Behind(IP + UdpFrame.HEADER_BYTES)
                .unlessEqual(FeedbackMessage.MAGIC, NO_MATCH)
                .jumpTo(MATCH)
                .at("IPv4 notification")
                .unlessEqual(NOTIFICATION_BYTES, NO_MATCH)
                .load32Behind(IP + UdpFrame.HEADER_BYTES)
                .unlessEqual(CongestionNotification.MAGIC, NO_MATCH)
                .jumpTo(MATCH)
                .at(V6)
                .unlessEqual(IPV6, NO_MATCH)
                .load8(IP + 6)
                .unlessEqual(FlowKey.UDP, NO_MATCH);
        if (marked) {
            matchBothBits(program.load16(IP), 1 << 4, 2 << 4, "IPv6 claims");
        }
        addresses.ifPresent(all -> matchAddress(program, all, IPV6_ADDRESS_BYTES, IP + 24));
        return program.load16(IP + IPV6_BYTES + 4)
                .unlessEqual(FEEDBACK_BYTES, "IPv6 notification")
                .load32(IP + IPV6_BYTES + UdpFrame.HEADER_BYTES)
                .unlessEqual(FeedbackMessage.MAGIC, NO_MATCH)
                .jumpTo(MATCH)
                .at("IPv6 notification")
                .unlessEqual(NOTIFICATION_BYTES, NO_MATCH)
                .load32(IP + IPV6_BYTES + UdpFrame.HEADER_BYTES)
                .unlessEqual(CongestionNotification.MAGIC, NO_MATCH);
    }

    /** Goes on if the address at an offset is one of those of its length. */
    private static void matchAddress(
            BpfProgram.Assembler program, List<ByteBuffer> addresses, int bytes, int offset) {
        String own = "own address of " + bytes + " bytes";
        int number = 0;
        for (ByteBuffer each : addresses) {
            if (each.limit() == bytes) {
                String next = own + " after " + number++;
                for (int at = 0; at < bytes; at += 4) {
                    program.load32(offset + at).unlessEqual(each.getInt(at), next);
                }
                program.jumpTo(own).at(next);
            }
        }
        program.jumpTo(NO_MATCH).at(own);
    }

    /** Goes to the match if what was loaded has both bits, and on at a label otherwise. */
    private static void matchBothBits(
            BpfProgram.Assembler program, int one, int other, String otherwise) {
        program.ifAnyBit(one, otherwise + " or match")
                .jumpTo(otherwise)
                .at(otherwise + " or match")
                .ifAnyBit(other, MATCH)
                .at(otherwise);
    }

    /**
     * Form of a frame that a program of this class has passed.
     *
     * @param buffer holds the frame's first bytes
     * @param length of the frame, bytes
     */
    public static FrameForm of(byte[] buffer, int length) {
        int held = Math.min(length, buffer.length);
        ByteBuffer fields = ByteBuffer.wrap(buffer, 0, held);
        if (held < IP + IPV6_BYTES) {
            return DATA;
        }
        boolean ipv4 = (fields.getShort(ETHER_TYPE) & 0xffff) == IPV4;
        int udp = IP + (ipv4 ? (buffer[IP] & 0xf) * 4 : IPV6_BYTES);
        if (held < udp + UdpFrame.HEADER_BYTES + 4) {
            return DATA;
        }
        int bytes = fields.getShort(udp + 4) & 0xffff;
        int magic = fields.getInt(udp + UdpFrame.HEADER_BYTES);
        if (bytes == FEEDBACK_BYTES && magic == FeedbackMessage.MAGIC) {
            return FEEDBACK;
        }
        return bytes == NOTIFICATION_BYTES && magic == CongestionNotification.MAGIC
                ? NOTIFICATION
                : DATA;
    }
}
