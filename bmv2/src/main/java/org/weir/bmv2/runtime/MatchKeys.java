// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.runtime;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import org.weir.bmv2.control.MatchKey;
import org.weir.bmv2.control.MatchKind;
import org.weir.bmv2.program.Table;

/**
 * The keys of one entry, packed as its table looks them up; says what is wrong with keys that
 * cannot be.
 */
final class MatchKeys {

    private static final BigInteger ONE = BigInteger.ONE;

    final long[] mask;
    final long[] key;
    final long[] rangeLow;
    final long[] rangeHigh;

    /** The keys with values as long as the fields are wide. */
    final List<MatchKey> canonical = new ArrayList<>();

    private final Table model;
    private final KeyLayout layout;
    private int prefixLength;

    MatchKeys(MatchTable table, List<MatchKey> match) {
        this.model = table.model();
        this.layout = table.layout();
        int words = layout.words();
        mask = new long[words];
        key = new long[words];
        boolean hasRange = model.key().stream().anyMatch(field -> field.kind() == MatchKind.RANGE);
        rangeLow = hasRange ? new long[words] : null;
        rangeHigh = hasRange ? new long[words] : null;
        if (match.size() != model.key().size()) {
            throw FieldBytes.invalid(
                    "table %s: its key has %d fields, %d are given"
                            .formatted(model.name(), model.key().size(), match.size()));
        }
        for (int i = 0; i < match.size(); i++) {
            put(i, match.get(i));
        }
    }

    /** What decides between entries of a table without priorities. */
    int prefixLength() {
        return prefixLength;
    }

    private void put(int index, MatchKey match) {
        Table.Key field = model.key().get(index);
        int width = field.field().type().bitWidth();
        String what = "table " + model.name() + ", field " + field.name();
        switch (field.kind()) {
            case EXACT:
                if (!(match instanceof MatchKey.Exact exact)) {
                    throw FieldBytes.invalid(what + ": is matched exactly, " + match + " is given");
                }
                putMasked(index, FieldBytes.number(exact.value(), width, what), all(width));
                canonical.add(new MatchKey.Exact(bytes(exact.value(), width)));
                break;
            case LPM:
                putPrefix(index, match, width, what);
                break;
            case TERNARY:
            case OPTIONAL:
                putTernary(index, match, width, what);
                break;
            case RANGE:
                putRange(index, match, width, what);
                break;
            default:
                throw new IllegalStateException(field.kind().toString());
        }
    }

    private void putPrefix(int index, MatchKey match, int width, String what) {
        if (match instanceof MatchKey.Any) {
            canonical.add(MatchKey.ANY);
            return;
        }
        if (!(match instanceof MatchKey.Lpm lpm)) {
            throw FieldBytes.invalid(what + ": is matched by prefix, " + match + " is given");
        }
        if (lpm.prefixLength() < 0 || lpm.prefixLength() > width) {
            throw FieldBytes.invalid(
                    what + ": prefix length " + lpm.prefixLength() + " is not in 0.." + width);
        }
        BigInteger value = FieldBytes.number(lpm.value(), width, what);
        BigInteger prefix = all(width).subtract(all(width - lpm.prefixLength()));
        outside(value, prefix, what, "prefix of " + lpm.prefixLength() + " bits");
        putMasked(index, value, prefix);
        prefixLength += lpm.prefixLength();
        canonical.add(
                lpm.prefixLength() == 0
                        ? MatchKey.ANY
                        : new MatchKey.Lpm(bytes(lpm.value(), width), lpm.prefixLength()));
    }

    private void putTernary(int index, MatchKey match, int width, String what) {
        if (match instanceof MatchKey.Any) {
            canonical.add(MatchKey.ANY);
        } else if (match instanceof MatchKey.Ternary ternary) {
            BigInteger value = FieldBytes.number(ternary.value(), width, what);
            BigInteger ternaryMask = FieldBytes.number(ternary.mask(), width, what + ", mask");
            outside(value, ternaryMask, what, "mask");
            putMasked(index, value, ternaryMask);
            canonical.add(
                    ternaryMask.signum() == 0
                            ? MatchKey.ANY
                            : new MatchKey.Ternary(
                                    bytes(ternary.value(), width), bytes(ternary.mask(), width)));
        } else if (match instanceof MatchKey.Optional optional) {
            putMasked(index, FieldBytes.number(optional.value(), width, what), all(width));
            canonical.add(new MatchKey.Optional(bytes(optional.value(), width)));
        } else {
            throw FieldBytes.invalid(what + ": is matched under a mask, " + match + " is given");
        }
    }

    private void putRange(int index, MatchKey match, int width, String what) {
        BigInteger low;
        BigInteger high;
        if (match instanceof MatchKey.Any) {
            low = BigInteger.ZERO;
            high = all(width);
            canonical.add(MatchKey.ANY);
        } else if (match instanceof MatchKey.Range range) {
            low = FieldBytes.number(range.low(), width, what + ", low end");
            high = FieldBytes.number(range.high(), width, what + ", high end");
            if (low.compareTo(high) > 0) {
                throw FieldBytes.invalid(
                        what + ": the low end of " + range + " is above the high end");
            }
            boolean isAll = low.signum() == 0 && high.equals(all(width));
            canonical.add(
                    isAll
                            ? MatchKey.ANY
                            : new MatchKey.Range(
                                    bytes(range.low(), width), bytes(range.high(), width)));
        } else {
            throw FieldBytes.invalid(what + ": is matched by range, " + match + " is given");
        }
        layout.put(index, low, rangeLow);
        layout.put(index, high, rangeHigh);
    }

    private void putMasked(int index, BigInteger value, BigInteger fieldMask) {
        layout.put(index, value, key);
        layout.put(index, fieldMask, mask);
    }

    private static void outside(BigInteger value, BigInteger mask, String what, String rule) {
        if (value.andNot(mask).signum() != 0) {
            throw FieldBytes.invalid(
                    what + ": value 0x" + value.toString(16) + " has bits outside its " + rule);
        }
    }

    private static byte[] bytes(byte[] value, int width) {
        return Wide.bytes(new BigInteger(1, value), width);
    }

    private static BigInteger all(int width) {
        return ONE.shiftLeft(width).subtract(ONE);
    }
}
