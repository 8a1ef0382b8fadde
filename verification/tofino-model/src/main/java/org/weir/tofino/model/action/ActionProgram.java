// SPDX-License-Identifier: Apache-2.0
package org.weir.tofino.model.action;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.weir.tofino.model.assembly.Node;
import org.weir.tofino.model.assembly.Numbers;
import org.weir.tofino.model.assembly.Term;
import org.weir.tofino.model.attached.AttachedTable;
import org.weir.tofino.model.attached.CounterTable;
import org.weir.tofino.model.attached.StatefulTable;

/** An action of a table: instructions, what else it sets going, and what comes next. */
public final class ActionProgram {

    final int line;
    final String name;

    /** Code of the action in the overhead of an entry; -1 for one that no entry can have. */
    public final int code;

    public final ActionData data;
    public final List<Instruction> instructions = new ArrayList<>();

    /** Instruction of each stateful table that the action executes; null for counters. */
    public final Map<String, String> calls = new HashMap<>();

    /** Index into the table's list of successors, or -1. */
    public int nextIndex = -1;

    public String nextTable;

    public ActionProgram(Node.Entry entry, ActionData data, ActionReader reader) {
        line = entry.line();
        this.data = data;
        Term head = Term.parse(line, entry.key());
        name = head.name();
        code = head.arguments().isEmpty() ? -1 : (int) Numbers.parse(line, head.arguments().get(0));
        for (Node item : entry.value().items()) {
            if (item.isMap()) {
                readProperty(item);
            }
        }
        for (Node item : entry.value().items()) {
            if (item.isText()) {
                readInstruction(item, reader);
            }
        }
    }

    private void readProperty(Node item) {
        List<Node.Entry> entries = item.entries();
        if (entries.isEmpty()) {
            return;
        }
        Node.Entry first = entries.get(0);
        switch (first.key()) {
            case "p4_param_order" -> data.readParameters(first.value());
                // Permissions of a controller.
            case "hit_allowed", "default_action", "default_only_action", "handle" -> {}
            case "next_table" -> {
                if (Numbers.isNumber(first.value().text())) {
                    nextIndex = (int) first.value().number();
                } else {
                    nextTable = first.value().text();
                }
            }
            default -> data.readAliases(item);
        }
    }

    private void readInstruction(Node item, ActionReader reader) {
        Term term = Term.parse(item.line(), item.text());
        AttachedTable attached = reader.attached().get(term.name());
        if (attached instanceof CounterTable) {
            calls.put(term.name(), null);
        } else if (attached instanceof StatefulTable && !term.arguments().isEmpty()) {
            calls.put(term.name(), term.arguments().get(0));
        } else {
            instructions.add(Instruction.parse(item.line(), item.text(), reader));
        }
    }
}
