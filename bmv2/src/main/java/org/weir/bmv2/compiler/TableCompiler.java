// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.compiler;

import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.weir.bmv2.compiler.action.Assignment;
import org.weir.bmv2.compiler.action.PrimitiveCompiler;
import org.weir.bmv2.compiler.expression.ExpressionCompiler;
import org.weir.bmv2.compiler.expression.Generation;
import org.weir.bmv2.compiler.expression.JavaSource;
import org.weir.bmv2.compiler.expression.ValueRange;
import org.weir.bmv2.controlplane.ProgramException;
import org.weir.bmv2.program.Action;
import org.weir.bmv2.program.ActionProfile;
import org.weir.bmv2.program.Calculation;
import org.weir.bmv2.program.Expression;
import org.weir.bmv2.program.MeterArray;
import org.weir.bmv2.program.Program;
import org.weir.bmv2.program.Table;
import org.weir.bmv2.program.header.FieldRef;
import org.weir.bmv2.program.header.Header;
import org.weir.bmv2.runtime.table.KeyLayout;

/** Writes the application of tables and the actions. */
final class TableCompiler {

    private final Generation generation;

    TableCompiler(Generation generation) {
        this.generation = generation;
    }

    void actions() throws ProgramException {
        JavaSource out = generation.methods;
        for (Action action : generation.program.actions()) {
            out.line("/* " + action.name().replace("*/", "") + " */");
            out.line("private void action" + action.id() + "(Phv p, long[] d) {");
            new PrimitiveCompiler(generation, action.parameters(), out).body(action.primitives());
            out.line("}");
        }
    }

    void apply(int index, Table table) throws ProgramException {
        ActionProfile profile = profile(table);
        if (profile != null && profile.selector() != null) {
            Calculation selector = profile.selector();
            new CalculationCompiler(generation).method("selector" + index, selector);
        }
        JavaSource out = generation.methods;
        String name = "table" + index;
        out.line("/* " + table.name().replace("*/", "") + " */");
        out.line("private Entry apply" + index + "(Phv p) {");
        if (isPlainCall(table)) {
            out.line(name + ".lastAction = " + table.defaultAction().id() + ";");
            out.line("action" + table.defaultAction().id() + "(p, null);");
            out.line("return " + name + ".defaultEntry;");
            out.line("}");
            return;
        }
        if (table.key().isEmpty()) {
            out.line("Entry entry = " + name + ".defaultEntry;");
        } else {
            lookUp(table, index, out);
            out.line("if (entry == null) {");
            out.line("entry = " + name + ".defaultEntry;");
            out.line("}");
        }
        account(table, out);
        choose(index, profile, out);
        dispatch(name, table, out);
        out.line("return entry;");
        out.line("}");
    }

    /** Time of the last hit, direct counter and direct meter of the entry. */
    private void account(Table table, JavaSource out) throws ProgramException {
        if (table.withIdleTimeout()) {
            out.line("entry.lastHitNs = objects.nowNs();");
        }
        if (table.withCounters()) {
            out.line("entry.packets++;");
            out.line("entry.bytes += p.ingressLength;");
        }
        if (table.directMeter() != null) {
            meter(table, out);
        }
    }

    /** The action of the entry, or of the member that the selector chooses of its group. */
    private static void choose(int index, ActionProfile profile, JavaSource out) {
        if (profile != null && profile.selector() != null) {
            out.line(
                    "ActionData data = entry.group == null ? entry.action : entry.group.choose(selector"
                            + index
                            + "(p));");
        } else {
            out.line("ActionData data = entry.action;");
        }
    }

    private void dispatch(String name, Table table, JavaSource out) {
        out.line("if (data == null) {");
        out.line(name + ".lastAction = -1;");
        out.line("return entry;");
        out.line("}");
        out.line(name + ".lastAction = data.action;");
        out.line("switch (data.action) {");
        for (Action action : table.actions()) {
            if (action.primitives().isEmpty()) {
                continue;
            }
            for (int number : generation.numbers(table, action)) {
                out.line("case " + number + ":");
            }
            out.line("action" + action.id() + "(p, data.values);");
            out.line("break;");
        }
        out.line("default:");
        out.line("break;");
        out.line("}");
    }

    /** Whether a table is how the compiler of the program calls one action, whatever comes. */
    private static boolean isPlainCall(Table table) {
        return table.key().isEmpty()
                && table.isDefaultConst()
                && table.defaultAction() != null
                && table.defaultArguments().isEmpty()
                && table.profile() == null
                && table.directMeter() == null
                && !table.withCounters()
                && !table.withIdleTimeout();
    }

    private ActionProfile profile(Table table) throws ProgramException {
        if (table.profile() == null) {
            return null;
        }
        Program program = generation.program;
        for (ActionProfile profile : program.ingress().profiles()) {
            if (profile.name().equals(table.profile())) {
                return profile;
            }
        }
        for (ActionProfile profile : program.egress().profiles()) {
            if (profile.name().equals(table.profile())) {
                return profile;
            }
        }
        throw new ProgramException(
                table.path() + ".action_profile: no action profile \"" + table.profile() + "\"");
    }

    /** The class of a table's index, so that calls to it are known to the just-in-time compiler. */
    static String indexClass(Table table) {
        return switch (KeyLayout.of(table).lookup()) {
            case EXACT -> "ExactIndex";
            case PREFIX -> "PrefixIndex";
            case MASKED -> "MaskedIndex";
        };
    }

    private void lookUp(Table table, int index, JavaSource out) throws ProgramException {
        Map<Integer, StringBuilder> words = keyWords(table);
        KeyLayout.Lookup lookup = KeyLayout.of(table).lookup();
        if (words.size() == 1 && lookup != KeyLayout.Lookup.MASKED
                || words.size() == 2 && lookup == KeyLayout.Lookup.EXACT) {
            out.line(
                    "Entry entry = index%d.find(%s);"
                            .formatted(index, String.join(", ", words.values())));
            return;
        }
        out.line("long[] key = table" + index + ".key;");
        words.forEach((at, text) -> out.line("key[" + at + "] = " + text + ";"));
        out.line("Entry entry = index" + index + ".find(key);");
    }

    private Map<Integer, StringBuilder> keyWords(Table table) throws ProgramException {
        ExpressionCompiler expressions =
                generation.expressions("p", List.of(), table.path() + ".key");
        Map<Integer, StringBuilder> words = new TreeMap<>();
        for (KeyLayout.Piece piece : KeyLayout.of(table).pieces()) {
            Table.Key key = table.key().get(piece.field());
            String value =
                    expressions.word(new Expression.Field(key.field()), piece.fieldShift() / 64);
            long mask = piece.width() == 64 ? -1L : (1L << piece.width()) - 1;
            BigInteger keyMask = key.mask();
            long wanted =
                    keyMask == null
                            ? mask
                            : keyMask.shiftRight(piece.fieldShift()).longValue() & mask;
            if (wanted != mask || key.field().type().isSigned()) {
                value = "(" + value + " & " + ExpressionCompiler.literal(wanted) + ")";
            }
            Header header = key.field().header();
            if (key.field().index() != FieldRef.VALIDITY
                    && generation.invalidHeaders.mayBeUnlikeZero(header)) {
                // As in BMv2, keys take the fields of headers that are not valid as zero.
                value = "(p." + generation.names.valid(header) + " ? " + value + " : 0L)";
            }
            if (piece.wordShift() > 0) {
                value = "(" + value + " << " + piece.wordShift() + ")";
            }
            StringBuilder word = words.computeIfAbsent(piece.word(), at -> new StringBuilder());
            word.append(word.isEmpty() ? "" : " | ").append(value);
        }
        return words;
    }

    private void meter(Table table, JavaSource out) throws ProgramException {
        for (MeterArray meter : generation.program.meters()) {
            if (meter.name().equals(table.directMeter()) && meter.result() != null) {
                // BMv2 runs no meter on a miss; here the default may have been given one.
                out.line(
                        "if (entry.meter != null && (entry.hit || entry.meter.config() != null)) {");
                out.line(
                        "long color = entry.meter.mark(%s, objects.nowNs());"
                                .formatted(meter.measuresBytes() ? "p.ingressLength" : "1L"));
                ExpressionCompiler expressions =
                        generation.expressions("p", List.of(), table.path());
                new Assignment(generation, expressions, out, "p")
                        .assignWords(
                                meter.result(),
                                index -> index == 0 ? "color" : "0L",
                                ValueRange.unsigned(2));
                out.line("}");
                return;
            }
        }
        throw new ProgramException(
                table.path() + ".direct_meters: no direct meter \"" + table.directMeter() + "\"");
    }
}
