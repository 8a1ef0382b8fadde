// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.scheme;

import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.weir.bmv2.controlplane.ProgramException;
import org.weir.control.PortSettings;
import org.weir.lab.controller.VirtualController;
import org.weir.lab.network.Network;
import org.weir.lab.program.PortThresholds;
import org.weir.reaction.Reaction;

/**
 * Congestion-control scheme: a P4 program for every switch, and the behaviour of senders and
 * receivers. Stateless; one object serves any number of runs at once.
 */
public interface Scheme {
    /** Name on the command line, for example {@code dcqcn}. */
    String name();

    /** Name of the scheme whose published values for other networks are also this one's. */
    default String settingsName() {
        return name();
    }

    /** Description in one line. */
    String title();

    /** Reaction of its senders in one line, with the publication that specifies it. */
    String senders();

    /** Its parameters. */
    List<Parameter> parameters();

    /** Reaction of the senders; empty when they ignore congestion. */
    Optional<Reaction> reaction(Values values);

    /** Queues that a port has for data, between which a limit of all its data is to be divided. */
    default int dataQueues() {
        return 1;
    }

    /** True if switches set ECE in acknowledgements on their way, as reverse path marking does. */
    default boolean setsEce() {
        return false;
    }

    /**
     * True if switches stamp ECN-capable packets with what the scheme's senders have to know. Then
     * packets of other senders are not ECN-capable.
     */
    default boolean stampsEcnCapable() {
        return false;
    }

    /** True if the switches' program forwards IPv6; all forward IPv4. */
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
     * Does what {@link #install(Network, Values)} does, with thresholds by port. The default has
     * the same for all ports.
     *
     * @param thresholds rule for thresholds that are declared for a host's line
     * @throws ProgramException when a switch refuses the program
     */
    default void install(Network network, Values values, PortThresholds thresholds)
            throws ProgramException {
        install(network, values);
    }

    /** A scheme whose switches a {@link VirtualController} sets. */
    interface Controlled extends Scheme {
        /**
         * Does what {@link #install} does, with settings that may be changed on their way.
         *
         * @param onTheWay makes what a switch is given of what the controller sends
         * @return the controller, which has started
         * @throws ProgramException when a switch refuses the program
         */
        VirtualController control(
                Network network, Values values, UnaryOperator<PortSettings> onTheWay)
                throws ProgramException;
    }
}
