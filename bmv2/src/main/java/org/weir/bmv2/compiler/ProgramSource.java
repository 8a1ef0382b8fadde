// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.compiler;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.weir.bmv2.compiler.action.HeaderOperations;
import org.weir.bmv2.compiler.expression.ExpressionCompiler;
import org.weir.bmv2.compiler.expression.ExternUse;
import org.weir.bmv2.compiler.expression.Generation;
import org.weir.bmv2.compiler.expression.JavaSource;
import org.weir.bmv2.compiler.expression.Names;
import org.weir.bmv2.controlplane.ProgramException;
import org.weir.bmv2.program.Calculation;
import org.weir.bmv2.program.DigestType;
import org.weir.bmv2.program.Expression;
import org.weir.bmv2.program.Program;
import org.weir.bmv2.program.header.FieldList;
import org.weir.bmv2.program.header.FieldRef;

/** Writes the whole class of a program. */
final class ProgramSource {

    static final String PACKAGE = "org.weir.bmv2.generated";

    private static final int MAX_PARSER_STEPS = 4096;

    private final Generation generation;

    ProgramSource(Program program) {
        this.generation = new Generation(program);
    }

    /** The externs that what was written calls. */
    List<ExternUse> externUses() {
        return List.copyOf(generation.externUses);
    }

    String write(String className, int dropPort) throws ProgramException {
        generateMethods();
        JavaSource out = new JavaSource();
        header(out, className, dropPort);
        List<String> assignments = fields(out);
        constructor(out, className, assignments);
        out.line("@Override");
        out.line("public PacketState newPacket() {");
        out.line("return new Phv();");
        out.line("}");
        out.add(generation.methods);
        out.add(generation.helpers);
        new PacketClassCompiler(generation).write(out);
        out.line("}");
        return out.toString();
    }

    /**
     * Generates the methods of the parser, actions, tables, controls, deparser and calculations.
     */
    private void generateMethods() throws ProgramException {
        Program program = generation.program;
        new ParserCompiler(generation).write();
        TableCompiler tables = new TableCompiler(generation);
        tables.actions();
        for (int i = 0; i < generation.tables.size(); i++) {
            tables.apply(i, generation.tables.get(i));
        }
        new PipelineCompiler(generation, program.ingress()).write();
        new PipelineCompiler(generation, program.egress()).write();
        new DeparserCompiler(generation).write();
        for (Map.Entry<String, Calculation> entry : program.calculations().entrySet()) {
            new CalculationCompiler(generation)
                    .method(
                            generation.calculation(entry.getKey(), "calculations"),
                            entry.getValue());
        }
        fieldLists();
        digests();
    }

    private static void header(JavaSource out, String className, int dropPort) {
        out.line("package " + PACKAGE + ";");
        out.line("import java.math.BigInteger;");
        out.line("import java.util.List;");
        out.line("import org.weir.bmv2.controlplane.Digest;");
        for (String part : List.of("", ".bits", ".packet", ".state", ".table")) {
            out.line("import org.weir.bmv2.runtime" + part + ".*;");
        }
        out.line("public final class " + className + " extends CompiledProgram {");
        out.line("private static final long DROP_PORT = " + dropPort + "L;");
        out.line("private static final int MAX_PARSER_STEPS = " + MAX_PARSER_STEPS + ";");
        out.line("private final ProgramObjects objects;");
    }

    /** Declares a field for each table, register, counter, meter, value set and extern. */
    private List<String> fields(JavaSource out) {
        Program program = generation.program;
        List<String> assignments = new ArrayList<>();
        for (int i = 0; i < generation.tables.size(); i++) {
            declare(out, assignments, "MatchTable", "table", i);
            if (!generation.tables.get(i).key().isEmpty()) {
                String index = TableCompiler.indexClass(generation.tables.get(i));
                out.line("private final " + index + " index" + i + ";");
                assignments.add("index%d = (%s) table%d.index();".formatted(i, index, i));
            }
        }
        for (int i = 0; i < program.registers().size(); i++) {
            declare(out, assignments, "RegisterFile", "register", i);
        }
        for (int i = 0; i < generation.counters.size(); i++) {
            declare(out, assignments, "CounterBank", "counter", i);
        }
        for (int i = 0; i < generation.meters.size(); i++) {
            declare(out, assignments, "MeterBank", "meter", i);
        }
        for (int i = 0; i < program.valueSets().size(); i++) {
            declare(out, assignments, "ValueSetMembers", "valueSet", i);
        }
        for (int i = 0; i < generation.externUses.size(); i++) {
            declare(out, assignments, "ExternSite", "extern", i);
        }
        return assignments;
    }

    private static void constructor(JavaSource out, String className, List<String> assignments) {
        out.line("public " + className + "(ProgramObjects objects) {");
        out.line("this.objects = objects;");
        assignments.forEach(out::line);
        out.line("}");
    }

    private static void declare(
            JavaSource out, List<String> assignments, String type, String name, int index) {
        out.line("private final " + type + " " + name + index + ";");
        assignments.add(name + index + " = objects." + name + "(" + index + ");");
    }

    private void fieldLists() {
        JavaSource out = generation.methods;
        out.line("@Override");
        out.line("public void copyFieldList(int list, PacketState source, PacketState target) {");
        out.line("Phv from = (Phv) source;");
        out.line("Phv to = (Phv) target;");
        out.line("switch (list) {");
        for (FieldList list : generation.program.fieldLists().values()) {
            out.line("case " + list.id() + ":");
            for (FieldRef field : list.fields()) {
                if (field.index() == FieldRef.VALIDITY) {
                    String valid = generation.names.valid(field.header());
                    out.line("to." + valid + " = from." + valid + ";");
                } else if (field.type().isVariable()) {
                    new HeaderOperations(generation, out, "to").copyVariable(field, "from", field);
                } else {
                    for (int word = 0; word * 64 < field.type().bitWidth(); word++) {
                        String name = generation.names.word(field, word);
                        out.line("to." + name + " = from." + name + ";");
                    }
                }
            }
            out.line("break;");
        }
        out.line("default:");
        out.line("break;");
        out.line("}");
        out.line("}");
    }

    private void digests() throws ProgramException {
        JavaSource out = generation.methods;
        out.line("@Override");
        out.line("public Digest digest(int id, PacketState packet) {");
        out.line("Phv p = (Phv) packet;");
        out.line("switch (id) {");
        for (DigestType digest : generation.program.digests()) {
            ExpressionCompiler expressions =
                    generation.expressions("p", List.of(), "learn_lists " + digest.name());
            StringBuilder fields = new StringBuilder();
            for (Expression field : digest.fields()) {
                int width = expressions.range(field).bits();
                if (field instanceof Expression.Field known) {
                    width = known.field().type().bitWidth();
                }
                fields.append(fields.isEmpty() ? "" : ", ")
                        .append("Wide.bytes(")
                        .append(expressions.big(field))
                        .append(", ")
                        .append(width)
                        .append(")");
            }
            out.line("case " + digest.id() + ":");
            out.line(
                    "return new Digest(%s, List.<byte[]>of(%s));"
                            .formatted(Names.quoted(digest.name()), fields));
        }
        out.line("default:");
        out.line("return null;");
        out.line("}");
        out.line("}");
    }
}
