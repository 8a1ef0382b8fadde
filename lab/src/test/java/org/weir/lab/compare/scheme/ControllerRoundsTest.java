// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.compare.scheme;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.weir.control.PortId;
import org.weir.control.measurement.ReadingTurns;
import org.weir.lab.compare.network.ComparedNetwork;
import org.weir.lab.compare.network.LoadPlan;
import org.weir.lab.compare.network.NetworkCatalogue;
import org.weir.lab.controller.VirtualController;
import org.weir.lab.engine.Engine;
import org.weir.lab.engine.Pacing;
import org.weir.lab.network.Network;
import org.weir.lab.network.NetworkSpec;

/** Rounds of the controller in the comparison, with ports that carry nothing. */
class ControllerRoundsTest {
    private static final ComparedNetwork NETWORK = NetworkCatalogue.named("fat-tree-1g").get(0);
    private static final int PERIODS = 10;
    private static final double MS_PER_SECOND = 1000;
    private static final long PERIOD_NS = NETWORK.periodMs() * 1_000_000L;

    private Network network;
    private VirtualController controller;

    private void install(String scheme) throws Exception {
        NetworkSpec spec = NETWORK.shape().create(NETWORK.access(), NETWORK.fabric(), 1);
        network = new Network(spec, new Engine(Pacing.FREE));
        SchemeChoice choice = SchemeChoice.read(scheme, Map.of());
        controller =
                Installation.install(
                                choice,
                                network,
                                choice.values(NETWORK),
                                new LoadPlan(NETWORK, spec, PERIODS, 1))
                        .controller()
                        .orElseThrow();
    }

    /**
     * Only the port that changed is solved: there is no reading that another could be judged by.
     */
    @Test
    void aChangedRateIsSolvedWithoutAReading() throws Exception {
        install("targets-rates");
        network.engine().runUntil(PERIOD_NS);
        long before = controller.loop().solvedCount();
        PortId port = controller.ratesBps().keySet().iterator().next();
        controller.rateChanged(port, 1_000_000);
        network.engine().runUntil(2 * PERIOD_NS);
        assertThat(controller.loop().solvedCount() - before).isEqualTo(1);
        assertThat(controller.loop().behindCount()).isZero();
    }

    @ParameterizedTest
    @CsvSource({
        "targets, false",
        "targets-defaults, true",
        "targets-agents, true",
        "targets-message-agents, true"
    })
    void withAnOperatorsDefaultsSwitchesAreReadAsOftenAsByTheApplication(
            String scheme, boolean inTurns) throws Exception {
        install(scheme);
        int ports = controller.ratesBps().size();
        // Ports are solved once before anything is read.
        long before = controller.loop().solvedCount();
        assertThat(before).isEqualTo(ports);
        double readable = ReadingTurns.READS_PER_SECOND * NETWORK.periodMs() / MS_PER_SECOND;
        assertThat(readable * PERIODS).isEqualTo(network.nodes().size());
        network.engine().runUntil(PERIODS * PERIOD_NS - 1);
        assertThat(controller.loop().solvedCount() - before)
                .isEqualTo(inTurns ? ports : (long) PERIODS * ports);
    }
}
