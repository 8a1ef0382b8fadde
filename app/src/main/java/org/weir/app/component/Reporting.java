// SPDX-License-Identifier: Apache-2.0
package org.weir.app.component;

import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import org.onosproject.cluster.NodeId;
import org.onosproject.net.DeviceId;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.weir.app.PortView;
import org.weir.app.WeirService;
import org.weir.app.alarms.AlarmBridge;
import org.weir.app.cluster.StoreWait;
import org.weir.app.delivery.Deliveries;
import org.weir.app.delivery.FormerWebhooks;
import org.weir.app.journal.OpenAlerts;
import org.weir.app.journal.Recorder;
import org.weir.control.PortId;
import org.weir.control.tuning.Tunable;

/**
 * Looks at the network once a second, in a thread of its own: each node for alerts about its ports,
 * and one node of the cluster for events, alarms of ONOS and deliveries to webhooks.
 */
final class Reporting {

    private static final Logger LOG = LoggerFactory.getLogger(Reporting.class);

    /** Leadership of the node that records and delivers events. */
    private static final String TOPIC = "weir-events";

    private static final long LOOK_MS = 1000;
    private static final int LOOKS_PER_DRIFT = 5;
    private static final long STOP_S = 5;

    private final WeirComponent onos;
    private final Parts parts;
    private final Lifecycle lifecycle;
    private final WeirService weir;
    private final Recorder recorder;
    private final Deliveries deliveries;
    private final AlarmBridge alarms;
    private long looks;
    private boolean isStopped;

    /** The ports of the cluster at the present look. */
    private List<PortView> ports = List.of();

    /**
     * Reporting that is not started.
     *
     * @param onos holds ONOS's services
     * @param parts parts of the application
     * @param lifecycle has the policy and the plans
     * @param weir answers for the whole cluster
     */
    Reporting(WeirComponent onos, Parts parts, Lifecycle lifecycle, WeirService weir) {
        this.onos = onos;
        this.parts = parts;
        this.lifecycle = lifecycle;
        this.weir = weir;
        recorder =
                new Recorder(
                        this::isReporter,
                        parts.journal,
                        new OpenAlerts(onos.storageService),
                        weir,
                        () -> ports,
                        onos.deviceService,
                        onos.linkService,
                        () -> parts.fabric.configuredDevices().keySet(),
                        this::master);
        deliveries =
                new Deliveries(
                        parts.webhooks,
                        parts.journal,
                        this::isReporter,
                        parts.threads.events,
                        System::currentTimeMillis);
        alarms = new AlarmBridge(() -> onos.alarmRegistry, () -> onos.alarmService);
    }

    private String master(String device) {
        NodeId master = onos.mastershipService.getMasterFor(DeviceId.deviceId(device));
        return master == null ? null : master.toString();
    }

    private boolean isReporter() {
        return parts.terms.isAlone()
                || onos.clusterService
                        .getLocalNode()
                        .id()
                        .equals(onos.leadershipService.getLeader(TOPIC));
    }

    /** Looks from now on. */
    void start() {
        StoreWait.repeat(
                "leadership of the events", () -> onos.leadershipService.runForLeadership(TOPIC));
        lifecycle.followPlans(recorder::plansChanged);
        FormerWebhooks.clear(onos.storageService);
        deliveries.start();
        parts.threads.events.scheduleWithFixedDelay(
                this::look, LOOK_MS, LOOK_MS, TimeUnit.MILLISECONDS);
    }

    /**
     * Looks no more, and ends what is under way. Alarms stay for another node of the cluster, which
     * goes on with them.
     */
    void stop() {
        stop(parts.terms.isAlone());
    }

    /** The same if the application ends in the whole cluster: no alarm stays. */
    void cleanUp() {
        stop(true);
    }

    private synchronized void stop(boolean clears) {
        if (isStopped) {
            return;
        }
        isStopped = true;
        try {
            parts.threads.events.submit(() -> end(clears)).get(STOP_S, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException | RejectedExecutionException e) {
            LOG.warn("events and deliveries did not end in order: {}", e.toString());
        }
        parts.threads.events.shutdownNow();
        Ending.step("leadership of the events", () -> onos.leadershipService.withdraw(TOPIC));
    }

    private void end(boolean clears) {
        Ending.step("deliveries", deliveries::stop);
        if (clears) {
            alarms.stop();
        } else {
            alarms.leave();
        }
    }

    private void look() {
        watched("ports", () -> ports = weir.ports());
        watched("history", () -> parts.history.look(ports, System.currentTimeMillis()));
        watched("port-alerts", this::lookAtOwnPorts);
        // First, so that a webhook gets the events of this look.
        watched("webhooks", deliveries::look);
        watched("events", recorder::look);
        watched(
                "alarms",
                () -> {
                    if (isReporter()) {
                        alarms.look(weir.alerts());
                    } else {
                        alarms.leave();
                    }
                });
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

    private void watched(String name, Runnable look) {
        parts.tasks.run(name, LOOK_MS, look);
    }
}
