// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.runtime.table;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import org.weir.bmv2.controlplane.table.MatchField;
import org.weir.bmv2.controlplane.table.MatchKey;
import org.weir.bmv2.program.Table;
import org.weir.bmv2.runtime.bits.Wide;

/** Matches of the entries that a program declares, as the control plane writes them. */
final class ConstMatches {

    private ConstMatches() {}

    /** The keys of an entry, one for each field of the table's key. */
    static List<MatchKey> keys(List<Table.ConstMatch> match, List<MatchField> fields) {
        List<MatchKey> keys = new ArrayList<>();
        for (int i = 0; i < match.size(); i++) {
            keys.add(key(match.get(i), fields.get(i)));
        }
        return keys;
    }

    private static MatchKey key(Table.ConstMatch match, MatchField field) {
        int width = field.bitWidth();
        byte[] value = Wide.bytes(match.value(), width);
        return switch (field.kind()) {
            case LPM -> {
                BigInteger tail =
                        BigInteger.ONE
                                .shiftLeft(width - match.prefixLength())
                                .subtract(BigInteger.ONE);
                yield new MatchKey.Lpm(
                        Wide.bytes(match.value().andNot(tail), width), match.prefixLength());
            }
            case TERNARY, OPTIONAL ->
                    match.mask() == null
                            ? new MatchKey.Optional(value)
                            : new MatchKey.Ternary(
                                    Wide.bytes(match.value().and(match.mask()), width),
                                    Wide.bytes(match.mask(), width));
            case RANGE -> new MatchKey.Range(value, Wide.bytes(match.mask(), width));
            default -> new MatchKey.Exact(value);
        };
    }
}
