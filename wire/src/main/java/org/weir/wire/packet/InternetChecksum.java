// SPDX-License-Identifier: Apache-2.0
package org.weir.wire.packet;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** The one's-complement checksum of IPv4, TCP, UDP and ICMP (RFC 1071). */
public final class InternetChecksum {
    private static final VarHandle WORD64 =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
    private static final long LOW_32_BITS = 0xffff_ffffL;
    private static final int ETHERNET_BYTES = 14;
    private static final int IPV6_BYTES = 40;

    private InternetChecksum() {}

    /** Adds the 16-bit words of a range, padded with a zero byte, to an unfolded sum. */
    public static long add(long sum, byte[] bytes, int offset, int length) {
        long result = sum;
        int end = offset + (length & ~1);
        int i = offset;
        // Words of 32 bits fold to the same sum as their halves, and are read in pairs.
        for (int endOfPairs = offset + (length & ~7); i < endOfPairs; i += 8) {
            long pair = (long) WORD64.get(bytes, i);
            result += ofWord(pair);
        }
        for (; i < end; i += 2) {
            result += (bytes[i] & 0xff) << 8 | (bytes[i + 1] & 0xff);
        }
        if ((length & 1) != 0) {
            result += (bytes[end] & 0xff) << 8;
        }
        return result;
    }

    /** Sum of the bytes of a big-endian word at an even place, to be added to an unfolded sum. */
    public static long ofWord(long word) {
        return (word >>> 32) + (word & LOW_32_BITS);
    }

    /** Folds a sum to 16 bits; 0xffff when the range already held its right checksum. */
    public static int fold(long sum) {
        long result = sum;
        while (result >>> 16 != 0) {
            result = (result & 0xffff) + (result >>> 16);
        }
        return (int) result;
    }

    /** The checksum that makes the summed range right. */
    public static int of(long sum) {
        return ~fold(sum) & 0xffff;
    }

    /** The checksum of a range whose checksum field is 0; 0 if the range holds its right one. */
    public static int of(byte[] bytes, int offset, int length) {
        return of(add(0, bytes, offset, length));
    }

    /** The form in which UDP and TCP send a checksum: 0 goes as 0xffff, for 0 is UDP's "none". */
    public static int sent(int checksum) {
        return checksum == 0 ? 0xffff : checksum;
    }

    /**
     * Checksum of the IPv4 header of an Ethernet frame without VLAN tag, as a receiver computes it:
     * 0 if the header is right.
     */
    public static int ipv4Residue(byte[] frame) {
        return of(frame, ETHERNET_BYTES, (frame[ETHERNET_BYTES] & 0xf) * 4);
    }

    /**
     * Checksum of the TCP segment, UDP datagram or ICMPv6 message of an Ethernet frame without VLAN
     * tag and without IPv6 extension headers, as a receiver computes it: 0 if it is right.
     */
    public static int transportResidue(byte[] frame) {
        boolean ipv4 = (frame[ETHERNET_BYTES] & 0xf0) == 0x40;
        int headerBytes = ipv4 ? (frame[ETHERNET_BYTES] & 0xf) * 4 : IPV6_BYTES;
        int length =
                ipv4
                        ? word(frame, ETHERNET_BYTES + 2) - headerBytes
                        : word(frame, ETHERNET_BYTES + 4);
        int protocol = frame[ETHERNET_BYTES + (ipv4 ? 9 : 6)] & 0xff;
        long sum =
                add(
                        protocol + (long) length,
                        frame,
                        ETHERNET_BYTES + (ipv4 ? 12 : 8),
                        ipv4 ? 8 : 32);
        return of(add(sum, frame, ETHERNET_BYTES + headerBytes, length));
    }

    private static int word(byte[] bytes, int at) {
        return (bytes[at] & 0xff) << 8 | bytes[at + 1] & 0xff;
    }
}
