// SPDX-License-Identifier: Apache-2.0
package org.weir.bench.compare;

import java.math.BigInteger;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Values that entries and packets draw from, by the last part of a field's or parameter's name, so
 * that entries are hit. Now and then, and for names that nobody has told it of, any value.
 */
public final class FieldValues {

    private static final int ODD_ONE_IN = 12;

    /** The compiler names tables of its own by the file and the line of a statement. */
    private static final Pattern COMPILERS_LINE = Pattern.compile("(?<=^tbl_[a-z_]{1,60})\\d+$");

    private final Map<String, List<BigInteger>> byName = new HashMap<>();
    private final Set<String> unstated = new HashSet<>();

    /** Sets the usual values of a name. */
    public FieldValues put(String name, long... values) {
        byName.put(
                name,
                java.util.Arrays.stream(values)
                        .mapToObj(value -> new BigInteger(Long.toUnsignedString(value)))
                        .toList());
        return this;
    }

    /** Sets the usual values of a name, in hexadecimal. */
    public FieldValues put(String name, String... values) {
        byName.put(
                name,
                java.util.Arrays.stream(values).map(value -> new BigInteger(value, 16)).toList());
        return this;
    }

    /**
     * Fields and actions that no entry has, and tables without entries, without a draw: the
     * recordings are older than these.
     */
    public FieldValues leaveOut(String... names) {
        unstated.addAll(List.of(names));
        return this;
    }

    /** True if no entry has a field or an action, or a table has no entries. */
    public boolean isLeftOut(String name) {
        String last = lastPart(name);
        return unstated.contains(last)
                || unstated.contains(COMPILERS_LINE.matcher(last).replaceFirst(""));
    }

    private static String lastPart(String name) {
        return name.substring(name.lastIndexOf('.') + 1);
    }

    /** A value for a field or parameter, below 2^bitWidth. */
    public BigInteger pick(String name, int bitWidth, Random random) {
        List<BigInteger> values = byName.get(lastPart(name));
        if (values == null || random.nextInt(ODD_ONE_IN) == 0) {
            // Small ones, as likely as any others: indices and the like are small.
            return new BigInteger(random.nextBoolean() ? bitWidth : Math.min(bitWidth, 4), random);
        }
        return values.get(random.nextInt(values.size())).mod(BigInteger.ONE.shiftLeft(bitWidth));
    }

    /** {@link #pick} for fields of at most 63 bits. */
    public long pickLong(String name, int bitWidth, Random random) {
        return pick(name, bitWidth, random).longValue();
    }
}
