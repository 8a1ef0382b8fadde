// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.runtime.table;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.weir.bmv2.controlplane.table.MatchKind;
import org.weir.bmv2.program.Action;
import org.weir.bmv2.program.Table;
import org.weir.bmv2.program.header.FieldRef;
import org.weir.bmv2.program.header.FieldType;
import org.weir.bmv2.program.header.Header;
import org.weir.bmv2.program.header.HeaderType;

/** Tables of any key without a program around them, with one action that takes a number. */
final class TestTables {

    /** A field of a key. */
    record Field(MatchKind kind, int width) {}

    private TestTables() {}

    static Table table(List<Field> fields) {
        List<FieldType> types = new ArrayList<>();
        for (int i = 0; i < fields.size(); i++) {
            types.add(new FieldType("f" + i, fields.get(i).width(), false, false));
        }
        Header header = new Header(0, "h", new HeaderType("h_t", types, 0), true);
        List<Table.Key> key = new ArrayList<>();
        for (int i = 0; i < fields.size(); i++) {
            key.add(new Table.Key("f" + i, fields.get(i).kind(), new FieldRef(header, i), null));
        }
        Action found =
                new Action(1, "found", List.of(new Action.Parameter("number", 32)), List.of());
        return new Table(
                "table",
                key,
                Integer.MAX_VALUE,
                false,
                false,
                null,
                null,
                List.of(found),
                Map.of(),
                null,
                null,
                false,
                null,
                List.of(),
                false,
                List.of(),
                false,
                "table");
    }

    /** Looks a key up as generated code does. */
    static Entry find(MatchTable table, List<BigInteger> key) {
        long[] words = new long[table.layout().words()];
        for (int i = 0; i < key.size(); i++) {
            table.layout().put(i, key.get(i), words, 0);
        }
        return table.index().find(words);
    }
}
