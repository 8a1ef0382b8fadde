// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.scheme;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.weir.bmv2.controlplane.ProgramException;
import org.weir.bmv2.controlplane.traffic.PfcConfig;
import org.weir.bmv2.controlplane.traffic.PfcPriority;
import org.weir.lab.network.Network;
import org.weir.lab.network.SwitchNode;
import org.weir.lab.network.SwitchSpec;
import org.weir.lab.program.PortThresholds;
import org.weir.lab.program.QueueCounts;
import org.weir.lab.program.SchemeProgram;
import org.weir.reaction.P4qcnReaction;
import org.weir.reaction.Reaction;

/**
 * P4QCN (Geng, Yan, Zhang 2019) in its forms: the switch tells the sender (two-point) or marks for
 * the receiver to tell it (three-point), with and without flow control, and flow control alone.
 */
final class P4qcn implements Scheme {
    private static final Parameter BETA =
            new Parameter(
                    "beta",
                    "",
                    1,
                    0,
                    1,
                    "β, twice the part by which a cut cuts",
                    "P4QCN section 4");
    private static final Parameter MIN_PACKETS =
            new Parameter(
                    "qMinPackets",
                    "packets",
                    11,
                    0,
                    1e6,
                    "Q_min, queue length from which senders may get feedback",
                    "P4QCN section 4; PMQECN Table 3");
    private static final Parameter MAX_PACKETS =
            new Parameter(
                    "qMaxPackets",
                    "packets",
                    11,
                    0,
                    1e6,
                    "Q_max, queue length from which they always get feedback",
                    "P4QCN section 4; PMQECN Table 3");
    private static final Parameter CYCLE_BYTES =
            new Parameter(
                    "cycleBytes",
                    "bytes",
                    150_000,
                    1,
                    1e12,
                    "bytes of a sender's cycle",
                    "P4QCN section 3.1.2 counts bytes and says not how many; 802.1Qau's 150 KB");
    private static final Parameter PAUSE_PACKETS =
            new Parameter(
                    "pfcPackets",
                    "packets",
                    14,
                    1,
                    1e6,
                    "t_PFC, packets of a port in the switch from which its peer is paused",
                    "P4QCN section 4");
    private static final Parameter RESUME_PACKETS =
            new Parameter(
                    "pfcResumePackets",
                    "packets",
                    12,
                    0,
                    1e6,
                    "packets of a port in the switch down to which its peer may go on",
                    "not published; two packets below t_PFC, as DCQCN's paper has it");
    private static final long SLOWEST_PAUSE_REPEAT_US = 1000;
    private static final double LONGEST_PAUSE_BITS = 65535.0 * 512;

    private final String name;
    private final String title;
    private final boolean senders;
    private final boolean receivers;
    private final boolean flowControl;

    private P4qcn(
            String name, String title, boolean senders, boolean receivers, boolean flowControl) {
        this.name = name;
        this.title = title;
        this.senders = senders;
        this.receivers = receivers;
        this.flowControl = flowControl;
    }

    static List<Scheme> forms() {
        return List.of(
                new P4qcn(
                        SchemeNames.P4QCN,
                        "P4QCN: the switch sends feedback to the sender (two-point)",
                        true,
                        false,
                        false),
                new P4qcn(
                        SchemeNames.P4QCN_PFC,
                        "P4QCN with flow control made in P4",
                        true,
                        false,
                        true),
                new P4qcn(
                        SchemeNames.P4QCN_THREE_POINT,
                        "P4QCN whose receivers tell the senders (three-point)",
                        true,
                        true,
                        false),
                new P4qcn(SchemeNames.PFC, "flow control made in P4 alone", false, false, true));
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
        return senders
                ? "cut by β/2, N cycles of bytes of recovery, then steps (P4QCN section 3.1.2)"
                : "ignore all but pauses (IEEE 802.1Qbb)";
    }

    @Override
    public List<Parameter> parameters() {
        List<Parameter> parameters = new ArrayList<>();
        if (senders) {
            parameters.addAll(SenderParameters.and(BETA, MIN_PACKETS, MAX_PACKETS, CYCLE_BYTES));
            parameters.remove(SenderParameters.CYCLE_MS);
        }
        if (flowControl) {
            parameters.addAll(List.of(PAUSE_PACKETS, RESUME_PACKETS));
        }
        return List.copyOf(parameters);
    }

    @Override
    public Optional<Reaction> reaction(Values values) {
        if (!senders) {
            return Optional.empty();
        }
        return Optional.of(
                new P4qcnReaction(
                        SenderParameters.recovery(values),
                        values.get("beta"),
                        values.whole("cycleBytes")));
    }

    @Override
    public void install(Network network, Values values) throws ProgramException {
        install(network, values, PortThresholds.ALIKE);
    }

    @Override
    public void install(Network network, Values values, PortThresholds thresholds)
            throws ProgramException {
        String file = receivers ? "red_ecn" : senders ? "p4qcn" : "pfc";
        if (flowControl) {
            obeyPauses(network);
        }
        for (SchemeProgram program : SchemeProgram.install(network, file).values()) {
            if (flowControl) {
                program.flowControl(
                        values.whole("pfcPackets"), resumePackets(values), pauseRepeatUs(network));
            }
            if (receivers) {
                program.portSettings(
                        "mark_between",
                        port ->
                                new long[] {
                                    thresholds.packets(values.wholeIfGiven("qMinPackets"), port),
                                    thresholds.packets(values.wholeIfGiven("qMaxPackets"), port),
                                    65536
                                });
            } else if (senders) {
                program.numberedPortSettings(
                        "notify_between",
                        port ->
                                new long[] {
                                    thresholds.packets(values.wholeIfGiven("qMinPackets"), port),
                                    thresholds.packets(values.wholeIfGiven("qMaxPackets"), port),
                                    values.msAsNs("feedbackIntervalMs") / 1000
                                });
            }
        }
        if (flowControl) {
            for (SwitchNode node : network.nodes()) {
                QueueCounts.correctFlowControl(node, network.engine(), resumePackets(values));
            }
        }
        if (receivers) {
            long intervalNs = values.msAsNs("feedbackIntervalMs");
            network.hosts().forEach(host -> host.notifySenders(intervalNs));
        }
    }

    private static long resumePackets(Values values) {
        return Math.min(values.whole("pfcPackets") - 1, values.whole("pfcResumePackets"));
    }

    /** A pause is said again when half of the longest that a frame can ask for is over. */
    private static long pauseRepeatUs(Network network) {
        long fastestBps = 1;
        for (SwitchNode node : network.nodes()) {
            for (SwitchSpec.PortSpec port : node.spec().ports()) {
                fastestBps = Math.max(fastestBps, port.rateBps());
            }
        }
        long halfUs = Math.round(LONGEST_PAUSE_BITS * 1e6 / fastestBps / 2);
        return Math.max(1, Math.min(SLOWEST_PAUSE_REPEAT_US, halfUs));
    }

    /** Ports and hosts obey the pauses that the program of their peer makes. */
    private static void obeyPauses(Network network) {
        PfcConfig obeying =
                new PfcConfig(
                        PfcConfig.MAX_QUANTA,
                        List.of(PfcPriority.obeying(SchemeProgram.DATA_PRIORITY)));
        for (SwitchNode node : network.nodes()) {
            var traffic = node.device().orElseThrow().traffic();
            for (SwitchSpec.PortSpec port : node.spec().ports()) {
                traffic.setPortTraffic(
                        port.number(), traffic.portTraffic(port.number()).withPfc(obeying));
            }
        }
        network.hosts().forEach(host -> host.obeyPauses(SchemeProgram.DATA_PRIORITY));
    }
}
