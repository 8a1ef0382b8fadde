// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.compiler;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.weir.bmv2.compiler.action.Arguments;
import org.weir.bmv2.compiler.action.Assignment;
import org.weir.bmv2.compiler.action.HeaderOperations;
import org.weir.bmv2.compiler.action.PrimitiveCompiler;
import org.weir.bmv2.compiler.expression.ExpressionCompiler;
import org.weir.bmv2.compiler.expression.FieldBits;
import org.weir.bmv2.compiler.expression.Generation;
import org.weir.bmv2.compiler.expression.JavaSource;
import org.weir.bmv2.controlplane.ProgramException;
import org.weir.bmv2.program.Checksum;
import org.weir.bmv2.program.Expression;
import org.weir.bmv2.program.ParserState;
import org.weir.bmv2.program.Primitive;
import org.weir.bmv2.program.header.FieldRef;
import org.weir.bmv2.program.header.Header;

/**
 * Writes the parser: a method per state that says which state is next, and the verification of
 * checksums.
 */
final class ParserCompiler {

    private final Generation generation;
    private final List<String> stateNames = new ArrayList<>();
    private final Map<String, Integer> errors;

    ParserCompiler(Generation generation) {
        this.generation = generation;
        this.errors = generation.program.errors();
        generation.program.states().forEach(state -> stateNames.add(state.name()));
    }

    void write() throws ProgramException {
        JavaSource out = generation.methods;
        String first = generation.program.firstState();
        if (!stateNames.contains(first)) {
            throw new ProgramException("parsers[0].init_state: no state \"" + first + "\"");
        }
        out.line("@Override");
        out.line("public void parse(PacketState packet) {");
        out.line("Phv p = (Phv) packet;");
        out.line("int state = " + stateNames.indexOf(first) + ";");
        // A parser that goes round without taking anything must end as well.
        out.line("for (int steps = 0; state >= 0; steps++) {");
        out.line("if (steps > MAX_PARSER_STEPS) {");
        out.line("p.parserError = " + error("ParserTimeout") + ";");
        out.line("break;");
        out.line("}");
        out.line("switch (state) {");
        for (int i = 0; i < stateNames.size(); i++) {
            out.line("case " + i + ":");
            out.line("state = state" + i + "(p);");
            out.line("break;");
        }
        out.line("default:");
        out.line("state = -1;");
        out.line("break;");
        out.line("}");
        out.line("}");
        out.line("verifyChecksums(p);");
        out.line("}");
        for (int i = 0; i < stateNames.size(); i++) {
            state(i, generation.program.states().get(i));
        }
        checksums();
    }

    private int error(String name) {
        return errors.getOrDefault(name, 1);
    }

    private void state(int index, ParserState state) throws ProgramException {
        JavaSource out = generation.methods;
        out.line("/* " + state.name().replace("*/", "") + " */");
        out.line("private int state" + index + "(Phv p) {");
        for (Primitive operation : state.operations()) {
            operation(operation, out);
        }
        transitions(state, out);
        out.line("}");
    }

    private void operation(Primitive operation, JavaSource out) throws ProgramException {
        ExpressionCompiler expressions = generation.expressions("p", List.of(), operation.path());
        Arguments arguments = new Arguments(operation);
        int peekedBits =
                operation.arguments().stream().mapToInt(ParserCompiler::peekedBits).max().orElse(0);
        if (peekedBits > 0) {
            tooShort(peekedBits, out);
        }
        switch (operation.operation()) {
            case "extract":
                extract(arguments, null, expressions, out);
                break;
            case "extract_VL":
                extract(arguments, expressions.word(arguments.get(1), 0), expressions, out);
                break;
            case "set":
                new Assignment(generation, expressions, out, "p")
                        .assign(arguments.get(0), arguments.get(1));
                break;
            case "verify":
                out.line("if (!" + expressions.truth(arguments.get(0)) + ") {");
                out.line("p.parserError = (int) " + expressions.word(arguments.get(1), 0) + ";");
                out.line("return -1;");
                out.line("}");
                break;
            case "advance":
            case "shift":
                out.line("{");
                out.line("long bits = " + expressions.word(arguments.get(0), 0) + ";");
                out.line("if ((bits & 7) != 0) {");
                fail("ParserInvalidArgument", out);
                out.line("}");
                out.line("if (Long.compareUnsigned(bits >>> 3, p.end - p.position) > 0) {");
                fail("PacketTooShort", out);
                out.line("}");
                out.line("p.position += (int) (bits >>> 3);");
                out.line("}");
                break;
            default:
                new PrimitiveCompiler(generation, List.of(), out).write(operation);
                break;
        }
    }

    /** Number of bits that an expression looks ahead in the packet. */
    private static int peekedBits(Expression expression) {
        if (expression instanceof Expression.Lookahead lookahead) {
            return lookahead.bitOffset() + lookahead.bitWidth();
        }
        if (expression instanceof Expression.Operation operation) {
            return Math.max(
                    peekedBits(operation.left()),
                    Math.max(peekedBits(operation.right()), peekedBits(operation.condition())));
        }
        return 0;
    }

    private void fail(String error, JavaSource out) {
        out.line("p.parserError = " + error(error) + ";");
        out.line("return -1;");
    }

    private void tooShort(int bits, JavaSource out) {
        out.line("if (p.end - p.position < " + (bits + 7) / 8 + ") {");
        fail("PacketTooShort", out);
        out.line("}");
    }

    private void extract(
            Arguments arguments,
            String variableBits,
            ExpressionCompiler expressions,
            JavaSource out)
            throws ProgramException {
        Expression target = arguments.get(0);
        if (target instanceof Expression.WholeHeader header) {
            extractHeader(header.header(), variableBits, expressions, out);
            return;
        }
        String next;
        List<Header> elements;
        if (target instanceof Expression.WholeStack stack) {
            next = "p." + generation.names.next(stack.stack());
            elements = stack.stack().elements();
        } else if (target instanceof Expression.NextOfUnionStack union) {
            next = "p." + generation.names.next(union.stack());
            elements =
                    union.stack().elements().stream()
                            .map(element -> element.members().get(union.memberIndex()))
                            .toList();
        } else {
            throw expressions.error("cannot be extracted to");
        }
        out.line("switch (" + next + ") {");
        for (int i = 0; i < elements.size(); i++) {
            out.line("case " + i + ": {");
            extractHeader(elements.get(i), variableBits, expressions, out);
            out.line("break;");
            out.line("}");
        }
        out.line("default:");
        fail("StackOutOfBounds", out);
        out.line("}");
        out.line(next + "++;");
    }

    private void extractHeader(
            Header header, String variableBits, ExpressionCompiler expressions, JavaSource out)
            throws ProgramException {
        int fixedBytes = header.type().fixedBits() / 8;
        out.line("{");
        if (variableBits == null) {
            if (header.type().isVariable()) {
                throw expressions.error(
                        "header " + header.name() + " needs the length of its variable field");
            }
            tooShort(fixedBytes * 8, out);
        } else {
            out.line("long variableBits = " + variableBits + ";");
            out.line("if ((variableBits & 7) != 0) {");
            fail("ParserInvalidArgument", out);
            out.line("}");
            out.line("long needed = " + fixedBytes + "L + (variableBits >>> 3);");
            out.line("if (Long.compareUnsigned(needed, p.end - p.position) > 0) {");
            fail("PacketTooShort", out);
            out.line("}");
            out.line("if (needed > " + header.type().maxBytes() + ") {");
            fail("HeaderTooShort", out);
            out.line("}");
            out.line("int variableBytes = (int) (variableBits >>> 3);");
        }
        out.line("byte[] b = p.data;");
        out.line("int at = p.position;");
        int bit = 0;
        String after = "";
        for (int i = 0; i < header.type().fields().size(); i++) {
            FieldRef field = new FieldRef(header, i);
            if (field.type().isVariable()) {
                if (bit % 8 != 0) {
                    throw expressions.error(field + " must start at a whole byte");
                }
                out.line(
                        "System.arraycopy(b, at + %d, p.%s, 0, variableBytes);"
                                .formatted(bit / 8, generation.names.bytes(field)));
                out.line("p." + generation.names.bytesLength(field) + " = variableBytes;");
                after = " + variableBytes";
            } else {
                FieldBits.read(generation.names, field, "at" + after, bit, out);
                bit += field.type().bitWidth();
            }
        }
        new HeaderOperations(generation, out, "p").markValid(header);
        out.line("p.position = at + " + fixedBytes + after + ";");
        out.line("}");
    }

    private void transitions(ParserState state, JavaSource out) throws ProgramException {
        ExpressionCompiler expressions = generation.expressions("p", List.of(), state.path());
        int keyBits = 0;
        for (int i = 0; i < state.key().size(); i++) {
            ParserState.KeyPart part = state.key().get(i);
            if (part.expression() instanceof Expression.Lookahead lookahead) {
                tooShort(lookahead.bitOffset() + lookahead.bitWidth(), out);
            }
            for (int word = 0; word * 64 < part.bitWidth(); word++) {
                String value = expressions.word(part.expression(), word);
                int bits = Math.min(64, part.bitWidth() - 64 * word);
                out.line(
                        "long key%d_%d = %s & %s;"
                                .formatted(
                                        i,
                                        word,
                                        value,
                                        ExpressionCompiler.literal(mask(bits).longValue())));
            }
            keyBits += (part.bitWidth() + 7) / 8 * 8;
        }
        for (ParserState.Case transition : state.cases()) {
            int next =
                    transition.nextState() == null
                            ? -1
                            : stateNames.indexOf(transition.nextState());
            if (transition.isDefault()) {
                out.line("return " + next + ";");
                return;
            }
            String condition =
                    transition.valueSet() == null
                            ? condition(state, transition, keyBits)
                            : valueSet(state, transition, out);
            out.line("if (" + condition + ") {");
            out.line("return " + next + ";");
            out.line("}");
        }
        // P4's NoMatch is a case of its own in what p4c writes; without one, parsing ends.
        out.line("return -1;");
    }

    private String valueSet(ParserState state, ParserState.Case transition, JavaSource out) {
        int index = 0;
        while (!generation.program.valueSets().get(index).name().equals(transition.valueSet())) {
            index++;
        }
        int at = 0;
        for (int i = 0; i < state.key().size(); i++) {
            for (int word = 0; word * 64 < state.key().get(i).bitWidth(); word++) {
                out.line("valueSet%d.key[%d] = key%d_%d;".formatted(index, at++, i, word));
            }
        }
        return "valueSet" + index + ".matches()";
    }

    /** The bits of each part are padded to whole bytes in the values that cases compare with. */
    private static String condition(ParserState state, ParserState.Case transition, int keyBits) {
        BigInteger mask = transition.mask() == null ? mask(keyBits) : transition.mask();
        BigInteger value = transition.value().and(mask);
        List<String> terms = new ArrayList<>();
        int below = keyBits;
        for (int i = 0; i < state.key().size(); i++) {
            int width = state.key().get(i).bitWidth();
            below -= (width + 7) / 8 * 8;
            for (int word = 0; word * 64 < width; word++) {
                int bits = Math.min(64, width - 64 * word);
                long all = mask(bits).longValue();
                long partMask = mask.shiftRight(below + 64 * word).longValue() & all;
                long partValue = value.shiftRight(below + 64 * word).longValue();
                if (partMask == 0) {
                    continue;
                }
                String key = "key" + i + "_" + word;
                String masked =
                        partMask == all
                                ? key
                                : "(" + key + " & " + ExpressionCompiler.literal(partMask) + ")";
                terms.add(masked + " == " + ExpressionCompiler.literal(partValue & partMask));
            }
        }
        return terms.isEmpty() ? "true" : String.join(" && ", terms);
    }

    private static BigInteger mask(int bits) {
        return ExpressionCompiler.mask(bits);
    }

    private void checksums() throws ProgramException {
        JavaSource out = generation.methods;
        out.line("private void verifyChecksums(Phv p) {");
        for (Checksum checksum : generation.program.checksums()) {
            if (!checksum.verify()) {
                continue;
            }
            ExpressionCompiler expressions = generation.expressions("p", List.of(), "checksums");
            Header header = checksum.target().header();
            String valid = header.isMetadata() ? "true" : "p." + generation.names.valid(header);
            String condition =
                    checksum.condition() == null ? "true" : expressions.truth(checksum.condition());
            String calculation = generation.calculation(checksum.calculation().name(), "checksums");
            out.line("if (" + valid + " && " + condition + ") {");
            out.line(
                    "if (%s(p) != %s) {"
                            .formatted(
                                    calculation, generation.names.word("p", checksum.target(), 0)));
            out.line("p.checksumError = true;");
            out.line("}");
            out.line("}");
        }
        out.line("}");
    }
}
