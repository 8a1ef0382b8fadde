// SPDX-License-Identifier: Apache-2.0
package org.weir.tofino.model;

import java.util.ArrayList;
import java.util.List;

/** What lies on the bytes of the bus from which a stage's ALUs take action data. */
final class ActionBus {

    private record Lane(BitRange bytes, Term source) {}

    private final List<Lane> lanes = new ArrayList<>();

    /** Takes a table's or an action data table's {@code action_bus}. */
    void read(Node bus) {
        for (Node.Entry entry : bus.entries()) {
            lanes.add(
                    new Lane(
                            BitRange.parse(entry.line(), entry.key()),
                            Term.parse(entry.line(), entry.value().text())));
        }
    }

    /**
     * What an ALU of {@code bits} bits finds in the lane behind that of a piece of action data: the
     * mask of a bitmasked-set.
     */
    ActionData.Place behind(int line, ActionData.Place data, int bits, ActionData actionData) {
        int bytes = bits / 8;
        for (Lane lane : lanes) {
            ActionData.Place place = actionData.storage(lane.source);
            boolean aligned = lane.bytes.lo() % bytes == 0;
            if (place == null || !aligned || !place.startsAs(data)) {
                continue;
            }
            int at = lane.bytes.lo() + bytes;
            for (Lane next : lanes) {
                ActionData.Place mask = actionData.storage(next.source);
                if (next.bytes.lo() == at && mask != null) {
                    return mask;
                }
            }
        }
        throw new AssemblyException(line, "no mask on the action bus behind " + data);
    }
}
