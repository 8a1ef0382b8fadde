// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.scheme;

import java.util.List;
import java.util.Optional;
import org.weir.bmv2.controlplane.ProgramException;
import org.weir.lab.network.Network;
import org.weir.lab.program.PortThresholds;
import org.weir.lab.program.SchemeProgram;
import org.weir.reaction.EcmReaction;
import org.weir.reaction.Reaction;

/** ECM, Ethernet Congestion Management: negative and positive feedback. */
final class Ecm implements Scheme {
    private static final Parameter INCREASE_GAIN =
            new Parameter(
                    "increaseGain",
                    "",
                    0.53333,
                    0,
                    1e6,
                    "G_i, increase for each unit of Fb and of R_u",
                    "QCN v. ECM Table 1");
    private static final Parameter UNIT_BPS =
            new Parameter(
                    "unitBps",
                    "bit/s",
                    1000,
                    1,
                    1e12,
                    "R_u, unit of increase",
                    "QCN v. ECM Table 1 (R_i)");
    private static final Parameter SAMPLING =
            new Parameter(
                    "samplingProbability",
                    "",
                    1,
                    0,
                    1,
                    "probability that a packet is sampled",
                    "QCN v. ECM section 5: each packet that comes while the queue is too long");
    private static final Parameter START_BPS =
            SenderParameters.START_BPS.of(
                    1e7, "a source is not limited before its first feedback (Jiang and Jain 2006)");

    private static final Parameter DRIFT_MS =
            new Parameter(
                    "driftMs",
                    "ms",
                    1,
                    0,
                    1e6,
                    "time after which a sender adds R_u unasked; 0 for never",
                    "not published; the paper says that there is such a rise");

    @Override
    public String name() {
        return SchemeNames.ECM;
    }

    @Override
    public String title() {
        return "ECM: negative feedback above Q_eq, positive to tagged flows";
    }

    @Override
    public String senders() {
        return "cut by G_d |Fb|, increase by G_i Fb R_u, tag their packets (QCN v. ECM section 5)";
    }

    @Override
    public List<Parameter> parameters() {
        return List.of(
                Qcn.EQUILIBRIUM_PACKETS,
                Qcn.GROWTH_WEIGHT,
                SAMPLING,
                START_BPS,
                SenderParameters.LEAST_BPS,
                Qcn.DECREASE_GAIN,
                INCREASE_GAIN,
                UNIT_BPS,
                DRIFT_MS);
    }

    @Override
    public Optional<Reaction> reaction(Values values) {
        return Optional.of(
                new EcmReaction(
                        values.get("startBps"),
                        values.get("leastBps"),
                        values.get("decreaseGain"),
                        values.get("increaseGain"),
                        values.get("unitBps"),
                        values.msAsNs("driftMs")));
    }

    @Override
    public void install(Network network, Values values) throws ProgramException {
        install(network, values, PortThresholds.ALIKE);
    }

    @Override
    public void install(Network network, Values values, PortThresholds thresholds)
            throws ProgramException {
        for (SchemeProgram program : SchemeProgram.install(network, "ecm").values()) {
            program.numberedPortSettings(
                    "sample",
                    port ->
                            new long[] {
                                thresholds.packets(values.wholeIfGiven("qEqPackets"), port),
                                values.whole("growthWeight"),
                                Math.min(
                                        65535,
                                        Math.round(65536 * values.get("samplingProbability")))
                            });
        }
    }
}
