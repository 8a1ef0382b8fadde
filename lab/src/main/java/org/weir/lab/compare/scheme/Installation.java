// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.compare.scheme;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.weir.bmv2.controlplane.ProgramException;
import org.weir.control.Marking;
import org.weir.control.PortId;
import org.weir.control.PortSettings;
import org.weir.lab.compare.network.LoadPlan;
import org.weir.lab.controller.VirtualController;
import org.weir.lab.network.Network;
import org.weir.lab.program.PortThresholds;
import org.weir.lab.scheme.Scheme;
import org.weir.lab.scheme.Values;

/** Puts a {@link SchemeChoice} into the switches of a network. */
public final class Installation {
    private final Optional<VirtualController> controller;
    private final boolean loops;

    private Installation(Optional<VirtualController> controller, boolean loops) {
        this.controller = controller;
        this.loops = loops;
    }

    /**
     * Programs the network's switches, and starts what controls them.
     *
     * @param plan of the messages that will be offered; only variants that know the load look at it
     * @throws ProgramException when a switch refuses the program
     */
    public static Installation install(
            SchemeChoice choice, Network network, Values values, LoadPlan plan)
            throws ProgramException {
        PortBuffer.share(choice.scheme(), network);
        if (!(choice.scheme() instanceof Scheme.Controlled controlled)) {
            long hostBps = network.spec().hosts().get(0).rateBps();
            PortThresholds thresholds = new LineThresholds(hostBps, plan.frameBytes());
            choice.scheme().install(network, values, thresholds);
            return new Installation(Optional.empty(), false);
        }
        VirtualController controller =
                controlled.control(network, values, change(choice.variant()));
        if (choice.variant() == Variant.RATES) {
            controller.solveAtRateChanges();
        }
        if (choice.variant().hasDefaults()) {
            controller.readInTurns();
        }
        if (choice.variant().knowsLoad()) {
            new Oracle(controller, network).follow(plan, choice.variant() == Variant.STATIC);
        }
        return new Installation(Optional.of(controller), !choice.variant().isLoopOff());
    }

    /** The controller; empty of a scheme that has none. */
    public Optional<VirtualController> controller() {
        return controller;
    }

    /** The controller whose control loop solves again and again; empty where none does. */
    public Optional<VirtualController> loop() {
        return controller.filter(one -> loops);
    }

    private static UnaryOperator<PortSettings> change(Variant variant) {
        Map<PortId, PortSettings> first = new HashMap<>();
        switch (variant) {
            case WEIGHTS:
                return solved -> mixed(solved, first.computeIfAbsent(solved.port(), id -> solved));
            case THRESHOLDS:
                return solved -> mixed(first.computeIfAbsent(solved.port(), id -> solved), solved);
            case NO_FEEDBACK:
                return Installation::unmarked;
            default:
                return UnaryOperator.identity();
        }
    }

    /** Weights of one answer, all else of another. */
    private static PortSettings mixed(PortSettings weights, PortSettings others) {
        return new PortSettings(
                others.port(),
                others.rateWindow(),
                others.queues().stream()
                        .map(
                                one ->
                                        one.toBuilder()
                                                .weightPackets(
                                                        weights.queues()
                                                                .get(one.classIndex())
                                                                .weightPackets())
                                                .build())
                        .toList());
    }

    private static PortSettings unmarked(PortSettings settings) {
        return new PortSettings(
                settings.port(),
                settings.rateWindow(),
                settings.queues().stream()
                        .map(one -> one.toBuilder().marking(Marking.OFF).build())
                        .toList());
    }
}
