// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.program.json;

import java.util.ArrayList;
import java.util.List;
import org.weir.bmv2.controlplane.ProgramException;
import org.weir.bmv2.program.Expression;
import org.weir.bmv2.program.Primitive;
import org.weir.bmv2.program.header.HeaderStack;
import org.weir.bmv2.program.header.HeaderType;
import org.weir.bmv2.program.header.HeaderUnionStack;

/** Reads expressions and the arguments of primitives. */
final class ExpressionReader {

    private final ObjectNames names;

    ExpressionReader(ObjectNames names) {
        this.names = names;
    }

    Expression read(JsonAt at) throws ProgramException {
        if (at.has("op")) {
            return operation(at);
        }
        String type = at.get("type").text();
        if (type.equals("payload")) {
            return new Expression.Payload();
        }
        JsonAt value = at.get("value");
        return switch (type) {
            case "expression" -> read(value);
            case "hexstr" -> new Expression.Constant(value.number());
            case "bool" -> new Expression.Truth(value.bool());
            case "string" -> new Expression.Text(value.text());
            case "field" -> new Expression.Field(names.field(value));
            case "local", "runtime_data" -> new Expression.Parameter(value.integer());
            case "lookahead" ->
                    new Expression.Lookahead(
                            value.element(0).integer(), value.element(1).integer());
            case "header", "regular" -> new Expression.WholeHeader(names.header(value));
            case "header_stack", "stack" -> new Expression.WholeStack(names.stack(value));
            case "header_union" -> new Expression.WholeUnion(names.union(value));
            case "header_union_stack" -> new Expression.WholeUnionStack(names.unionStack(value));
            case "stack_field" -> fieldOfLast(value);
            case "union_stack_field" -> fieldOfLastUnion(value);
            case "union_stack" -> nextUnion(value);
            case "counter_array", "meter_array", "register_array", "calculation", "extern" ->
                    new Expression.Named(type, value.text());
                // A call without values is written as an object without fields.
            case "parameters_vector" ->
                    new Expression.Many(
                            value.fieldNames().isEmpty() && !isArray(value)
                                    ? List.of()
                                    : all(value));
            default -> throw at.error("expressions of type \"" + type + "\" are not supported");
        };
    }

    /** A field of the last header of a stack: name of the stack, name of the field. */
    private Expression fieldOfLast(JsonAt value) throws ProgramException {
        HeaderStack stack = names.stack(value.element(0));
        HeaderType type = stack.elements().get(0).type();
        if (value.element(1).text().equals("last") && type.indexOf("last") < 0) {
            // p4c writes the last header as a whole as if it were one of its own fields.
            return lastOf(stack);
        }
        return new Expression.LastOfStack(stack, names.fieldIndex(type, value.element(1)));
    }

    /** A field of the last union of a stack: names of the stack, the member and the field. */
    private Expression fieldOfLastUnion(JsonAt value) throws ProgramException {
        HeaderUnionStack unions = names.unionStack(value.element(0));
        int member = names.memberIndex(unions, value.element(1));
        HeaderType type = unions.elements().get(0).members().get(member).type();
        return new Expression.LastOfUnionStack(
                unions, member, names.fieldIndex(type, value.element(2)));
    }

    /** A member of the next union of a stack: names of the stack and the member. */
    private Expression nextUnion(JsonAt value) throws ProgramException {
        HeaderUnionStack unions = names.unionStack(value.element(0));
        return new Expression.NextOfUnionStack(unions, names.memberIndex(unions, value.element(1)));
    }

    private static Expression lastOf(HeaderStack stack) {
        Expression whole = new Expression.WholeStack(stack);
        return new Expression.Operation(
                "dereference_header_stack",
                whole,
                new Expression.Operation("last_stack_index", null, whole, null),
                null);
    }

    List<Expression> readAll(List<JsonAt> elements) throws ProgramException {
        List<Expression> expressions = new ArrayList<>(elements.size());
        for (JsonAt element : elements) {
            expressions.add(read(element));
        }
        return expressions;
    }

    List<Primitive> primitives(List<JsonAt> elements) throws ProgramException {
        List<Primitive> primitives = new ArrayList<>(elements.size());
        for (JsonAt element : elements) {
            JsonAt inner = element;
            // A parser wraps what an action could do as well.
            if (element.get("op").text().equals("primitive")) {
                inner = element.get("parameters").element(0);
            }
            inner.only("op", "parameters");
            primitives.add(
                    new Primitive(
                            inner.get("op").text(),
                            readAll(inner.list("parameters")),
                            inner.path(),
                            inner.sourceLine()));
        }
        return primitives;
    }

    private static boolean isArray(JsonAt value) {
        try {
            value.elements();
            return true;
        } catch (ProgramException e) {
            return false;
        }
    }

    private List<Expression> all(JsonAt array) throws ProgramException {
        return readAll(array.elements());
    }

    private Expression operation(JsonAt at) throws ProgramException {
        String operator = at.get("op").text();
        Expression left = at.has("left") ? read(at.get("left")) : null;
        Expression right;
        if (operator.equals("access_field") || operator.equals("access_union_header")) {
            right = new Expression.Constant(at.get("right").number());
        } else {
            right = read(at.get("right"));
        }
        if (operator.equals("+") && left == null) {
            return right;
        }
        Expression condition = at.has("cond") ? read(at.get("cond")) : null;
        return new Expression.Operation(operator, left, right, condition);
    }
}
