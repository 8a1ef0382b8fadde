// SPDX-License-Identifier: Apache-2.0
package org.weir.runner.up;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.weir.lab.cli.GeneratorOptions;
import org.weir.lab.host.FlowConfig;
import org.weir.lab.host.LoadSchedule;
import org.weir.lab.network.NetworkSpec;
import org.weir.reaction.targetrate.TargetRateReaction;
import org.weir.runner.InputException;
import org.weir.runner.onos.OnosFile;

/**
 * A network from the words of {@code --generate}, with traffic of every class of a policy.
 *
 * <p>Each pair of hosts that the words give gets one flow per class. The classes share the pair's
 * rate as 1 : 2 : 3 … in the policy's order. Example: {@code --per-flow 1800k} and the classes A, B
 * and C give each pair flows of 0.3, 0.6 and 0.9 Mb/s.
 */
final class GeneratedNetwork {
    private static final int FIRST_DESTINATION_PORT = 5001;

    private GeneratedNetwork() {}

    /**
     * Builds the network.
     *
     * @param words options of the user
     * @param classes the policy's classes that packets can be sent in, at least one
     * @param seed of the network and of the choice of pairs
     * @throws InputException naming the option and the rule
     */
    static NetworkSpec create(GeneratorOptions words, List<OnosFile.MarkedClass> classes, long seed)
            throws InputException {
        if (words.hasMessages()) {
            throw new InputException("--sizes: is for lab network only; weir up sends flows");
        }
        try {
            NetworkSpec pairs =
                    words.create(seed, Optional.of(TargetRateReaction.forLine(words.rateBps())));
            return pairs.withFlows(flowsOfEachClass(pairs.flows(), classes));
        } catch (IllegalArgumentException e) {
            throw new InputException(e.getMessage());
        }
    }

    private static List<NetworkSpec.Traffic> flowsOfEachClass(
            List<NetworkSpec.Traffic> pairs, List<OnosFile.MarkedClass> classes) {
        int shares = classes.size() * (classes.size() + 1) / 2;
        List<NetworkSpec.Traffic> flows = new ArrayList<>();
        for (NetworkSpec.Traffic pair : pairs) {
            long pairBps = pair.flow().load().rateAt(0);
            for (int i = 0; i < classes.size(); i++) {
                long rateBps = Math.max(1, pairBps * (i + 1) / shares);
                flows.add(
                        new NetworkSpec.Traffic(
                                pair.sender(),
                                flow(pair.flow(), classes.get(i), flows.size(), i, rateBps)));
            }
        }
        return flows;
    }

    private static FlowConfig flow(
            FlowConfig pair, OnosFile.MarkedClass ofClass, int id, int index, long rateBps) {
        return new FlowConfig(
                id,
                pair.name() + " " + ofClass.name(),
                ofClass.name(),
                pair.source(),
                pair.destination(),
                pair.sourcePort(),
                FIRST_DESTINATION_PORT + index,
                ofClass.dscp(),
                pair.ecnCapable(),
                pair.packetBytes(),
                pair.process(),
                LoadSchedule.constant(rateBps),
                pair.backlogPackets(),
                pair.reaction());
    }
}
