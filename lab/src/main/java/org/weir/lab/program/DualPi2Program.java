// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.program;

import java.util.Map;
import java.util.stream.Collectors;
import org.weir.bmv2.controlplane.ProgramException;
import org.weir.bmv2.controlplane.SwitchControl;
import org.weir.lab.network.Network;

/**
 * The program of DualPI2, {@code pipelines/schemes/dualpi2.p4}, on one switch. Numbers become
 * fixed-point parameters of P4 actions here.
 */
public final class DualPi2Program {
    static final String CONGESTION_POINT = "SchemeEgress.congestion_point.";
    static final String CONTROLLER = CONGESTION_POINT + "controller.";

    /** Queues of classic and of scalable senders' packets. */
    static final int CLASSIC_QUEUE = 4;

    static final int LOW_LATENCY_QUEUE = 5;

    /** Priority that both queues have, before the frame's other data and behind its control. */
    private static final int LEVEL = 6;

    private final SwitchControl control;

    /**
     * @param control of a switch that runs the program
     */
    DualPi2Program(SwitchControl control) {
        this.control = control;
    }

    /**
     * Settings of DualPI2, with the names of RFC 9332.
     *
     * @param targetUs target, µs
     * @param updateUs Tupdate, µs
     * @param alpha gain of the distance from the target, 1/s, at most {@link PieProgram#MOST_GAIN}
     * @param beta gain of the change of the delay, 1/s, at most {@link PieProgram#MOST_GAIN}
     * @param coupling k, 1 to 16
     * @param stepUs delay above which each packet of L is marked, µs
     * @param lowLatencyWeight share of L in the line, by bytes, as {@link ByteShares} has it
     * @param classicWeight share of C
     */
    public record Settings(
            long targetUs,
            long updateUs,
            double alpha,
            double beta,
            int coupling,
            long stepUs,
            double lowLatencyWeight,
            double classicWeight) {}

    /**
     * Loads the program into every switch of a network, with routes to every host.
     *
     * @return by the switch's name
     * @throws ProgramException when a switch refuses the program
     */
    public static Map<String, DualPi2Program> install(Network network) throws ProgramException {
        return SchemeProgram.install(network, "dualpi2").keySet().stream()
                .collect(
                        Collectors.toMap(
                                name -> name,
                                name ->
                                        new DualPi2Program(
                                                network.node(name).device().orElseThrow())));
    }

    /**
     * Gives a port DualPI2.
     *
     * @param quantumBytes bytes that a queue with a weight of 1 sends in a round
     */
    public void settings(int port, int quantumBytes, Settings settings) {
        PortEntries.add(
                control,
                CONGESTION_POINT,
                "settings",
                port,
                "couple",
                settings.stepUs(),
                settings.coupling(),
                (long) (PieProgram.ONE / settings.coupling()));
        double idleLossPerSecond = settings.alpha() * settings.targetUs() / settings.updateUs();
        PortEntries.add(
                control,
                CONTROLLER,
                "settings",
                port,
                "control_delay",
                settings.targetUs(),
                settings.updateUs(),
                PieProgram.gain(settings.alpha()),
                PieProgram.gain(settings.beta()),
                Math.min(0xffff_ffffL, PieProgram.gain(idleLossPerSecond)));
        ByteShares.set(
                control,
                port,
                quantumBytes,
                LEVEL,
                Map.of(
                        CLASSIC_QUEUE,
                        settings.classicWeight(),
                        LOW_LATENCY_QUEUE,
                        settings.lowLatencyWeight()));
    }
}
