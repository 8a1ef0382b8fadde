// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.compiler.action;

import java.util.List;
import org.weir.bmv2.compiler.expression.BitString;
import org.weir.bmv2.compiler.expression.ExpressionCompiler;
import org.weir.bmv2.compiler.expression.Generation;
import org.weir.bmv2.compiler.expression.JavaSource;
import org.weir.bmv2.compiler.expression.StackAccess;
import org.weir.bmv2.compiler.expression.ValueRange;
import org.weir.bmv2.controlplane.ProgramException;
import org.weir.bmv2.program.Expression;
import org.weir.bmv2.program.header.FieldRef;
import org.weir.bmv2.program.header.FieldType;

/**
 * Writes assignments to fields: as many bits as the field has, sign-extended where it is signed.
 */
public final class Assignment {

    private final Generation generation;
    private final HeaderOperations headers;
    private final ExpressionCompiler expressions;
    private final JavaSource out;
    private final String packet;

    public Assignment(
            Generation generation, ExpressionCompiler expressions, JavaSource out, String packet) {
        this.generation = generation;
        this.headers = new HeaderOperations(generation, out, packet);
        this.expressions = expressions;
        this.out = out;
        this.packet = packet;
    }

    /** Assigns an expression to whatever the target names. */
    public void assign(Expression target, Expression value) throws ProgramException {
        if (target instanceof Expression.Field field) {
            if (field.field().index() == FieldRef.VALIDITY) {
                out.line("if (" + expressions.truth(value) + ") {");
                headers.makeValid(field.field().header());
                out.line("} else {");
                headers.makeInvalid(field.field().header());
                out.line("}");
                return;
            }
            ValueRange range = expressions.range(value);
            assignWords(field.field(), index -> expressions.word(value, index), range);
            return;
        }
        if (target instanceof Expression.Operation operation
                && operation.operator().equals("access_field")) {
            StackAccess access = StackAccess.of(operation, "assign");
            ValueRange range = expressions.range(value);
            out.line("switch ((int) " + expressions.word(access.index(), 0) + ") {");
            for (int i = 0; i < access.fields().size(); i++) {
                out.line("case " + i + ": {");
                assignWords(access.fields().get(i), index -> expressions.word(value, index), range);
                out.line("break;");
                out.line("}");
            }
            out.line("default:");
            out.line("break;");
            out.line("}");
            return;
        }
        if (target instanceof Expression.LastOfStack last) {
            List<FieldRef> fields =
                    last.stack().elements().stream()
                            .map(header -> new FieldRef(header, last.fieldIndex()))
                            .toList();
            ValueRange range = expressions.range(value);
            out.line("switch (" + packet + "." + generation.names.next(last.stack()) + " - 1) {");
            for (int i = 0; i < fields.size(); i++) {
                out.line("case " + i + ": {");
                assignWords(fields.get(i), index -> expressions.word(value, index), range);
                out.line("break;");
                out.line("}");
            }
            out.line("default:");
            out.line("break;");
            out.line("}");
            return;
        }
        throw expressions.error("this cannot be assigned to");
    }

    /** Assigns a value given by its words. */
    public void assignWords(FieldRef field, BitString.Words words, ValueRange range)
            throws ProgramException {
        FieldType type = field.type();
        if (type.isVariable()) {
            throw expressions.error("a field of variable width cannot be assigned to");
        }
        int width = type.bitWidth();
        int count = (width + 63) / 64;
        boolean fits = range.within(ValueRange.field(width, type.isSigned()));
        String[] values = new String[count];
        for (int i = 0; i < count; i++) {
            values[i] = words.word(i);
        }
        int rest = width - 64 * (count - 1);
        if (!fits && rest < 64) {
            values[count - 1] =
                    type.isSigned()
                            ? "(%s << %d) >> %d".formatted(values[count - 1], 64 - rest, 64 - rest)
                            : values[count - 1]
                                    + " & "
                                    + ExpressionCompiler.literal((1L << rest) - 1);
        }
        if (count == 1) {
            out.line(generation.names.word(packet, field, 0) + " = " + values[0] + ";");
            return;
        }
        // All words are computed before the first is stored: the value may depend on the field
        // itself.
        out.line("{");
        for (int i = 0; i < count; i++) {
            out.line("long word" + i + " = " + values[i] + ";");
        }
        for (int i = 0; i < count; i++) {
            out.line(generation.names.word(packet, field, i) + " = word" + i + ";");
        }
        out.line("}");
    }
}
