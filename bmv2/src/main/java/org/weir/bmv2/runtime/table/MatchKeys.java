// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.runtime.table;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import org.weir.bmv2.controlplane.table.MatchKey;
import org.weir.bmv2.controlplane.table.MatchKind;
import org.weir.bmv2.program.Table;
import org.weir.bmv2.runtime.bits.FieldBytes;
import org.weir.bmv2.runtime.bits.Wide;

/**
 * The keys of one entry, packed for the look-up of its table; refuses keys that cannot be packed.
 */
final class MatchKeys {

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
        checkKind(field.kind(), match, what);
        FieldMatch wanted = FieldMatch.of(match, width, what);
        if (field.kind() == MatchKind.RANGE) {
            boolean isAny = wanted.low() == null;
            layout.put(index, isAny ? BigInteger.ZERO : wanted.low(), packed, 0);
            layout.put(index, isAny ? all(width) : wanted.high(), packed, layout.words());
        } else {
            layout.put(index, wanted.value(), packed, 0);
            if (isMasked) {
                layout.put(index, wanted.mask(), packed, layout.words());
            }
            prefixLength += wanted.prefixLength();
        }
    }

    private static void checkKind(MatchKind kind, MatchKey match, String what) {
        boolean isAny = match instanceof MatchKey.Any;
        switch (kind) {
            case EXACT:
                require(match instanceof MatchKey.Exact, "exactly", match, what);
                break;
            case LPM:
                require(isAny || match instanceof MatchKey.Lpm, "by prefix", match, what);
                break;
            case RANGE:
                require(isAny || match instanceof MatchKey.Range, "by range", match, what);
                break;
            default:
                require(
                        isAny
                                || match instanceof MatchKey.Ternary
                                || match instanceof MatchKey.Optional,
                        "under a mask",
                        match,
                        what);
                break;
        }
    }

    private static void require(boolean holds, String how, MatchKey match, String what) {
        if (!holds) {
            throw FieldBytes.invalid(what + ": is matched " + how + ", " + match + " is given");
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
        return BigInteger.ONE.shiftLeft(width).subtract(BigInteger.ONE);
    }
}
