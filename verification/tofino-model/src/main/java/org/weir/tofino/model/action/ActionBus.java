// SPDX-License-Identifier: Apache-2.0
package org.weir.tofino.model.action;

import java.util.ArrayList;
import java.util.List;
import org.weir.tofino.model.assembly.AssemblyException;
import org.weir.tofino.model.assembly.BitRange;
import org.weir.tofino.model.assembly.Node;
import org.weir.tofino.model.assembly.Term;

/** Sources on the bytes of the bus from which a stage's ALUs take action data. */
public final class ActionBus {

    private record Lane(BitRange bytes, Term source) {}

    private final List<Lane> lanes = new ArrayList<>();

    /** Takes a table's or an action data table's {@code action_bus}. */
    public void read(Node bus) {
        for (Node.Entry entry : bus.entries()) {
            lanes.add(
                    new Lane(
                            BitRange.parse(entry.line(), entry.key()),
                            Term.parse(entry.line(), entry.value().text())));
        }
    }

    /** The lane that an ALU of {@code bits} bits takes for a piece of action data. */
    ActionData.Place lane(int line, ActionData.Place data, int bits, ActionData actionData) {
        return actionData.storage(lanes.get(laneOf(line, data, bits, actionData)).source);
    }

    /** The lane behind that one: the mask of a bitmasked-set. */
    ActionData.Place laneBehind(int line, ActionData.Place data, int bits, ActionData actionData) {
        Lane lane = lanes.get(laneOf(line, data, bits, actionData));
        for (Lane next : lanes) {
            ActionData.Place mask = actionData.storage(next.source);
            if (next.bytes.lo() == lane.bytes.lo() + bits / 8 && mask != null) {
                return mask;
            }
        }
        throw new AssemblyException(line, "no mask on the action bus behind " + data);
    }

    private int laneOf(int line, ActionData.Place data, int bits, ActionData actionData) {
        for (int i = 0; i < lanes.size(); i++) {
            Lane lane = lanes.get(i);
            ActionData.Place place = actionData.storage(lane.source);
            boolean fits = lane.bytes.width() * 8 <= bits && lane.bytes.lo() % (bits / 8) == 0;
            if (place != null && fits && place.contains(data)) {
                return i;
            }
        }
        throw new AssemblyException(line, data + " is not on the action bus for " + bits + " bits");
    }
}
