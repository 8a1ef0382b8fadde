// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.program.json;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.weir.bmv2.controlplane.ProgramException;
import org.weir.bmv2.program.Expression;
import org.weir.bmv2.program.ParserState;
import org.weir.bmv2.program.ValueSet;

/** Reads the states of the parser. */
final class ParserReader {

    private final ExpressionReader expressions;

    ParserReader(ExpressionReader expressions) {
        this.expressions = expressions;
    }

    List<ParserState> states(JsonAt parser) throws ProgramException {
        List<ParserState> states = new ArrayList<>();
        Set<String> known = new HashSet<>();
        for (JsonAt state : parser.list("parse_states")) {
            states.add(state(state));
            known.add(state.get("name").text());
        }
        for (ParserState state : states) {
            for (ParserState.Case transition : state.cases()) {
                if (transition.nextState() != null && !known.contains(transition.nextState())) {
                    throw new ProgramException(
                            state.path()
                                    + ".transitions: no state \""
                                    + transition.nextState()
                                    + "\"");
                }
            }
        }
        return states;
    }

    /**
     * The value sets, with the widths that the states which use them compare; of one that no state
     * uses, a single field.
     */
    List<ValueSet> valueSets(JsonAt root, List<ParserState> states) throws ProgramException {
        Map<String, ValueSet> sets = new LinkedHashMap<>();
        for (JsonAt at : root.list("parse_vsets")) {
            String name = at.only("max_size", "compressed_bitwidth").get("name").text();
            sets.put(
                    name,
                    new ValueSet(
                            name,
                            at.get("max_size").integer(),
                            List.of(at.get("compressed_bitwidth").integer())));
        }
        Set<String> used = new HashSet<>();
        for (ParserState state : states) {
            List<Integer> fieldBits =
                    state.key().stream().map(ParserState.KeyPart::bitWidth).toList();
            for (ParserState.Case transition : state.cases()) {
                String name = transition.valueSet();
                if (name == null) {
                    continue;
                }
                ValueSet set = sets.get(name);
                int bits = fieldBits.stream().mapToInt(Integer::intValue).sum();
                if (set == null
                        || bits != set.fieldBits().stream().mapToInt(Integer::intValue).sum()
                        || !used.add(name) && !set.fieldBits().equals(fieldBits)) {
                    throw new ProgramException(
                            "%s.transitions: %s \"%s\""
                                    .formatted(
                                            state.path(),
                                            set == null
                                                    ? "no value set"
                                                    : "the key has not the fields of value set",
                                            name));
                }
                sets.put(name, new ValueSet(name, set.maxSize(), fieldBits));
            }
        }
        return List.copyOf(sets.values());
    }

    private ParserState state(JsonAt at) throws ProgramException {
        at.only("parser_ops", "transitions", "transition_key");
        List<ParserState.KeyPart> key = new ArrayList<>();
        for (JsonAt part : at.list("transition_key")) {
            Expression expression = expressions.read(part);
            key.add(new ParserState.KeyPart(expression, width(part, expression)));
        }
        List<ParserState.Case> cases = new ArrayList<>();
        for (JsonAt transition : at.list("transitions")) {
            cases.add(transition(transition));
        }
        return new ParserState(
                at.get("name").text(),
                expressions.primitives(at.list("parser_ops")),
                key,
                cases,
                at.path());
    }

    private static ParserState.Case transition(JsonAt at) throws ProgramException {
        at.only("type", "value", "mask", "next_state");
        String type = at.has("type") ? at.get("type").text() : "default";
        String next = at.textOrNull("next_state");
        switch (type) {
            case "default":
                return new ParserState.Case(true, null, null, null, next);
            case "hexstr":
                JsonAt value = at.get("value");
                if (value.isText() && value.text().equals("default")) {
                    return new ParserState.Case(true, null, null, null, next);
                }
                BigInteger mask = at.has("mask") ? at.get("mask").number() : null;
                return new ParserState.Case(false, null, value.number(), mask, next);
            case "parse_vset":
                if (at.has("mask")) {
                    throw at.get("mask").error("value sets under a mask are not supported");
                }
                return new ParserState.Case(false, at.get("value").text(), null, null, next);
            default:
                throw at.error("transitions of type \"" + type + "\" are not supported");
        }
    }

    private static int width(JsonAt at, Expression expression) throws ProgramException {
        if (expression instanceof Expression.Field field) {
            return field.field().type().bitWidth();
        }
        if (expression instanceof Expression.Lookahead lookahead) {
            return lookahead.bitWidth();
        }
        if (expression instanceof Expression.LastOfStack last) {
            return last.stack().elements().get(0).type().fields().get(last.fieldIndex()).bitWidth();
        }
        if (expression instanceof Expression.LastOfUnionStack last) {
            return last.stack()
                    .elements()
                    .get(0)
                    .members()
                    .get(last.memberIndex())
                    .type()
                    .fields()
                    .get(last.fieldIndex())
                    .bitWidth();
        }
        throw at.error("a transition cannot depend on this");
    }
}
