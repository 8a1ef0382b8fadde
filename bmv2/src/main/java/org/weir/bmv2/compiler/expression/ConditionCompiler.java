// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.compiler.expression;

import java.util.Set;
import java.util.stream.Collectors;
import org.weir.bmv2.controlplane.ProgramException;
import org.weir.bmv2.program.Expression;
import org.weir.bmv2.program.header.FieldRef;
import org.weir.bmv2.program.header.Header;
import org.weir.bmv2.program.header.HeaderType;

/**
 * Translates expressions that are true or false to Java: logic, validity, comparisons, numbers
 * other than zero.
 */
final class ConditionCompiler {

    /** Operators whose result is a number; it is true if it is not zero. */
    private static final Set<String> NUMERIC =
            Set.of(
                    "+",
                    "-",
                    "*",
                    "/",
                    "%",
                    "&",
                    "|",
                    "^",
                    "~",
                    "<<",
                    ">>",
                    "two_comp_mod",
                    "usat_cast",
                    "sat_cast",
                    "access_field",
                    "last_stack_index",
                    "size_stack");

    private final ExpressionCompiler values;
    private final Names names;
    private final String packet;

    ConditionCompiler(ExpressionCompiler values, Names names, String packet) {
        this.values = values;
        this.names = names;
        this.packet = packet;
    }

    /** A truth value as a Java boolean. */
    String truth(Expression expression) throws ProgramException {
        return values.bounded("boolean", truthText(expression));
    }

    private String truthText(Expression expression) throws ProgramException {
        if (expression instanceof Expression.Truth truth) {
            return Boolean.toString(truth.value());
        }
        if (expression instanceof Expression.Field field
                && field.field().index() == FieldRef.VALIDITY) {
            return field.field().header().isMetadata() ? "true" : valid(field.field().header());
        }
        return expression instanceof Expression.Operation operation
                ? truthOf(operation)
                : nonZero(expression);
    }

    private String truthOf(Expression.Operation operation) throws ProgramException {
        Expression left = operation.left();
        Expression right = operation.right();
        return switch (operation.operator()) {
            case "and" -> "(" + truth(left) + " && " + truth(right) + ")";
            case "or" -> "(" + truth(left) + " || " + truth(right) + ")";
            case "not" -> "(!" + truth(right) + ")";
            case "d2b", "b2d" -> truth(right);
            case "valid" ->
                    right instanceof Expression.WholeHeader header
                            ? valid(header.header())
                            : validElement(right);
            case "valid_union" -> anyValid(right);
            case "==" -> equal(left, right);
            case "!=" -> "(!" + equal(left, right) + ")";
            case "<", ">", "<=", ">=" -> ordered(operation);
            case "?" ->
                    "(%s ? %s : %s)"
                            .formatted(truth(operation.condition()), truth(left), truth(right));
            default -> {
                if (!NUMERIC.contains(operation.operator())) {
                    throw values.error(
                            "operator \"" + operation.operator() + "\" is not supported");
                }
                yield nonZero(operation);
            }
        };
    }

    private String valid(Header header) {
        return packet + "." + names.valid(header);
    }

    /** Whether an element of a stack, chosen by an index that is computed, is valid. */
    private String validElement(Expression element) throws ProgramException {
        StackAccess access = StackAccess.ofHeader(element, "valid");
        StringBuilder text =
                new StringBuilder("(switch ((int) (" + values.word(access.index(), 0) + ")) { ");
        for (int i = 0; i < access.fields().size(); i++) {
            text.append(
                    "case %d -> %s.%s; "
                            .formatted(i, packet, names.valid(access.fields().get(i).header())));
        }
        return text.append("default -> false; })").toString();
    }

    private String nonZero(Expression expression) throws ProgramException {
        int words = values.range(expression).words();
        StringBuilder text = new StringBuilder("(");
        for (int i = 0; i < words; i++) {
            text.append(i == 0 ? "" : " | ").append(values.word(expression, i));
        }
        return "(" + text.append(") != 0L)");
    }

    private String anyValid(Expression expression) throws ProgramException {
        if (!(expression instanceof Expression.WholeUnion whole)) {
            throw values.error("valid_union needs a header union");
        }
        return whole.union().members().stream()
                .map(this::valid)
                .collect(Collectors.joining(" || ", "(", ")"));
    }

    private String equal(Expression left, Expression right) throws ProgramException {
        if (left instanceof Expression.WholeHeader a && right instanceof Expression.WholeHeader b) {
            return sameHeader(a.header(), b.header());
        }
        if (left instanceof Expression.WholeUnion a && right instanceof Expression.WholeUnion b) {
            StringBuilder text = new StringBuilder("(");
            for (int i = 0; i < a.union().members().size(); i++) {
                text.append(i == 0 ? "" : " || ")
                        .append(sameHeader(a.union().members().get(i), b.union().members().get(i)));
            }
            return text.append(")").toString();
        }
        if (left instanceof Expression.Field a
                && right instanceof Expression.Field b
                && a.field().type().isVariable()) {
            return sameBytes(a.field(), b.field());
        }
        if (isTruth(left) && isTruth(right)) {
            return "(" + truth(left) + " == " + truth(right) + ")";
        }
        ValueRange a = values.range(left);
        ValueRange b = values.range(right);
        int words = a.union(b).words();
        StringBuilder text = new StringBuilder("(");
        for (int i = 0; i < words; i++) {
            text.append(i == 0 ? "" : " && ")
                    .append(values.word(left, i))
                    .append(" == ")
                    .append(values.word(right, i));
        }
        return text.append(")").toString();
    }

    /**
     * Both valid with the same fields, as BMv2 has it; for P4, where two invalid headers are equal
     * as well, p4c writes that out.
     */
    private String sameHeader(Header a, Header b) throws ProgramException {
        StringBuilder fields = new StringBuilder("true");
        HeaderType type = a.type();
        for (int i = 0; i < type.fields().size(); i++) {
            FieldRef fieldA = new FieldRef(a, i);
            FieldRef fieldB = new FieldRef(b, i);
            if (type.fields().get(i).isVariable()) {
                fields.append(" && ").append(sameBytes(fieldA, fieldB));
            } else {
                fields.append(" && ")
                        .append(equal(new Expression.Field(fieldA), new Expression.Field(fieldB)));
            }
        }
        return "(%s && %s && %s)".formatted(valid(a), valid(b), fields);
    }

    private String sameBytes(FieldRef a, FieldRef b) {
        return "java.util.Arrays.equals(%s.%s, 0, %s.%s, %s.%s, 0, %s.%s)"
                .formatted(
                        packet,
                        names.bytes(a),
                        packet,
                        names.bytesLength(a),
                        packet,
                        names.bytes(b),
                        packet,
                        names.bytesLength(b));
    }

    private static boolean isTruth(Expression expression) {
        if (expression instanceof Expression.Truth) {
            return true;
        }
        return expression instanceof Expression.Operation operation
                && switch (operation.operator()) {
                    case "and",
                                    "or",
                                    "not",
                                    "d2b",
                                    "valid",
                                    "valid_union",
                                    "==",
                                    "!=",
                                    "<",
                                    ">",
                                    "<=",
                                    ">=" ->
                            true;
                    default -> false;
                };
    }

    private String ordered(Expression.Operation operation) throws ProgramException {
        Expression left = operation.left();
        Expression right = operation.right();
        ValueRange both = values.range(left).union(values.range(right));
        if (both.fitsLong()) {
            return "("
                    + values.word(left, 0)
                    + " "
                    + operation.operator()
                    + " "
                    + values.word(right, 0)
                    + ")";
        }
        if (both.fitsUnsignedLong()) {
            return "(Long.compareUnsigned(%s, %s) %s 0)"
                    .formatted(values.word(left, 0), values.word(right, 0), operation.operator());
        }
        return "(%s.compareTo(%s) %s 0)"
                .formatted(values.big(left), values.big(right), operation.operator());
    }
}
