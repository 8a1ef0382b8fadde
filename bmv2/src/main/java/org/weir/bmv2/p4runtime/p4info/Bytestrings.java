// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.p4runtime.p4info;

import com.google.protobuf.ByteString;
import io.grpc.Status;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.weir.bmv2.rpc.RequestException;

/**
 * P4Runtime's representation of integers (P4Runtime specification 1.4, "Bytestrings"): big-endian;
 * any length is accepted if the value fits the field; values sent back are as short as possible.
 * The switch's side is always as long as the field is wide.
 */
public final class Bytestrings {

    private Bytestrings() {}

    /**
     * An unsigned value as the switch takes it.
     *
     * @param bitWidth width of the field, at least 1
     * @param what names the value in the error
     * @throws RequestException OUT_OF_RANGE if it is empty or does not fit
     */
    static byte[] decode(ByteString value, int bitWidth, String what) {
        requireNotEmpty(value, what);
        int start = 0;
        while (start < value.size() - 1 && value.byteAt(start) == 0) {
            start++;
        }
        int length = value.size() - start;
        int significantBits =
                8 * length - Integer.numberOfLeadingZeros(value.byteAt(start) & 0xff) + 24;
        if (significantBits > bitWidth) {
            throw tooWide(value, bitWidth, what);
        }
        byte[] bytes = new byte[byteLength(bitWidth)];
        value.substring(start).copyTo(bytes, bytes.length - length);
        return bytes;
    }

    /** A value that a client gives, as short as it can be. */
    public static ByteString shortest(ByteString value) {
        return value.isEmpty() ? value : encode(value.toByteArray());
    }

    /** An unsigned value as short as it can be; at least one byte. */
    public static ByteString encode(byte[] value) {
        int start = 0;
        while (start < value.length - 1 && value[start] == 0) {
            start++;
        }
        return ByteString.copyFrom(value, start, value.length - start);
    }

    /**
     * A signed value in two's complement as the switch takes it: the field's bits, those above it
     * 0.
     *
     * @throws RequestException OUT_OF_RANGE if it is empty or does not fit
     */
    static byte[] decodeSigned(ByteString value, int bitWidth, String what) {
        requireNotEmpty(value, what);
        byte sign = (byte) (value.byteAt(0) < 0 ? 0xff : 0);
        byte[] bytes = new byte[byteLength(bitWidth)];
        Arrays.fill(bytes, sign);
        for (int i = 0; i < value.size(); i++) {
            int position = bytes.length - value.size() + i;
            if (position >= 0) {
                bytes[position] = value.byteAt(i);
            } else if (value.byteAt(i) != sign) {
                throw tooWide(value, bitWidth, what);
            }
        }
        int unusedBits = 8 * bytes.length - bitWidth;
        // The field's own sign bit and all above it must agree.
        if ((bytes[0] << 24 >> 31 - unusedBits) != sign) {
            throw tooWide(value, bitWidth, what);
        }
        bytes[0] &= (byte) (0xff >> unusedBits);
        return bytes;
    }

    /** A signed field of the switch, as short as it can be. */
    static ByteString encodeSigned(byte[] value, int bitWidth) {
        byte[] extended = value.clone();
        int unusedBits = 8 * extended.length - bitWidth;
        extended[0] = (byte) (extended[0] << 24 + unusedBits >> 24 + unusedBits);
        int start = 0;
        while (start < extended.length - 1
                && extended[start] == extended[start + 1] >> 7
                && (extended[start] == 0 || extended[start] == -1)) {
            start++;
        }
        return ByteString.copyFrom(extended, start, extended.length - start);
    }

    /** A number of 32 bits as bytes. */
    public static byte[] bytes(int number) {
        return ByteBuffer.allocate(Integer.BYTES).putInt(number).array();
    }

    /** Bytes that hold a field. */
    static int byteLength(int bitWidth) {
        return (bitWidth + 7) / 8;
    }

    /** Whether all bits are 0. */
    static boolean isZero(byte[] value) {
        for (byte b : value) {
            if (b != 0) {
                return false;
            }
        }
        return true;
    }

    private static void requireNotEmpty(ByteString value, String what) {
        if (value.isEmpty()) {
            throw outOfRange(what + ": the value is empty; 0 is one zero byte");
        }
    }

    private static RequestException tooWide(ByteString value, int bitWidth, String what) {
        StringBuilder hex = new StringBuilder("0x");
        for (byte b : value.substring(0, Math.min(value.size(), 32))) {
            hex.append(String.format("%02x", b));
        }
        return outOfRange(
                what
                        + ": "
                        + hex
                        + (value.size() > 32 ? "..." : "")
                        + " does not fit in "
                        + bitWidth
                        + " bits");
    }

    private static RequestException outOfRange(String message) {
        return new RequestException(Status.Code.OUT_OF_RANGE, message);
    }
}
