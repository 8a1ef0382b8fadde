// SPDX-License-Identifier: Apache-2.0
package org.weir.tofino.model;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.weir.tofino.model.assembly.AssemblyException;
import org.weir.tofino.model.assembly.Gress;
import org.weir.tofino.model.assembly.Node;
import org.weir.tofino.model.parser.Deparser;
import org.weir.tofino.model.parser.ParserProgram;
import org.weir.tofino.model.phv.Phv;
import org.weir.tofino.model.phv.PhvNames;
import org.weir.tofino.model.stage.LogicalTable;
import org.weir.tofino.model.stage.Stage;
import org.weir.tofino.model.stage.StageRun;

/** Parser, stages and deparser of one gress. */
final class GressProgram {

    private static final String END = "END";

    final PhvNames names;
    final ParserProgram parser;
    final Deparser deparser;
    final List<Stage> stages = new ArrayList<>();
    private final Map<String, LogicalTable> tables = new HashMap<>();

    GressProgram(Gress gress, Node assembly) {
        String suffix = " " + gress.assemblyName();
        names = new PhvNames(assembly.get("phv" + suffix));
        ParserProgram parserProgram = null;
        Deparser deparserProgram = null;
        for (Node.Entry section : assembly.entries()) {
            if (section.key().equals("parser" + suffix)) {
                parserProgram = new ParserProgram(section, names);
            } else if (section.key().equals("deparser" + suffix)) {
                deparserProgram = new Deparser(gress, section, names);
            } else if (section.key().matches("stage [0-9]+" + suffix)) {
                int number = Integer.parseInt(section.key().split(" ")[1]);
                stages.add(new Stage(section, number, names));
            }
        }
        if (parserProgram == null || deparserProgram == null) {
            throw assembly.error("no parser or deparser for " + gress);
        }
        parser = parserProgram;
        deparser = deparserProgram;
        for (Stage stage : stages) {
            for (LogicalTable table : stage.tables) {
                tables.put(table.name, table);
            }
        }
    }

    /**
     * Takes a packet through the stages.
     *
     * @param packetBytes as counters count it
     */
    Phv run(Phv parsed, int packetBytes) {
        Phv in = parsed;
        String next =
                stages.isEmpty() || stages.get(0).tables.isEmpty()
                        ? END
                        : stages.get(0).tables.get(0).name;
        for (Stage stage : stages) {
            if (next.equals(END)) {
                break;
            }
            Phv out = new Phv(in);
            StageRun run = new StageRun(in, out, packetBytes);
            for (LogicalTable table : stage.tables) {
                if (table.name.equals(next)) {
                    next = table.run(run);
                    check(table, next);
                }
            }
            in = out;
        }
        if (!next.equals(END)) {
            throw new IllegalStateException("the pipe ends before " + next);
        }
        return in;
    }

    private void check(LogicalTable from, String next) {
        if (next.equals(END)) {
            return;
        }
        LogicalTable to = tables.get(next);
        if (to == null) {
            throw new AssemblyException(from.line, "no table " + next);
        }
        if (to.stage < from.stage || to.stage == from.stage && to.logicalId <= from.logicalId) {
            throw new AssemblyException(from.line, next + " comes before " + from.name);
        }
    }
}
