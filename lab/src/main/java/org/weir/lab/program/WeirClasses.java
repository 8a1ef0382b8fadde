// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.program;

import java.util.Map;
import org.weir.lab.network.Network;
import org.weir.lab.network.SwitchNode;
import org.weir.lab.workload.TrafficClass;
import org.weir.reaction.packet.CongestionNotification;

/**
 * Classes of packets in Weir's switches: those of the lab by their DSCP, with a default class; and
 * one for what receivers send back, which waits with feedback, before all others.
 */
public final class WeirClasses {
    /** The class of packets that no rule puts into another. */
    public static final TrafficClass DEFAULT = TrafficClass.C;

    /** Index of the class of acknowledgements and statuses, after those of a policy. */
    private static final int CONTROL_CLASS = 7;

    private WeirClasses() {}

    /** Gives them to all switches of a network. */
    public static void install(Network network, Map<String, WeirProgram> programs) {
        for (SwitchNode node : network.nodes()) {
            WeirProgram program = programs.get(node.spec().name());
            for (TrafficClass one : TrafficClass.values()) {
                program.classify(one.dscp(), one.ordinal());
            }
            program.classifyOthers(DEFAULT.ordinal());
            program.controlQueue(node.spec().ports(), CongestionNotification.DSCP, CONTROL_CLASS);
        }
    }
}
