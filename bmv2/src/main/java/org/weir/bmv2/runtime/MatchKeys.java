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
        checkKind(field.kind(), match, what);
        FieldMatch wanted = FieldMatch.of(match, width, what);
        canonical.add(wanted.canonical());
        if (field.kind() == MatchKind.RANGE) {
            boolean isAny = wanted.low() == null;
            BigInteger all = BigInteger.ONE.shiftLeft(width).subtract(BigInteger.ONE);
            layout.put(index, isAny ? BigInteger.ZERO : wanted.low(), rangeLow);
            layout.put(index, isAny ? all : wanted.high(), rangeHigh);
        } else {
            layout.put(index, wanted.value(), key);
            layout.put(index, wanted.mask(), mask);
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
}
