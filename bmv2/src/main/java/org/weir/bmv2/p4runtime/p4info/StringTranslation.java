// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.p4runtime.p4info;

import com.google.protobuf.ByteString;
import io.grpc.Status;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.weir.bmv2.rpc.RequestException;

/**
 * Values of a P4 type that clients see as strings ({@code @p4runtime_translation} with {@code
 * string}). A decimal number stands for itself; for a type of ports, the name of a port stands for
 * the port; any other string gets a number of its own, from 1 on. A number is read with the string
 * under which a client wrote it; a string of a request that is refused is forgotten. Where no
 * number is free, those that the switch no longer holds are given back ({@link HeldStrings}). May
 * be used from any thread.
 */
final class StringTranslation {

    /** Longest string, in bytes, as each is remembered. */
    private static final int MAX_BYTES = 256;

    private final String typeName;
    private final int bitWidth;
    private final Ports ports;
    private final Map<ByteString, Name> nameByString = new HashMap<>();
    private final Map<BigInteger, ByteString> stringByNumber = new HashMap<>();
    private BigInteger nextNumber = BigInteger.ONE;

    /** Numbers that were read since they were last taken; null while nobody looks for them. */
    private Set<BigInteger> read;

    /** A string and its number. */
    final class Name {

        private final ByteString string;
        private final BigInteger number;

        /** Whether a request that used it was carried out. */
        private boolean isKept;

        /** Requests under way that use it. */
        private int requests;

        private Name(ByteString string, BigInteger number) {
            this.string = string;
            this.number = number;
        }

        /** Its number, with its type. */
        HeldStrings.Held held() {
            return new HeldStrings.Held(StringTranslation.this, number);
        }

        /** A request that used it was carried out. */
        void keep() {
            synchronized (StringTranslation.this) {
                isKept = true;
                requests--;
            }
        }

        /** A request that used it was refused. */
        void release() {
            synchronized (StringTranslation.this) {
                requests--;
                if (!isKept && requests == 0) {
                    forget(this);
                }
            }
        }
    }

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
        Name name = nameByString.get(string);
        if (name == null) {
            name = new Name(string, newNumber(string, what));
            nameByString.put(string, name);
            stringByNumber.putIfAbsent(name.number, string);
        }
        PendingStrings request = PendingStrings.current();
        if (request == null) {
            name.isKept = true;
        } else if (request.add(name)) {
            // Also counted if it is kept: its number may not be given away in between.
            name.requests++;
        }
        return name.number;
    }

    /** True if strings get free numbers, rather than those of ports. */
    boolean givesNumbers() {
        return ports == null;
    }

    /** Begins to note the numbers that {@link #string} is asked for. */
    synchronized void startNoting() {
        read = new HashSet<>();
    }

    /** The numbers noted since this was last called. */
    synchronized Set<BigInteger> takeNoted() {
        Set<BigInteger> noted = read;
        read = new HashSet<>();
        return noted;
    }

    /** Notes numbers no more. */
    synchronized void endNoting() {
        read = null;
    }

    /**
     * Forgets the strings that no request under way uses and that nothing holds.
     *
     * @param isHeld true of the numbers that the switch holds
     * @return whether there were any
     */
    synchronized boolean forgetUnheld(Predicate<BigInteger> isHeld) {
        boolean forgetsAny = false;
        for (Name name : List.copyOf(nameByString.values())) {
            if (name.requests == 0 && !isHeld.test(name.number)) {
                forget(name);
                forgetsAny = true;
            }
        }
        return forgetsAny;
    }

    /**
     * Saves the strings with their numbers.
     *
     * @return restores those of them that a request was carried out with or still uses, and forgets
     *     all others; no request under way may use another
     */
    synchronized Runnable save() {
        List<Name> saved = List.copyOf(nameByString.values());
        return () -> restore(saved);
    }

    private synchronized void restore(List<Name> saved) {
        nameByString.clear();
        stringByNumber.clear();
        for (Name name : saved) {
            if (name.isKept || name.requests > 0) {
                nameByString.put(name.string, name);
                stringByNumber.put(name.number, name.string);
            }
        }
        nextNumber = BigInteger.ONE;
    }

    private void forget(Name name) {
        nameByString.remove(name.string);
        if (stringByNumber.remove(name.number, name.string)) {
            nextNumber = nextNumber.min(name.number.max(BigInteger.ONE));
        }
    }

    /** String of clients for a number. */
    synchronized ByteString string(BigInteger number) {
        if (read != null) {
            read.add(number);
        }
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
            boolean isFree = ports != null || !stringByNumber.containsKey(number);
            if (number.bitLength() <= bitWidth && isFree) {
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
            PendingStrings request = PendingStrings.current();
            if (request != null) {
                request.lackNumber();
            }
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
