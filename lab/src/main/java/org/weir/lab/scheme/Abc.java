// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.scheme;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.weir.bmv2.controlplane.ProgramException;
import org.weir.lab.host.config.HostConfig;
import org.weir.lab.network.LinkSpec;
import org.weir.lab.network.Network;
import org.weir.lab.network.SwitchSpec;
import org.weir.lab.program.ActivityProgram;
import org.weir.lab.program.QueueCounts;
import org.weir.lab.program.SchemeProgram;
import org.weir.reaction.Reaction;

/**
 * Activity-based congestion management (P4-ABC, Future Internet 2019): edges meter each host and
 * write its activity into packets, switches drop those of the most active hosts first. A host is an
 * aggregate; ports to hosts are the domain's edge.
 */
final class Abc implements Scheme {
    private static final String PAPER = "P4-ABC section 6.1.3";
    private static final double LEAST_MEMORY_MS = 10;
    private static final double MOST_MEMORY_MS = 1e5;

    private static final List<Parameter> PARAMETERS =
            List.of(
                    memory("meterMemoryMs", 3000, "M_AM: memory of a host's measured rate"),
                    new Parameter(
                            "referenceBps",
                            "bit/s",
                            1e4,
                            1e3,
                            1e9,
                            "R_r: rate whose activity is 0",
                            PAPER),
                    memory("averageMemoryMs", 300, "M_AA: memory of the mean activity"),
                    packets("qMinPackets", 6, 1e6, "Q_min: nothing is dropped up to it"),
                    packets("qBasePackets", 20, 1e6, "Q_base: threshold at the mean activity"),
                    packets(
                            "gammaPackets",
                            16,
                            4095,
                            "γ: the threshold is as much lower at twice the rate"));

    private static Parameter memory(String name, double ms, String meaning) {
        return new Parameter(name, "ms", ms, LEAST_MEMORY_MS, MOST_MEMORY_MS, meaning, PAPER);
    }

    private static Parameter packets(String name, double normal, double most, String meaning) {
        return new Parameter(name, "packets", normal, 0, most, meaning, PAPER);
    }

    @Override
    public String name() {
        return SchemeNames.ABC;
    }

    @Override
    public String title() {
        return "ABC: activity metered at the edge, packets of the most active hosts dropped first";
    }

    @Override
    public String senders() {
        return "heed nothing but losses, as TCP's do";
    }

    @Override
    public List<Parameter> parameters() {
        return PARAMETERS;
    }

    @Override
    public Optional<Reaction> reaction(Values values) {
        return Optional.empty();
    }

    @Override
    public void install(Network network, Values values) throws ProgramException {
        Map<String, HostConfig> hosts = new HashMap<>();
        network.spec().hosts().forEach(host -> hosts.put(host.name(), host));
        Map<LinkSpec.End, LinkSpec.End> peers = new HashMap<>();
        for (LinkSpec link : network.spec().links()) {
            peers.put(link.first(), link.second());
            peers.put(link.second(), link.first());
        }
        Map<String, ActivityProgram> programs = ActivityProgram.install(network);
        for (SwitchSpec node : network.spec().switches()) {
            ActivityProgram program = programs.get(node.name());
            QueueCounts.correct(network.node(node.name()), network.engine(), QueueCounts.ABC);
            int aggregates = 0;
            for (SwitchSpec.PortSpec port : node.ports()) {
                int limit = SchemeProgram.queuePackets(network.node(node.name()), port.number());
                program.thresholds(port.number(), thresholds(limit, values));
                LinkSpec.End peer = peers.get(new LinkSpec.End(node.name(), port.number()));
                if (peer == null) {
                    continue;
                }
                if (peer.port() > 0) {
                    program.innerPort(port.number());
                } else {
                    program.aggregate(
                            port.number(),
                            hosts.get(peer.node()).ipv4(),
                            aggregates++,
                            values.msAsNs("meterMemoryMs"),
                            values.whole("referenceBps"));
                }
            }
        }
    }

    private static ActivityProgram.Thresholds thresholds(int limitPackets, Values values) {
        return new ActivityProgram.Thresholds(
                limitPackets,
                values.whole("qMinPackets"),
                values.whole("qBasePackets"),
                values.whole("gammaPackets"),
                values.msAsNs("averageMemoryMs"));
    }
}
