// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.packet;

import java.util.regex.Pattern;

/**
 * A 48-bit Ethernet address.
 *
 * @param value the address in the low 48 bits
 */
public record MacAddress(long value) {
    /** All ones. */
    public static final MacAddress BROADCAST = new MacAddress(0xffff_ffff_ffffL);

    /** All zeros: unknown. */
    public static final MacAddress ZERO = new MacAddress(0);

    private static final Pattern TEXT = Pattern.compile("[0-9A-Fa-f]{2}(:[0-9A-Fa-f]{2}){5}");

    /** Masks nothing: a value beyond 48 bits is refused. */
    public MacAddress {
        if (value >>> 48 != 0) {
            throw new IllegalArgumentException("an Ethernet address has 48 bits");
        }
    }

    /**
     * Reads six hexadecimal pairs joined by colons.
     *
     * @throws IllegalArgumentException when the text is anything else
     */
    public static MacAddress parse(String text) {
        if (!TEXT.matcher(text).matches()) {
            throw new IllegalArgumentException(
                    "must be an Ethernet address such as 00:00:00:00:00:01");
        }
        return new MacAddress(Long.parseLong(text.replace(":", ""), 16));
    }

    /** Whether the address names a group of stations, as broadcast does. */
    public boolean isGroup() {
        return (value >>> 40 & 1) != 0;
    }

    /** The address in network order, 6 bytes. */
    public byte[] bytes() {
        byte[] bytes = new byte[6];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) (value >>> 40 - 8 * i);
        }
        return bytes;
    }

    /** The multicast address that carries an IPv6 multicast group (RFC 2464). */
    public static MacAddress ofIpv6Group(IpAddress group) {
        byte[] bytes = group.bytes();
        return new MacAddress(
                0x3333_0000_0000L
                        | (bytes[12] & 0xffL) << 24
                        | (bytes[13] & 0xffL) << 16
                        | (bytes[14] & 0xffL) << 8
                        | bytes[15] & 0xffL);
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(17);
        for (int shift = 40; shift >= 0; shift -= 8) {
            text.append(String.format("%02x", value >>> shift & 0xff));
            if (shift > 0) {
                text.append(':');
            }
        }
        return text.toString();
    }
}
