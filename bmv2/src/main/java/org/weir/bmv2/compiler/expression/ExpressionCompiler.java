// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.compiler.expression;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import org.weir.bmv2.controlplane.ProgramException;
import org.weir.bmv2.program.Action;
import org.weir.bmv2.program.Expression;
import org.weir.bmv2.program.header.FieldRef;
import org.weir.bmv2.program.header.Header;
import org.weir.bmv2.program.header.HeaderUnion;

/**
 * Writes expressions as Java; those that are true or false through {@link ConditionCompiler}. BMv2
 * computes with numbers of any size; here every value is thought of as a number in two's complement
 * without end, of which only the words that are asked for are computed, in longs where that gives
 * the same result, and with BigInteger in the few cases where it does not.
 */
public final class ExpressionCompiler {

    /** Java text that is short enough for the JVM's limit of a method's code many times over. */
    private static final int MAX_TEXT = 4000;

    private final Generation generation;
    private final Names names;
    private final String packet;
    private final List<Action.Parameter> parameters;
    private final RangeAnalysis ranges;
    private final String path;
    private final ConditionCompiler conditions;

    ExpressionCompiler(
            Generation generation, String packet, List<Action.Parameter> parameters, String path) {
        this.generation = generation;
        this.names = generation.names;
        this.packet = packet;
        this.parameters = parameters;
        this.ranges = new RangeAnalysis(parameters);
        this.path = path;
        this.conditions = new ConditionCompiler(this, names, packet);
    }

    public String path() {
        return path;
    }

    public ProgramException error(String rule) {
        return new ProgramException(path + ": " + rule);
    }

    public ValueRange range(Expression expression) throws ProgramException {
        return ranges.of(expression, path);
    }

    /** One word of a value, counted from the lowest, as a Java long. */
    public String word(Expression expression, int index) throws ProgramException {
        ValueRange range = range(expression);
        if (index > 0 && range.isNonNegative() && range.bits() <= 64 * index) {
            return "0L";
        }
        if (expression instanceof Expression.Constant constant) {
            return literal(constant.value().shiftRight(64 * index).longValue());
        }
        if (index > 0 && range.fitsLong()) {
            return "(" + word(expression, 0) + " >> 63)";
        }
        if (expression instanceof Expression.Truth truth) {
            return truth.value() ? "1L" : "0L";
        }
        if (expression instanceof Expression.Field field) {
            return field(field.field(), index);
        }
        if (expression instanceof Expression.Parameter parameter) {
            return "d[" + (parameterOffset(parameters, parameter.index()) + index) + "]";
        }
        if (expression instanceof Expression.LastOfStack last) {
            List<FieldRef> fields = new ArrayList<>();
            for (Header header : last.stack().elements()) {
                fields.add(new FieldRef(header, last.fieldIndex()));
            }
            return chosen(fields, packet + "." + names.next(last.stack()) + " - 1", index);
        }
        if (expression instanceof Expression.LastOfUnionStack last) {
            List<FieldRef> fields = new ArrayList<>();
            for (HeaderUnion union : last.stack().elements()) {
                fields.add(
                        new FieldRef(union.members().get(last.memberIndex()), last.fieldIndex()));
            }
            return chosen(fields, packet + "." + names.next(last.stack()) + " - 1", index);
        }
        if (expression instanceof Expression.Lookahead lookahead) {
            int low = 64 * index;
            int width = Math.min(64, lookahead.bitWidth() - low);
            int offset = lookahead.bitOffset() + lookahead.bitWidth() - low - width;
            return "Bits.read(%s.data, 8L * %s.position + %d, %d)"
                    .formatted(packet, packet, offset, width);
        }
        if (expression instanceof Expression.Operation operation) {
            return bounded("long", word(operation, index));
        }
        throw error("has no value");
    }

    /** The text itself, or a call of a method that has it when it is long. */
    String bounded(String type, String text) {
        return text.length() < MAX_TEXT || packet.equals("this")
                ? text
                : generation.helper(type, packet, !parameters.isEmpty(), text);
    }

    private String field(FieldRef field, int index) {
        if (field.index() == FieldRef.VALIDITY) {
            return field.header().isMetadata()
                    ? "1L"
                    : "(" + packet + "." + names.valid(field.header()) + " ? 1L : 0L)";
        }
        int words = (field.type().bitWidth() + 63) / 64;
        if (index < words) {
            return names.word(packet, field, index);
        }
        // The highest word of a signed field has the sign in all its bits above the field.
        return field.type().isSigned()
                ? "(" + names.word(packet, field, words - 1) + " >> 63)"
                : "0L";
    }

    /** One word of a field of the element that an index chooses; 0 beyond the last. */
    private String chosen(List<FieldRef> fields, String index, int word) {
        StringBuilder text = new StringBuilder("(switch ((int) (" + index + ")) { ");
        for (int i = 0; i < fields.size(); i++) {
            text.append("case ")
                    .append(i)
                    .append(" -> ")
                    .append(field(fields.get(i), word))
                    .append("; ");
        }
        return text.append("default -> 0L; })").toString();
    }

    private String word(Expression.Operation operation, int index) throws ProgramException {
        Expression left = operation.left();
        Expression right = operation.right();
        String operator = operation.operator();
        return switch (operator) {
            case "+", "*" ->
                    index == 0
                            ? "(%s %s %s)".formatted(word(left, 0), operator, word(right, 0))
                            : wordOfBig(operation, index);
            case "-" ->
                    index == 0
                            ? "(%s- %s)"
                                    .formatted(
                                            left == null ? "" : word(left, 0) + " ", word(right, 0))
                            : wordOfBig(operation, index);
            case "&", "|", "^" -> bitwise(operator, word(left, index), word(right, index));
            case "~" -> "(~" + word(right, index) + ")";
            case "<<" -> shiftLeft(operation, index);
            case ">>" -> shiftRight(operation, index);
            case "?" ->
                    "(%s ? %s : %s)"
                            .formatted(
                                    truth(operation.condition()),
                                    word(left, index),
                                    word(right, index));
            case "/", "%" -> quotient(operation, index);
            case "two_comp_mod" -> signExtended(operation, index);
            case "usat_cast", "sat_cast" -> saturated(operation, index);
            case "b2d" -> "(" + truth(right) + " ? 1L : 0L)";
            case "access_field" -> {
                StackAccess access = StackAccess.of(operation, path);
                yield chosen(access.fields(), word(access.index(), 0), index);
            }
            case "last_stack_index" -> "(" + stackSize(operation) + " - 1L & 0xffffffffL)";
            case "size_stack" -> stackSize(operation);
            default -> "(" + truth(operation) + " ? 1L : 0L)";
        };
    }

    private String quotient(Expression.Operation operation, int index) throws ProgramException {
        Expression left = operation.left();
        Expression right = operation.right();
        if (index > 0 || !range(left).fitsUnsignedLong() || !range(right).fitsUnsignedLong()) {
            return wordOfBig(operation, index);
        }
        String method = operation.operator().equals("/") ? "divide" : "remainder";
        return "Arithmetic.%s(%s, %s)".formatted(method, word(left, 0), word(right, 0));
    }

    private String stackSize(Expression.Operation operation) throws ProgramException {
        if (operation.right() instanceof Expression.WholeStack stack) {
            return packet + "." + names.next(stack.stack());
        }
        throw error(operation.operator() + " needs a header stack");
    }

    private static String bitwise(String operator, String left, String right) {
        if (operator.equals("&")) {
            if (left.equals("0L") || right.equals("0L")) {
                return "0L";
            }
            if (right.equals("-1L")) {
                return left;
            }
        } else if (right.equals("0L")) {
            return left;
        } else if (left.equals("0L")) {
            return right;
        }
        return "(" + left + " " + operator + " " + right + ")";
    }

    private String shiftLeft(Expression.Operation operation, int index) throws ProgramException {
        Expression left = operation.left();
        if (operation.right() instanceof Expression.Constant constant
                && constant.value().bitLength() <= 12
                && constant.value().signum() >= 0) {
            int words = constant.value().intValue() / 64;
            int bits = constant.value().intValue() % 64;
            if (index < words) {
                return "0L";
            }
            String high = word(left, index - words);
            if (bits == 0) {
                return high;
            }
            String shifted = high.equals("0L") ? "0L" : "(" + high + " << " + bits + ")";
            if (index == words) {
                return shifted;
            }
            String low = word(left, index - words - 1);
            return bitwise(
                    "|", shifted, low.equals("0L") ? low : "(" + low + " >>> " + (64 - bits) + ")");
        }
        return index == 0
                ? "Arithmetic.shiftLeft(" + word(left, 0) + ", " + places(operation) + ")"
                : wordOfBig(operation, index);
    }

    private String shiftRight(Expression.Operation operation, int index) throws ProgramException {
        Expression left = operation.left();
        if (operation.right() instanceof Expression.Constant constant
                && constant.value().bitLength() <= 12
                && constant.value().signum() >= 0) {
            int words = constant.value().intValue() / 64;
            int bits = constant.value().intValue() % 64;
            String low = word(left, index + words);
            if (bits == 0) {
                return low;
            }
            String high = word(left, index + words + 1);
            String shifted = low.equals("0L") ? low : "(" + low + " >>> " + bits + ")";
            return bitwise(
                    "|",
                    shifted,
                    high.equals("0L") ? high : "(" + high + " << " + (64 - bits) + ")");
        }
        ValueRange range = range(left);
        if (index == 0 && range.fitsUnsignedLong()) {
            return "Arithmetic.shiftRight(" + word(left, 0) + ", " + places(operation) + ")";
        }
        if (index == 0 && range.fitsLong()) {
            return "Arithmetic.shiftRightSigned(" + word(left, 0) + ", " + places(operation) + ")";
        }
        return wordOfBig(operation, index);
    }

    /**
     * Number of places to shift by, as a Java expression of type long. A number beyond the range of
     * a long is replaced by one that shifts everything out.
     */
    private String places(Expression.Operation operation) throws ProgramException {
        Expression right = operation.right();
        return range(right).fitsUnsignedLong() || range(right).fitsLong()
                ? word(right, 0)
                : "Wide.clamp("
                        + big(right)
                        + ", BigInteger.ZERO, BigInteger.valueOf(64)).longValue()";
    }

    private String signExtended(Expression.Operation operation, int index) throws ProgramException {
        int width = RangeAnalysis.width(operation, path);
        Expression value = operation.left();
        if (range(value).within(ValueRange.signed(width))) {
            return word(value, index);
        }
        int top = (width - 1) / 64;
        if (index < top) {
            return word(value, index);
        }
        int unused = 64 * (top + 1) - width;
        String sign =
                unused == 0
                        ? word(value, top)
                        : "((" + word(value, top) + " << " + unused + ") >> " + unused + ")";
        return index == top ? sign : "(" + sign + " >> 63)";
    }

    private String saturated(Expression.Operation operation, int index) throws ProgramException {
        int width = RangeAnalysis.width(operation, path);
        ValueRange target =
                operation.operator().equals("sat_cast")
                        ? ValueRange.signed(width)
                        : ValueRange.unsigned(width);
        ValueRange source = range(operation.left());
        if (source.within(target)) {
            return word(operation.left(), index);
        }
        if (index == 0 && source.fitsLong()) {
            ValueRange bounded = target.clamp(ValueRange.signed(64));
            return "Arithmetic.clamp(%s, %s, %s)"
                    .formatted(
                            word(operation.left(), 0),
                            literal(bounded.low().longValue()),
                            literal(bounded.high().longValue()));
        }
        return wordOfBig(operation, index);
    }

    private String wordOfBig(Expression.Operation operation, int index) throws ProgramException {
        return "Wide.word(" + big(operation) + ", " + index + ")";
    }

    /** A value as a BigInteger. */
    public String big(Expression expression) throws ProgramException {
        if (expression instanceof Expression.Constant constant) {
            return "Wide.constant(\"" + constant.value() + "\")";
        }
        if (expression instanceof Expression.Operation operation) {
            Expression left = operation.left();
            Expression right = operation.right();
            switch (operation.operator()) {
                case "+":
                    return big(left) + ".add(" + big(right) + ")";
                case "-":
                    return left == null
                            ? big(right) + ".negate()"
                            : big(left) + ".subtract(" + big(right) + ")";
                case "*":
                    return big(left) + ".multiply(" + big(right) + ")";
                case "/":
                    return "Wide.divide(" + big(left) + ", " + big(right) + ")";
                case "%":
                    return "Wide.remainder(" + big(left) + ", " + big(right) + ")";
                case "<<":
                    return "Wide.shiftLeft(" + big(left) + ", " + big(right) + ")";
                case ">>":
                    return "Wide.shiftRight(" + big(left) + ", " + big(right) + ")";
                case "usat_cast":
                case "sat_cast":
                    int width = RangeAnalysis.width(operation, path);
                    ValueRange target =
                            operation.operator().equals("sat_cast")
                                    ? ValueRange.signed(width)
                                    : ValueRange.unsigned(width);
                    return "Wide.clamp(%s, Wide.constant(\"%s\"), Wide.constant(\"%s\"))"
                            .formatted(big(left), target.low(), target.high());
                default:
                    break;
            }
        }
        ValueRange range = range(expression);
        int words = range.words() + (range.isNonNegative() ? 1 : 0);
        StringBuilder text = new StringBuilder("Wide.of(");
        for (int i = 0; i < words; i++) {
            text.append(i == 0 ? "" : ", ").append(word(expression, i));
        }
        return text.append(")").toString();
    }

    /** A truth value as a Java boolean. */
    public String truth(Expression expression) throws ProgramException {
        return conditions.truth(expression);
    }

    /** Index of the first word of an action's parameter. */
    static int parameterOffset(List<Action.Parameter> parameters, int index) {
        int offset = 0;
        for (int i = 0; i < index; i++) {
            offset += (parameters.get(i).bitWidth() + 63) / 64;
        }
        return offset;
    }

    public static String literal(long value) {
        if (value == Long.MIN_VALUE) {
            return "Long.MIN_VALUE";
        }
        return value >= -1 && value < 1024 ? value + "L" : "0x" + Long.toHexString(value) + "L";
    }

    public static BigInteger mask(int width) {
        return BigInteger.ONE.shiftLeft(width).subtract(BigInteger.ONE);
    }
}
