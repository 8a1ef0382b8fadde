// SPDX-License-Identifier: Apache-2.0
package org.weir.tofino.model.stage;

import java.util.ArrayList;
import java.util.List;
import org.weir.tofino.model.action.ActionProgram;
import org.weir.tofino.model.action.ActionRun;
import org.weir.tofino.model.action.Instruction;
import org.weir.tofino.model.assembly.AssemblyException;
import org.weir.tofino.model.phv.Phv;

/**
 * A packet in a stage: all tables see the PHV as it came in, all actions write the PHV that goes
 * out.
 */
public final class StageRun {

    private final int packetBytes;
    private final Phv in;
    private final Phv out;
    private final List<Instruction> executed = new ArrayList<>();

    public StageRun(Phv in, Phv out, int packetBytes) {
        this.in = in;
        this.out = out;
        this.packetBytes = packetBytes;
    }

    Phv in() {
        return in;
    }

    int packetBytes() {
        return packetBytes;
    }

    void execute(ActionProgram action, ActionRun run) {
        for (Instruction instruction : action.instructions) {
            for (Instruction other : executed) {
                // A container has one ALU.
                if (other.destination().container().equals(instruction.destination().container())) {
                    throw new AssemblyException(
                            instruction.line(),
                            instruction.destination().container()
                                    + " is written in line "
                                    + other.line()
                                    + " too, for the same packet in the same stage");
                }
            }
            executed.add(instruction);
            instruction.execute(in, out, run);
        }
    }
}
