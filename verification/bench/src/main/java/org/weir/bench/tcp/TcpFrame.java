// SPDX-License-Identifier: Apache-2.0
package org.weir.bench.tcp;

import java.nio.ByteBuffer;
import org.weir.wire.feedback.FeedbackMessage;

/**
 * Headers of a captured IPv4 frame.
 *
 * @param timeNs time of capture, ns since 1970
 * @param protocol of IP
 * @param identification of IPv4
 * @param congestionExperienced whether the ECN field is CE
 * @param fromPort source port
 * @param toPort destination port
 * @param sequence TCP's sequence number; 0 for UDP
 * @param acknowledged TCP's acknowledgement number; 0 for UDP
 * @param flags TCP's flags; 0 for UDP
 * @param payloadBytes of TCP or UDP
 */
record TcpFrame(
        long timeNs,
        int protocol,
        int identification,
        boolean congestionExperienced,
        int fromPort,
        int toPort,
        int sequence,
        int acknowledged,
        int flags,
        int payloadBytes) {
    static final int TCP = 6;
    static final int UDP = 17;

    /** Bytes of Ethernet, IPv4 and TCP with all options, without options of IPv4. */
    static final int HEADER_BYTES = 14 + 20 + 60;

    private static final int IP = 14;
    private static final int ETHERTYPE = 12;
    private static final int IPV4 = 0x0800;
    private static final int IP_BYTES = 20;
    private static final int TRANSPORT = IP + IP_BYTES;
    private static final int VERSION_AND_LENGTH = 0x45;
    private static final int CE = 3;
    private static final int SYN = 0x02;
    private static final int ACK = 0x10;
    private static final int ECE = 0x40;
    private static final int CWR = 0x80;

    /** Reads a frame; null if it is not TCP or UDP over IPv4 without options. */
    static TcpFrame read(long timeNs, byte[] bytes, int offset, int length) {
        if (length < TRANSPORT + 8) {
            return null;
        }
        ByteBuffer frame = ByteBuffer.wrap(bytes, offset, length).slice();
        int protocol = frame.get(IP + 9);
        if ((frame.getShort(ETHERTYPE) & 0xffff) != IPV4
                || frame.get(IP) != VERSION_AND_LENGTH
                || protocol != TCP && protocol != UDP
                || protocol == TCP && length < TRANSPORT + 20) {
            return null;
        }
        boolean tcp = protocol == TCP;
        int header = tcp ? (frame.get(TRANSPORT + 12) & 0xf0) >> 2 : 8;
        return new TcpFrame(
                timeNs,
                protocol,
                frame.getShort(IP + 4) & 0xffff,
                (frame.get(IP + 1) & CE) == CE,
                frame.getShort(TRANSPORT) & 0xffff,
                frame.getShort(TRANSPORT + 2) & 0xffff,
                tcp ? frame.getInt(TRANSPORT + 4) : 0,
                tcp ? frame.getInt(TRANSPORT + 8) : 0,
                tcp ? frame.get(TRANSPORT + 13) & 0xff : 0,
                frameBytes(bytes, offset) - TRANSPORT - header);
    }

    /** True for the start of an IPv4 frame that has the form of Weir's feedback packets. */
    static boolean isFeedback(byte[] start, int length) {
        int udp = TRANSPORT + 8;
        return length >= udp + 4
                && (start[ETHERTYPE] << 8 | start[ETHERTYPE + 1]) == IPV4
                && start[IP + 9] == UDP
                && ByteBuffer.wrap(start).getInt(udp) == FeedbackMessage.MAGIC;
    }

    /** Length of an IPv4 frame by its header, bytes. */
    static int frameBytes(byte[] bytes, int offset) {
        return IP + ((bytes[offset + IP + 2] & 0xff) << 8 | bytes[offset + IP + 3] & 0xff);
    }

    /** True for a segment or acknowledgement of an established connection with ECE. */
    boolean echoesCongestion() {
        return (flags & (ECE | SYN | ACK)) == (ECE | ACK);
    }

    /** True for a data segment that says that the window was reduced. */
    boolean saysReduced() {
        return (flags & (CWR | SYN)) == CWR && payloadBytes > 0;
    }
}
