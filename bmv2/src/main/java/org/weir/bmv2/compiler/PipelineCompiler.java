// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.compiler;

import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.weir.bmv2.compiler.expression.Generation;
import org.weir.bmv2.compiler.expression.JavaSource;
import org.weir.bmv2.controlplane.ProgramException;
import org.weir.bmv2.program.Action;
import org.weir.bmv2.program.Conditional;
import org.weir.bmv2.program.Node;
import org.weir.bmv2.program.Pipeline;
import org.weir.bmv2.program.Primitive;
import org.weir.bmv2.program.Table;

/**
 * Writes a pipeline as nested branches. Its nodes form a graph without cycles; where the branches
 * of a node come together again (its immediate post-dominator) the code goes on after the branch,
 * so that each node is written once for graphs that come from structured programs.
 */
final class PipelineCompiler {

    /**
     * The just-in-time compiler gives up on long methods: beyond this many characters a branch
     * becomes its own.
     */
    private static final int MAX_BRANCH_TEXT = 6000;

    /**
     * Writing a node more often than this many times its share means that the graph is not
     * structured.
     */
    private static final int MAX_COPIES = 64;

    private static final String END = "";

    private final Generation generation;
    private final Pipeline pipeline;
    private final Map<String, Set<String>> postDominators = new HashMap<>();
    private final Set<String> inProgress = new HashSet<>();
    private int written;
    private int branchMethods;

    PipelineCompiler(Generation generation, Pipeline pipeline) {
        this.generation = generation;
        this.pipeline = pipeline;
    }

    void write() throws ProgramException {
        JavaSource out = generation.methods;
        JavaSource body = new JavaSource();
        String first = pipeline.firstNode() == null ? END : pipeline.firstNode();
        region(first, END, body);
        out.line("@Override");
        out.line("public void " + pipeline.name() + "(PacketState packet) {");
        out.line("Phv p = (Phv) packet;");
        out.line("run_" + pipeline.name() + "(p);");
        out.line("}");
        out.line("private void run_" + pipeline.name() + "(Phv p) {");
        out.add(body);
        out.line("}");
    }

    private Node node(String name) throws ProgramException {
        Node node = pipeline.nodes().get(name);
        if (node == null) {
            throw new ProgramException(
                    "pipeline " + pipeline.name() + ": no node \"" + name + "\"");
        }
        return node;
    }

    private Set<String> successors(Node node) {
        Set<String> next = new LinkedHashSet<>();
        if (node instanceof Conditional conditional) {
            next.add(orEnd(conditional.nextIfTrue()));
            next.add(orEnd(conditional.nextIfFalse()));
        } else if (node instanceof Table table) {
            if (table.branchesOnHit()) {
                next.add(orEnd(table.nextOnHit()));
                next.add(orEnd(table.nextOnMiss()));
            } else {
                for (Action action : table.actions()) {
                    next.add(orEnd(table.nextByAction().get(action.id())));
                }
                if (next.isEmpty()) {
                    next.add(END);
                }
            }
        }
        return next;
    }

    private static String orEnd(String name) {
        return name == null ? END : name;
    }

    /**
     * The nodes that every way from a node to the end goes through, itself first, nearest first.
     */
    private Set<String> postDominators(String name) throws ProgramException {
        Set<String> known = postDominators.get(name);
        if (known != null) {
            return known;
        }
        Set<String> all = new LinkedHashSet<>();
        all.add(name);
        if (!name.equals(END)) {
            if (!inProgress.add(name)) {
                throw new ProgramException(
                        "pipeline "
                                + pipeline.name()
                                + ": node \""
                                + name
                                + "\" is part of a cycle");
            }
            Set<String> common = null;
            for (String next : successors(node(name))) {
                if (common == null) {
                    common = new LinkedHashSet<>(postDominators(next));
                } else {
                    common.retainAll(postDominators(next));
                }
            }
            inProgress.remove(name);
            if (common != null) {
                all.addAll(common);
            }
        }
        postDominators.put(name, all);
        return all;
    }

    private String join(String name) throws ProgramException {
        for (String after : postDominators(name)) {
            if (!after.equals(name)) {
                return after;
            }
        }
        return END;
    }

    /** Writes the nodes from one to before another. */
    private void region(String from, String to, JavaSource out) throws ProgramException {
        String at = from;
        while (!at.equals(to) && !at.equals(END)) {
            Node node = node(at);
            if (++written > MAX_COPIES * pipeline.nodes().size()) {
                throw new ProgramException(
                        "pipeline "
                                + pipeline.name()
                                + ": its branches are too entangled to be compiled");
            }
            String join = join(at);
            if (node instanceof Conditional conditional) {
                conditional(conditional, join, out);
            } else {
                table((Table) node, join, out);
            }
            at = join;
        }
    }

    private void conditional(Conditional conditional, String join, JavaSource out)
            throws ProgramException {
        String condition =
                generation
                        .expressions("p", List.of(), conditional.path() + ".expression")
                        .truth(conditional.condition());
        String ifTrue = orEnd(conditional.nextIfTrue());
        String ifFalse = orEnd(conditional.nextIfFalse());
        if (ifTrue.equals(join)) {
            if (!ifFalse.equals(join)) {
                out.line("if (!" + condition + ") {");
                branch(ifFalse, join, out);
                out.line("}");
            }
            return;
        }
        out.line("if (" + condition + ") {");
        branch(ifTrue, join, out);
        if (!ifFalse.equals(join)) {
            out.line("} else {");
            branch(ifFalse, join, out);
        }
        out.line("}");
    }

    private void table(Table table, String join, JavaSource out) throws ProgramException {
        int index = generation.tables.indexOf(table);
        Set<String> next = successors(table);
        boolean canExit = table.actions().stream().anyMatch(PipelineCompiler::canExit);
        if (next.size() == 1) {
            out.line("apply" + index + "(p);");
            exit(canExit, out);
            return;
        }
        out.line("{");
        if (table.branchesOnHit()) {
            String hit = "hit" + index;
            out.line("boolean " + hit + " = apply" + index + "(p).hit;");
            exit(canExit, out);
            branches(out, hit, orEnd(table.nextOnHit()), orEnd(table.nextOnMiss()), join);
        } else {
            out.line("apply" + index + "(p);");
            exit(canExit, out);
            out.line("switch (table" + index + ".lastAction) {");
            for (String target : next) {
                if (target.equals(join)) {
                    continue;
                }
                for (Action action : table.actions()) {
                    if (orEnd(table.nextByAction().get(action.id())).equals(target)) {
                        for (int number : generation.numbers(table, action)) {
                            out.line("case " + number + ":");
                        }
                    }
                }
                out.line("{");
                branch(target, join, out);
                out.line("break;");
                out.line("}");
            }
            out.line("default:");
            out.line("break;");
            out.line("}");
            exit(canExit(next, join), out);
        }
        out.line("}");
    }

    private void branches(
            JavaSource out, String condition, String ifTrue, String ifFalse, String join)
            throws ProgramException {
        out.line("if (" + condition + ") {");
        branch(ifTrue, join, out);
        out.line("} else {");
        branch(ifFalse, join, out);
        out.line("}");
    }

    /** After a branch in a method of its own, the pipeline may have been left. */
    private static void exit(boolean possible, JavaSource out) {
        if (possible) {
            out.line("if (p.exited) {");
            out.line("return;");
            out.line("}");
        }
    }

    private boolean canExit(Set<String> names, String join) {
        return names.stream().anyMatch(name -> !name.equals(join));
    }

    private void branch(String from, String to, JavaSource out) throws ProgramException {
        JavaSource body = new JavaSource();
        region(from, to, body);
        if (body.length() < MAX_BRANCH_TEXT) {
            out.add(body);
            return;
        }
        String name = "branch_" + pipeline.name() + "_" + branchMethods++;
        out.line(name + "(p);");
        exit(true, out);
        generation.methods.line("private void " + name + "(Phv p) {");
        generation.methods.add(body);
        generation.methods.line("}");
    }

    private static boolean canExit(Action action) {
        for (Primitive primitive : action.primitives()) {
            String operation = primitive.operation();
            if (operation.equals("exit")
                    || operation.equals("assert")
                    || operation.equals("assume")) {
                return true;
            }
        }
        return false;
    }
}
