// SPDX-License-Identifier: Apache-2.0
package org.weir.tofino.model.stage;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.weir.tofino.model.assembly.Node;
import org.weir.tofino.model.attached.AttachedTable;
import org.weir.tofino.model.attached.CounterTable;
import org.weir.tofino.model.attached.StatefulTable;
import org.weir.tofino.model.hash.HashUnits;
import org.weir.tofino.model.phv.PhvNames;

/** One stage of one gress. */
public final class Stage {

    final int number;
    final int line;

    /** Tables by their numbers, the order in which they run. */
    public final List<LogicalTable> tables = new ArrayList<>();

    public final Map<String, AttachedTable> attached = new LinkedHashMap<>();

    public Stage(Node.Entry section, int number, PhvNames names) {
        this.number = number;
        line = section.line();
        HashUnits hashes = new HashUnits(names, number);
        Map<String, Node.Entry> sections = new HashMap<>();
        List<Node.Entry> logical = new ArrayList<>();
        for (Node.Entry entry : section.value().entries()) {
            String[] words = entry.key().split(" ");
            switch (words[0]) {
                    // How it waits for the stage before.
                case "dependency" -> {}
                case "ternary_match", "exact_match", "hash_action", "gateway" -> logical.add(entry);
                case "ternary_indirect", "action" -> {}
                case "counter" -> attached.put(words[1], new CounterTable(entry));
                case "stateful" ->
                        attached.put(words[1], new StatefulTable(entry, names, hashes, number));
                case "phase0_match" -> checkPhase0(entry);
                default -> throw Node.unknown(entry, "a stage");
            }
            if (words.length > 1) {
                sections.put(words[1], entry);
            }
        }
        for (Node.Entry entry : logical) {
            tables.add(
                    new LogicalTable(
                            new LogicalTableReader(
                                    entry, number, names, hashes, sections, attached)));
        }
        tables.sort(Comparator.comparingInt(table -> table.logicalId));
    }

    /** The port's metadata, of which every port has zeros here. */
    private static void checkPhase0(Node.Entry entry) {
        if (entry.value().get("constant_value").number() != 0) {
            throw Node.unknown(entry, "a stage but with zeros");
        }
    }
}
