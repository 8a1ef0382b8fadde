// SPDX-License-Identifier: Apache-2.0
package org.weir.onos.device;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.onlab.util.Tools.groupedThreads;
import static org.weir.onos.device.SwitchDriver.answer;

import io.grpc.ManagedChannel;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.onosproject.mastership.MastershipInfo;
import org.onosproject.net.DeviceId;
import org.onosproject.net.MastershipRole;
import org.onosproject.net.config.basics.BasicDeviceConfig;
import org.onosproject.net.device.DeviceAgentEvent;
import org.onosproject.net.device.DeviceHandshaker;
import org.onosproject.net.driver.Driver;
import org.onosproject.p4runtime.api.P4RuntimeClient;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.weir.onos.p4runtime.ReachabilityReport;

/**
 * Keeps one switch connected, from its address in netcfg to an available device, and again each
 * time it comes back.
 *
 * <p>All work is done in steps on one thread of the switch's own. A step goes as far as it can:
 * channel, mastership, pipeline, tables, ports. Events and a timer ask for the next step; nothing
 * depends on an event not being lost.
 */
final class SwitchConnection {

    private static final long PROBE_MS = 2_000;

    /**
     * Time between two checks of a switch that is ready; the end of its connection is noticed at
     * once.
     */
    private static final long STEADY_MS = 10_000;

    /**
     * Between two full looks at a switch that is ready. A full look asks the driver framework for
     * each behaviour, which reads ONOS's stores; in between it is enough that the switch answers.
     */
    private static final long FULL_LOOK_MS = 60_000;

    private static final long FIRST_RETRY_MS = 500;
    private static final long MAX_RETRY_MS = 2_000;
    private static final long SOON_MS = 200;
    private static final long END_TIMEOUT_SECONDS = 5;

    private final Logger log = LoggerFactory.getLogger(getClass());

    private final DeviceId deviceId;
    private final SwitchServices services;
    private final SwitchDriver driver;
    private final SwitchPipeline pipeline;
    private final SwitchPorts ports;
    private final WatchedPorts watchedPorts;
    private final ScheduledExecutorService thread;

    /** Begins with each full look that found everything in order. */
    private final Interval sinceFullLook;

    private ScheduledFuture<?> nextStep;
    private ManagementAddress address;
    private String problem = "";
    private long retryMs = FIRST_RETRY_MS;

    /** The driver, as of the last full look: to find it goes through the cluster's store. */
    private Optional<Driver> steadyDriver = Optional.empty();

    /** Term of the role that was asked for last; 0 if none was. */
    private long askedTerm;

    /** Preference of that role: 0 for the master. */
    private int askedPreference;

    /** Whether this provider has reported to ONOS's core that the switch answers. */
    private boolean announced;

    private volatile boolean stopped;
    private volatile boolean ready;

    SwitchConnection(DeviceId deviceId, SwitchServices services) {
        this.deviceId = deviceId;
        this.services = services;
        this.thread =
                Executors.newSingleThreadScheduledExecutor(
                        groupedThreads("weir/switch", deviceId.toString(), log));
        this.driver = new SwitchDriver(deviceId, services);
        this.pipeline = new SwitchPipeline(deviceId, services, driver, this::complain);
        this.watchedPorts = new WatchedPorts(deviceId, services);
        this.ports = new SwitchPorts(deviceId, services, this::run);
        this.sinceFullLook = new Interval(services.clockNs);
    }

    /** Asks for a step now. */
    void poke() {
        run(
                () -> {
                    sinceFullLook.end();
                    schedule(0);
                });
    }

    /** Passes on to ONOS the speeds of ports that netcfg states now. */
    void portsConfigured() {
        run(
                () -> {
                    if (ready) {
                        ports.configured();
                    }
                });
    }

    /** Whether the device answers, as far as is known. */
    boolean isReachable() {
        P4RuntimeClient client = services.clients.get(deviceId);
        return !stopped && client != null && client.isServerReachable();
    }

    /** Whether traffic and rules can be handled: everything was prepared and the switch answers. */
    boolean isReady() {
        return ready && isReachable();
    }

    /** Disconnects for good; {@link #awaitEnd} waits until that is done. */
    void stop() {
        stopped = true;
        run(this::end);
    }

    /**
     * Waits until this connection has told ONOS's core that its switch is gone and its thread has
     * ended, or ends it by force: a step that waits for a switch's answer may take longer than a
     * shutdown can.
     *
     * @return false if it was ended by force
     */
    boolean awaitEnd() {
        try {
            if (thread.awaitTermination(END_TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
                return true;
            }
            log.warn("{}: still waits for the switch's answer; ended", deviceId);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        thread.shutdownNow();
        return false;
    }

    /**
     * Disconnects for good from a switch that netcfg does not have any more. ONOS would go on to
     * look for the driver of its pipeconf, which only netcfg names, and not list any device.
     */
    void forget() {
        run(
                () -> {
                    services.bindings.removeBinding(deviceId);
                    end();
                });
    }

    private void end() {
        stopped = true;
        try {
            lost("no longer configured");
            driver.disconnect();
        } finally {
            if (nextStep != null) {
                // An executor that is shut down still runs what is scheduled.
                nextStep.cancel(false);
            }
            thread.shutdown();
        }
    }

    /** Passes on the role that ONOS's mastership decided. */
    void roleChanged(MastershipRole role) {
        run(() -> assertRole(role));
    }

    void agentEvent(DeviceAgentEvent event) {
        switch (event.type()) {
            case CHANNEL_CLOSED:
            case CHANNEL_ERROR:
                ready = false;
                run(this::connectionLost);
                poke();
                break;
            case ROLE_MASTER:
                run(() -> services.core.receivedRoleReply(deviceId, null, MastershipRole.MASTER));
                poke();
                break;
            case ROLE_STANDBY:
                run(this::standby);
                break;
            default:
                poke();
                break;
        }
    }

    /**
     * The event may be old: ONOS may have made this node the master since. To be told of a standby
     * then, it would give up the role and begin another term.
     */
    private void standby() {
        MastershipRole role = services.mastership.getLocalRole(deviceId);
        if (role == MastershipRole.MASTER) {
            assertRole(role);
        } else {
            notMaster();
            services.core.receivedRoleReply(deviceId, null, MastershipRole.STANDBY);
        }
    }

    /**
     * ONOS ignores what a node that is not the master reports of ports: all is told anew, and
     * watched again, when it is the master again.
     */
    private void notMaster() {
        ready = false;
        ports.stop();
    }

    /**
     * The event may be old: while this thread was busy, or the whole process stood still, the
     * connection may have been made anew, role included. Then it is enough to look at the switch
     * again, which follows from its not being ready.
     */
    private void connectionLost() {
        if (!isReachable() || driver.handshaker().getRole() != MastershipRole.MASTER) {
            lost("connection lost");
        }
    }

    private void run(Runnable task) {
        try {
            thread.execute(
                    () -> {
                        try {
                            task.run();
                        } catch (RuntimeException e) {
                            log.error("{}: {}", deviceId, e.getMessage(), e);
                        }
                    });
        } catch (RejectedExecutionException e) {
            log.trace("{}: stopped already", deviceId);
        }
    }

    private void schedule(long delayMs) {
        if (stopped) {
            return;
        }
        if (nextStep != null) {
            nextStep.cancel(false);
        }
        nextStep = thread.schedule(this::step, delayMs, MILLISECONDS);
    }

    private void step() {
        long delayMs;
        try {
            delayMs = advance();
        } catch (RuntimeException e) {
            log.warn("{}: {}", deviceId, e.getMessage(), e);
            delayMs = PROBE_MS;
        }
        schedule(delayMs);
    }

    /** Goes as far as possible; returns after how many milliseconds to try to go further. */
    private long advance() {
        if (ready && !sinceFullLook.hasPassed(FULL_LOOK_MS) && driver.answers()) {
            ports.refresh(driver::descriptions, address.uri());
            ports.statistics(steadyDriver);
            return STEADY_MS;
        }
        sinceFullLook.end();
        if (!configure() || !pipeline.bind(address)) {
            return PROBE_MS;
        }
        DeviceHandshaker handshaker = driver.handshaker();
        if (!handshaker.hasConnection()) {
            driver.disconnect();
            handshaker.connect();
            handshaker.addDeviceAgentListener(services.providerId, this::agentEvent);
        }
        if (!answer(handshaker.probeReachability())) {
            unreachable();
            long delayMs = retryMs;
            retryMs = Math.min(2 * retryMs, MAX_RETRY_MS);
            return delayMs;
        }
        retryMs = FIRST_RETRY_MS;
        MastershipRole role = services.mastership.getLocalRole(deviceId);
        if (!announced || role == MastershipRole.NONE || removed()) {
            announce();
            return PROBE_MS;
        }
        if (handshaker.getRole() != MastershipRole.MASTER) {
            notMaster();
            if (!isStandbyAsAsked(handshaker, role)) {
                assertRole(role);
            }
            return PROBE_MS;
        }
        if (!pipeline.isReady(address)) {
            ready = false;
            pipeline.ask();
            return SOON_MS;
        }
        if (!ready && !prepare()) {
            return PROBE_MS;
        }
        if (!services.devices.isAvailable(deviceId)) {
            services.core.deviceConnected(deviceId, driver.description(true, problem));
        }
        ports.refresh(driver::descriptions, address.uri());
        steadyDriver = driver.find();
        ports.statistics(steadyDriver);
        watchedPorts.update(address, ports.numbers());
        sinceFullLook.begin();
        return STEADY_MS;
    }

    /** Reports to ONOS that the switch answers; ONOS then decides on the mastership. */
    private void announce() {
        if (!announced) {
            log.info("{}: answers at {}", deviceId, address.uri());
        }
        ready = false;
        problem = "";
        pipeline.reset();
        announced = true;
        services.gate.close(deviceId);
        services.core.deviceConnected(deviceId, driver.description(false, problem));
    }

    /** Whether someone removed the device from ONOS, which does not take it out of netcfg. */
    private boolean removed() {
        return services.devices.getDevice(deviceId) == null;
    }

    private boolean configure() {
        BasicDeviceConfig config =
                services.networkConfig.getConfig(deviceId, BasicDeviceConfig.class);
        if (!ManagementAddress.concerns(config)) {
            return false;
        }
        ManagementAddress now;
        try {
            now = ManagementAddress.of(config);
        } catch (IllegalArgumentException e) {
            lost("its configuration is wrong now");
            complain("netcfg: " + e.getMessage());
            return false;
        }
        if (address != null && !address.uri().equals(now.uri())) {
            lost("its address is now " + now.uri());
            driver.disconnect();
        }
        address = now;
        return true;
    }

    private boolean prepare() {
        if (!services.reconciler.reconcile(
                deviceId,
                address.p4DeviceId(),
                services.clients.get(deviceId),
                pipeline.pipeconf(address))) {
            return false;
        }
        ports.start(driver.descriptions(), address.uri());
        watchedPorts.forget();
        watchedPorts.update(address, ports.numbers());
        ready = true;
        log.info("{}: ready", deviceId);
        return true;
    }

    private void assertRole(MastershipRole role) {
        if (stopped || address == null || !isReachable()) {
            return;
        }
        DeviceHandshaker handshaker = driver.handshaker();
        askedTerm = 0;
        if (role == MastershipRole.NONE) {
            handshaker.roleChanged(role);
            return;
        }
        MastershipInfo info = services.mastership.getMastershipFor(deviceId);
        if (info.term() <= 0) {
            // Nothing is decided yet, and the driver makes the election id of the term.
            return;
        }
        // The role that was asked for may be of another term than this; an id of this term with the
        // role of that one would have two nodes claim the switch in the same term.
        int preference = preference(info);
        handshaker.roleChanged(preference, info.term());
        askedPreference = preference;
        askedTerm = info.term();
    }

    /** 0 for the master; its backups have their place among the backups, from 1. */
    private int preference(MastershipInfo info) {
        return info.master().filter(services.localNode::equals).isPresent()
                ? 0
                : 1 + Math.max(0, info.backups().indexOf(services.localNode));
    }

    /**
     * True if this node is a standby, and asked for just this role. To ask again in each step would
     * make ONOS's core read the store and write a line into its log each time.
     */
    private boolean isStandbyAsAsked(DeviceHandshaker handshaker, MastershipRole role) {
        if (role != MastershipRole.STANDBY || handshaker.getRole() != MastershipRole.STANDBY) {
            return false;
        }
        MastershipInfo info = services.mastership.getMastershipFor(deviceId);
        return info.term() == askedTerm && preference(info) == askedPreference;
    }

    private void unreachable() {
        // gRPC waits ever longer between attempts, up to two minutes.
        services.channels.get(address.uri()).ifPresent(ManagedChannel::resetConnectBackoff);
        P4RuntimeClient client = services.clients.get(deviceId);
        String reason =
                client instanceof ReachabilityReport
                        ? ((ReachabilityReport) client).lastFailure()
                        : "no answer";
        complain("unreachable at " + address.uri() + ": " + reason + "; trying again");
        if (announced) {
            lost(reason);
            // The rest of the stream may take its time to end, and would then end the next
            // connection, too.
            if (client != null) {
                client.closeSession(address.p4DeviceId());
            }
        } else if (removed()) {
            // So that it is listed, as not available, with the reason.
            services.core.deviceConnected(deviceId, driver.description(false, problem));
            services.core.deviceDisconnected(deviceId);
        }
    }

    /** Reports to ONOS that the switch is gone; it is connected again when it answers. */
    private void lost(String reason) {
        ready = false;
        services.gate.open(deviceId);
        ports.stop();
        if (announced) {
            log.warn("{}: {}", deviceId, reason);
            announced = false;
            services.core.deviceDisconnected(deviceId);
        }
    }

    /** Logs a problem once, until it changes. */
    private void complain(String what) {
        if (!what.equals(problem)) {
            log.warn("{}: {}", deviceId, what);
            problem = what;
        }
    }
}
