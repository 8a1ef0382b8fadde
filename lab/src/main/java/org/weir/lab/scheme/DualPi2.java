// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.scheme;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.weir.bmv2.controlplane.ProgramException;
import org.weir.lab.network.Network;
import org.weir.lab.network.SwitchSpec;
import org.weir.lab.program.ByteShares;
import org.weir.lab.program.DualPi2Program;
import org.weir.lab.program.PieProgram;
import org.weir.reaction.RateControl;
import org.weir.reaction.Reaction;

/**
 * DualPI2 (RFC 9332): scalable senders (ECT(1)) and classic ones have a queue each, with coupled
 * marking. One form is for senders of TCP, the other for the lab's paced senders, all of them
 * scalable. Both have the same congestion point.
 */
final class DualPi2 implements Scheme {
    private static final String RFC = "RFC 9332 appendix A.1";
    private static final String LINUX = "Linux's default (sch_dualpi2)";
    private static final double US_PER_MS = 1000;

    private static final Parameter TARGET_MS =
            time("targetMs", 15, "delay of the classic queue to keep", RFC);
    private static final Parameter UPDATE_MS =
            time(
                    "updateMs",
                    15,
                    "Tupdate: time between two updates",
                    RFC + ": min(target, RTT_max/3)");
    private static final Parameter ALPHA =
            gain(
                    "alphaPerSecond",
                    0.15,
                    "gain of the distance from the target",
                    RFC + ": 0.1 Tupdate / RTT_max² with RTT_max = 100 ms");
    private static final Parameter BETA =
            gain(
                    "betaPerSecond",
                    3,
                    "gain of the change of the delay",
                    RFC + ": 0.3 / RTT_max with RTT_max = 100 ms");
    private static final Parameter COUPLING =
            new Parameter("coupling", "", 2, 1, 16, "k: p_L = k √p_C, a whole number", RFC);
    private static final Parameter STEP_MS =
            time(
                    "stepMs",
                    1,
                    "delay above which all packets of scalable senders are marked",
                    LINUX);
    private static final Parameter LOW_LATENCY_WEIGHT =
            weight("weightL", 9, "share of scalable senders in the line, by bytes");
    private static final Parameter CLASSIC_WEIGHT =
            weight("weightC", 1, "share of classic senders");

    private static final List<Parameter> CONGESTION_POINT =
            List.of(
                    TARGET_MS,
                    UPDATE_MS,
                    ALPHA,
                    BETA,
                    COUPLING,
                    STEP_MS,
                    LOW_LATENCY_WEIGHT,
                    CLASSIC_WEIGHT);

    private final boolean tcp;

    private DualPi2(boolean tcp) {
        this.tcp = tcp;
    }

    /** The form for paced senders. */
    static Scheme paced() {
        return new DualPi2(false);
    }

    /** The form for TCP. */
    static Scheme overTcp() {
        return new DualPi2(true);
    }

    private static Parameter time(String name, double ms, String meaning, String source) {
        return new Parameter(name, "ms", ms, 0.002, 4000, meaning, source);
    }

    private static Parameter gain(String name, double perSecond, String meaning, String source) {
        return new Parameter(name, "1/s", perSecond, 0, PieProgram.MOST_GAIN, meaning, source);
    }

    private static Parameter weight(String name, double weight, String meaning) {
        return new Parameter(
                name,
                "",
                weight,
                ByteShares.LEAST_WEIGHT,
                ByteShares.LARGEST_WEIGHT,
                meaning,
                LINUX + ": 10 % for classic");
    }

    @Override
    public String name() {
        return tcp ? SchemeNames.DUALPI2_TCP : SchemeNames.DUALPI2;
    }

    @Override
    public String title() {
        return tcp
                ? "DualPI2 over TCP: queues for scalable and classic senders, p_C = (p_L/k)²"
                : "DualPI2: marks by delay and by a controller, each packet acknowledged";
    }

    @Override
    public String senders() {
        return tcp
                ? "are TCP's (docs/tcp.md); Prague is the scalable one"
                : "scalable: ECT(1); " + Dctcp.SENDERS;
    }

    @Override
    public List<Parameter> parameters() {
        return tcp
                ? CONGESTION_POINT
                : Stream.concat(Dctcp.SENDER_PARAMETERS.stream(), CONGESTION_POINT.stream())
                        .toList();
    }

    @Override
    public Optional<Reaction> reaction(Values values) {
        return tcp ? Optional.empty() : Optional.of(new Scalable(Dctcp.reactionOf(values)));
    }

    /** Both queues have one limit (RFC 9332 appendix A.1); senders of one kind use one queue. */
    @Override
    public int dataQueues() {
        return 1;
    }

    @Override
    public void install(Network network, Values values) throws ProgramException {
        DualPi2Program.Settings settings =
                new DualPi2Program.Settings(
                        us(values, TARGET_MS),
                        us(values, UPDATE_MS),
                        values.get(ALPHA.name()),
                        values.get(BETA.name()),
                        (int) values.whole(COUPLING.name()),
                        us(values, STEP_MS),
                        values.get(LOW_LATENCY_WEIGHT.name()),
                        values.get(CLASSIC_WEIGHT.name()));
        Map<String, DualPi2Program> programs = DualPi2Program.install(network);
        for (SwitchSpec node : network.spec().switches()) {
            for (SwitchSpec.PortSpec port : node.ports()) {
                programs.get(node.name())
                        .settings(port.number(), port.traffic().quantumBytes(), settings);
            }
        }
        if (!tcp) {
            network.hosts().forEach(host -> host.acknowledgePackets());
        }
    }

    private static long us(Values values, Parameter time) {
        return Math.round(US_PER_MS * values.get(time.name()));
    }

    /**
     * Reaction of senders that identify themselves as scalable: a mark reduces the rate by little,
     * so that a sender gets about as many in a round trip at any rate (RFC 9331 section 4.3).
     */
    private record Scalable(Reaction reaction) implements Reaction {
        @Override
        public RateControl start(long lineBps) {
            return reaction.start(lineBps);
        }

        @Override
        public boolean isScalable() {
            return true;
        }
    }
}
