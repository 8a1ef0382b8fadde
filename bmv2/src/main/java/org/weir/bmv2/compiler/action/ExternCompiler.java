// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.compiler.action;

import java.util.ArrayList;
import java.util.List;
import org.weir.bmv2.compiler.expression.ExpressionCompiler;
import org.weir.bmv2.compiler.expression.ExternUse;
import org.weir.bmv2.compiler.expression.Generation;
import org.weir.bmv2.compiler.expression.JavaSource;
import org.weir.bmv2.compiler.expression.ValueRange;
import org.weir.bmv2.controlplane.ProgramException;
import org.weir.bmv2.extern.ExternInstance;
import org.weir.bmv2.program.Expression;
import org.weir.bmv2.program.Primitive;
import org.weir.bmv2.program.header.FieldRef;

/** Writes calls of externs that are not v1model's own. */
final class ExternCompiler {

    private final Generation generation;
    private final ExpressionCompiler expressions;
    private final JavaSource out;

    ExternCompiler(Generation generation, ExpressionCompiler expressions, JavaSource out) {
        this.generation = generation;
        this.expressions = expressions;
        this.out = out;
    }

    void call(Primitive primitive) throws ProgramException {
        List<Expression> values = primitive.arguments();
        String object = null;
        String method = primitive.operation();
        if (!values.isEmpty()
                && values.get(0) instanceof Expression.Named named
                && named.kind().equals("extern")) {
            object = named.name();
            method = methodOf(primitive, object);
            values = values.subList(1, values.size());
        }
        List<ExternUse.Argument> arguments = new ArrayList<>();
        String site = "extern" + generation.externUses.size();
        out.line("{");
        for (int i = 0; i < values.size(); i++) {
            ExternUse.Argument argument = argument(primitive, values.get(i), i);
            arguments.add(argument);
            for (int word = 0; word * 64 < argument.bitWidth(); word++) {
                out.line(
                        "%s.put(%d, %d, %s);"
                                .formatted(site, i, word, expressions.word(values.get(i), word)));
            }
        }
        out.line(site + ".call(p);");
        out.line("if (p.exited) {");
        out.line("return;");
        out.line("}");
        for (int i = 0; i < values.size(); i++) {
            if (arguments.get(i).isField()) {
                FieldRef field = ((Expression.Field) values.get(i)).field();
                int index = i;
                out.line("if (" + site + ".wasSet(" + i + ")) {");
                new Assignment(generation, expressions, out, "p")
                        .assignWords(
                                field,
                                word -> site + ".get(" + index + ", " + word + ")",
                                ValueRange.field(field.type().bitWidth(), field.type().isSigned()));
                out.line("}");
            }
        }
        out.line("}");
        generation.externUses.add(new ExternUse(primitive.path(), object, method, arguments));
    }

    /** p4c writes a method as {@code _Type_method}. */
    private String methodOf(Primitive primitive, String object) throws ProgramException {
        for (ExternInstance instance : generation.program.externs()) {
            String prefix = "_" + instance.type() + "_";
            if (instance.name().equals(object) && primitive.operation().startsWith(prefix)) {
                return primitive.operation().substring(prefix.length());
            }
        }
        throw new ProgramException(
                primitive.path()
                        + ".op: \""
                        + primitive.operation()
                        + "\" is no method of an extern \""
                        + object
                        + "\" in extern_instances");
    }

    private ExternUse.Argument argument(Primitive primitive, Expression value, int index)
            throws ProgramException {
        if (value instanceof Expression.Field field && field.field().index() != FieldRef.VALIDITY) {
            if (field.field().type().isVariable()) {
                throw error(primitive, index, "a field of variable width");
            }
            return new ExternUse.Argument(
                    field.field().type().bitWidth(), field.field().type().isSigned(), true);
        }
        if (value instanceof Expression.WholeHeader
                || value instanceof Expression.WholeStack
                || value instanceof Expression.WholeUnion
                || value instanceof Expression.WholeUnionStack
                || value instanceof Expression.Named
                || value instanceof Expression.Text
                || value instanceof Expression.Many
                || value instanceof Expression.Payload) {
            throw error(primitive, index, "neither a field nor a number");
        }
        ValueRange range = expressions.range(value);
        int bits = Math.max(1, range.bits() + (range.isNonNegative() ? 0 : 1));
        return new ExternUse.Argument(bits, !range.isNonNegative(), false);
    }

    private static ProgramException error(Primitive primitive, int index, String what) {
        return new ProgramException(
                "%s.op: \"%s\" is not supported with argument %d, which is %s"
                        .formatted(primitive.path(), primitive.operation(), index, what));
    }
}
