// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.program.json;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.weir.bmv2.controlplane.ProgramException;
import org.weir.bmv2.controlplane.table.MatchKind;
import org.weir.bmv2.program.Action;
import org.weir.bmv2.program.ActionProfile;
import org.weir.bmv2.program.Calculation;
import org.weir.bmv2.program.Conditional;
import org.weir.bmv2.program.Expression;
import org.weir.bmv2.program.Node;
import org.weir.bmv2.program.Pipeline;
import org.weir.bmv2.program.Table;
import org.weir.bmv2.program.header.FieldRef;

/** Reads the tables and branches of a pipeline. */
final class PipelineReader {

    private static final String[] TABLE_FIELDS = {
        "key",
        "match_type",
        "type",
        "max_size",
        "with_counters",
        "support_timeout",
        "direct_meters",
        "action_profile",
        "action_ids",
        "actions",
        "base_default_next",
        "next_tables",
        "default_entry",
        "entries"
    };

    /**
     * @param action null if the program gives none
     */
    private record DefaultEntry(Action action, List<BigInteger> arguments, boolean isConst) {}

    private final ObjectNames names;
    private final ExpressionReader expressions;
    private final Map<Integer, Action> actions;

    PipelineReader(ObjectNames names, ExpressionReader expressions, Map<Integer, Action> actions) {
        this.names = names;
        this.expressions = expressions;
        this.actions = actions;
    }

    Pipeline read(JsonAt at) throws ProgramException {
        at.only("init_table", "tables", "action_profiles", "conditionals");
        Map<String, Node> nodes = new LinkedHashMap<>();
        List<Table> tables = new ArrayList<>();
        for (JsonAt element : at.list("tables")) {
            Table table = table(element);
            tables.add(table);
            nodes.put(table.name(), table);
        }
        for (JsonAt element : at.list("conditionals")) {
            element.only("expression", "true_next", "false_next");
            Conditional conditional =
                    new Conditional(
                            element.get("name").text(),
                            expressions.read(element.get("expression")),
                            element.textOrNull("true_next"),
                            element.textOrNull("false_next"),
                            element.path());
            nodes.put(conditional.name(), conditional);
        }
        List<ActionProfile> profiles = new ArrayList<>();
        for (JsonAt element : at.list("action_profiles")) {
            profiles.add(profile(element));
        }
        return new Pipeline(
                at.get("name").text(), at.textOrNull("init_table"), nodes, tables, profiles);
    }

    private ActionProfile profile(JsonAt at) throws ProgramException {
        at.only("max_size", "selector");
        String name = at.get("name").text();
        Calculation selector = null;
        if (at.has("selector")) {
            JsonAt node = at.get("selector").only("algo", "input");
            selector =
                    new Calculation(
                            name,
                            node.get("algo").text(),
                            calculationInputs(node, expressions),
                            node.path());
        }
        return new ActionProfile(name, at.get("max_size").integer(), selector);
    }

    static List<Calculation.Input> calculationInputs(JsonAt at, ExpressionReader expressions)
            throws ProgramException {
        List<Calculation.Input> inputs = new ArrayList<>();
        for (JsonAt input : at.list("input")) {
            input.only("type", "value", "bitwidth");
            int width = input.has("bitwidth") ? input.get("bitwidth").integer() : 0;
            Expression expression = expressions.read(input);
            if (expression instanceof Expression.Constant && width == 0) {
                throw input.error("a constant needs a \"bitwidth\"");
            }
            inputs.add(new Calculation.Input(expression, width));
        }
        return inputs;
    }

    private Table table(JsonAt at) throws ProgramException {
        at.only(TABLE_FIELDS);
        List<Table.Key> key = key(at);
        List<Action> own = new ArrayList<>();
        for (JsonAt id : at.list("action_ids")) {
            own.add(action(id));
        }
        JsonAt next = at.get("next_tables");
        boolean branchesOnHit = next.fieldNames().contains("__HIT__");
        DefaultEntry defaultEntry = defaultEntry(at);
        List<Table.ConstEntry> entries = new ArrayList<>();
        for (JsonAt entry : at.list("entries")) {
            entries.add(constEntry(entry, key.size(), entries.size() + 1));
        }
        return new Table(
                at.get("name").text(),
                key,
                at.has("max_size") ? at.get("max_size").integer() : 1024,
                at.isTrue("with_counters"),
                at.isTrue("support_timeout"),
                at.textOrNull("direct_meters"),
                at.textOrNull("action_profile"),
                own,
                branchesOnHit ? Map.of() : nextByAction(next, own),
                branchesOnHit ? next.textOrNull("__HIT__") : null,
                branchesOnHit ? next.textOrNull("__MISS__") : null,
                branchesOnHit,
                defaultEntry.action(),
                defaultEntry.arguments(),
                defaultEntry.isConst(),
                entries,
                !entries.isEmpty(),
                at.path());
    }

    /** Names of the next nodes by the ids of actions; null where the pipeline ends. */
    private static Map<Integer, String> nextByAction(JsonAt next, List<Action> own)
            throws ProgramException {
        Map<Integer, String> nextByAction = new HashMap<>();
        for (Action action : own) {
            nextByAction.put(action.id(), next.textOrNull(action.name()));
        }
        return nextByAction;
    }

    private DefaultEntry defaultEntry(JsonAt table) throws ProgramException {
        if (!table.has("default_entry")) {
            return new DefaultEntry(null, List.of(), false);
        }
        JsonAt entry = table.get("default_entry");
        entry.only("action_id", "action_data", "action_const", "action_entry_const");
        return new DefaultEntry(
                action(entry.get("action_id")),
                numbers(entry.list("action_data")),
                entry.isTrue("action_const"));
    }

    private List<Table.Key> key(JsonAt at) throws ProgramException {
        List<Table.Key> key = new ArrayList<>();
        for (JsonAt element : at.list("key")) {
            element.only("match_type", "target", "mask");
            FieldRef field = names.field(element.get("target"));
            String name = element.has("name") ? element.get("name").text() : field.toString();
            BigInteger mask = element.has("mask") ? element.get("mask").number() : null;
            if (field.type().isVariable()) {
                throw element.error("a field of variable width cannot be part of a key");
            }
            key.add(new Table.Key(name, kind(element), field, mask));
        }
        return key;
    }

    /**
     * An entry of a table.
     *
     * @param position its place among the table's entries, the first has 1
     */
    private Table.ConstEntry constEntry(JsonAt at, int keySize, int position)
            throws ProgramException {
        at.only("match_key", "action_entry", "priority");
        List<Table.ConstMatch> match = new ArrayList<>();
        for (JsonAt field : at.list("match_key")) {
            MatchKind kind = kind(field);
            if (kind == MatchKind.RANGE) {
                match.add(
                        new Table.ConstMatch(
                                kind, field.get("start").number(), field.get("end").number(), 0));
            } else {
                BigInteger mask =
                        kind == MatchKind.TERNARY && field.has("mask")
                                ? field.get("mask").number()
                                : null;
                int prefix = kind == MatchKind.LPM ? field.get("prefix_length").integer() : 0;
                match.add(new Table.ConstMatch(kind, field.get("key").number(), mask, prefix));
            }
        }
        if (match.size() != keySize) {
            throw at.error("must have a match for each of the " + keySize + " fields of the key");
        }
        int priority = at.has("priority") ? at.get("priority").integer() : position;
        if (priority < 0 || priority == Integer.MAX_VALUE) {
            throw at.get("priority").error("must be at least 0 and below " + Integer.MAX_VALUE);
        }
        JsonAt action = at.get("action_entry");
        return new Table.ConstEntry(
                match,
                priority,
                action(action.get("action_id")),
                numbers(action.list("action_data")));
    }

    private static MatchKind kind(JsonAt at) throws ProgramException {
        JsonAt type = at.get("match_type");
        switch (type.text()) {
            case "exact":
            case "valid":
                return MatchKind.EXACT;
            case "lpm":
                return MatchKind.LPM;
            case "ternary":
                return MatchKind.TERNARY;
            case "range":
                return MatchKind.RANGE;
            case "optional":
                return MatchKind.OPTIONAL;
            default:
                throw type.error("match type \"" + type.text() + "\" is not supported");
        }
    }

    private Action action(JsonAt id) throws ProgramException {
        Action action = actions.get(id.integer());
        if (action == null) {
            throw id.error("names an action that is not declared");
        }
        return action;
    }

    private static List<BigInteger> numbers(List<JsonAt> elements) throws ProgramException {
        List<BigInteger> numbers = new ArrayList<>();
        for (JsonAt element : elements) {
            numbers.add(element.number());
        }
        return numbers;
    }
}
