// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.compiler.expression;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.weir.bmv2.controlplane.ProgramException;
import org.weir.bmv2.program.Action;
import org.weir.bmv2.program.Calculation;
import org.weir.bmv2.program.CounterArray;
import org.weir.bmv2.program.MeterArray;
import org.weir.bmv2.program.Program;
import org.weir.bmv2.program.RegisterArray;
import org.weir.bmv2.program.Table;

/**
 * State that the writers of a program's parts share: the program, the Java names, and the place of
 * each object.
 */
public final class Generation {

    public final Program program;
    public final Names names;
    public final InvalidHeaders invalidHeaders;
    public final List<Table> tables = new ArrayList<>();
    public final List<CounterArray> counters = new ArrayList<>();
    public final List<MeterArray> meters = new ArrayList<>();

    /** Calls of externs that are not v1model's own, as they came up. */
    public final List<ExternUse> externUses = new ArrayList<>();

    /** Methods of the class, in the order they came up. */
    public final JavaSource methods = new JavaSource();

    /** Methods that expressions too long for one method are taken apart into. */
    public final JavaSource helpers = new JavaSource();

    private int helperCount;

    private final Map<String, Integer> calculationIndex = new HashMap<>();

    public Generation(Program program) {
        this.program = program;
        this.names = new Names(program);
        this.invalidHeaders = new InvalidHeaders(program);
        tables.addAll(program.ingress().tables());
        tables.addAll(program.egress().tables());
        program.counters().stream().filter(counter -> !counter.isDirect()).forEach(counters::add);
        program.meters().stream().filter(meter -> !meter.isDirect()).forEach(meters::add);
        for (String name : program.calculations().keySet()) {
            calculationIndex.put(name, calculationIndex.size());
        }
    }

    public ExpressionCompiler expressions(
            String packet, List<Action.Parameter> parameters, String path) {
        return new ExpressionCompiler(this, packet, parameters, path);
    }

    /** Makes an expression of a packet, and maybe an action's data {@code d}, a method's result. */
    String helper(String type, String packet, boolean withData, String expression) {
        String name = "part" + helperCount++;
        helpers.line(
                "private static %s %s(Phv %s%s) {"
                        .formatted(type, name, packet, withData ? ", long[] d" : ""));
        helpers.line("return " + expression + ";");
        helpers.line("}");
        return name + "(" + packet + (withData ? ", d" : "") + ")";
    }

    /**
     * Numbers that an action of a table can have: entries of a shared action profile may come from
     * another table.
     */
    public List<Integer> numbers(Table table, Action action) {
        if (table.profile() == null) {
            return List.of(action.id());
        }
        return program.actions().stream()
                .filter(other -> other.name().equals(action.name()))
                .map(Action::id)
                .toList();
    }

    public String calculation(String name, String path) throws ProgramException {
        Integer index = calculationIndex.get(name);
        if (index == null) {
            throw new ProgramException(path + ": no calculation \"" + name + "\"");
        }
        return "calculation" + index;
    }

    Calculation calculationNamed(String name) {
        return program.calculations().get(name);
    }

    public String register(String name, String path) throws ProgramException {
        for (int i = 0; i < program.registers().size(); i++) {
            if (program.registers().get(i).name().equals(name)) {
                return "register" + i;
            }
        }
        throw new ProgramException(path + ": no register array \"" + name + "\"");
    }

    public RegisterArray registerNamed(String name) {
        return program.registers().stream()
                .filter(array -> array.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    public String counter(String name, String path) throws ProgramException {
        for (int i = 0; i < counters.size(); i++) {
            if (counters.get(i).name().equals(name)) {
                return "counter" + i;
            }
        }
        throw new ProgramException(path + ": no counter array \"" + name + "\"");
    }

    public String meter(String name, String path) throws ProgramException {
        for (int i = 0; i < meters.size(); i++) {
            if (meters.get(i).name().equals(name)) {
                return "meter" + i;
            }
        }
        throw new ProgramException(path + ": no meter array \"" + name + "\"");
    }
}
