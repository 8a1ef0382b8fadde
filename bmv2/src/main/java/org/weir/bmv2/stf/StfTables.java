// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.stf;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.weir.bmv2.Switch;
import org.weir.bmv2.controlplane.table.ActionCall;
import org.weir.bmv2.controlplane.table.MatchField;
import org.weir.bmv2.controlplane.table.MatchKey;
import org.weir.bmv2.controlplane.table.TableControl;
import org.weir.bmv2.controlplane.table.TableEntry;
import org.weir.bmv2.program.Action;
import org.weir.bmv2.program.Program;
import org.weir.bmv2.program.Table;

/**
 * The tables of a test. Names may be written from any dot on, or as any end of the full name that
 * only one has.
 */
final class StfTables {

    /** An entry that statements can refer to. */
    record Known(TableControl table, TableEntry entry) {}

    private final Switch device;
    private final Program program;
    private final Map<String, Known> byId = new HashMap<>();

    StfTables(Switch device, Program program) {
        this.device = device;
        this.program = program;
    }

    /**
     * Finds the object of a name: of the full name, of an end of it after a dot, or of any other
     * end of it.
     */
    static <T> T named(List<T> all, Function<T, String> nameOf, String name, String what)
            throws StfException {
        for (String before : List.of("", ".")) {
            List<T> found = new ArrayList<>();
            for (T candidate : all) {
                String full = nameOf.apply(candidate);
                if (before.isEmpty() ? full.equals(name) : full.endsWith(before + name)) {
                    found.add(candidate);
                }
            }
            if (found.size() == 1) {
                return found.get(0);
            }
        }
        List<T> found = all.stream().filter(one -> nameOf.apply(one).endsWith(name)).toList();
        if (found.size() != 1) {
            throw new StfException(
                    found.isEmpty()
                            ? "no " + what + " " + name
                            : "more than one " + what + " " + name);
        }
        return found.get(0);
    }

    TableControl table(String name) throws StfException {
        return named(device.tables(), TableControl::name, name, "table");
    }

    Known entry(String id) throws StfException {
        Known known = byId.get(withoutDollar(id));
        if (known == null) {
            throw new StfException("no entry was added as " + id);
        }
        return known;
    }

    /** An entry added as {@code A} is referred to as {@code $A}. */
    private static String withoutDollar(String id) {
        return id.startsWith("$") ? id.substring(1) : id;
    }

    void add(StfStatement.Add wanted) throws StfException {
        TableControl table = table(wanted.table());
        TableEntry entry =
                new TableEntry(
                        match(table, wanted.match()),
                        priority(table, wanted.priority()),
                        action(table, wanted.action()));
        table.insert(entry);
        if (wanted.id() != null) {
            byId.put(withoutDollar(wanted.id()), new Known(table, entry));
        }
    }

    /** Higher numbers win in STF as well, but they start at 0. */
    private static int priority(TableControl table, Integer given) {
        return !table.needsPriority() ? 0 : given == null ? 1 : given + 1;
    }

    void remove(StfStatement.Remove wanted) throws StfException {
        if (wanted.match() != null) {
            TableControl table = table(wanted.table());
            table.delete(match(table, wanted.match()), priority(table, wanted.priority()));
            return;
        }
        List<TableControl> tables =
                wanted.table() == null ? device.tables() : List.of(table(wanted.table()));
        for (TableControl table : tables) {
            if (!table.isConst()) {
                for (TableEntry entry : table.entries()) {
                    table.delete(entry.match(), entry.priority());
                }
            }
        }
    }

    void remove(String id) throws StfException {
        Known known = entry(id);
        known.table().delete(known.entry().match(), known.entry().priority());
        byId.remove(withoutDollar(id));
    }

    void setDefault(StfStatement.SetDefault wanted) throws StfException {
        TableControl table = table(wanted.table());
        table.setDefaultAction(action(table, wanted.action()));
    }

    private List<MatchKey> match(TableControl table, List<StfStatement.Key> keys)
            throws StfException {
        List<MatchField> fields = table.matchFields();
        MatchKey[] match = new MatchKey[fields.size()];
        for (StfStatement.Key key : keys) {
            int index = fieldIndex(table, key.field());
            match[index] = StfValue.key(fields.get(index), key.value());
        }
        for (int i = 0; i < match.length; i++) {
            if (match[i] == null) {
                // A field that is not given is 0, or matches anything where the kind allows it.
                match[i] =
                        switch (fields.get(i).kind()) {
                            case EXACT -> new MatchKey.Exact(new byte[1]);
                            default -> MatchKey.ANY;
                        };
            }
        }
        return List.of(match);
    }

    private static int fieldIndex(TableControl table, String name) throws StfException {
        String wanted = name.replaceAll("\\$([0-9]+)", "[$1]");
        List<String> fields = table.matchFields().stream().map(MatchField::name).toList();
        List<String> whole = new ArrayList<>(List.of(wanted, wanted + "$", wanted + ".$valid$"));
        if (wanted.equals("valid") || wanted.endsWith(".valid")) {
            whole.add(wanted.substring(0, wanted.length() - "valid".length()) + "$valid$");
        }
        for (String candidate : whole) {
            if (fields.contains(candidate)) {
                return fields.indexOf(candidate);
            }
        }
        for (int i = fields.size() - 1; i >= 0; i--) {
            String field = fields.get(i);
            if (field.endsWith("." + wanted)
                    || field.endsWith("." + wanted + "$")
                    || wanted.equals("valid") && field.endsWith(".$valid$")) {
                return i;
            }
        }
        throw new StfException("table " + table.name() + " has no field " + name + ": " + fields);
    }

    private ActionCall action(TableControl table, StfStatement.Call call) throws StfException {
        Action action =
                named(
                        actions(table.name()),
                        Action::name,
                        call.action(),
                        "action of table " + table.name() + " is called");
        Map<String, byte[]> values = new HashMap<>();
        for (StfStatement.Argument argument : call.arguments()) {
            values.put(argument.parameter(), StfValue.bytes(argument.value()));
        }
        List<byte[]> ordered = new ArrayList<>();
        for (Action.Parameter parameter : action.parameters()) {
            byte[] value = values.remove(parameter.name());
            if (value == null) {
                throw new StfException(
                        "action "
                                + action.name()
                                + ": parameter "
                                + parameter.name()
                                + " is missing");
            }
            ordered.add(value);
        }
        if (!values.isEmpty()) {
            throw new StfException(
                    "action " + action.name() + " has no parameter " + values.keySet());
        }
        return new ActionCall(action.name(), ordered);
    }

    private List<Action> actions(String table) {
        List<Table> tables = new ArrayList<>(program.ingress().tables());
        tables.addAll(program.egress().tables());
        return tables.stream()
                .filter(candidate -> candidate.name().equals(table))
                .findFirst()
                .orElseThrow()
                .actions();
    }
}
