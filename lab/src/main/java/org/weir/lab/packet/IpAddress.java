// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.packet;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.regex.Pattern;

/** An IPv4 or IPv6 address. Immutable. */
public final class IpAddress {
    private static final Pattern IPV4 =
            Pattern.compile("(25[0-5]|2[0-4]\\d|1?\\d?\\d)(\\.(25[0-5]|2[0-4]\\d|1?\\d?\\d)){3}");
    private static final Pattern IPV6 = Pattern.compile("(?=.*:)[0-9A-Fa-f:.]{2,45}");
    private static final int IPV4_BYTES = 4;

    private final byte[] bytes;

    private IpAddress(byte[] bytes) {
        this.bytes = bytes;
    }

    /**
     * Reads an address in its usual notation; names are never looked up.
     *
     * @throws IllegalArgumentException when the text is not an address
     */
    public static IpAddress parse(String text) {
        if (IPV4.matcher(text).matches() || IPV6.matcher(text).matches()) {
            try {
                return new IpAddress(InetAddress.getByName(text).getAddress());
            } catch (UnknownHostException e) {
                throw new IllegalArgumentException("must be an IPv4 or IPv6 address", e);
            }
        }
        throw new IllegalArgumentException("must be an IPv4 or IPv6 address");
    }

    /** Reads 4 or 16 bytes of a packet. */
    public static IpAddress of(byte[] packet, int offset, int length) {
        return new IpAddress(Arrays.copyOfRange(packet, offset, offset + length));
    }

    /** The group in which a station listens for questions about this IPv6 address (RFC 4291). */
    public IpAddress solicitedNodeGroup() {
        byte[] group = new byte[16];
        group[0] = (byte) 0xff;
        group[1] = 2;
        group[11] = 1;
        group[12] = (byte) 0xff;
        System.arraycopy(bytes, 13, group, 13, 3);
        return new IpAddress(group);
    }

    /** Whether the address is of IPv4. */
    public boolean isIpv4() {
        return bytes.length == IPV4_BYTES;
    }

    /** The address in network order, 4 or 16 bytes; a copy. */
    public byte[] bytes() {
        return bytes.clone();
    }

    int length() {
        return bytes.length;
    }

    void copyTo(byte[] packet, int offset) {
        System.arraycopy(bytes, 0, packet, offset, bytes.length);
    }

    boolean equalsRange(byte[] packet, int offset) {
        return Arrays.equals(bytes, 0, bytes.length, packet, offset, offset + bytes.length);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof IpAddress && Arrays.equals(bytes, ((IpAddress) other).bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    @Override
    public String toString() {
        try {
            return InetAddress.getByAddress(bytes).getHostAddress();
        } catch (UnknownHostException e) {
            throw new IllegalStateException(e);
        }
    }
}
