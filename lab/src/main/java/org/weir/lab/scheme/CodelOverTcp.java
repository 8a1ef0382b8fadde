// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.scheme;

import java.util.List;
import java.util.Optional;
import org.weir.bmv2.controlplane.ProgramException;
import org.weir.lab.network.Network;
import org.weir.lab.network.SwitchSpec;
import org.weir.lab.program.SchemeProgram;
import org.weir.lab.program.StaticRoutes;
import org.weir.lab.program.WeirProgram;
import org.weir.reaction.Reaction;

/**
 * CoDel of Weir's own program (docs/aqm.md) for senders of TCP: it marks packets (CoDel-FWD), or
 * acknowledgements on the reverse path (RPM). A third form marks packets with the arithmetic of the
 * program for Tofino.
 */
final class CodelOverTcp implements Scheme {
    private static final String PAPER = "RPM section V";
    private static final Parameter TARGET_MS =
            new Parameter("targetMs", "ms", 1, 0.001, 60_000, "delay that a queue may keep", PAPER);
    private static final Parameter INTERVAL_MS =
            new Parameter(
                    "intervalMs",
                    "ms",
                    20,
                    0.002,
                    60_000,
                    "time for which a queue may be above that before it is congested",
                    PAPER);
    private static final Parameter RETURN_MS =
            new Parameter(
                    "returnMs",
                    "ms",
                    1000,
                    0.001,
                    60_000,
                    "largest age of a flow's last acknowledgement for the reverse path",
                    "ours: several of the longest round trips");
    private static final Parameter EXPIRY_MS =
            new Parameter(
                    "expiryMs",
                    "ms",
                    60_000,
                    0.001,
                    3_600_000,
                    "time for which a flow without acknowledgements is remembered",
                    "docs/aqm.md");
    private static final double US_PER_MS = 1000;

    private final boolean reverse;

    private CodelOverTcp(boolean reverse) {
        this.reverse = reverse;
    }

    static List<Scheme> forms() {
        return List.of(new CodelOverTcp(false), new CodelOverTcp(true), new OfTofino());
    }

    @Override
    public String name() {
        return reverse ? SchemeNames.RPM_TCP : SchemeNames.CODEL_FWD_TCP;
    }

    @Override
    public String title() {
        return reverse
                ? "RPM over TCP: ECE on acknowledgements for what CoDel finds congested"
                : "CoDel-FWD over TCP: CE on packets that CoDel finds congested";
    }

    @Override
    public String senders() {
        return "are TCP's (docs/tcp.md)";
    }

    @Override
    public List<Parameter> parameters() {
        return reverse
                ? List.of(TARGET_MS, INTERVAL_MS, RETURN_MS, EXPIRY_MS)
                : List.of(TARGET_MS, INTERVAL_MS);
    }

    @Override
    public Optional<Reaction> reaction(Values values) {
        return Optional.empty();
    }

    @Override
    public boolean setsEce() {
        return reverse;
    }

    @Override
    public boolean carriesIpv6() {
        return true;
    }

    @Override
    public void install(Network network, Values values) throws ProgramException {
        var programs = StaticRoutes.install(network);
        for (SwitchSpec node : network.spec().switches()) {
            WeirProgram program = programs.get(node.name());
            for (SwitchSpec.PortSpec port : node.ports()) {
                long targetUs = us(values, "targetMs");
                long intervalUs = us(values, "intervalMs");
                if (reverse) {
                    program.markReverseByCodel(
                            port.number(),
                            targetUs,
                            intervalUs,
                            us(values, "returnMs"),
                            us(values, "expiryMs"));
                } else {
                    program.markByCodel(port.number(), targetUs, intervalUs);
                }
            }
        }
    }

    private static long us(Values values, String name) {
        return Math.round(US_PER_MS * values.get(name));
    }

    /**
     * CoDel with the arithmetic of Weir's program for Tofino (docs/aqm.md) for senders of TCP: it
     * marks packets.
     */
    private static final class OfTofino implements Scheme {
        private static final Parameter PACKET_CELLS =
                new Parameter(
                        "packetCells",
                        "cells",
                        19,
                        1,
                        1000,
                        "cells of the traffic manager that a waiting packet takes",
                        "a frame of 1518 bytes in Tofino's cells of 80 bytes");

        @Override
        public String name() {
            return SchemeNames.CODEL_TOFINO_TCP;
        }

        @Override
        public String title() {
            return "CoDel over TCP as the program for Tofino computes it: CE on congested packets";
        }

        @Override
        public String senders() {
            return "are TCP's (docs/tcp.md)";
        }

        @Override
        public List<Parameter> parameters() {
            return List.of(TARGET_MS, INTERVAL_MS, PACKET_CELLS);
        }

        @Override
        public Optional<Reaction> reaction(Values values) {
            return Optional.empty();
        }

        @Override
        public void install(Network network, Values values) throws ProgramException {
            for (SchemeProgram program : SchemeProgram.install(network, "codel_tofino").values()) {
                program.settings(
                        "mark_forward",
                        us(values, TARGET_MS.name()),
                        us(values, INTERVAL_MS.name()),
                        values.whole(PACKET_CELLS.name()));
            }
        }
    }
}
