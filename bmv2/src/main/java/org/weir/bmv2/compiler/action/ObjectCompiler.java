// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.compiler.action;

import org.weir.bmv2.compiler.expression.ExpressionCompiler;
import org.weir.bmv2.compiler.expression.Generation;
import org.weir.bmv2.compiler.expression.JavaSource;
import org.weir.bmv2.compiler.expression.Names;
import org.weir.bmv2.compiler.expression.ValueRange;
import org.weir.bmv2.controlplane.ProgramException;
import org.weir.bmv2.program.Expression;
import org.weir.bmv2.program.Primitive;
import org.weir.bmv2.program.RegisterArray;

/**
 * Writes the steps of actions that use objects of the program or of the switch: counters, meters,
 * registers, hashes, random numbers, the log.
 */
final class ObjectCompiler {

    private final Generation generation;
    private final ExpressionCompiler expressions;
    private final JavaSource out;

    ObjectCompiler(Generation generation, ExpressionCompiler expressions, JavaSource out) {
        this.generation = generation;
        this.expressions = expressions;
        this.out = out;
    }

    /** Writes a step; returns false if it is of another kind. */
    boolean write(Primitive primitive, Arguments arguments) throws ProgramException {
        switch (primitive.operation()) {
            case "count":
                count(primitive, arguments);
                return true;
            case "execute_meter":
                executeMeter(primitive, arguments);
                return true;
            case "register_read":
                registerRead(primitive, arguments);
                return true;
            case "register_write":
                registerWrite(primitive, arguments);
                return true;
            case "modify_field_with_hash_based_offset":
                hash(primitive, arguments);
                return true;
            case "modify_field_rng_uniform":
                out.line("{");
                out.line("long low = " + expressions.word(arguments.get(1), 0) + ";");
                out.line("long high = " + expressions.word(arguments.get(2), 0) + ";");
                // BMv2 leaves the field as it is when the bounds are the wrong way round.
                out.line("if (Long.compareUnsigned(low, high) <= 0) {");
                out.line("long random = objects.random(low, high);");
                new Assignment(generation, expressions, out, "p")
                        .assignWords(
                                arguments.field(0),
                                index -> index == 0 ? "random" : "0L",
                                ValueRange.unsigned(64));
                out.line("}");
                out.line("}");
                return true;
            case "log_msg":
                log(arguments);
                return true;
            default:
                return false;
        }
    }

    /** The index of an array's element; as in BMv2, 32 bits of it count. */
    private String index(Expression index) throws ProgramException {
        String word = expressions.word(index, 0);
        return expressions.range(index).within(ValueRange.unsigned(32))
                ? word
                : "(" + word + ") & 0xffffffffL";
    }

    private void count(Primitive primitive, Arguments arguments) throws ProgramException {
        String name = arguments.named(0, "counter_array");
        String counter = generation.counter(name, primitive.path());
        out.line("{");
        out.line("long index = " + index(arguments.get(1)) + ";");
        out.line("if (!" + counter + ".count(index, p)) {");
        out.line("objects.outOfRange(" + counter + ".name(), index, " + counter + ".size());");
        out.line("}");
        out.line("}");
    }

    private void executeMeter(Primitive primitive, Arguments arguments) throws ProgramException {
        String meter = generation.meter(arguments.named(0, "meter_array"), primitive.path());
        out.line("{");
        out.line("long index = " + index(arguments.get(1)) + ";");
        out.line("if (" + meter + ".has(index)) {");
        out.line("long color = " + meter + ".mark(index, p, objects.nowNs());");
        new Assignment(generation, expressions, out, "p")
                .assignWords(
                        arguments.field(2),
                        index -> index == 0 ? "color" : "0L",
                        ValueRange.unsigned(2));
        out.line("} else {");
        out.line("objects.outOfRange(" + meter + ".name(), index, " + meter + ".size());");
        out.line("}");
        out.line("}");
    }

    private void registerRead(Primitive primitive, Arguments arguments) throws ProgramException {
        String name = arguments.named(1, "register_array");
        String register = generation.register(name, primitive.path());
        RegisterArray array = generation.registerNamed(name);
        int words = (array.bitWidth() + 63) / 64;
        out.line("{");
        out.line("long index = " + index(arguments.get(2)) + ";");
        out.line("if (" + register + ".has(index)) {");
        new Assignment(generation, expressions, out, "p")
                .assignWords(
                        arguments.field(0),
                        index ->
                                index < words
                                        ? register
                                                + ".words[(int) index * "
                                                + words
                                                + " + "
                                                + index
                                                + "]"
                                        : "0L",
                        ValueRange.unsigned(array.bitWidth()));
        out.line("} else {");
        out.line("objects.outOfRange(" + register + ".name(), index, " + register + ".size());");
        out.line("}");
        out.line("}");
    }

    private void registerWrite(Primitive primitive, Arguments arguments) throws ProgramException {
        String name = arguments.named(0, "register_array");
        String register = generation.register(name, primitive.path());
        RegisterArray array = generation.registerNamed(name);
        int words = (array.bitWidth() + 63) / 64;
        Expression value = arguments.get(2);
        boolean fits = expressions.range(value).within(ValueRange.unsigned(array.bitWidth()));
        int rest = array.bitWidth() - 64 * (words - 1);
        out.line("{");
        out.line("long index = " + index(arguments.get(1)) + ";");
        out.line("if (" + register + ".has(index)) {");
        for (int i = 0; i < words; i++) {
            String word = expressions.word(value, i);
            if (i == words - 1 && rest < 64 && !fits) {
                word = word + " & " + ExpressionCompiler.literal((1L << rest) - 1);
            }
            out.line(register + ".words[(int) index * " + words + " + " + i + "] = " + word + ";");
        }
        out.line("} else {");
        out.line("objects.outOfRange(" + register + ".name(), index, " + register + ".size());");
        out.line("}");
        out.line("}");
    }

    private void hash(Primitive primitive, Arguments arguments) throws ProgramException {
        String calculation =
                generation.calculation(arguments.named(2, "calculation"), primitive.path());
        out.line("{");
        // BMv2 takes a size of 0 as 1.
        out.line("long size = " + expressions.word(arguments.get(3), 0) + ";");
        out.line("size = size == 0 ? 1 : size;");
        out.line(
                "long hash = Long.remainderUnsigned(%s(p), size) + %s;"
                        .formatted(calculation, expressions.word(arguments.get(1), 0)));
        new Assignment(generation, expressions, out, "p")
                .assignWords(
                        arguments.field(0),
                        index -> index == 0 ? "hash" : "0L",
                        ValueRange.signed(65));
        out.line("}");
    }

    private void log(Arguments arguments) throws ProgramException {
        StringBuilder call =
                new StringBuilder("objects.log(").append(Names.quoted(arguments.text(0)));
        if (arguments.size() > 1 && arguments.get(1) instanceof Expression.Many many) {
            for (Expression value : many.elements()) {
                call.append(", ").append(expressions.big(value));
            }
        }
        out.line(call.append(");").toString());
    }
}
