// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.scheme;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.weir.bmv2.controlplane.ProgramException;
import org.weir.lab.network.Network;
import org.weir.lab.network.SwitchNode;
import org.weir.lab.network.SwitchSpec;
import org.weir.lab.program.ByteShares;
import org.weir.lab.program.PortThresholds;
import org.weir.lab.program.SchemeProgram;
import org.weir.lab.workload.TrafficClass;
import org.weir.reaction.Reaction;

/**
 * Another scheme with a queue for each class at every port, which share by weighted round robin of
 * bytes. The congestion point looks at the queue that the packet was in.
 */
final class ClassQueues implements Scheme {
    private static final int FIRST_QUEUE = 4;
    private static final int LEVEL = 6;

    private final Scheme scheme;

    /**
     * @param scheme with a congestion point that knows nothing of other queues of its port, in a
     *     program with class queues
     */
    ClassQueues(Scheme scheme) {
        this.scheme = scheme;
    }

    @Override
    public String name() {
        return scheme.name() + "-wrr";
    }

    @Override
    public String settingsName() {
        return scheme.settingsName();
    }

    @Override
    public String title() {
        return scheme.title() + "; a queue for each class, weighted round robin of bytes";
    }

    @Override
    public String senders() {
        return scheme.senders();
    }

    @Override
    public List<Parameter> parameters() {
        List<Parameter> parameters = new ArrayList<>(scheme.parameters());
        for (TrafficClass one : TrafficClass.values()) {
            parameters.add(
                    new Parameter(
                            weightName(one),
                            "",
                            TrafficClass.values().length - one.ordinal(),
                            ByteShares.LEAST_WEIGHT,
                            ByteShares.LARGEST_WEIGHT,
                            "share of class " + one + " in a busy line, by bytes",
                            "the importance of the class in netcfg/pmqecn-fig6"));
        }
        return List.copyOf(parameters);
    }

    private static String weightName(TrafficClass one) {
        return "weight" + one;
    }

    @Override
    public Optional<Reaction> reaction(Values values) {
        return scheme.reaction(values);
    }

    @Override
    public boolean stampsEcnCapable() {
        return scheme.stampsEcnCapable();
    }

    @Override
    public int dataQueues() {
        return TrafficClass.values().length;
    }

    @Override
    public void install(Network network, Values values) throws ProgramException {
        install(network, values, PortThresholds.ALIKE);
    }

    @Override
    public void install(Network network, Values values, PortThresholds thresholds)
            throws ProgramException {
        scheme.install(network, values, thresholds);
        Map<Integer, Double> weights = new HashMap<>();
        for (TrafficClass one : TrafficClass.values()) {
            weights.put(FIRST_QUEUE + one.ordinal(), values.get(weightName(one)));
        }
        for (SwitchNode node : network.nodes()) {
            for (TrafficClass one : TrafficClass.values()) {
                SchemeProgram.classQueue(node, one.dscp(), FIRST_QUEUE + one.ordinal());
            }
            for (SwitchSpec.PortSpec port : node.spec().ports()) {
                ByteShares.set(
                        node.device().orElseThrow(),
                        port.number(),
                        port.traffic().quantumBytes(),
                        LEVEL,
                        weights);
            }
        }
    }
}
