// SPDX-License-Identifier: Apache-2.0
package org.weir.tofino.model.stage;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.weir.tofino.model.action.ActionBus;
import org.weir.tofino.model.action.ActionData;
import org.weir.tofino.model.action.ActionProgram;
import org.weir.tofino.model.action.ActionReader;
import org.weir.tofino.model.assembly.AssemblyException;
import org.weir.tofino.model.assembly.BitRange;
import org.weir.tofino.model.assembly.Node;
import org.weir.tofino.model.assembly.Numbers;
import org.weir.tofino.model.assembly.Term;
import org.weir.tofino.model.attached.AttachedTable;
import org.weir.tofino.model.hash.HashDistribution;
import org.weir.tofino.model.hash.HashUnits;
import org.weir.tofino.model.phv.PhvNames;

/** Reads a match table, a gateway of its own or a hash action, with what belongs to it. */
final class LogicalTableReader {

    final int line;
    final String name;
    final int logicalId;
    final int stage;

    /** Whether it looks for an entry; a hash action and a bare gateway do not. */
    final boolean matches;

    final List<KeyField> keys = new ArrayList<>();
    final Map<String, ActionProgram> actions = new LinkedHashMap<>();
    final Map<Integer, ActionProgram> actionsByCode = new HashMap<>();
    final List<String> hit = new ArrayList<>();
    final List<AttachedCall> calls = new ArrayList<>();
    final List<TableEntry> staticEntries = new ArrayList<>();
    final Map<String, AttachedTable> attached;
    final Map<String, BigInteger> defaultParameters = new LinkedHashMap<>();
    final InputCrossbar crossbar = new InputCrossbar();
    String p4Name;
    String miss = "END";
    Gateway gateway;

    /** Whether the overhead says which action runs. */
    boolean actionInOverhead;

    ActionProgram defaultAction;

    private final PhvNames names;
    private final HashUnits hashes;
    private final Map<String, Node.Entry> stageTables;
    private final Map<Integer, HashDistribution> units = new HashMap<>();
    private final ActionBus bus = new ActionBus();
    private final Map<Long, String> actionHandles = new HashMap<>();
    private Node actionDataFormats;
    private int immediateBits;

    /**
     * @param entry the table's section; its key is kind, name and number
     * @param stageTables all sections of the stage, by name
     * @param attached counters and stateful ALUs of the stage, by name
     */
    LogicalTableReader(
            Node.Entry entry,
            int stage,
            PhvNames names,
            HashUnits hashes,
            Map<String, Node.Entry> stageTables,
            Map<String, AttachedTable> attached) {
        line = entry.line();
        this.stage = stage;
        this.names = names;
        this.hashes = hashes;
        this.stageTables = stageTables;
        this.attached = attached;
        String[] words = entry.key().split(" ");
        name = words[1];
        logicalId = (int) Numbers.parse(line, words[2]);
        matches = words[0].endsWith("_match");
        if (words[0].equals("gateway")) {
            gateway = new Gateway(entry, names, stage, hashes);
            return;
        }
        read(entry.value());
        Node indirect = entry.value().find("indirect");
        Node source = entry.value();
        if (indirect != null) {
            source = section("ternary_indirect", indirect).value();
            read(source);
        }
        readActions(source);
        readStaticEntries(entry.value());
        checkWires(entry.value());
    }

    private void checkWires(Node section) {
        Node ways = section.find("ways");
        if (ways != null) {
            InputCrossbar.checkExact(keys, section.find("match"), ways, names, stage, hashes);
        }
    }

    private Node.Entry section(String kind, Node nameOfIt) {
        String wanted = Term.parse(nameOfIt.line(), nameOfIt.text()).name();
        Node.Entry found = stageTables.get(wanted);
        if (found == null || !found.key().startsWith(kind + " ")) {
            throw nameOfIt.error("no " + kind + " " + wanted);
        }
        return found;
    }

    private void read(Node section) {
        for (Node.Entry entry : section.entries()) {
            switch (entry.key()) {
                    // Where it lies, how its entries lie there, and the rest is read elsewhere.
                case "row", "bus", "column", "result_bus", "indirect_bus", "stash", "ways" -> {}
                case "match", "match_group_map", "indirect", "actions", "context_json" -> {}
                case "default_action", "default_only_action", "default_action_parameters" -> {}
                case "p4" -> p4Name = entry.value().textOf("name");
                case "p4_param_order" -> {
                    for (Node.Entry key : entry.value().entries()) {
                        keys.add(KeyField.read(key, names, stage));
                    }
                }
                case "input_xbar" -> {
                    hashes.read(entry.value());
                    crossbar.read(entry.value(), names, stage);
                }
                case "gateway" -> gateway = new Gateway(entry, names, stage, hashes);
                case "hash_dist" -> {
                    for (Node.Entry unit : entry.value().entries()) {
                        HashDistribution distribution = new HashDistribution(unit, hashes);
                        units.put(distribution.unit(), distribution);
                    }
                }
                case "format" -> readFormat(entry.value());
                case "action_bus" -> bus.read(entry.value());
                case "hit" -> entry.value().items().forEach(next -> hit.add(next.text()));
                case "miss" -> miss = entry.value().text();
                case "next" -> {
                    for (Node next : entry.value().items()) {
                        hit.add(next.text());
                        miss = next.text();
                    }
                }
                case "stats", "stateful" -> {}
                case "action" -> readActionTable(section("action", entry.value()).value());
                case "instruction" -> {
                    String first =
                            Term.parse(entry.line(), entry.value().text()).arguments().get(0);
                    if (!first.matches("action|\\$DEFAULT")) {
                        throw Node.unknown(entry, "a table");
                    }
                    actionInOverhead = first.equals("action");
                }
                default -> throw Node.unknown(entry, "table " + name);
            }
        }
        for (Node.Entry entry : section.entries()) {
            if (entry.key().equals("stats") || entry.key().equals("stateful")) {
                for (Node call : entry.value().items()) {
                    calls.add(AttachedCall.parse(call, units));
                }
            }
        }
    }

    private void readFormat(Node format) {
        for (Node.Entry field : format.entries()) {
            Term term = Term.parse(field.line(), field.key());
            switch (term.name()) {
                case "action", "version", "match" -> {}
                    // Instructions that the entry's action starts; the driver writes them there.
                case "meter_addr", "meter_pfe", "meter_type", "counter_addr", "counter_pfe" -> {}
                case "immediate" ->
                        immediateBits = BitRange.parse(field.line(), field.value().text()).width();
                default -> throw Node.unknown(field, "the format of " + name);
            }
        }
    }

    private void readActionTable(Node section) {
        actionDataFormats = section;
        for (Node.Entry entry : section.entries()) {
            switch (entry.key()) {
                case "p4", "row", "logical_bus", "column", "vpns", "home_row", "word" -> {}
                case "action_bus" -> bus.read(entry.value());
                default -> {
                    if (!entry.key().startsWith("format ")) {
                        throw Node.unknown(entry, "an action data table");
                    }
                }
            }
        }
    }

    private void readActions(Node section) {
        Node all = section.find("actions");
        if (all == null) {
            throw new AssemblyException(line, name + " has no actions");
        }
        for (Node.Entry entry : all.entries()) {
            String actionName = Term.parse(entry.line(), entry.key()).name();
            Node format =
                    actionDataFormats == null
                            ? null
                            : actionDataFormats.find("format " + actionName);
            ActionData data = new ActionData(actionName, immediateBits, format);
            ActionProgram action =
                    new ActionProgram(
                            entry,
                            data,
                            new ActionReader(names, stage, data, bus, units, attached));
            actions.put(actionName, action);
            if (action.code >= 0 && actionsByCode.put(action.code, action) != null) {
                throw new AssemblyException(entry.line(), "two actions have the same number");
            }
            for (Node item : entry.value().items()) {
                if (item.isMap() && item.find("handle") != null) {
                    actionHandles.put(item.get("handle").number(), actionName);
                }
            }
        }
        for (String key : List.of("default_action", "default_only_action")) {
            Node action = section.find(key);
            if (action != null) {
                defaultAction = actions.get(action.text());
            }
        }
        Node parameters = section.find("default_action_parameters");
        if (parameters != null) {
            for (Node.Entry parameter : parameters.entries()) {
                defaultParameters.put(
                        parameter.key(),
                        Numbers.parseBig(parameter.line(), parameter.value().text()));
            }
        }
    }

    private void readStaticEntries(Node section) {
        Node context = section.find("context_json");
        if (context == null) {
            return;
        }
        for (Node.Entry entry : context.entries()) {
            if (!entry.key().equals("static_entries")) {
                throw Node.unknown(entry, "context_json");
            }
            for (Node item : entry.value().items()) {
                staticEntries.add(staticEntry(item));
            }
        }
    }

    private TableEntry staticEntry(Node item) {
        Map<String, KeyMatch> match = new LinkedHashMap<>();
        for (Node key : item.get("match_key_fields_values").items()) {
            match.put(key.textOf("field_name"), staticMatch(key));
        }
        Map<String, BigInteger> parameters = new LinkedHashMap<>();
        for (Node parameter : item.get("action_parameters_values").items()) {
            parameters.put(
                    parameter.textOf("parameter_name"),
                    Numbers.parseBig(parameter.line(), parameter.textOf("value")));
        }
        String action = actionHandles.get(item.get("action_handle").number());
        if (action == null) {
            throw item.error("no action with this handle");
        }
        // The lowest number goes first here.
        int priority = -(int) item.get("priority").number();
        return new TableEntry(match, priority, action, parameters);
    }

    private static KeyMatch staticMatch(Node key) {
        if (key.find("range_start") != null) {
            return new KeyMatch.Range(
                    Numbers.parseBig(key.line(), key.textOf("range_start")),
                    Numbers.parseBig(key.line(), key.textOf("range_end")));
        }
        BigInteger value = Numbers.parseBig(key.line(), key.textOf("value"));
        Node mask = key.find("mask");
        return mask == null
                ? new KeyMatch.Exact(value)
                : new KeyMatch.Ternary(value, Numbers.parseBig(key.line(), mask.text()));
    }

    /**
     * Call by which the table addresses a counter or stateful ALU that one of its actions executes.
     */
    AttachedCall call(String table) {
        for (AttachedCall call : calls) {
            if (call.table().equals(table)) {
                return call;
            }
        }
        throw new AssemblyException(line, name + " does not say how it addresses " + table);
    }
}
