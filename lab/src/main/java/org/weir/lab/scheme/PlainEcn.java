// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.scheme;

import java.util.List;
import java.util.Optional;
import org.weir.bmv2.controlplane.ProgramException;
import org.weir.lab.network.Network;
import org.weir.lab.program.PortThresholds;
import org.weir.lab.program.SchemeProgram;
import org.weir.reaction.Reaction;

/** Classic ECN (RFC 3168) with one threshold: the receiver returns marks, the sender halves. */
final class PlainEcn implements Scheme {
    static final Parameter THRESHOLD_PACKETS =
            new Parameter(
                    "thresholdPackets",
                    "packets",
                    11,
                    0,
                    1e6,
                    "K, waiting packets from which packets are marked",
                    "PMQECN Table 3 (K_DCQCN = K_P4QCN = 11)");

    @Override
    public String name() {
        return SchemeNames.ECN;
    }

    @Override
    public String title() {
        return "classic ECN: CE above K reaches the sender through the receiver; the sender halves";
    }

    @Override
    public String senders() {
        return SenderParameters.HALVING;
    }

    @Override
    public List<Parameter> parameters() {
        return SenderParameters.and(THRESHOLD_PACKETS);
    }

    @Override
    public Optional<Reaction> reaction(Values values) {
        return Optional.of(SenderParameters.halving(values));
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
        network.hosts().forEach(host -> host.notifySenders(values.msAsNs("feedbackIntervalMs")));
    }
}
