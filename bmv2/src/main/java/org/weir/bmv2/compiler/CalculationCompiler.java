// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.compiler;

import java.util.List;
import org.weir.bmv2.compiler.expression.BitString;
import org.weir.bmv2.compiler.expression.ExpressionCompiler;
import org.weir.bmv2.compiler.expression.Generation;
import org.weir.bmv2.compiler.expression.JavaSource;
import org.weir.bmv2.controlplane.ProgramException;
import org.weir.bmv2.program.Calculation;
import org.weir.bmv2.program.Expression;
import org.weir.bmv2.program.header.FieldRef;
import org.weir.bmv2.program.header.Header;

/**
 * Writes hashes and checksums. Their input is packed as BMv2 packs it: fields bit by bit without
 * padding, those of invalid headers left out, then the payload from the next whole byte on.
 */
final class CalculationCompiler {

    private final Generation generation;

    CalculationCompiler(Generation generation) {
        this.generation = generation;
    }

    /** Writes a method that computes a calculation of a packet {@code p}. */
    void method(String name, Calculation calculation) throws ProgramException {
        String function = function(calculation);
        JavaSource out = generation.methods;
        out.line("private long " + name + "(Phv p) {");
        out.line("BitWriter in = input.reset();");
        write(calculation.inputs(), calculation.path(), out);
        out.line("return " + function + ";");
        out.line("}");
    }

    private static String function(Calculation calculation) throws ProgramException {
        switch (calculation.algorithm()) {
            case "crc16":
            case "crc16_custom":
                return "Hash.crc16(in)";
            case "crc32":
            case "crc32_custom":
                return "Hash.crc32(in)";
            case "crcCCITT":
                return "Hash.crcCcitt(in)";
            case "csum16":
            case "cksum16":
                return "Hash.csum16(in)";
            case "xor16":
                return "Hash.xor16(in)";
            case "identity":
                return "Hash.identity(in)";
            case "random":
                return "objects.random(0, -1)";
            default:
                throw new ProgramException(
                        calculation.path()
                                + ".algo: \""
                                + calculation.algorithm()
                                + "\" is not supported; crc16, crc32, crcCCITT, csum16, xor16, identity and"
                                + " random are");
        }
    }

    private void write(List<Calculation.Input> inputs, String path, JavaSource out)
            throws ProgramException {
        ExpressionCompiler expressions = generation.expressions("p", List.of(), path);
        boolean withPayload = false;
        int at = 0;
        while (at < inputs.size()) {
            Header header = headerOf(inputs.get(at));
            BitString bits = new BitString();
            boolean conditional = header != null && !header.isMetadata();
            if (conditional) {
                out.line("if (p." + generation.names.valid(header) + ") {");
            }
            // Fields of one header come together, so that its validity is looked at once.
            do {
                Calculation.Input input = inputs.get(at);
                Expression expression = input.expression();
                if (expression instanceof Expression.Payload) {
                    withPayload = true;
                } else if (expression instanceof Expression.Constant constant) {
                    bits.add(index -> expressions.word(constant, index), input.bitWidth(), true);
                } else if (expression instanceof Expression.Field field) {
                    if (field.field().type().isVariable()) {
                        flush(bits, out);
                        bits = new BitString();
                        out.line(
                                "in.put(p.%s, 0, p.%s);"
                                        .formatted(
                                                generation.names.bytes(field.field()),
                                                generation.names.bytesLength(field.field())));
                    } else {
                        bits.add(expressions, field, field.field().type());
                    }
                } else if (expression instanceof Expression.WholeHeader whole) {
                    for (int i = 0; i < whole.header().type().fields().size(); i++) {
                        FieldRef field = new FieldRef(whole.header(), i);
                        if (field.type().isVariable()) {
                            throw new ProgramException(
                                    path + ".input: a header of variable length is not supported");
                        }
                        bits.add(expressions, new Expression.Field(field), field.type());
                    }
                } else {
                    throw new ProgramException(path + ".input[" + at + "]: not supported");
                }
                at++;
            } while (at < inputs.size()
                    && java.util.Objects.equals(header, headerOf(inputs.get(at))));
            flush(bits, out);
            if (conditional) {
                out.line("}");
            }
        }
        if (withPayload) {
            out.line("in.align();");
            out.line("in.put(p.data, p.position, p.payloadBytes());");
        }
    }

    private static Header headerOf(Calculation.Input input) {
        if (input.expression() instanceof Expression.Field field) {
            return field.field().header();
        }
        return input.expression() instanceof Expression.WholeHeader whole ? whole.header() : null;
    }

    private static void flush(BitString bits, JavaSource out) throws ProgramException {
        for (int from = 0; from < bits.width(); from += 64) {
            int length = Math.min(64, bits.width() - from);
            out.line("in.put(" + bits.slice(from, length) + ", " + length + ");");
        }
    }
}
