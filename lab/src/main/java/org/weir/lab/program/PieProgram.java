// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.program;

import java.util.Map;
import java.util.stream.Collectors;
import org.weir.bmv2.controlplane.ProgramException;
import org.weir.bmv2.controlplane.SwitchControl;
import org.weir.lab.network.Network;

/**
 * The program of PIE, {@code pipelines/schemes/pie.p4}, on one switch. Numbers become fixed-point
 * parameters of P4 actions here.
 */
public final class PieProgram {
    static final String ADMISSION = "SchemeIngress.admission.";
    static final String CONTROLLER = "SchemeEgress.congestion_point.controller.";

    /** A probability of 1 in the program's registers. */
    static final double ONE = 0x1p48;

    /**
     * Largest gain, 1/s. Sums of two products with a delay of 2²² µs, an idle loss of 2⁵⁸ and a
     * probability have 63 bits up to 2⁴⁰ − 2³⁵ − 2²⁵ units, 3784 per second.
     */
    public static final double MOST_GAIN = 3780;

    private static final double US_PER_SECOND = 1e6;

    private final SwitchControl control;

    /**
     * @param control of a switch that runs the program
     */
    PieProgram(SwitchControl control) {
        this.control = control;
    }

    /**
     * Settings of PIE, with the names of RFC 8033.
     *
     * @param targetUs QDELAY_REF, µs
     * @param updateUs T_UPDATE, µs
     * @param alpha gain of the distance from the target, 1/s, at most {@link #MOST_GAIN}
     * @param beta gain of the change of the delay, 1/s, at most {@link #MOST_GAIN}
     * @param burstUs MAX_BURST, µs
     * @param markBelow probability from which ECN-capable packets are dropped too, 0 to above 1
     */
    public record Settings(
            long targetUs,
            long updateUs,
            double alpha,
            double beta,
            long burstUs,
            double markBelow) {}

    /**
     * Loads the program into every switch of a network, with routes to every host.
     *
     * @return by the switch's name
     * @throws ProgramException when a switch refuses the program
     */
    public static Map<String, PieProgram> install(Network network) throws ProgramException {
        return SchemeProgram.install(network, "pie").keySet().stream()
                .collect(
                        Collectors.toMap(
                                name -> name,
                                name -> new PieProgram(network.node(name).device().orElseThrow())));
    }

    /**
     * Gives a port PIE.
     *
     * @param limitPackets room of the port's queue, packets
     */
    public void settings(int port, int limitPackets, Settings settings) {
        PortEntries.add(
                control,
                ADMISSION,
                "settings",
                port,
                "admit",
                limitPackets,
                settings.targetUs() / 2,
                settings.burstUs(),
                Math.round(settings.markBelow() * ONE));
        PortEntries.add(
                control,
                CONTROLLER,
                "settings",
                port,
                "control_delay",
                settings.targetUs(),
                settings.updateUs(),
                gain(settings.alpha()),
                gain(settings.beta()),
                settings.burstUs());
    }

    /** A gain in 1/s, in units of 2⁻⁴⁸ per microsecond. */
    static long gain(double perSecond) {
        return Math.round(perSecond / US_PER_SECOND * ONE);
    }
}
