// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.scheme;

import java.util.List;
import java.util.Optional;
import org.weir.bmv2.controlplane.ProgramException;
import org.weir.lab.network.Network;
import org.weir.lab.program.SchemeProgram;
import org.weir.reaction.Reaction;

/**
 * CoDel (RFC 8289) in the two forms that RPM's paper compares. CoDel-FWD marks the packet, and the
 * receiver tells the sender. RPM tells the sender from the congested switch, once for each event:
 * on the acknowledgements of a TCP flow, and by a packet of the switch's own for flows without any,
 * which are all of the lab's. Senders halve, as on classic ECN.
 */
final class Codel implements Scheme {
    private static final int LONGEST_PACKET_BYTES = 1514;

    private static final Parameter TARGET_MS =
            new Parameter(
                    "targetMs",
                    "ms",
                    1.3,
                    0.001,
                    1e6,
                    "delay that a queue may keep",
                    "RFC 8289 section 4.4: no less than the time of one packet of "
                            + LONGEST_PACKET_BYTES
                            + " bytes, 1.2 ms at 10 Mb/s; RPM's 1 ms is for 10 Gb/s");
    private static final Parameter INTERVAL_MS =
            new Parameter(
                    "intervalMs",
                    "ms",
                    20,
                    0.001,
                    1e6,
                    "time for which a queue may be above that before it is congested",
                    "RPM section V");

    private final boolean reverse;

    private Codel(boolean reverse) {
        this.reverse = reverse;
    }

    static List<Scheme> forms() {
        return List.of(new Codel(false), new Codel(true));
    }

    @Override
    public String name() {
        return reverse ? SchemeNames.RPM : SchemeNames.CODEL_FWD;
    }

    @Override
    public String title() {
        return reverse
                ? "RPM: CoDel's marks reach the sender by packets of the reverse path"
                : "CoDel-FWD: CoDel's marks (CE) reach the sender through the receiver";
    }

    @Override
    public String senders() {
        return SenderParameters.HALVING + "; RFC 8289 and RPM leave the rest to TCP";
    }

    @Override
    public List<Parameter> parameters() {
        return SenderParameters.and(TARGET_MS, INTERVAL_MS);
    }

    @Override
    public Optional<Reaction> reaction(Values values) {
        return Optional.of(SenderParameters.halving(values));
    }

    @Override
    public void install(Network network, Values values) throws ProgramException {
        long targetUs = Math.round(1000 * values.get("targetMs"));
        long intervalUs = Math.round(1000 * values.get("intervalMs"));
        for (SchemeProgram program : SchemeProgram.install(network, "codel").values()) {
            if (reverse) {
                program.numberedSettings("tell_sender", targetUs, intervalUs);
            } else {
                program.settings("mark_forward", targetUs, intervalUs);
            }
        }
        if (!reverse) {
            network.hosts()
                    .forEach(host -> host.notifySenders(values.msAsNs("feedbackIntervalMs")));
        }
    }
}
