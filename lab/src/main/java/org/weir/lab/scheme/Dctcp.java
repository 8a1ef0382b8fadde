// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.scheme;

import java.util.List;
import java.util.Optional;
import org.weir.bmv2.controlplane.ProgramException;
import org.weir.lab.network.Network;
import org.weir.lab.program.PortThresholds;
import org.weir.lab.program.SchemeProgram;
import org.weir.reaction.DctcpReaction;
import org.weir.reaction.Reaction;

/** DCTCP with paced senders: CE above K, each packet is acknowledged, rates are cut by α/2. */
final class Dctcp implements Scheme {
    private static final String SIMULATOR = "the simulator of HPCC's authors (run.py, dctcp)";

    private static final Parameter G =
            new Parameter(
                    "g",
                    "",
                    0.0625,
                    1e-9,
                    1,
                    "weight of the newest part of marks in α",
                    "DCTCP (SIGCOMM 2010) section 4: 1/16; RFC 8257 section 4.2");
    private static final Parameter INCREASE_PACKETS =
            new Parameter(
                    "increasePackets",
                    "",
                    1,
                    0.001,
                    1000,
                    "packets in a round trip by which a rate grows in each",
                    "one segment, as TCP; " + SIMULATOR);

    /** Parameters of its senders. */
    static final List<Parameter> SENDER_PARAMETERS =
            List.of(
                    SenderParameters.START_BPS,
                    SenderParameters.LEAST_BPS,
                    SenderParameters.BASE_ROUND_TRIP_MS,
                    G,
                    INCREASE_PACKETS);

    /** One line on its senders. */
    static final String SENDERS =
            "cut by α/2, grow by a packet a round trip, window of rate × round trip (DCTCP; "
                    + SIMULATOR
                    + ")";

    /** The reaction of its senders. */
    static Reaction reactionOf(Values values) {
        return new DctcpReaction(
                values.get("startBps"),
                values.get("leastBps"),
                values.get("g"),
                values.msAsNs("baseRoundTripMs"),
                values.get("increasePackets"));
    }

    @Override
    public String name() {
        return SchemeNames.DCTCP;
    }

    @Override
    public String title() {
        return "DCTCP: CE above K, each packet acknowledged, paced senders cut by α/2";
    }

    @Override
    public String senders() {
        return SENDERS;
    }

    @Override
    public List<Parameter> parameters() {
        return List.of(
                SenderParameters.START_BPS,
                SenderParameters.LEAST_BPS,
                SenderParameters.BASE_ROUND_TRIP_MS,
                PlainEcn.THRESHOLD_PACKETS,
                G,
                INCREASE_PACKETS);
    }

    @Override
    public Optional<Reaction> reaction(Values values) {
        return Optional.of(reactionOf(values));
    }

    @Override
    public void install(Network network, Values values) throws ProgramException {
        install(network, values, PortThresholds.ALIKE);
    }

    @Override
    public void install(Network network, Values values, PortThresholds thresholds)
            throws ProgramException {
        double threshold = values.wholeIfGiven("thresholdPackets");
        for (SchemeProgram program : SchemeProgram.install(network, "red_ecn").values()) {
            program.portSettings(
                    "mark_between",
                    port -> {
                        long packets = thresholds.packets(threshold, port);
                        return new long[] {packets, packets, 0};
                    });
        }
        network.hosts().forEach(host -> host.acknowledgePackets());
    }
}
