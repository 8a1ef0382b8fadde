// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.p4runtime.p4info;

import com.google.protobuf.ByteString;
import io.grpc.Status;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.weir.bmv2.rpc.RequestException;

/**
 * Type of the values of a field, a parameter or a register, in P4Runtime and in the switch. Both
 * are alike, unless the type is annotated {@code @p4runtime_translation}. Then a client sees
 * strings, or numbers of another width for the same numbers in the data plane.
 */
final class ValueType {

    private static final ByteString SDN_CPU =
            ByteString.copyFrom(ByteBuffer.allocate(4).putInt(0, Ports.SDN_CPU));

    private final int clientBits;
    private final int switchBits;
    private final StringTranslation strings;
    private final Ports ports;

    private ValueType(int clientBits, int switchBits, StringTranslation strings, Ports ports) {
        this.clientBits = clientBits;
        this.switchBits = switchBits;
        this.strings = strings;
        this.ports = ports;
    }

    /**
     * Numbers, with their widths for clients and in the switch.
     *
     * @param ports the switch's ports if the numbers are ports, because the CPU port has another
     *     number for clients; otherwise null
     */
    static ValueType numbers(int clientBits, int switchBits, Ports ports) {
        return new ValueType(clientBits, switchBits, null, clientBits == 32 ? ports : null);
    }

    /** Strings, with the width of what they stand for. */
    static ValueType strings(StringTranslation strings, int switchBits) {
        return new ValueType(0, switchBits, strings, null);
    }

    /** Whether clients see strings. */
    boolean isString() {
        return strings != null;
    }

    /** Width in the switch. */
    int switchBits() {
        return switchBits;
    }

    /**
     * A client's value in the switch's form and width.
     *
     * @throws RequestException INVALID_ARGUMENT if it does not fit
     */
    byte[] decode(ByteString value, String what) {
        if (strings != null) {
            return bytes(strings.number(value, what));
        }
        return ports != null && Bytestrings.shortest(value).equals(SDN_CPU)
                ? bytes(BigInteger.valueOf(ports.cpuPort()))
                : number(value, what);
    }

    /** A value of the switch as a client sees it. */
    ByteString encode(byte[] value) {
        if (strings != null) {
            return strings.string(new BigInteger(1, value));
        }
        boolean isCpu =
                ports != null && Arrays.equals(value, bytes(BigInteger.valueOf(ports.cpuPort())));
        return isCpu ? SDN_CPU : Bytestrings.encode(value);
    }

    /** A client's mask; one that takes all of a client's bits takes all of the switch's. */
    byte[] decodeMask(ByteString mask, String what) {
        if (clientBits != switchBits
                && Arrays.equals(invalidIfOutOfRange(mask, clientBits, what), ones(clientBits))) {
            return ones(switchBits);
        }
        return number(mask, what);
    }

    /** A mask of the switch as a client sees it. */
    ByteString encodeMask(byte[] mask) {
        return Bytestrings.encode(
                clientBits != switchBits && Arrays.equals(mask, ones(switchBits))
                        ? ones(clientBits)
                        : mask);
    }

    /** A client's prefix length, checked. */
    int decodePrefixLength(int length, String what) {
        if (length < 0 || length > clientBits) {
            throw RequestException.invalid(
                    what + ": prefix length " + length + " is not within 1.." + clientBits);
        }
        if (length == 0) {
            throw RequestException.invalid(what + ": a prefix of length 0 must be left out");
        }
        int switchLength = length + switchBits - clientBits;
        if (switchLength <= 0) {
            throw RequestException.invalid(
                    what
                            + ": prefix length "
                            + length
                            + " is not above "
                            + (clientBits - switchBits)
                            + ", as the data plane has "
                            + switchBits
                            + " bits");
        }
        return switchLength;
    }

    /** A prefix length of the switch as a client sees it. */
    int encodePrefixLength(int length) {
        return length + clientBits - switchBits;
    }

    private byte[] number(ByteString value, String what) {
        byte[] decoded = invalidIfOutOfRange(value, clientBits, what);
        return clientBits == switchBits
                ? decoded
                : invalidIfOutOfRange(
                        Bytestrings.encode(decoded), switchBits, what + ", in the data plane");
    }

    private static byte[] invalidIfOutOfRange(ByteString value, int bits, String what) {
        try {
            return Bytestrings.decode(value, bits, what);
        } catch (RequestException e) {
            throw e.code() == Status.Code.OUT_OF_RANGE
                    ? RequestException.invalid(e.getMessage())
                    : e;
        }
    }

    private byte[] bytes(BigInteger number) {
        byte[] bytes = new byte[Bytestrings.byteLength(switchBits)];
        byte[] significant = number.toByteArray();
        int length = Math.min(significant.length, bytes.length);
        System.arraycopy(
                significant, significant.length - length, bytes, bytes.length - length, length);
        return bytes;
    }

    private static byte[] ones(int bits) {
        byte[] ones = new byte[Bytestrings.byteLength(bits)];
        Arrays.fill(ones, (byte) 0xff);
        ones[0] = (byte) (0xff >> 8 * ones.length - bits);
        return ones;
    }
}
