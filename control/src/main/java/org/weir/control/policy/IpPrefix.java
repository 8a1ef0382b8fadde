// SPDX-License-Identifier: Apache-2.0
package org.weir.control.policy;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.regex.Pattern;

/** An IPv4 or IPv6 prefix such as {@code 10.0.0.0/24} or {@code 2001:db8::/32}. Immutable. */
public final class IpPrefix {
    private static final Pattern IPV4 =
            Pattern.compile("(25[0-5]|2[0-4]\\d|1?\\d?\\d)(\\.(25[0-5]|2[0-4]\\d|1?\\d?\\d)){3}");
    private static final Pattern IPV6 = Pattern.compile("[0-9a-fA-F:]*:[0-9a-fA-F:.]*");
    private static final Pattern LENGTH = Pattern.compile("\\d{1,3}");

    private final byte[] address;
    private final int prefixLength;
    private final String text;

    private IpPrefix(byte[] address, int prefixLength, String text) {
        this.address = address;
        this.prefixLength = prefixLength;
        this.text = text;
    }

    /**
     * Reads a prefix; an address without a length stands for itself alone. No name is looked up.
     *
     * @param text e.g. {@code 10.0.0.0/24}
     * @throws IllegalArgumentException if it is not an address or prefix, or has bits set behind
     *     the prefix
     */
    public static IpPrefix parse(String text) {
        int slash = text.indexOf('/');
        byte[] address = address(slash < 0 ? text : text.substring(0, slash), text);
        int bits = 8 * address.length;
        int length = bits;
        if (slash >= 0) {
            String lengthText = text.substring(slash + 1);
            length = LENGTH.matcher(lengthText).matches() ? Integer.parseInt(lengthText) : -1;
            if (length < 0 || length > bits) {
                throw new IllegalArgumentException(
                        "must have a prefix length of 0 to " + bits + ", was \"" + text + "\"");
            }
        }
        for (int bit = length; bit < bits; bit++) {
            if ((address[bit / 8] >> (7 - bit % 8) & 1) != 0) {
                throw new IllegalArgumentException(
                        "must not have address bits set behind the prefix, was \"" + text + "\"");
            }
        }
        return new IpPrefix(address, length, slash < 0 ? text + "/" + bits : text);
    }

    private static byte[] address(String literal, String whole) {
        try {
            if (IPV4.matcher(literal).matches()) {
                return InetAddress.getByName(literal).getAddress();
            }
            // A literal with a colon is never looked up as a name.
            if (IPV6.matcher(literal).matches()) {
                byte[] bytes = InetAddress.getByName(literal).getAddress();
                if (bytes.length == 16) {
                    return bytes;
                }
            }
        } catch (UnknownHostException e) {
            throw notAPrefix(whole);
        }
        throw notAPrefix(whole);
    }

    private static IllegalArgumentException notAPrefix(String text) {
        return new IllegalArgumentException(
                "must be an IPv4 or IPv6 address or prefix, was \"" + text + "\"");
    }

    /** True if this is an IPv6 prefix. */
    public boolean isIpv6() {
        return address.length == 16;
    }

    /** The address in network byte order, 4 or 16 bytes, a copy. */
    public byte[] address() {
        return address.clone();
    }

    /** The mask in network byte order, as long as the address. */
    public byte[] mask() {
        byte[] mask = new byte[address.length];
        for (int bit = 0; bit < prefixLength; bit++) {
            mask[bit / 8] |= (byte) (0x80 >> (bit % 8));
        }
        return mask;
    }

    /**
     * True if an address lies in the prefix.
     *
     * @param other an address in network byte order, of 4 or 16 bytes
     */
    public boolean contains(byte[] other) {
        if (other.length != address.length) {
            return false;
        }
        byte[] mask = mask();
        for (int i = 0; i < mask.length; i++) {
            if ((other[i] & mask[i]) != address[i]) {
                return false;
            }
        }
        return true;
    }

    /** True if all addresses of another prefix lie in this one. */
    boolean contains(IpPrefix other) {
        return prefixLength <= other.prefixLength && contains(other.address);
    }

    /** Leading bits that count, 0 to 32 or 128. */
    public int prefixLength() {
        return prefixLength;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof IpPrefix
                && prefixLength == ((IpPrefix) other).prefixLength
                && Arrays.equals(address, ((IpPrefix) other).address);
    }

    @Override
    public int hashCode() {
        return 31 * Arrays.hashCode(address) + prefixLength;
    }

    /** Text of the prefix as it was written, with the length. */
    @Override
    public String toString() {
        return text;
    }
}
