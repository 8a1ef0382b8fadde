// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.scheme;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.weir.bmv2.controlplane.ProgramException;
import org.weir.control.QueueSettings;
import org.weir.control.RateWindow;
import org.weir.lab.network.Network;
import org.weir.lab.network.SwitchNode;
import org.weir.lab.network.SwitchSpec;
import org.weir.lab.program.StaticRoutes;
import org.weir.lab.program.WeirClasses;
import org.weir.lab.program.WeirProgram;
import org.weir.lab.workload.TrafficClass;
import org.weir.reaction.Reaction;

/**
 * Weir's data plane with settings that never change and senders that ignore congestion: strict
 * priority, or weighted round robin of virtual queues.
 */
final class FixedSharing implements Scheme {
    private static final Parameter WEIGHT_PACKETS =
            new Parameter(
                    "weightPackets",
                    "packets",
                    8,
                    1,
                    QueueSettings.MAX_ROUND_PACKETS
                            / QueueSettings.TURNS_PER_ROUND
                            / TrafficClass.values().length,
                    "packets that a class may put into one priority level; equal for all",
                    "not published");
    private static final Parameter LIMIT_PACKETS =
            new Parameter(
                    "limitPackets",
                    "packets",
                    85,
                    1,
                    65535,
                    "packets of a class that may wait; equal for all",
                    "a third of 256");
    private static final long UNUSED_TARGET_KBPS = 1;
    private static final long SECOND_US = 1_000_000;
    private static final int TOP_LEVEL = 6;

    private final boolean roundRobin;

    private FixedSharing(boolean roundRobin) {
        this.roundRobin = roundRobin;
    }

    static List<Scheme> forms() {
        return List.of(new FixedSharing(false), new FixedSharing(true));
    }

    @Override
    public String name() {
        return roundRobin ? SchemeNames.WRR : SchemeNames.STRICT_PRIORITY;
    }

    @Override
    public String title() {
        return roundRobin ? "weighted round robin of virtual queues" : "strict priority of classes";
    }

    @Override
    public String senders() {
        return "ignore congestion";
    }

    @Override
    public List<Parameter> parameters() {
        return roundRobin ? List.of(WEIGHT_PACKETS, LIMIT_PACKETS) : List.of();
    }

    @Override
    public Optional<Reaction> reaction(Values values) {
        return Optional.empty();
    }

    @Override
    public boolean carriesIpv6() {
        return true;
    }

    /** Virtual queues have limits of their own, and their packets wait in common queues. */
    @Override
    public int dataQueues() {
        return roundRobin ? 1 : TrafficClass.values().length;
    }

    @Override
    public void install(Network network, Values values) throws ProgramException {
        Map<String, WeirProgram> programs = StaticRoutes.install(network);
        WeirClasses.install(network, programs);
        for (SwitchNode node : network.nodes()) {
            WeirProgram program = programs.get(node.spec().name());
            for (SwitchSpec.PortSpec port : node.spec().ports()) {
                set(program, port, values);
            }
        }
    }

    private void set(WeirProgram program, SwitchSpec.PortSpec spec, Values values) {
        int port = spec.number();
        int round = 1;
        for (TrafficClass one : TrafficClass.values()) {
            if (roundRobin) {
                int limit = (int) values.whole("limitPackets");
                int weight = QueueSettings.TURNS_PER_ROUND * (int) values.whole("weightPackets");
                program.virtualQueue(
                        port, one.ordinal(), weight, limit, limit, UNUSED_TARGET_KBPS, SECOND_US);
                round = weight * TrafficClass.values().length;
            } else {
                program.strictPriority(port, one.ordinal(), TOP_LEVEL - one.ordinal());
            }
        }
        program.useSettings(port, round, RateWindow.forRate(spec.rateBps()));
    }
}
