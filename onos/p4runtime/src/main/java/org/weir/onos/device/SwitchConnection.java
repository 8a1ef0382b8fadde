// SPDX-License-Identifier: Apache-2.0
package org.weir.onos.device;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.onlab.util.Tools.groupedThreads;

import io.grpc.ManagedChannel;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.onlab.util.ItemNotFoundException;
import org.onosproject.mastership.MastershipInfo;
import org.onosproject.net.DefaultAnnotations;
import org.onosproject.net.DeviceId;
import org.onosproject.net.MastershipRole;
import org.onosproject.net.behaviour.PiPipelineProgrammable;
import org.onosproject.net.config.basics.BasicDeviceConfig;
import org.onosproject.net.device.DefaultDeviceDescription;
import org.onosproject.net.device.DeviceAgentEvent;
import org.onosproject.net.device.DeviceDescription;
import org.onosproject.net.device.DeviceDescriptionDiscovery;
import org.onosproject.net.device.DeviceHandshaker;
import org.onosproject.net.driver.Behaviour;
import org.onosproject.net.driver.DefaultDriverData;
import org.onosproject.net.driver.DefaultDriverHandler;
import org.onosproject.net.driver.Driver;
import org.onosproject.net.pi.model.PiPipeconf;
import org.onosproject.net.pi.model.PiPipeconfId;
import org.onosproject.net.pi.service.PiPipeconfWatchdogService.PipelineStatus;
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

    /** Between two looks at a switch that is ready: what ends its connection is heard at once. */
    private static final long STEADY_MS = 10_000;

    /**
     * Between two full looks at a switch that is ready. A full look asks the driver framework for
     * each behaviour, which reads ONOS's stores; in between it is enough that the switch answers.
     */
    private static final long FULL_LOOK_MS = 60_000;

    private static final long FIRST_RETRY_MS = 500;
    private static final long MAX_RETRY_MS = 2_000;
    private static final long SOON_MS = 200;
    private static final long ASK_AGAIN_MS = 5_000;
    private static final long ANSWER_TIMEOUT_SECONDS = 15;
    private static final long END_TIMEOUT_SECONDS = 5;

    /** Annotation of a device that cannot be reached: why. */
    private static final String UNREACHABLE = "unreachable";

    private final Logger log = LoggerFactory.getLogger(getClass());

    private final DeviceId deviceId;
    private final SwitchServices services;
    private final SwitchPorts ports;
    private final WatchedPorts watchedPorts;
    private final ScheduledExecutorService thread;
    private ScheduledFuture<?> nextStep;
    private ManagementAddress address;
    private String problem = "";
    private long retryMs = FIRST_RETRY_MS;
    private long pipelineAskedMs;

    /** When all was in order at a full look, ms; 0 when the next look must be a full one. */
    private long fullLookMs;

    /** The driver, as of that look: to find it goes through the cluster's store. */
    private Optional<Driver> steadyDriver = Optional.empty();

    /** Whether ONOS's core was told that the switch answers. */
    private boolean announced;

    private volatile boolean stopped;
    private volatile boolean ready;

    SwitchConnection(DeviceId deviceId, SwitchServices services) {
        this.deviceId = deviceId;
        this.services = services;
        this.thread =
                Executors.newSingleThreadScheduledExecutor(
                        groupedThreads("weir/switch", deviceId.toString(), log));
        this.watchedPorts = new WatchedPorts(deviceId, services);
        this.ports = new SwitchPorts(deviceId, services, this::run);
    }

    /** Asks for a step now. */
    void poke() {
        run(
                () -> {
                    fullLookMs = 0;
                    schedule(0);
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
     */
    void awaitEnd() {
        try {
            if (!thread.awaitTermination(END_TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
                log.warn("{}: still waits for the switch's answer; ended", deviceId);
                thread.shutdownNow();
            }
        } catch (InterruptedException e) {
            thread.shutdownNow();
            Thread.currentThread().interrupt();
        }
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
            disconnect();
        } finally {
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
                run(() -> services.core.receivedRoleReply(deviceId, null, MastershipRole.STANDBY));
                break;
            default:
                poke();
                break;
        }
    }

    /**
     * The event may be old: while this thread was busy, or the whole process stood still, the
     * connection may have been made anew, role included. Then it is enough to look at the switch
     * again, which follows from its not being ready.
     */
    private void connectionLost() {
        if (!isReachable()
                || behaviour(DeviceHandshaker.class).getRole() != MastershipRole.MASTER) {
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
        if (ready && System.currentTimeMillis() - fullLookMs < FULL_LOOK_MS && answers()) {
            ports.refresh(this::descriptions, address.uri());
            ports.statistics(steadyDriver);
            return STEADY_MS;
        }
        fullLookMs = 0;
        if (!configure() || !bindPipeconf()) {
            return PROBE_MS;
        }
        DeviceHandshaker handshaker = behaviour(DeviceHandshaker.class);
        if (!handshaker.hasConnection()) {
            disconnect();
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
            ready = false;
            assertRole(role);
            return PROBE_MS;
        }
        if (!pipelineReady()) {
            ready = false;
            askForPipeline();
            return SOON_MS;
        }
        if (!ready && !prepare()) {
            return PROBE_MS;
        }
        if (!services.devices.isAvailable(deviceId)) {
            services.core.deviceConnected(deviceId, description(true));
        }
        ports.refresh(this::descriptions, address.uri());
        steadyDriver = optionalDriver();
        ports.statistics(steadyDriver);
        watchedPorts.update(address, ports.numbers());
        fullLookMs = System.currentTimeMillis();
        return STEADY_MS;
    }

    private boolean answers() {
        P4RuntimeClient client = services.clients.get(deviceId);
        return client != null
                && services.devices.isAvailable(deviceId)
                && answer(client.probeService());
    }

    /** Tells ONOS that the switch answers, upon which ONOS decides on the mastership. */
    private void announce() {
        if (!announced) {
            log.info("{}: answers at {}", deviceId, address.uri());
        }
        ready = false;
        problem = "";
        pipelineAskedMs = 0;
        announced = true;
        services.gate.close(deviceId);
        services.core.deviceConnected(deviceId, description(false));
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
            disconnect();
        }
        address = now;
        return true;
    }

    /** Binds the pipeconf, which may be registered and whose driver may be loaded later. */
    private boolean bindPipeconf() {
        if (services.pipeconfs.getPipeconf(address.pipeconf()).isEmpty()) {
            complain("waiting for pipeconf " + address.pipeconf() + ", which is not registered");
            return false;
        }
        Optional<PiPipeconfId> bound =
                services.pipeconfs
                        .ofDevice(deviceId)
                        .filter(one -> !one.equals(address.pipeconf()));
        if (bound.isPresent() && services.devices.isAvailable(deviceId)) {
            complain(
                    "is bound to pipeconf "
                            + bound.get()
                            + " already: remove the device to bind "
                            + address.pipeconf());
            return false;
        }
        if (bound.isPresent()) {
            // Never ran it: netcfg was wrong and has been put right.
            log.info("{}: {} instead of pipeconf {}", deviceId, address.pipeconf(), bound.get());
            disconnect();
            services.bindings.removeBinding(deviceId);
        }
        if (services.pipeconfs.getMergedDriver(deviceId, address.pipeconf()) == null) {
            complain("waiting for driver " + address.driver() + ", which is not loaded");
            return false;
        }
        services.pipeconfs.bindToDevice(address.pipeconf(), deviceId);
        return optionalDriver().isPresent();
    }

    private boolean pipelineReady() {
        PiPipeconf pipeconf = services.pipeconfs.getPipeconf(address.pipeconf()).orElseThrow();
        return services.watchdog.getStatus(deviceId) == PipelineStatus.READY
                && answer(behaviour(PiPipelineProgrammable.class).isPipeconfSet(pipeconf));
    }

    /** Each time asked the watchdog starts anew, and to set a pipeline can take long. */
    private void askForPipeline() {
        long nowMs = System.currentTimeMillis();
        if (nowMs - pipelineAskedMs >= ASK_AGAIN_MS) {
            pipelineAskedMs = nowMs;
            services.watchdog.triggerProbe(deviceId);
        }
    }

    private boolean prepare() {
        if (!services.reconciler.reconcile(
                deviceId,
                address.p4DeviceId(),
                services.clients.get(deviceId),
                services.pipeconfs.getPipeconf(address.pipeconf()).orElseThrow())) {
            return false;
        }
        ports.start(descriptions(), address.uri());
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
        DeviceHandshaker handshaker = behaviour(DeviceHandshaker.class);
        if (role == MastershipRole.NONE) {
            handshaker.roleChanged(role);
            return;
        }
        MastershipInfo info = services.mastership.getMastershipFor(deviceId);
        if (info.term() <= 0) {
            // Nothing is decided yet, and the driver makes the election id of the term.
            return;
        }
        int preference =
                role == MastershipRole.MASTER
                        ? 0
                        : 1 + Math.max(0, info.backups().indexOf(services.localNode));
        handshaker.roleChanged(preference, info.term());
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
            // What is left of the stream may take its time to end, and would then end the next
            // connection, too.
            if (client != null) {
                client.closeSession(address.p4DeviceId());
            }
        } else if (removed()) {
            // So that it is listed, as not available, with the reason.
            services.core.deviceConnected(deviceId, description(false));
            services.core.deviceDisconnected(deviceId);
        }
    }

    /** Tells ONOS that the switch is gone; it is taken up again when it answers. */
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

    private void disconnect() {
        optionalDriver()
                .ifPresent(
                        driver -> {
                            DeviceHandshaker handshaker = behaviour(DeviceHandshaker.class);
                            handshaker.removeDeviceAgentListener(services.providerId);
                            handshaker.disconnect();
                        });
    }

    /** Logs a problem once, until it changes. */
    private void complain(String what) {
        if (!what.equals(problem)) {
            log.warn("{}: {}", deviceId, what);
            problem = what;
        }
    }

    private DeviceDescription description(boolean available) {
        DeviceDescription found = descriptions().discoverDeviceDetails();
        DefaultAnnotations.Builder annotations =
                DefaultAnnotations.builder().putAll(found.annotations());
        if (problem.isEmpty()) {
            annotations.remove(UNREACHABLE);
        } else {
            annotations.set(UNREACHABLE, problem);
        }
        return new DefaultDeviceDescription(found, available, annotations.build());
    }

    private Optional<Driver> optionalDriver() {
        try {
            return Optional.of(services.drivers.getDriver(deviceId));
        } catch (ItemNotFoundException e) {
            return Optional.empty();
        }
    }

    private DeviceDescriptionDiscovery descriptions() {
        return behaviour(DeviceDescriptionDiscovery.class);
    }

    private <B extends Behaviour> B behaviour(Class<B> type) {
        Driver driver = services.drivers.getDriver(deviceId);
        return driver.createBehaviour(
                new DefaultDriverHandler(new DefaultDriverData(driver, deviceId)), type);
    }

    private boolean answer(CompletableFuture<Boolean> future) {
        try {
            return future.get(ANSWER_TIMEOUT_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
