// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.scheme;

import java.util.List;
import java.util.Optional;
import org.weir.bmv2.controlplane.ProgramException;
import org.weir.lab.network.Network;
import org.weir.lab.program.PortThresholds;
import org.weir.lab.program.SchemeProgram;
import org.weir.reaction.Reaction;

/** TCN: packets that waited longer than T_K = RTT·λ are marked; the receiver returns the marks. */
final class Tcn implements Scheme {
    private static final Parameter LAMBDA =
            new Parameter(
                    "tcnLambda",
                    "",
                    0.17,
                    0,
                    10,
                    "λ of TCN's threshold T_K = RTT·λ",
                    "PMQECN Table 3, after Kim and Lee 2021 and ECN# (Zhang et al. 2019); it is the"
                            + " least that DCTCP's senders need, who cut by the part that is marked."
                            + " No paper says how TCN's sender in PMQECN's testbed cut; here it halves");
    private static final Parameter ROUND_TRIP_MS =
            new Parameter(
                    "tcnRoundTripMs",
                    "ms",
                    7.8,
                    0.001,
                    1e6,
                    "RTT of TCN's threshold",
                    "PMQECN section 5: twice the delay of a packet; without queues three links of"
                            + " 1.3 ms each with 1000 bytes");

    @Override
    public String name() {
        return SchemeNames.TCN;
    }

    @Override
    public String title() {
        return "TCN: CE on packets that waited longer than RTT·λ, sent back by the receiver";
    }

    @Override
    public String senders() {
        return SenderParameters.HALVING
                + "; TCN leaves them to TCP, and PMQECN does not say what its testbed's are";
    }

    @Override
    public List<Parameter> parameters() {
        return SenderParameters.and(LAMBDA, ROUND_TRIP_MS);
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
        long sojournUs = Math.round(1000 * values.get("tcnLambda") * values.get("tcnRoundTripMs"));
        for (SchemeProgram program : SchemeProgram.install(network, "tcn").values()) {
            program.portSettings(
                    "mark_after", port -> new long[] {thresholds.waitUs(sojournUs, port)});
        }
        network.hosts().forEach(host -> host.notifySenders(values.msAsNs("feedbackIntervalMs")));
    }
}
