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

    /** The keys as the table's index wants them; see {@link Entry#key}. */
    final long[] packed;

    private final Table model;
    private final KeyLayout layout;
    private final boolean isMasked;
    private int prefixLength;

    MatchKeys(MatchTable table, List<MatchKey> match) {
        this.model = table.model();
        this.layout = table.layout();
        this.isMasked = layout.lookup() == KeyLayout.Lookup.MASKED;
        this.packed = new long[isMasked ? 2 * layout.words() : layout.words()];
        if (match.size() != model.key().size()) {
            throw FieldBytes.invalid(
                    "table %s: its key has %d fields, %d are given"
                            .formatted(model.name(), model.key().size(), match.size()));
        }
        for (int i = 0; i < match.size(); i++) {
            put(i, match.get(i));
        }
    }

    /**
     * An entry with these keys, yet without an action.
     *
     * @param priority 0 in a table without priorities, in which the longer prefix wins
     */
    Entry entry(int priority) {
        return new Entry(packed, prefixBits(), priority == 0 ? prefixLength : priority);
    }

    private int prefixBits() {
        if (layout.lookup() != KeyLayout.Lookup.PREFIX) {
            return 0;
        }
        int width = 0;
        for (int i = 0; i < model.key().size(); i++) {
            if (layout.kind(i) == MatchKind.LPM) {
                width = layout.width(i);
            }
        }
        return 64 * layout.words() - width + prefixLength;
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
    }

    private void putTernary(int index, MatchKey match, int width, String what) {
        if (match instanceof MatchKey.Any) {
            return;
        }
        if (match instanceof MatchKey.Ternary ternary) {
            BigInteger value = FieldBytes.number(ternary.value(), width, what);
            BigInteger ternaryMask = FieldBytes.number(ternary.mask(), width, what + ", mask");
            outside(value, ternaryMask, what, "mask");
            putMasked(index, value, ternaryMask);
        } else if (match instanceof MatchKey.Optional optional) {
            putMasked(index, FieldBytes.number(optional.value(), width, what), all(width));
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
        } else if (match instanceof MatchKey.Range range) {
            low = FieldBytes.number(range.low(), width, what + ", low end");
            high = FieldBytes.number(range.high(), width, what + ", high end");
            if (low.compareTo(high) > 0) {
                throw FieldBytes.invalid(
                        what + ": the low end of " + range + " is above the high end");
            }
        } else {
            throw FieldBytes.invalid(what + ": is matched by range, " + match + " is given");
        }
        layout.put(index, low, packed, 0);
        layout.put(index, high, packed, layout.words());
    }

    private void putMasked(int index, BigInteger value, BigInteger fieldMask) {
        layout.put(index, value, packed, 0);
        if (isMasked) {
            layout.put(index, fieldMask, packed, layout.words());
        }
    }

    private static void outside(BigInteger value, BigInteger mask, String what, String rule) {
        if (value.andNot(mask).signum() != 0) {
            throw FieldBytes.invalid(
                    what + ": value 0x" + value.toString(16) + " has bits outside its " + rule);
        }
    }

    /** The keys of an entry, with values as long as the fields are wide. */
    static List<MatchKey> of(Entry entry, KeyLayout layout) {
        List<MatchKey> match = new ArrayList<>();
        int fields = layout.fields();
        for (int i = 0; i < fields; i++) {
            match.add(of(entry, layout, i));
        }
        return match;
    }

    private static MatchKey of(Entry entry, KeyLayout layout, int field) {
        int width = layout.width(field);
        BigInteger number = layout.get(field, entry.key, 0);
        byte[] value = Wide.bytes(number, width);
        MatchKind kind = layout.kind(field);
        if (kind == MatchKind.EXACT) {
            return new MatchKey.Exact(value);
        }
        if (layout.lookup() == KeyLayout.Lookup.PREFIX) {
            int length = width - (64 * layout.words() - entry.prefixBits);
            return length == 0 ? MatchKey.ANY : new MatchKey.Lpm(value, length);
        }
        BigInteger second = layout.get(field, entry.key, layout.words());
        boolean isAll = second.equals(all(width));
        if (kind == MatchKind.RANGE) {
            return isAll && number.signum() == 0
                    ? MatchKey.ANY
                    : new MatchKey.Range(value, Wide.bytes(second, width));
        }
        if (second.signum() == 0) {
            return MatchKey.ANY;
        }
        if (kind == MatchKind.LPM) {
            return new MatchKey.Lpm(value, second.bitCount());
        }
        return kind == MatchKind.OPTIONAL && isAll
                ? new MatchKey.Optional(value)
                : new MatchKey.Ternary(value, Wide.bytes(second, width));
    }

    private static BigInteger all(int width) {
        return ONE.shiftLeft(width).subtract(ONE);
    }
}
