// SPDX-License-Identifier: Apache-2.0
package org.weir.app.component;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import org.onosproject.cluster.LeadershipService;
import org.onosproject.core.ApplicationId;
import org.onosproject.net.DeviceId;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.weir.app.cluster.StoreWait;
import org.weir.app.fabric.Debounce;
import org.weir.app.fabric.FabricEvents;
import org.weir.app.fabric.LinkMap;
import org.weir.app.forwarding.AddressGuard;
import org.weir.app.forwarding.AddressResolver;
import org.weir.app.forwarding.ForwardingManager;
import org.weir.app.forwarding.NextHopSearch;
import org.weir.app.plan.LastPeriod;
import org.weir.app.plan.Plans;
import org.weir.app.policy.DocumentStore;
import org.weir.app.policy.FreezeSwitch;
import org.weir.app.policy.PolicyHistory;
import org.weir.app.policy.PolicyManager;
import org.weir.app.queues.TelemetryListener;
import org.weir.control.PortId;
import org.weir.control.loop.ControlLoop;
import org.weir.control.policy.Policy;

/**
 * Starts and stops the application, and follows changes of the network and of the policy: it
 * updates routes, rules and the settings of ports.
 */
final class Lifecycle {

    private static final Logger LOG = LoggerFactory.getLogger(Lifecycle.class);

    /** Time from a change of the network to new routes, ms: changes come in bursts. */
    private static final long DEBOUNCE_MS = 50;

    private static final long WATCH_PERIOD_MS = 5_000;

    /** Time until routes that were refused or not confirmed are tried again, ms. */
    private static final long RETRY_MS = 1_000;

    /** Longest time until routes that were refused are tried again while nothing changes, ms. */
    private static final long ROUTES_LONGEST_MS = 30_000;

    /** Time after which entries of switches are sent again that were refused, at first, ms. */
    private static final long REFUSED_MS = 10_000;

    /** Longest time after which refused entries are sent again while nothing changes, ms. */
    private static final long REFUSED_LONGEST_MS = 300_000;

    /** Time between two looks of a guard at the ports, ms. */
    private static final long GUARD_PERIOD_MS = 1_000;

    /** Leadership of the node that guards plans. */
    private static final String GUARD_TOPIC = "weir-guard";

    /** Time after which a freeze on another node holds here too, ms. */
    private static final long STORE_MS = 2000;

    /** A little more than the time for which a host that has gone keeps its place, ms. */
    private static final long PLACES_MS = 301_000;

    private static final long CLEAN_UP_S = 15;

    /** Time between two looks at whose registration has ended, ms. */
    private static final long LEASES_MS = 1_000;

    private final Parts parts;
    private final LeadershipService leaderships;
    private final PolicyManager policies;
    private final Plans plans;
    private final FreezeSwitch freeze;
    private final DocumentStore planStore;
    private final FabricEvents events;
    private final AddressResolver resolver;
    private final AddressGuard addressGuard;
    private final NextHopSearch nextHops;
    private final TelemetryListener telemetry;
    private final Takeover takeover;
    private final Debounce networkChanged;
    private final Debounce networkRetried;
    private final Resend classesRetried;
    private final Resend edgeRetried;
    private final Debounce routesChanged;
    private final Resend routesRetried;
    private final Debounce pathsLost;
    private final Debounce placesForgotten;

    /** True if the network has changed since the last look for places to forget. */
    private final AtomicBoolean isAnyGone = new AtomicBoolean();

    /** Links of the last update of the edge; of the thread for routes only. */
    private LinkMap edgeLinks = LinkMap.empty();

    private volatile boolean running;
    private boolean isStopped;

    /**
     * An application that is not started.
     *
     * @param appId its id
     * @param onos holds ONOS's services
     * @param parts its parts
     */
    Lifecycle(ApplicationId appId, WeirComponent onos, Parts parts) {
        this.parts = parts;
        leaderships = onos.leadershipService;
        policies =
                new PolicyManager(
                        appId,
                        onos.configRegistry,
                        new PolicyHistory(
                                new DocumentStore(
                                        onos.storageService,
                                        "weir-policy-versions",
                                        "policy versions"),
                                System::currentTimeMillis,
                                parts.terms::isAlone),
                        this::policyChanged,
                        parts.alerts,
                        task -> AppThreads.later(parts.threads.network, task));
        planStore = new DocumentStore(onos.storageService, "weir-plans", "plans");
        plans =
                new Plans(
                        policies,
                        planStore,
                        new DocumentStore(onos.storageService, "weir-plan-ports", "ports of plans"),
                        parts.control::plan,
                        this::lastPeriods,
                        onos::portsUnderControl,
                        port -> parts.terms.mayRecord(DeviceId.deviceId(port.device())),
                        System::currentTimeMillis,
                        Parts.CLOCK_NS,
                        () -> isGuardian(onos));
        freeze =
                new FreezeSwitch(
                        new DocumentStore(onos.storageService, "weir-freezes", "freezes"),
                        parts.control::setFrozen,
                        System::currentTimeMillis);
        Runnable network = () -> unlessStopped(this::updateNetwork);
        Runnable routes = () -> unlessStopped(this::updateRoutes);
        networkChanged = new Debounce(parts.threads.network, DEBOUNCE_MS, network);
        networkRetried = new Debounce(parts.threads.network, RETRY_MS, network);
        classesRetried =
                new Resend(
                        parts.threads.network,
                        REFUSED_MS,
                        REFUSED_LONGEST_MS,
                        () -> parts.classifier.hasFailed() || parts.aqm.hasFailed(),
                        network);
        routesChanged = new Debounce(parts.threads.routes, DEBOUNCE_MS, routes);
        routesRetried =
                new Resend(
                        parts.threads.routes,
                        RETRY_MS,
                        ROUTES_LONGEST_MS,
                        () -> parts.forwarding.hasFailed() || parts.forwarding.isLinkInDoubt(),
                        routes);
        edgeRetried =
                new Resend(
                        parts.threads.routes,
                        RETRY_MS,
                        REFUSED_LONGEST_MS,
                        () ->
                                parts.neighbours.hasFailed()
                                        || parts.edge.hasFailed()
                                        || parts.activity.hasFailed(),
                        routes);
        takeover = new Takeover(parts, routesChanged::request, this::termBegun);
        pathsLost =
                new Debounce(parts.threads.routes, 0, () -> unlessStopped(this::updateLostRoutes));
        placesForgotten = new Debounce(parts.threads.routes, PLACES_MS, this::forgetPlaces);
        events =
                new FabricEvents(
                        onos.deviceService,
                        onos.mastershipService,
                        onos.hostService,
                        onos.linkService,
                        this::networkHasChanged,
                        parts.control::portUpdated,
                        this::pathLost,
                        this::nameRules,
                        device -> AppThreads.later(parts.threads.network, () -> contact(device)));
        LongSupplier clockMs = () -> TimeUnit.NANOSECONDS.toMillis(Parts.CLOCK_NS.getAsLong());
        resolver =
                new AddressResolver(
                        appId,
                        onos.packetService,
                        onos.hostService,
                        parts.fabric,
                        parts.forwarding::isReachable,
                        task -> AppThreads.later(parts.threads.neighbours, task),
                        clockMs);
        PermittedSources sources =
                new PermittedSources(policies::policy, parts.fabric::carriesLink);
        parts.fabric.restrict(sources);
        addressGuard =
                new AddressGuard(
                        onos.packetService,
                        sources,
                        onos.hostService::getHost,
                        parts.alerts,
                        clockMs);
        nextHops =
                new NextHopSearch(
                        parts.forwarding::staticRoutes, resolver::search, parts.alerts, clockMs);
        telemetry =
                new TelemetryListener(onos.packetService, Parts.CLOCK_NS, parts.control::onReport);
    }

    private Map<String, LastPeriod> lastPeriods() {
        Optional<ControlLoop> loop = parts.control.loop();
        if (loop.isEmpty()) {
            return Map.of();
        }
        boolean isCanary = policies.canary().isPresent();
        return LastPeriods.judged(
                parts.control.periods(),
                loop.get().states(),
                port ->
                        !loop.get().isBehind(port)
                                && (!isCanary || policies.canary(port).isPresent()));
    }

    private boolean isGuardian(WeirComponent onos) {
        return parts.terms.isAlone()
                || onos.clusterService
                        .getLocalNode()
                        .id()
                        .equals(onos.leadershipService.getLeader(GUARD_TOPIC));
    }

    PolicyManager policies() {
        return policies;
    }

    Plans plans() {
        return plans;
    }

    /** Runs something after each change of a plan, of other nodes too; it must return at once. */
    void followPlans(Runnable changed) {
        planStore.follow(changed);
    }

    FreezeSwitch freeze() {
        return freeze;
    }

    /** Starts everything; waits while ONOS's store does not answer. */
    void start() {
        StoreWait.repeat("the network configuration", parts.fabric::refresh);
        parts.rules.restore();
        running = true;
        events.start();
        // Until now no switch with Weir's pipelines could become available. ONOS deletes entries
        // that it finds in a switch and nobody asked for; from here on those from before are asked
        // for as soon as a switch is heard of.
        parts.pipelines.register();
        StoreWait.repeat("configurations of devices", parts.deviceAccess::start);
        freeze.refresh();
        plans.start();
        StoreWait.repeat("the policy", policies::start);
        StoreWait.repeat(
                "leadership of the guard", () -> leaderships.runForLeadership(GUARD_TOPIC));
        // Not in the network's thread, which need not wait for ONOS's store.
        AppThreads.every(parts.threads.store, parts.tasks, GUARD_PERIOD_MS, "guard", plans::tick);
        AppThreads.every(parts.threads.store, parts.tasks, STORE_MS, "store", this::followStore);
        telemetry.start();
        addressGuard.start();
        StoreWait.repeat("packets of hosts", resolver::start);
        parts.drops.start();
        parts.agents.start(routesChanged::request);
        AppThreads.every(parts.threads.network, parts.tasks, LEASES_MS, "leases", this::endLeases);
        AppThreads.every(
                parts.threads.network, parts.tasks, WATCH_PERIOD_MS, "switches", this::watch);
        parts.threads.routes.schedule(
                routesChanged::request, ForwardingManager.HOLD_MS, TimeUnit.MILLISECONDS);
        parts.fabric
                .configuredDevices()
                .keySet()
                .forEach(device -> AppThreads.later(parts.threads.network, () -> contact(device)));
        networkHasChanged();
    }

    /**
     * Stops everything and leaves the switches as they are: this is also what happens when ONOS
     * itself is stopped, and then traffic has to go on. Whatever fails, no step is left out; those
     * that ask ONOS's store, which may not answer, come last.
     */
    synchronized void stop() {
        if (isStopped) {
            return;
        }
        isStopped = true;
        running = false;
        Ending.step("control", parts.control::stop);
        Ending.step("events of the network", events::stop);
        Ending.step("telemetry", telemetry::stop);
        Ending.step("addresses of hosts", addressGuard::stop);
        Ending.step("schedulers", parts.schedulers::stop);
        parts.threads.neighbours.shutdown();
        parts.threads.takeover.shutdown();
        parts.threads.direct.shutdown();
        parts.threads.store.shutdown();
        parts.threads.peers.shutdown();
        parts.threads.routes.shutdown();
        Ending.step("rules to remember", parts.archive::flush);
        parts.threads.network.shutdown();
        parts.threads.rounds.shutdown();
        Ending.step("drops", parts.drops::stop);
        parts.threads.drops.shutdownNow();
        Ending.step("packets of hosts", resolver::stop);
        Ending.step("the policy", policies::stop);
        Ending.step("plans", planStore::stop);
        Ending.step("agents", parts.agents::stop);
        Ending.step("configurations of devices", parts.deviceAccess::stop);
        Ending.step("leadership of the guard", () -> leaderships.withdraw(GUARD_TOPIC));
    }

    /**
     * The application is being deactivated, and ONOS goes on: nothing of it stays behind. While
     * settings are frozen, or if it is not known whether they are, everything stays in the
     * switches, so that traffic goes on until the application is active again, perhaps in another
     * version.
     */
    void cleanUp() {
        List<DeviceId> devices = new ArrayList<>();
        Ending.step("switches", () -> devices.addAll(parts.fabric.ownDevices()));
        AtomicBoolean keepsEntries = new AtomicBoolean(true);
        Ending.step(
                "the freeze",
                () -> {
                    freeze.refresh();
                    keepsEntries.set(freeze.isFrozen());
                });
        stop();
        try {
            parts.threads.network.awaitTermination(CLEAN_UP_S, TimeUnit.SECONDS);
            parts.threads.routes.awaitTermination(CLEAN_UP_S, TimeUnit.SECONDS);
            parts.threads.rounds.awaitTermination(CLEAN_UP_S, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (keepsEntries.get()) {
            LOG.info("settings are or may be frozen: all entries stay in the switches");
        } else {
            devices.forEach(
                    device ->
                            Ending.step(
                                    "clone sessions of " + device,
                                    () -> parts.cloneSessions.remove(device)));
            Ending.step(
                    "entries of switches",
                    () -> parts.rules.clear().orTimeout(CLEAN_UP_S, TimeUnit.SECONDS).join());
        }
        Ending.step("rules to remember", parts.archive::flush);
        Ending.step("pipelines", parts.pipelines::unregister);
    }

    /**
     * ONOS delivers the event that a switch is available after this one, and looks into the switch
     * then. In a cluster other instances may know newer rules.
     */
    private void nameRules(DeviceId device) {
        if (parts.terms.isAlone() && parts.fabric.contains(device)) {
            int count = parts.translations.learn(device, parts.rules.rules(device));
            if (count > 0) {
                LOG.info("{}: ONOS knows {} rules from before", device, count);
            }
        }
    }

    /** A switch may have become one that this instance writes to. */
    private void contact(DeviceId device) {
        if (!parts.fabric.contains(device)) {
            parts.fabric.refresh();
        }
        if (!parts.fabric.contains(device)) {
            return;
        }
        boolean isAvailable = parts.fabric.availableDevices().contains(device);
        if (!isAvailable || !takeover.begin(device)) {
            resubmit(device);
        }
    }

    private void termBegun(DeviceId device) {
        networkHasChanged();
        resubmit(device);
    }

    private void resubmit(DeviceId device) {
        if (parts.fabric.own(device)) {
            parts.fabric.contact(device);
            parts.rules
                    .resubmit(device)
                    .whenComplete(
                            (done, error) -> {
                                if (error == null) {
                                    parts.terms.reconciled(device);
                                } else {
                                    // Expected after a restart of ONOS: the entries are in the
                                    // switch already, and ONOS finds that when it reads them.
                                    LOG.debug("{}: {}", device, error.getMessage());
                                }
                            });
        }
    }

    /** Must return at once: ONOS's event threads call it. */
    private void networkHasChanged() {
        parts.fabric.changed();
        isAnyGone.set(true);
        placesForgotten.request();
        somethingChanged();
    }

    /** In a network in which nothing happens any more, too. */
    private void forgetPlaces() {
        if (isAnyGone.getAndSet(false)) {
            placesForgotten.request();
        }
        routesChanged.request();
    }

    private void somethingChanged() {
        classesRetried.reset();
        edgeRetried.reset();
        routesRetried.reset();
        networkChanged.request();
        routesChanged.request();
    }

    /** Packets are being lost: routes change before anything else does, and without waiting. */
    private void pathLost() {
        parts.fabric.changed();
        parts.forwarding.pathLost();
        routesRetried.reset();
        pathsLost.request();
    }

    /** Runs an update; if the services that it uses stop meanwhile, its failure is no error. */
    private void unlessStopped(Runnable update) {
        if (!running) {
            return;
        }
        try {
            update.run();
        } catch (RuntimeException e) {
            if (running) {
                throw e;
            }
            LOG.debug("an update was under way when the application stopped", e);
        }
    }

    private void updateRoutes() {
        updateEdge();
        policies.policy().ifPresent(this::setRoutes);
        parts.forwarding.update();
        nextHops.look();
        parts.neighbours.update();
        routesRetried.look();
        edgeRetried.look();
        resolver.routesChanged();
    }

    /**
     * To be called before routes, which each switch takes up after the rules of the edge: no
     * feedback packet and no DSCP is lost at a link that is used.
     */
    private void updateEdge() {
        edgeLinks = parts.fabric.links();
        parts.edge.update(policies.policy());
        parts.activity.update(policies.policy());
    }

    /**
     * Only what packets wait for: computing the rules of the edge takes long in a large network,
     * and a link that is lost changes none of them. A new one does, and routes use it at once.
     */
    private void updateLostRoutes() {
        if (!edgeLinks.containsAll(parts.fabric.links())) {
            updateEdge();
        }
        // It may be the first update after a start: without limits ONOS would forget hosts.
        policies.policy().ifPresent(this::setRoutes);
        parts.forwarding.update();
        routesRetried.look();
        resolver.routesChanged();
        routesChanged.request();
    }

    private void setRoutes(Policy policy) {
        parts.forwarding.limitAddresses(
                port ->
                        policy.edge(new PortId(port.deviceId().toString(), port.port().toLong()))
                                .addresses());
        parts.forwarding.setStaticRoutes(policy.routes());
    }

    private void policyChanged(Policy policy) {
        parts.control.setPolicy(policy);
        networkHasChanged();
    }

    private void updateNetwork() {
        parts.fabric.refresh();
        installCloneSessions();
        parts.classifier.update(policies.policy());
        parts.aqm.update(policies.policy());
        parts.deviceWatch.update();
    }

    private void installCloneSessions() {
        boolean installed =
                parts.cloneSessions.update(
                        parts.fabric.ownDevices(),
                        parts.fabric::platform,
                        (device, platform) ->
                                parts.deviceAccess.cpuPort(device).orElse(platform.cpuPort()));
        if (!installed) {
            networkRetried.request();
        }
    }

    private void endLeases() {
        parts.agents.expire();
        parts.flows.expire();
    }

    private void followStore() {
        freeze.refresh();
        policies.findVersion();
    }

    private void watch() {
        parts.fabric.refresh();
        parts.deviceWatch.update();
        // Switches that have come since, or whose rules could not be read.
        parts.fabric.availableDevices().stream().filter(parts.terms::begin).forEach(this::contact);
        // Their port may have been changed in netcfg.
        installCloneSessions();
        parts.schedulers.update(parts.fabric.ownDevices());
        addressGuard.update();
        nextHops.look();
        // An answer may come, or stay away, long after the update that asked for it.
        classesRetried.look();
        edgeRetried.look();
        routesRetried.look();
    }
}
