// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.scheme;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.weir.bmv2.controlplane.ProgramException;
import org.weir.lab.network.Network;
import org.weir.lab.network.SwitchNode;
import org.weir.lab.network.SwitchSpec;
import org.weir.lab.program.PieProgram;
import org.weir.lab.program.QueueCounts;
import org.weir.lab.program.SchemeProgram;
import org.weir.reaction.Reaction;

/**
 * PIE (RFC 8033) for the lab's paced senders, whose receivers tell them of marks, and for senders
 * of TCP. Both have the same congestion point.
 */
final class Pie implements Scheme {
    private static final double LONGEST_MS = 4000;
    private static final double US_PER_MS = 1000;

    private static final Parameter TARGET_MS =
            time("targetMs", 15, "QDELAY_REF: queueing delay to keep", "4.2 and 5");
    private static final Parameter UPDATE_MS =
            time("updateMs", 15, "T_UPDATE: time between two updates of the probability", "4.2");
    private static final Parameter BURST_MS =
            time("burstMs", 150, "MAX_BURST: length of a burst without drops", "4.4");
    private static final Parameter ALPHA =
            gain("alphaPerSecond", 0.125, "alpha: gain of the distance from the target");
    private static final Parameter BETA =
            gain("betaPerSecond", 1.25, "beta: gain of the change of the delay");

    private final boolean tcp;

    private Pie(boolean tcp) {
        this.tcp = tcp;
    }

    /** The form for paced senders. */
    static Scheme paced() {
        return new Pie(false);
    }

    /** The form for TCP. */
    static Scheme overTcp() {
        return new Pie(true);
    }

    private static Parameter time(String name, double ms, String meaning, String section) {
        return new Parameter(
                name, "ms", ms, 0.002, LONGEST_MS, meaning, source(section) + "; Linux's default");
    }

    private static Parameter gain(String name, double perSecond, String meaning) {
        return new Parameter(
                name,
                "1/s",
                perSecond,
                0,
                PieProgram.MOST_GAIN,
                meaning,
                source("4.2") + "; Linux's default");
    }

    private static String source(String section) {
        return "RFC 8033 section " + section;
    }

    private Parameter markBelow() {
        return new Parameter(
                "markBelow",
                "",
                tcp ? 0.1 : 1.1,
                0,
                2,
                "mark_ecnth: ECN-capable packets are marked while the probability is below it, and"
                        + " dropped from it on",
                tcp
                        ? source("5.1")
                        : "ours: the paced senders react to marks only; the RFC has 0.1");
    }

    @Override
    public String name() {
        return tcp ? SchemeNames.PIE_TCP : SchemeNames.PIE;
    }

    @Override
    public String title() {
        return tcp
                ? "PIE over TCP: drops and marks by a controller of the queueing delay"
                : "PIE: marks by a controller of the queueing delay, sent back by the receiver";
    }

    @Override
    public String senders() {
        return tcp
                ? "are TCP's (docs/tcp.md)"
                : SenderParameters.HALVING + "; RFC 8033 leaves the rest to TCP";
    }

    @Override
    public List<Parameter> parameters() {
        return tcp
                ? List.of(TARGET_MS, UPDATE_MS, ALPHA, BETA, BURST_MS, markBelow())
                : SenderParameters.and(TARGET_MS, UPDATE_MS, ALPHA, BETA, BURST_MS, markBelow());
    }

    @Override
    public Optional<Reaction> reaction(Values values) {
        return tcp ? Optional.empty() : Optional.of(SenderParameters.halving(values));
    }

    @Override
    public void install(Network network, Values values) throws ProgramException {
        PieProgram.Settings settings =
                new PieProgram.Settings(
                        us(values, TARGET_MS),
                        us(values, UPDATE_MS),
                        values.get(ALPHA.name()),
                        values.get(BETA.name()),
                        us(values, BURST_MS),
                        values.get("markBelow"));
        Map<String, PieProgram> programs = PieProgram.install(network);
        for (SwitchNode node : network.nodes()) {
            for (SwitchSpec.PortSpec port : node.spec().ports()) {
                int limit = SchemeProgram.queuePackets(node, port.number());
                programs.get(node.spec().name()).settings(port.number(), limit, settings);
            }
            QueueCounts.correct(node, network.engine(), QueueCounts.PIE);
        }
        if (!tcp) {
            network.hosts()
                    .forEach(host -> host.notifySenders(values.msAsNs("feedbackIntervalMs")));
        }
    }

    private static long us(Values values, Parameter time) {
        return Math.round(US_PER_MS * values.get(time.name()));
    }
}
