// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.scheme;

import java.util.List;
import java.util.Optional;
import org.weir.bmv2.controlplane.ProgramException;
import org.weir.lab.network.Network;
import org.weir.lab.program.PortThresholds;
import org.weir.lab.program.SchemeProgram;
import org.weir.reaction.DcqcnReaction;
import org.weir.reaction.Reaction;

/** DCQCN (Zhu et al., SIGCOMM 2015) with named profiles of its parameters. */
final class Dcqcn implements Scheme {
    private static final String DCQCN = "DCQCN (SIGCOMM 2015) Table 14 and section 5";

    private final String name;
    private final String title;
    private final List<Parameter> parameters;

    private Dcqcn(String name, String title, List<Parameter> parameters) {
        this.name = name;
        this.title = title;
        this.parameters = parameters;
    }

    /** The profiles. */
    static List<Scheme> profiles() {
        return List.of(testbed(), vendor());
    }

    private static Scheme testbed() {
        String scaled = "DCQCN's, times 1000: the testbed's round trips are as much longer";
        return new Dcqcn(
                SchemeNames.DCQCN,
                "DCQCN as in PMQECN's testbed: one threshold K, receivers send CNPs",
                List.of(
                        SenderParameters.START_BPS,
                        SenderParameters.LEAST_BPS,
                        kmin(11, "PMQECN Table 3"),
                        kmax(11, "PMQECN Table 3"),
                        pmax(1),
                        cnp(50, scaled),
                        g(),
                        alphaTimer(55, scaled),
                        SenderParameters.CYCLE_MS,
                        counter(),
                        SenderParameters.RECOVERY_CYCLES,
                        SenderParameters.INCREASE_BPS,
                        hyper(50e6, "ten times R_A, as 802.1Qau has it")));
    }

    private static Scheme vendor() {
        String vendor = "defaults of vendors' adapters at 40 Gb/s";
        return new Dcqcn(
                SchemeNames.DCQCN_VENDOR,
                "DCQCN as adapters for 25 to 100 Gb/s have it",
                List.of(
                        SenderParameters.START_BPS.of(40e9, "line rate: DCQCN section 3"),
                        SenderParameters.LEAST_BPS.of(1e6, vendor),
                        kmin(100, vendor + ", about 100 KB"),
                        kmax(400, vendor + ", about 400 KB"),
                        pmax(0.2),
                        cnp(0.05, DCQCN),
                        g(),
                        alphaTimer(0.055, DCQCN),
                        SenderParameters.CYCLE_MS.of(0.3, vendor),
                        counter(),
                        SenderParameters.RECOVERY_CYCLES,
                        SenderParameters.INCREASE_BPS.of(40e6, DCQCN),
                        hyper(200e6, vendor)));
    }

    private static Parameter kmin(double packets, String source) {
        return new Parameter(
                "kMinPackets", "packets", packets, 0, 1e6, "K_min, where marking begins", source);
    }

    private static Parameter kmax(double packets, String source) {
        return new Parameter(
                "kMaxPackets", "packets", packets, 0, 1e6, "K_max, where all are marked", source);
    }

    private static Parameter pmax(double probability) {
        return new Parameter(
                "pMax", "", probability, 0, 1, "P_max, probability just below K_max", DCQCN);
    }

    private static Parameter cnp(double ms, String source) {
        return new Parameter(
                "cnpIntervalMs",
                "ms",
                ms,
                0,
                1e6,
                "least time between two CNPs of a flow's receiver",
                source);
    }

    private static Parameter g() {
        return new Parameter(
                "g", "", 1.0 / 256, 1e-9, 1, "weight of the newest observation in α", DCQCN);
    }

    private static Parameter alphaTimer(double ms, String source) {
        return new Parameter(
                "alphaTimerMs", "ms", ms, 0.001, 1e6, "time after which α decays", source);
    }

    private static Parameter counter() {
        return new Parameter(
                "counterBytes", "bytes", 10e6, 1, 1e12, "a byte counter's cycle", DCQCN);
    }

    private static Parameter hyper(double bps, String source) {
        return new Parameter(
                "hyperIncreaseBps", "bit/s", bps, 0, 1e12, "R_HAI, hyper increase's step", source);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public String title() {
        return title;
    }

    @Override
    public String senders() {
        return "cut by α/2; timer and byte counter; three kinds of increase (DCQCN section 3.2)";
    }

    @Override
    public List<Parameter> parameters() {
        return parameters;
    }

    @Override
    public Optional<Reaction> reaction(Values values) {
        return Optional.of(
                new DcqcnReaction(
                        values.get("startBps"),
                        values.get("leastBps"),
                        values.get("g"),
                        values.msAsNs("alphaTimerMs"),
                        values.msAsNs("cycleMs"),
                        values.whole("counterBytes"),
                        (int) values.whole("recoveryCycles"),
                        values.get("increaseBps"),
                        values.get("hyperIncreaseBps")));
    }

    @Override
    public void install(Network network, Values values) throws ProgramException {
        install(network, values, PortThresholds.ALIKE);
    }

    @Override
    public void install(Network network, Values values, PortThresholds thresholds)
            throws ProgramException {
        for (SchemeProgram program : SchemeProgram.install(network, "red_ecn").values()) {
            program.portSettings(
                    "mark_between",
                    port ->
                            new long[] {
                                thresholds.packets(values.wholeIfGiven("kMinPackets"), port),
                                thresholds.packets(values.wholeIfGiven("kMaxPackets"), port),
                                Math.round(65536 * values.get("pMax"))
                            });
        }
        network.hosts().forEach(host -> host.notifySenders(values.msAsNs("cnpIntervalMs")));
    }
}
