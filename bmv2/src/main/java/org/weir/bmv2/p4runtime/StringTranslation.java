// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.p4runtime;

import com.google.protobuf.ByteString;
import io.grpc.Status;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.weir.bmv2.rpc.RequestException;

/**
 * Values of a P4 type that clients see as strings ({@code @p4runtime_translation} with {@code
 * string}). A decimal number stands for itself; for a type of ports, the name of a port stands for
 * the port; any other string gets a number of its own, from 1 on. What a client has called a number
 * once, it is called when read. May be used from any thread.
 */
final class StringTranslation {

    /** Longest string, in bytes, as each is remembered. */
    private static final int MAX_BYTES = 256;

    private final String typeName;
    private final int bitWidth;
    private final Ports ports;
    private final Map<ByteString, BigInteger> numberByString = new HashMap<>();
    private final Map<BigInteger, ByteString> stringByNumber = new HashMap<>();
    private BigInteger nextNumber = BigInteger.ONE;

    /**
     * A translation without strings.
     *
     * @param bitWidth the type's width in the data plane
     * @param ports the ports whose names are taken; null for a type that is not of ports
     */
    StringTranslation(String typeName, int bitWidth, Ports ports) {
        this.typeName = typeName;
        this.bitWidth = bitWidth;
        this.ports = ports;
    }

    /**
     * The number that a string stands for.
     *
     * @throws RequestException INVALID_ARGUMENT if it is empty, too long or no port's,
     *     RESOURCE_EXHAUSTED if there is no number left
     */
    synchronized BigInteger number(ByteString string, String what) {
        if (string.isEmpty() || string.size() > MAX_BYTES) {
            throw RequestException.invalid(
                    what + ": its " + string.size() + " bytes are not within 1.." + MAX_BYTES);
        }
        BigInteger known = numberByString.get(string);
        if (known != null) {
            return known;
        }
        BigInteger number = newNumber(string, what);
        numberByString.put(string, number);
        stringByNumber.putIfAbsent(number, string);
        return number;
    }

    /** What clients call a number. */
    synchronized ByteString string(BigInteger number) {
        ByteString string = stringByNumber.get(number);
        if (string == null && ports != null) {
            string =
                    ports.name(number.intValue())
                            .map(name -> ByteString.copyFrom(name, StandardCharsets.UTF_8))
                            .orElse(null);
        }
        return string != null ? string : ByteString.copyFromUtf8(number.toString());
    }

    private BigInteger newNumber(ByteString string, String what) {
        String text = string.toStringUtf8();
        if (ports != null && ports.byName(text).isPresent()) {
            return BigInteger.valueOf(ports.byName(text).get());
        }
        if (text.matches("0|[1-9][0-9]{0,40}")) {
            BigInteger number = new BigInteger(text);
            if (number.bitLength() <= bitWidth && !stringByNumber.containsKey(number)) {
                return number;
            }
        }
        if (ports != null) {
            throw RequestException.invalid(what + ": no port is called \"" + text + "\"");
        }
        while (stringByNumber.containsKey(nextNumber)) {
            nextNumber = nextNumber.add(BigInteger.ONE);
        }
        if (nextNumber.bitLength() > bitWidth) {
            throw new RequestException(
                    Status.Code.RESOURCE_EXHAUSTED,
                    what
                            + ": the "
                            + bitWidth
                            + " bits of type "
                            + typeName
                            + " hold no more strings");
        }
        return nextNumber;
    }
}
