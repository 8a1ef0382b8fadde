// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.scheme;

import java.util.List;
import java.util.Optional;
import org.weir.bmv2.controlplane.ProgramException;
import org.weir.lab.network.Network;
import org.weir.lab.network.SwitchNode;
import org.weir.reaction.Reaction;

/**
 * A way to control congestion: a P4 program for every switch, and what senders and receivers do.
 * Holds no state; one object serves any number of runs at once.
 */
public interface Scheme {
    /** Name on the command line, for example {@code dcqcn}. */
    String name();

    /** Name of the scheme whose published values for other networks are also this one's. */
    default String settingsName() {
        return name();
    }

    /** One line on what it is. */
    String title();

    /** One line on how its senders react, with the source that has them do so. */
    String senders();

    /** Its parameters. */
    List<Parameter> parameters();

    /** Reaction of the senders; empty when they ignore congestion. */
    Optional<Reaction> reaction(Values values);

    /** Whether the switches' program carries IPv6; all carry IPv4. */
    default boolean carriesIpv6() {
        return false;
    }

    /**
     * Programs a network's switches and prepares its hosts, before it starts.
     *
     * @throws ProgramException when a switch refuses the program
     */
    void install(Network network, Values values) throws ProgramException;

    /**
     * Tells a switch's program that a port has another rate from now on, where that matters to it.
     *
     * @param rateBps bit/s, above 0
     */
    default void rateChanged(SwitchNode node, int port, long rateBps) {}
}
