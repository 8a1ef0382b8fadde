// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.scheme;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.weir.bmv2.controlplane.ProgramException;
import org.weir.lab.network.Network;
import org.weir.lab.program.PortThresholds;
import org.weir.lab.program.SchemeProgram;
import org.weir.reaction.ProbingReaction;
import org.weir.reaction.QcnReaction;
import org.weir.reaction.Reaction;

/**
 * QCN as IEEE 802.1Qau has it, and in the probing variant of the paper that compares it with ECM.
 */
final class Qcn implements Scheme {
    static final Parameter EQUILIBRIUM_PACKETS =
            new Parameter(
                    "qEqPackets",
                    "packets",
                    25,
                    1,
                    1e5,
                    "Q_eq, the queue that is aimed at",
                    "QCN v. ECM section 3");
    static final Parameter GROWTH_WEIGHT =
            new Parameter(
                    "growthWeight",
                    "",
                    2,
                    0,
                    100,
                    "W, weight of the queue's growth in Fb",
                    "QCN v. ECM Table 1");
    static final Parameter DECREASE_GAIN =
            new Parameter(
                    "decreaseGain",
                    "",
                    1.0 / 128,
                    0,
                    1.0 / 64,
                    "G_d, part of the rate cut for each unit of Fb",
                    "QCN v. ECM Table 1; 802.1Qau");
    static final Parameter START_BPS =
            SenderParameters.START_BPS.of(1e6, "QCN v. ECM Table 1 (CR)");
    private static final Parameter START_TARGET_BPS =
            new Parameter(
                    "startTargetBps",
                    "bit/s",
                    1e7,
                    1,
                    1e12,
                    "target rate at the start",
                    "QCN v. ECM Table 1 (TR)");
    private static final long FRAME_BYTES = 1522;

    private final boolean probing;

    private Qcn(boolean probing) {
        this.probing = probing;
    }

    static List<Scheme> forms() {
        return List.of(new Qcn(false), new Qcn(true));
    }

    @Override
    public String name() {
        return probing ? SchemeNames.QCN_PROBING : SchemeNames.QCN;
    }

    @Override
    public String title() {
        return probing
                ? "QCN whose senders probe for echoes, as in the paper on QCN and ECM"
                : "QCN (IEEE 802.1Qau)";
    }

    @Override
    public String senders() {
        return probing
                ? "cut by G_d |Fb|, probe for an echo, recover by bytes (QCN v. ECM section 2.1)"
                : "cut by G_d |Fb|; timer and byte counter (IEEE 802.1Qau)";
    }

    @Override
    public List<Parameter> parameters() {
        List<Parameter> parameters =
                new ArrayList<>(
                        List.of(
                                EQUILIBRIUM_PACKETS,
                                GROWTH_WEIGHT,
                                START_BPS,
                                START_TARGET_BPS,
                                SenderParameters.LEAST_BPS,
                                DECREASE_GAIN));
        if (probing) {
            String paper = "QCN v. ECM section 3.1";
            parameters.add(SenderParameters.RECOVERY_CYCLES.of(2, paper));
            parameters.add(bytes("recoveryBytes", 2, "fast recovery", paper));
            parameters.add(bytes("activeBytes", 3, "active increase", paper));
            parameters.add(bytes("hyperBytes", 10, "hyper-active increase", paper));
            parameters.add(
                    new Parameter(
                            "hyperCycles",
                            "cycles",
                            1,
                            1,
                            1000,
                            "cycles of hyper-active increase before a sender probes again",
                            "QCN v. ECM Table 1 (nb CycleHAImax)"));
            parameters.add(SenderParameters.INCREASE_BPS.of(1000, "QCN v. ECM Table 1 (R_i)"));
            parameters.add(wait("probeWaitMs", "from feedback to the probe", 100));
            parameters.add(wait("echoWaitMs", "for which an echo is waited for", 200));
        } else {
            String standard = "802.1Qau's for 10 Gb/s, at a thousandth of that rate";
            parameters.add(SenderParameters.RECOVERY_CYCLES.of(5, standard));
            parameters.add(bytes("recoveryBytes", 100, "fast recovery", standard));
            parameters.add(
                    new Parameter(
                            "timerMs",
                            "ms",
                            15_000,
                            0.001,
                            1e6,
                            "a timer's cycle, half of it in active increase",
                            standard));
            parameters.add(SenderParameters.INCREASE_BPS.of(5e3, standard));
            parameters.add(
                    new Parameter(
                            "hyperIncreaseBps",
                            "bit/s",
                            50e3,
                            0,
                            1e12,
                            "R_HAI, hyper-active increase's step",
                            standard));
        }
        return List.copyOf(parameters);
    }

    private static Parameter bytes(String name, int frames, String phase, String source) {
        return new Parameter(
                name, "bytes", frames * FRAME_BYTES, 1, 1e12, "a cycle of " + phase, source);
    }

    private static Parameter wait(String name, String what, double ms) {
        return new Parameter(
                name,
                "ms",
                ms,
                0.001,
                1e6,
                "time " + what,
                "not published; a full queue takes 122 ms");
    }

    @Override
    public Optional<Reaction> reaction(Values values) {
        if (probing) {
            return Optional.of(
                    new ProbingReaction(
                            values.get("startBps"),
                            values.get("startTargetBps"),
                            values.get("leastBps"),
                            values.get("decreaseGain"),
                            (int) values.whole("recoveryCycles"),
                            values.whole("recoveryBytes"),
                            values.whole("activeBytes"),
                            values.whole("hyperBytes"),
                            (int) values.whole("hyperCycles"),
                            values.get("increaseBps"),
                            values.msAsNs("probeWaitMs"),
                            values.msAsNs("echoWaitMs")));
        }
        return Optional.of(
                new QcnReaction(
                        values.get("startBps"),
                        values.get("startTargetBps"),
                        values.get("leastBps"),
                        values.get("decreaseGain"),
                        (int) values.whole("recoveryCycles"),
                        values.whole("recoveryBytes"),
                        values.msAsNs("timerMs"),
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
        for (SchemeProgram program : SchemeProgram.install(network, "qcn").values()) {
            program.numberedPortSettings(
                    probing ? "answer_probes" : "sample",
                    port ->
                            new long[] {
                                thresholds.packets(values.wholeIfGiven("qEqPackets"), port),
                                values.whole("growthWeight")
                            });
        }
    }
}
