// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.scheme;

import java.util.List;
import java.util.Optional;
import org.weir.bmv2.controlplane.ProgramException;
import org.weir.lab.network.Network;
import org.weir.lab.network.SwitchNode;
import org.weir.lab.program.QueueCounts;
import org.weir.lab.program.SchemeProgram;
import org.weir.reaction.HpccReaction;
import org.weir.reaction.Reaction;

/** HPCC (Li et al., SIGCOMM 2019): switches stamp telemetry, senders compute bytes in flight. */
final class Hpcc implements Scheme {
    private static final String HPCC = "HPCC (SIGCOMM 2019) section 3";
    private static final String STAMP = "stamp";

    private static final Parameter UTILIZATION =
            new Parameter("utilization", "", 0.95, 0.1, 1, "η, of a link's rate times T", HPCC);
    private static final Parameter MAX_STAGE =
            new Parameter(
                    "maxStage",
                    "round trips",
                    5,
                    0,
                    1000,
                    "additive increases before a multiplicative adjustment",
                    HPCC);
    private static final Parameter INCREASE_BPS =
            new Parameter(
                    "increaseBps",
                    "bit/s",
                    4e3,
                    0,
                    1e12,
                    "additive increase of a rate, W_AI over T",
                    "the simulator of HPCC's authors (run.py): 10 Mb/s at 25 Gb/s, by the line");

    @Override
    public String name() {
        return SchemeNames.HPCC;
    }

    @Override
    public String title() {
        return "HPCC: switches stamp telemetry, senders keep bytes in flight below η of each link";
    }

    @Override
    public String senders() {
        return "rate over U/η, once a round trip, window of rate × round trip (HPCC Algorithm 1)";
    }

    @Override
    public List<Parameter> parameters() {
        return List.of(
                SenderParameters.START_BPS,
                SenderParameters.LEAST_BPS,
                SenderParameters.BASE_ROUND_TRIP_MS,
                UTILIZATION,
                MAX_STAGE,
                INCREASE_BPS);
    }

    @Override
    public Optional<Reaction> reaction(Values values) {
        return Optional.of(
                new HpccReaction(
                        values.get("startBps"),
                        values.get("leastBps"),
                        values.msAsNs("baseRoundTripMs"),
                        values.get("utilization"),
                        (int) values.whole("maxStage"),
                        values.get("increaseBps")));
    }

    @Override
    public boolean stampsEcnCapable() {
        return true;
    }

    @Override
    public void install(Network network, Values values) throws ProgramException {
        for (SchemeProgram program : SchemeProgram.install(network, "hpcc").values()) {
            program.rateSettings(STAMP);
        }
        for (SwitchNode node : network.nodes()) {
            SchemeProgram.queueLimits(node);
            QueueCounts.correct(node, network.engine(), QueueCounts.HPCC);
        }
        network.hosts().forEach(host -> host.acknowledgeStampedPackets());
    }
}
