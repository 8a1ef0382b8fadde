// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.compare.scheme;

import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.weir.control.PortId;
import org.weir.control.PortSettings;
import org.weir.control.loop.ControlLoop;
import org.weir.control.measurement.QueueSample;
import org.weir.control.policy.Policy;
import org.weir.lab.compare.network.LoadEvent;
import org.weir.lab.compare.network.LoadPlan;
import org.weir.lab.controller.VirtualController;
import org.weir.lab.network.LinkSpec;
import org.weir.lab.network.Network;

/**
 * Settings that the same solver would choose if it knew the load: for each phase of a plan each
 * port is solved with the rates that the schedule says, and its switch has the settings at the
 * moment the phase begins. What it cannot know is the draw: which message comes when.
 */
final class Oracle {
    private static final long SECOND_NS = 1_000_000_000L;

    private final VirtualController controller;
    private final Network network;

    Oracle(VirtualController controller, Network network) {
        this.controller = controller;
        this.network = network;
    }

    /**
     * Puts settings at the beginning of each phase, or once those for the mean of all.
     *
     * @param once whether ports get settings only at the beginning of the run
     */
    void follow(LoadPlan plan, boolean once) {
        if (once) {
            Map<LinkSpec.End, double[]> mean = plan.meanOfferedBps();
            network.engine().schedule(0, () -> solve(plan, mean, false));
            return;
        }
        for (LoadPlan.Phase phase : plan.phases()) {
            network.engine()
                    .schedule(
                            phase.fromNs(),
                            () ->
                                    solve(
                                            plan,
                                            phase.offeredBps(),
                                            phase.has(LoadEvent.Kind.SLOW_LINK)));
        }
    }

    private void solve(LoadPlan plan, Map<LinkSpec.End, double[]> offered, boolean slow) {
        controller
                .ratesBps()
                .forEach(
                        (port, listedBps) -> {
                            LinkSpec.End end = new LinkSpec.End(port.device(), (int) port.port());
                            long nominalBps = plan.routes().port(end).rateBps();
                            boolean isSlow = slow && plan.slowEnds().contains(end);
                            long rateBps =
                                    isSlow
                                            ? Math.round(LoadEvent.SLOW_LINK_PART * nominalBps)
                                            : nominalBps;
                            solve(port, rateBps, offered.get(end), plan.frameBytes());
                        });
    }

    /** A loop of its own, which has two readings a second apart and answers once. */
    private void solve(PortId port, long rateBps, double[] offeredBps, int frameBytes) {
        Policy policy = controller.policy();
        ControlLoop loop = new ControlLoop(policy, () -> SECOND_NS, this::put);
        loop.setPort(policy.portSpec(port, rateBps).orElseThrow());
        for (int i = 0; offeredBps != null && i < policy.classes().size(); i++) {
            long packets = Math.round(offeredBps[i] / (8.0 * frameBytes));
            loop.onSample(QueueSample.builder(port, i, 0).build());
            loop.onSample(
                    QueueSample.builder(port, i, SECOND_NS)
                            .arrived(packets, packets * frameBytes)
                            .departed(packets, packets * frameBytes)
                            .build());
        }
        loop.step();
    }

    private CompletableFuture<Void> put(PortSettings settings) {
        controller.put(settings);
        return CompletableFuture.completedFuture(null);
    }
}
