// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.compiler.action;

import java.util.List;
import java.util.TreeSet;
import org.weir.bmv2.compiler.expression.ExpressionCompiler;
import org.weir.bmv2.compiler.expression.Generation;
import org.weir.bmv2.compiler.expression.JavaSource;
import org.weir.bmv2.compiler.expression.Names;
import org.weir.bmv2.compiler.expression.StackAccess;
import org.weir.bmv2.controlplane.ProgramException;
import org.weir.bmv2.program.Action;
import org.weir.bmv2.program.Expression;
import org.weir.bmv2.program.Primitive;
import org.weir.bmv2.program.header.Header;

/** Writes the steps of actions. */
public final class PrimitiveCompiler {

    private final Generation generation;
    private final List<Action.Parameter> parameters;
    private final JavaSource out;
    private final HeaderOperations headers;

    public PrimitiveCompiler(
            Generation generation, List<Action.Parameter> parameters, JavaSource out) {
        this.generation = generation;
        this.parameters = parameters;
        this.out = out;
        this.headers = new HeaderOperations(generation, out, "p");
    }

    /** Writes steps in order, with whatever jumps are between them. */
    public void body(List<Primitive> primitives) throws ProgramException {
        TreeSet<Integer> targets = new TreeSet<>();
        for (Primitive primitive : primitives) {
            if (primitive.operation().equals("_jump")) {
                targets.add(target(primitive, 0));
            } else if (primitive.operation().equals("_jump_if_zero")) {
                targets.add(target(primitive, 1));
            }
        }
        if (targets.isEmpty()) {
            for (Primitive primitive : primitives) {
                write(primitive);
            }
            return;
        }
        out.line("int at = 0;");
        out.line("steps:");
        out.line("while (true) {");
        out.line("switch (at) {");
        out.line("case 0: {");
        for (int i = 0; i < primitives.size(); i++) {
            if (i > 0 && targets.contains(i)) {
                out.line("}");
                out.line("case " + i + ": {");
            }
            write(primitives.get(i));
        }
        out.line("}");
        out.line("default:");
        out.line("break steps;");
        out.line("}");
        out.line("}");
    }

    private int target(Primitive primitive, int argument) throws ProgramException {
        if (primitive.arguments().size() > argument
                && primitive.arguments().get(argument) instanceof Expression.Constant constant) {
            return constant.value().intValue();
        }
        throw new ProgramException(primitive.path() + ": a jump needs a constant target");
    }

    public void write(Primitive primitive) throws ProgramException {
        ExpressionCompiler expressions = generation.expressions("p", parameters, primitive.path());
        Arguments arguments = new Arguments(primitive);
        boolean isWritten =
                writeHeaderOperation(primitive, arguments, expressions)
                        || writeFlow(primitive, arguments, expressions)
                        || writePacketOperation(primitive, arguments, expressions)
                        || new ObjectCompiler(generation, expressions, out)
                                .write(primitive, arguments);
        if (!isWritten) {
            new ExternCompiler(generation, expressions, out).call(primitive);
        }
    }

    /** Writes what copies, adds, removes or moves headers. False if it is something else. */
    private boolean writeHeaderOperation(
            Primitive primitive, Arguments arguments, ExpressionCompiler expressions)
            throws ProgramException {
        switch (primitive.operation()) {
            case "assign":
            case "set":
            case "modify_field":
                new Assignment(generation, expressions, out, "p")
                        .assign(arguments.get(0), arguments.get(1));
                return true;
            case "assign_VL":
                headers.copyVariable(arguments.field(0), "p", arguments.field(1));
                return true;
            case "assign_header":
            case "copy_header":
                each(
                        arguments.get(0),
                        expressions,
                        to ->
                                each(
                                        arguments.get(1),
                                        expressions,
                                        from -> headers.assign(to, from)));
                return true;
            case "assign_header_stack":
                headers.assign(arguments.stack(0), arguments.stack(1));
                return true;
            case "assign_union":
                headers.assign(arguments.union(0), arguments.union(1));
                return true;
            case "add_header":
                each(arguments.get(0), expressions, headers::makeValid);
                return true;
            case "remove_header":
                each(arguments.get(0), expressions, headers::makeInvalid);
                return true;
            case "assign_union_stack":
                headers.assign(arguments.unionStack(0), arguments.unionStack(1));
                return true;
            case "push":
                if (arguments.get(0) instanceof Expression.WholeUnionStack unions) {
                    headers.push(unions.stack(), arguments.constant(1));
                } else {
                    headers.push(arguments.stack(0), arguments.constant(1));
                }
                return true;
            case "pop":
                if (arguments.get(0) instanceof Expression.WholeUnionStack unions) {
                    headers.pop(unions.stack(), arguments.constant(1));
                } else {
                    headers.pop(arguments.stack(0), arguments.constant(1));
                }
                return true;
            default:
                return false;
        }
    }

    /**
     * Writes a step that ends the action or jumps within it; returns false if the step is another
     * one.
     */
    private boolean writeFlow(
            Primitive primitive, Arguments arguments, ExpressionCompiler expressions)
            throws ProgramException {
        switch (primitive.operation()) {
            case "exit":
                // The code behind it is not reached; the compiler must not see that.
                out.line("if (true) {");
                out.line("p.exited = true;");
                out.line("return;");
                out.line("}");
                return true;
            case "_jump":
                out.line("if (true) {");
                out.line("at = " + target(primitive, 0) + ";");
                out.line("continue steps;");
                out.line("}");
                return true;
            case "_jump_if_zero":
                out.line("if (!" + expressions.truth(arguments.get(0)) + ") {");
                out.line("at = " + target(primitive, 1) + ";");
                out.line("continue steps;");
                out.line("}");
                return true;
            case "no_op":
                return true;
            case "assert":
            case "assume":
                out.line("if (!" + expressions.truth(arguments.get(0)) + ") {");
                out.line(
                        "objects.assertionFailed(p, "
                                + Names.quoted(
                                        primitive.source().isEmpty()
                                                ? primitive.path()
                                                : primitive.source())
                                + ");");
                out.line("if (true) {");
                out.line("return;");
                out.line("}");
                out.line("}");
                return true;
            default:
                return false;
        }
    }

    /** Writes what decides where the packet or a copy of it goes. False if it is something else. */
    private boolean writePacketOperation(
            Primitive primitive, Arguments arguments, ExpressionCompiler expressions)
            throws ProgramException {
        switch (primitive.operation()) {
            case "mark_to_drop":
            case "drop":
                out.line("p.setStandard(StandardField.EGRESS_SPEC, DROP_PORT);");
                out.line("p.setStandard(StandardField.MCAST_GRP, 0L);");
                return true;
            case "clone_ingress_pkt_to_egress":
            case "clone_egress_pkt_to_egress":
                out.line("p.cloned = true;");
                out.line(
                        "p.cloneSession = (int) "
                                + expressions.word(arguments.get(0), 0)
                                + " & 0x7fff;");
                out.line("p.cloneFields = (int) " + expressions.word(arguments.get(1), 0) + ";");
                return true;
            case "resubmit":
                out.line("p.resubmitFields = (int) " + expressions.word(arguments.get(0), 0) + ";");
                return true;
            case "recirculate":
                out.line(
                        "p.recirculateFields = (int) "
                                + expressions.word(arguments.get(0), 0)
                                + ";");
                return true;
            case "generate_digest":
                out.line("p.digest = (int) " + expressions.word(arguments.get(1), 0) + ";");
                return true;
            case "truncate":
                out.line("p.truncate(" + expressions.word(arguments.get(0), 0) + ");");
                return true;
            default:
                return false;
        }
    }

    /** Writer of a step for one header. */
    @FunctionalInterface
    private interface Step {
        void write(Header header) throws ProgramException;
    }

    /** Writes what is done to a header, or to the element of a stack that an index chooses. */
    private void each(Expression header, ExpressionCompiler expressions, Step step)
            throws ProgramException {
        if (header instanceof Expression.WholeHeader whole) {
            step.write(whole.header());
            return;
        }
        StackAccess access = StackAccess.ofHeader(header, expressions.path());
        out.line("switch ((int) (" + expressions.word(access.index(), 0) + ")) {");
        for (int i = 0; i < access.fields().size(); i++) {
            out.line("case " + i + ": {");
            step.write(access.fields().get(i).header());
            out.line("break;");
            out.line("}");
        }
        out.line("default:");
        out.line("break;");
        out.line("}");
    }
}
