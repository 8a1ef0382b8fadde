// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.compiler;

import java.util.List;
import org.weir.bmv2.compiler.action.HeaderOperations;
import org.weir.bmv2.compiler.expression.ExpressionCompiler;
import org.weir.bmv2.compiler.expression.Generation;
import org.weir.bmv2.compiler.expression.JavaSource;
import org.weir.bmv2.compiler.expression.Names;
import org.weir.bmv2.controlplane.ProgramException;
import org.weir.bmv2.program.Program;
import org.weir.bmv2.program.header.FieldRef;
import org.weir.bmv2.program.header.FieldType;
import org.weir.bmv2.program.header.Header;
import org.weir.bmv2.program.header.HeaderStack;
import org.weir.bmv2.program.header.HeaderUnionStack;
import org.weir.bmv2.runtime.packet.StandardField;

/**
 * Writes the class of the program's packets: every field of every header and metadata as a plain
 * field.
 */
final class PacketClassCompiler {

    private final Generation generation;
    private final Program program;
    private final Names names;

    PacketClassCompiler(Generation generation) {
        this.generation = generation;
        this.program = generation.program;
        this.names = generation.names;
    }

    void write(JavaSource out) throws ProgramException {
        out.line("static final class Phv extends PacketState {");
        fields(out);
        clear(out);
        copy(out);
        standard(out);
        out.line("}");
    }

    private void fields(JavaSource out) {
        for (Header header : program.headers()) {
            if (!header.isMetadata()) {
                out.line("boolean " + names.valid(header) + ";");
            }
            for (int i = 0; i < header.type().fields().size(); i++) {
                FieldRef field = new FieldRef(header, i);
                if (field.type().isVariable()) {
                    out.line(
                            "final byte[] %s = new byte[%d];"
                                    .formatted(
                                            names.bytes(field), (field.type().bitWidth() + 7) / 8));
                    out.line("int " + names.bytesLength(field) + ";");
                } else {
                    for (int word = 0; word * 64 < field.type().bitWidth(); word++) {
                        out.line("long " + names.word(field, word) + ";");
                    }
                }
            }
        }
        for (HeaderStack stack : program.stacks()) {
            out.line("int " + names.next(stack) + ";");
        }
        for (HeaderUnionStack stack : program.unionStacks()) {
            out.line("int " + names.next(stack) + ";");
        }
    }

    private void clear(JavaSource out) {
        out.line("@Override");
        out.line("public void clear() {");
        out.line("clearMetadata();");
        for (Header header : program.headers()) {
            if (!header.isMetadata()) {
                out.line("clear" + program.headers().indexOf(header) + "();");
            }
        }
        for (HeaderStack stack : program.stacks()) {
            out.line(names.next(stack) + " = 0;");
        }
        for (HeaderUnionStack stack : program.unionStacks()) {
            out.line(names.next(stack) + " = 0;");
        }
        out.line("}");
        for (Header header : program.headers()) {
            if (!header.isMetadata()) {
                out.line("private void clear" + program.headers().indexOf(header) + "() {");
                out.line(names.valid(header) + " = false;");
                new HeaderOperations(generation, out, "this").zero(header);
                out.line("}");
            }
        }
        out.line("@Override");
        out.line("public void clearMetadata() {");
        for (Header header : program.headers()) {
            if (header.isMetadata()) {
                new HeaderOperations(generation, out, "this").zero(header);
            }
        }
        out.line("}");
    }

    private void copy(JavaSource out) {
        out.line("@Override");
        out.line("public void copyFieldsFrom(PacketState packet) {");
        out.line("Phv other = (Phv) packet;");
        for (Header header : program.headers()) {
            out.line("copy" + program.headers().indexOf(header) + "(other);");
        }
        for (HeaderStack stack : program.stacks()) {
            out.line(names.next(stack) + " = other." + names.next(stack) + ";");
        }
        for (HeaderUnionStack stack : program.unionStacks()) {
            out.line(names.next(stack) + " = other." + names.next(stack) + ";");
        }
        out.line("}");
        for (Header header : program.headers()) {
            out.line("private void copy" + program.headers().indexOf(header) + "(Phv other) {");
            if (!header.isMetadata()) {
                out.line(names.valid(header) + " = other." + names.valid(header) + ";");
            }
            new HeaderOperations(generation, out, "this").copyFields(header, "other", header);
            out.line("}");
        }
    }

    private void standard(JavaSource out) throws ProgramException {
        Header standard =
                program.standardMetadata()
                        .orElseThrow(
                                () ->
                                        new ProgramException(
                                                "headers: no standard_metadata: is it a v1model program?"));
        List<String> known = StandardField.NAMES;
        for (String required :
                List.of("ingress_port", "egress_spec", "egress_port", "instance_type")) {
            if (standard.type().indexOf(required) < 0) {
                throw new ProgramException(
                        "header_types: standard_metadata has no field " + required);
            }
        }
        out.line("@Override");
        out.line("public long standard(int field) {");
        out.line("switch (field) {");
        for (int i = 0; i < known.size(); i++) {
            int index = standard.type().indexOf(known.get(i));
            if (index >= 0) {
                out.line("case " + i + ":");
                out.line("return " + names.word("this", new FieldRef(standard, index), 0) + ";");
            }
        }
        out.line("default:");
        out.line("return 0L;");
        out.line("}");
        out.line("}");
        out.line("@Override");
        out.line("public void setStandard(int field, long value) {");
        out.line("switch (field) {");
        for (int i = 0; i < known.size(); i++) {
            int index = standard.type().indexOf(known.get(i));
            if (index >= 0) {
                FieldType type = standard.type().fields().get(index);
                out.line("case " + i + ":");
                String mask =
                        ExpressionCompiler.literal(
                                ExpressionCompiler.mask(type.bitWidth()).longValue());
                out.line(
                        names.word("this", new FieldRef(standard, index), 0)
                                + " = value & "
                                + mask
                                + ";");
                out.line("break;");
            }
        }
        out.line("default:");
        out.line("break;");
        out.line("}");
        out.line("}");
    }
}
