// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.compiler;

import java.util.List;
import org.weir.bmv2.compiler.action.Assignment;
import org.weir.bmv2.compiler.action.HeaderOperations;
import org.weir.bmv2.compiler.action.PrimitiveCompiler;
import org.weir.bmv2.compiler.expression.BitString;
import org.weir.bmv2.compiler.expression.ExpressionCompiler;
import org.weir.bmv2.compiler.expression.Generation;
import org.weir.bmv2.compiler.expression.JavaSource;
import org.weir.bmv2.compiler.expression.ValueRange;
import org.weir.bmv2.controlplane.ProgramException;
import org.weir.bmv2.program.Checksum;
import org.weir.bmv2.program.Expression;
import org.weir.bmv2.program.header.FieldRef;
import org.weir.bmv2.program.header.Header;

/**
 * Writes the deparser: checksums brought up to date, then each valid header put in place by whole
 * words.
 */
final class DeparserCompiler {

    private final Generation generation;

    DeparserCompiler(Generation generation) {
        this.generation = generation;
    }

    void write() throws ProgramException {
        JavaSource out = generation.methods;
        out.line("@Override");
        out.line("public void deparse(PacketState packet) {");
        out.line("Phv p = (Phv) packet;");
        out.line("updateChecksums(p);");
        if (!generation.program.deparserSteps().isEmpty()) {
            out.line("deparserSteps(p);");
        }
        out.line("int size = 0;");
        for (Header header : generation.program.deparserOrder()) {
            out.line("if (p." + generation.names.valid(header) + ") {");
            StringBuilder bytes = new StringBuilder().append(header.type().fixedBits() / 8);
            HeaderOperations.variableField(header)
                    .ifPresent(
                            field ->
                                    bytes.append(" + p.")
                                            .append(generation.names.bytesLength(field)));
            out.line("size += " + bytes + ";");
            out.line("}");
        }
        out.line("int at = p.prepend(size);");
        out.line("byte[] b = p.data;");
        List<Header> order = generation.program.deparserOrder();
        for (int i = 0; i < order.size(); i++) {
            out.line("if (p." + generation.names.valid(order.get(i)) + ") {");
            out.line("at = emit" + i + "(p, b, at);");
            out.line("}");
        }
        out.line("}");
        for (int i = 0; i < order.size(); i++) {
            header(i, order.get(i));
        }
        checksums();
        if (!generation.program.deparserSteps().isEmpty()) {
            out.line("private void deparserSteps(Phv p) {");
            new PrimitiveCompiler(generation, List.of(), out)
                    .body(generation.program.deparserSteps());
            out.line("}");
        }
    }

    private void header(int index, Header header) throws ProgramException {
        JavaSource out = generation.methods;
        ExpressionCompiler expressions = generation.expressions("p", List.of(), "deparsers[0]");
        out.line("/* " + header.name().replace("*/", "") + " */");
        out.line("private static int emit" + index + "(Phv p, byte[] b, int at) {");
        BitString bits = new BitString();
        for (int i = 0; i < header.type().fields().size(); i++) {
            FieldRef field = new FieldRef(header, i);
            if (field.type().isVariable()) {
                out.line("at = at + " + put(bits, out) + ";");
                bits = new BitString();
                String bytes = generation.names.bytes(field);
                String length = generation.names.bytesLength(field);
                out.line("System.arraycopy(p.%s, 0, b, at, p.%s);".formatted(bytes, length));
                out.line("at = at + p." + length + ";");
            } else {
                bits.add(expressions, new Expression.Field(field), field.type());
            }
        }
        out.line("return at + " + put(bits, out) + ";");
        out.line("}");
    }

    /** Writes whole bytes by the largest words that fit; returns how many bytes. */
    private static int put(BitString bits, JavaSource out) throws ProgramException {
        int bit = 0;
        while (bit < bits.width()) {
            int left = bits.width() - bit;
            int size = left >= 64 ? 64 : left >= 32 ? 32 : left >= 16 ? 16 : 8;
            out.line("Bits.put%d(b, at + %d, %s);".formatted(size, bit / 8, bits.slice(bit, size)));
            bit += size;
        }
        return bit / 8;
    }

    private void checksums() throws ProgramException {
        JavaSource out = generation.methods;
        out.line("private void updateChecksums(Phv p) {");
        for (Checksum checksum : generation.program.checksums()) {
            if (!checksum.update()) {
                continue;
            }
            ExpressionCompiler expressions = generation.expressions("p", List.of(), "checksums");
            String condition =
                    checksum.condition() == null ? "true" : expressions.truth(checksum.condition());
            String calculation = generation.calculation(checksum.calculation().name(), "checksums");
            out.line("if (" + condition + ") {");
            out.line("long sum = " + calculation + "(p);");
            new Assignment(generation, expressions, out, "p")
                    .assignWords(
                            checksum.target(),
                            index -> index == 0 ? "sum" : "0L",
                            ValueRange.unsigned(64));
            out.line("}");
        }
        out.line("}");
    }
}
