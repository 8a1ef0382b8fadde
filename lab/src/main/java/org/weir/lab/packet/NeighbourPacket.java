// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.packet;

import java.nio.ByteBuffer;
import java.util.Optional;
import org.weir.wire.packet.InternetChecksum;

/**
 * A neighbour solicitation or advertisement of IPv6 over Ethernet (RFC 4861).
 *
 * @param solicitation true for a question, false for an answer
 * @param source the sender's IPv6 address
 * @param destination to whom: a solicited-node group, all nodes, or the asker
 * @param target the address asked for or announced
 * @param mac the Ethernet address given with it: of the asker in a question, of the target in an
 *     answer
 */
public record NeighbourPacket(
        boolean solicitation,
        IpAddress source,
        IpAddress destination,
        IpAddress target,
        MacAddress mac) {
    /** The group of all stations on a link. */
    public static final IpAddress ALL_NODES = IpAddress.parse("ff02::1");

    private static final int ICMPV6 = 58;
    private static final int SOLICITATION = 135;
    private static final int ADVERTISEMENT = 136;
    private static final int MESSAGE_BYTES = 32;
    private static final int MESSAGE_OFFSET = EthernetHeader.BYTES + Ipv6.HEADER_BYTES;
    private static final int OPTION_OFFSET = MESSAGE_OFFSET + 24;
    private static final int SOURCE_ADDRESS_OPTION = 1;
    private static final int TARGET_ADDRESS_OPTION = 2;
    private static final int SOLICITED_AND_OVERRIDE = 0x60;
    private static final int OVERRIDE = 0x20;
    private static final int HOP_LIMIT = 255;

    /** The Ethernet frame, checksum included. */
    public byte[] toFrame(MacAddress from, MacAddress to) {
        byte[] bytes = new byte[MESSAGE_OFFSET + MESSAGE_BYTES];
        ByteBuffer frame = ByteBuffer.wrap(bytes);
        EthernetHeader.write(frame, to, from, Ipv6.ETHER_TYPE);
        Ipv6.write(frame, 0, MESSAGE_BYTES, ICMPV6, HOP_LIMIT, source, destination);
        frame.put((byte) (solicitation ? SOLICITATION : ADVERTISEMENT)).put((byte) 0);
        frame.putShort((short) 0);
        int flags = destination.equals(ALL_NODES) ? OVERRIDE : SOLICITED_AND_OVERRIDE;
        frame.putInt(solicitation ? 0 : flags << 24);
        frame.put(target.bytes());
        frame.put((byte) (solicitation ? SOURCE_ADDRESS_OPTION : TARGET_ADDRESS_OPTION));
        frame.put((byte) 1);
        EthernetHeader.writeMac(frame, mac);
        long sum = Ipv6.pseudoHeaderSum(bytes, MESSAGE_BYTES, ICMPV6);
        sum = InternetChecksum.add(sum, bytes, MESSAGE_OFFSET, MESSAGE_BYTES);
        frame.putShort(MESSAGE_OFFSET + 2, (short) InternetChecksum.of(sum));
        return bytes;
    }

    /** Reads a frame; empty when it is neither message, is damaged or carries no address. */
    public static Optional<NeighbourPacket> parse(byte[] bytes) {
        if (bytes.length < MESSAGE_OFFSET + MESSAGE_BYTES
                || EthernetHeader.etherType(bytes) != Ipv6.ETHER_TYPE
                || bytes[EthernetHeader.BYTES + 6] != ICMPV6) {
            return Optional.empty();
        }
        int type = bytes[MESSAGE_OFFSET] & 0xff;
        boolean solicitation = type == SOLICITATION;
        if (!solicitation && type != ADVERTISEMENT) {
            return Optional.empty();
        }
        int length = ByteBuffer.wrap(bytes).getShort(EthernetHeader.BYTES + 4) & 0xffff;
        int option = solicitation ? SOURCE_ADDRESS_OPTION : TARGET_ADDRESS_OPTION;
        if (length < MESSAGE_BYTES
                || MESSAGE_OFFSET + length > bytes.length
                || bytes[OPTION_OFFSET] != option) {
            return Optional.empty();
        }
        long sum = Ipv6.pseudoHeaderSum(bytes, length, ICMPV6);
        sum = InternetChecksum.add(sum, bytes, MESSAGE_OFFSET, length);
        if (InternetChecksum.fold(sum) != 0xffff) {
            return Optional.empty();
        }
        return Optional.of(
                new NeighbourPacket(
                        solicitation,
                        IpAddress.of(bytes, EthernetHeader.BYTES + 8, 16),
                        IpAddress.of(bytes, EthernetHeader.BYTES + 24, 16),
                        IpAddress.of(bytes, MESSAGE_OFFSET + 8, 16),
                        EthernetHeader.readMac(bytes, OPTION_OFFSET + 2)));
    }
}
