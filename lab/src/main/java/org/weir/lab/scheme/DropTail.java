// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.scheme;

import java.util.List;
import java.util.Optional;
import org.weir.bmv2.controlplane.ProgramException;
import org.weir.lab.network.Network;
import org.weir.lab.program.SchemeProgram;
import org.weir.reaction.Reaction;

/** No congestion control: senders ignore congestion, full queues drop. */
final class DropTail implements Scheme {

    @Override
    public String name() {
        return SchemeNames.DROP_TAIL;
    }

    @Override
    public String title() {
        return "drop-tail queues";
    }

    @Override
    public String senders() {
        return "ignore congestion";
    }

    @Override
    public List<Parameter> parameters() {
        return List.of();
    }

    @Override
    public Optional<Reaction> reaction(Values values) {
        return Optional.empty();
    }

    @Override
    public void install(Network network, Values values) throws ProgramException {
        SchemeProgram.install(network, "drop_tail");
    }
}
