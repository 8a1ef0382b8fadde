// SPDX-License-Identifier: Apache-2.0
package org.weir.app.component;

import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.onosproject.net.DeviceId;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.weir.app.PortView;
import org.weir.app.WeirService;
import org.weir.control.PortId;
import org.weir.control.tuning.Tunable;

/**
 * Looks once a second, in a thread of its own, for alerts about the ports that this node controls.
 */
final class Reporting {

    private static final Logger LOG = LoggerFactory.getLogger(Reporting.class);

    private static final long LOOK_MS = 1000;
    private static final int LOOKS_PER_DRIFT = 5;

    private final Parts parts;
    private final Lifecycle lifecycle;
    private final WeirService weir;
    private long looks;

    /** The ports of the cluster at the present look. */
    private List<PortView> ports = List.of();

    /**
     * Reporting that is not started.
     *
     * @param parts parts of the application
     * @param lifecycle has the policy and the plans
     * @param weir answers for the whole cluster
     */
    Reporting(Parts parts, Lifecycle lifecycle, WeirService weir) {
        this.parts = parts;
        this.lifecycle = lifecycle;
        this.weir = weir;
    }

    /** Looks from now on. */
    void start() {
        parts.threads.events.scheduleWithFixedDelay(
                this::look, LOOK_MS, LOOK_MS, TimeUnit.MILLISECONDS);
    }

    /** Looks no more. */
    void stop() {
        parts.threads.events.shutdownNow();
    }

    private void look() {
        orWarn("ports", () -> ports = weir.ports());
        orWarn("alerts about ports", this::lookAtOwnPorts);
    }

    private void lookAtOwnPorts() {
        List<PortView> own =
                ports.stream()
                        .filter(port -> parts.terms.isMaster(DeviceId.deviceId(port.device())))
                        .collect(Collectors.toList());
        parts.queueAlerts.look(own, stormPerSecond(), Parts.CLOCK_NS.getAsLong());
        if (looks++ % LOOKS_PER_DRIFT == 0) {
            parts.drift.look(
                    own.stream()
                            .map(port -> new PortId(port.device(), port.port()))
                            .collect(Collectors.toList()));
        }
    }

    private double stormPerSecond() {
        return lifecycle
                .policies()
                .policy()
                .map(policy -> policy.tuning().get(Tunable.FEEDBACK_STORM_PER_SECOND))
                .orElse(Double.POSITIVE_INFINITY);
    }

    private static void orWarn(String what, Runnable look) {
        try {
            look.run();
        } catch (RuntimeException e) {
            LOG.warn("{}: not looked at: {}", what, e.toString());
        }
    }
}
