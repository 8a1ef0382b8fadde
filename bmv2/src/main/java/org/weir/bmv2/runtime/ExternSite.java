// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.runtime;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.weir.bmv2.extern.ExternCall;
import org.weir.bmv2.extern.ExternMethod;
import org.weir.bmv2.runtime.packet.PacketState;

/**
 * A place in a program from where an extern is called: generated code puts the arguments in, calls,
 * and takes out what was set.
 */
public final class ExternSite implements ExternCall {

    private static final Logger LOG = LoggerFactory.getLogger(ExternSite.class);

    private final String where;
    private final ExternMethod method;
    private final LongSupplier clockNs;
    private final int[] bitWidths;
    private final boolean[] signed;
    private final boolean[] settable;
    private final boolean[] wasSet;
    private final long[][] words;
    private long failures;

    /**
     * A site.
     *
     * @param where its place in the program, for messages
     * @param bitWidths of the arguments, each at least 1
     * @param signed whether each is a signed number
     * @param settable whether each is a field
     */
    public ExternSite(
            String where,
            ExternMethod method,
            int[] bitWidths,
            boolean[] signed,
            boolean[] settable,
            LongSupplier clockNs) {
        this.where = where;
        this.method = method;
        this.clockNs = clockNs;
        this.bitWidths = bitWidths.clone();
        this.signed = signed.clone();
        this.settable = settable.clone();
        wasSet = new boolean[bitWidths.length];
        words = new long[bitWidths.length][];
        for (int i = 0; i < words.length; i++) {
            words[i] = new long[(bitWidths[i] + 63) / 64];
        }
    }

    /** Puts a word of an argument in; in two's complement to the top of the highest word. */
    public void put(int argument, int index, long word) {
        words[argument][index] = word;
    }

    /**
     * Calls the method; the packet is to be dropped when it fails, also by an {@link Error} such as
     * an overflow of the stack.
     */
    public void call(PacketState packet) {
        Arrays.fill(wasSet, false);
        try {
            method.call(this);
        } catch (RuntimeException | Error e) {
            packet.failed = true;
            packet.exited = true;
            failures++;
            if (Long.bitCount(failures) == 1) {
                LOG.error("{}: the extern failed, packet dropped ({} so far)", where, failures, e);
            }
        }
    }

    /** Whether the call set an argument. */
    public boolean wasSet(int argument) {
        return wasSet[argument];
    }

    /** A word of an argument after the call, as fields keep them. */
    public long get(int argument, int index) {
        return words[argument][index];
    }

    @Override
    public int size() {
        return words.length;
    }

    @Override
    public int bitWidth(int argument) {
        return bitWidths[argument];
    }

    @Override
    public boolean isSigned(int argument) {
        return signed[argument];
    }

    @Override
    public boolean isSettable(int argument) {
        return settable[argument];
    }

    @Override
    public long word(int argument) {
        return words[argument][0];
    }

    @Override
    public BigInteger value(int argument) {
        long[] value = words[argument];
        BigInteger result =
                signed[argument]
                        ? BigInteger.valueOf(value[value.length - 1])
                        : new BigInteger(Long.toUnsignedString(value[value.length - 1]));
        for (int i = value.length - 2; i >= 0; i--) {
            result = result.shiftLeft(64).or(new BigInteger(Long.toUnsignedString(value[i])));
        }
        return result;
    }

    @Override
    public void set(int argument, long value) {
        begin(argument);
        long[] target = words[argument];
        target[0] = value;
        for (int i = 1; i < target.length; i++) {
            target[i] = value >> 63;
        }
        bound(argument);
    }

    @Override
    public void set(int argument, BigInteger value) {
        begin(argument);
        long[] target = words[argument];
        for (int i = 0; i < target.length; i++) {
            target[i] = value.shiftRight(64 * i).longValue();
        }
        bound(argument);
    }

    private void begin(int argument) {
        if (!settable[argument]) {
            throw new IllegalArgumentException(
                    where + ": argument " + argument + " is not a field and cannot be set");
        }
        wasSet[argument] = true;
    }

    private void bound(int argument) {
        long[] value = words[argument];
        int unused = 64 * value.length - bitWidths[argument];
        int top = value.length - 1;
        value[top] =
                signed[argument] ? value[top] << unused >> unused : value[top] << unused >>> unused;
    }

    @Override
    public long nowNs() {
        return clockNs.getAsLong();
    }
}
