// SPDX-License-Identifier: Apache-2.0
package org.weir.app.component;

import static org.osgi.service.component.annotations.ReferenceCardinality.MANDATORY;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.onosproject.app.ApplicationService;
import org.onosproject.core.ApplicationId;
import org.onosproject.core.CoreService;
import org.onosproject.mastership.MastershipService;
import org.onosproject.net.DeviceId;
import org.onosproject.net.Link;
import org.onosproject.net.config.NetworkConfigRegistry;
import org.onosproject.net.config.NetworkConfigService;
import org.onosproject.net.device.DeviceService;
import org.onosproject.net.flow.FlowRuleProgrammable;
import org.onosproject.net.flow.FlowRuleService;
import org.onosproject.net.group.GroupService;
import org.onosproject.net.host.HostService;
import org.onosproject.net.link.LinkService;
import org.onosproject.net.packet.PacketService;
import org.onosproject.net.pi.model.PiTableId;
import org.onosproject.net.pi.service.PiPipeconfService;
import org.onosproject.store.service.StorageService;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.weir.app.Alert;
import org.weir.app.ClassChange;
import org.weir.app.ClassView;
import org.weir.app.DecisionView;
import org.weir.app.DeviceView;
import org.weir.app.LoopView;
import org.weir.app.PolicyView;
import org.weir.app.PortView;
import org.weir.app.RejectedException;
import org.weir.app.SolveReport;
import org.weir.app.WeirService;
import org.weir.app.alerts.AlertBoard;
import org.weir.app.drops.DropPoller;
import org.weir.app.fabric.Debounce;
import org.weir.app.fabric.DeviceWatch;
import org.weir.app.fabric.Fabric;
import org.weir.app.fabric.FabricEvents;
import org.weir.app.fabric.Pipelines;
import org.weir.app.forwarding.AddressResolver;
import org.weir.app.forwarding.CloneSessions;
import org.weir.app.forwarding.ForwardingManager;
import org.weir.app.policy.AqmInstaller;
import org.weir.app.policy.ClassifierInstaller;
import org.weir.app.policy.PolicyManager;
import org.weir.app.queues.ControlRunner;
import org.weir.app.queues.TelemetryListener;
import org.weir.app.rules.AqmRules;
import org.weir.app.rules.ClassRules;
import org.weir.app.rules.DirectRules;
import org.weir.app.rules.DrainRules;
import org.weir.app.rules.RouteRules;
import org.weir.app.rules.RuleArchive;
import org.weir.app.rules.RuleBook;
import org.weir.app.rules.RuleFactory;
import org.weir.app.rules.SettingsRules;
import org.weir.app.scheduling.DeviceAccess;
import org.weir.app.scheduling.PortSchedulers;
import org.weir.app.scheduling.VirtualQueues;
import org.weir.control.PortId;
import org.weir.control.loop.ControlLoop;
import org.weir.control.loop.Decision;
import org.weir.control.loop.PortState;
import org.weir.control.policy.Policy;
import org.weir.pipelines.P4Names;
import org.weir.pipelines.Pipeconfs;

/** Puts the parts of the application together, and serves what they know. */
@Component(immediate = true, service = WeirService.class)
public final class WeirManager implements WeirService {

    private static final Logger LOG = LoggerFactory.getLogger(WeirManager.class);

    /** Time from a change of the network to new routes, ms: changes come in bursts. */
    private static final long DEBOUNCE_MS = 50;

    private static final long WATCH_PERIOD_MS = 5_000;

    /** Time until routes that were refused or not confirmed are tried again, ms. */
    private static final long RETRY_MS = 1_000;

    private static final long CLEAN_UP_S = 15;

    private static final long SOLVE_NOW_S = 30;

    @Reference(cardinality = MANDATORY)
    CoreService coreService;

    @Reference(cardinality = MANDATORY)
    ApplicationService applicationService;

    @Reference(cardinality = MANDATORY)
    NetworkConfigRegistry configRegistry;

    @Reference(cardinality = MANDATORY)
    NetworkConfigService configService;

    @Reference(cardinality = MANDATORY)
    StorageService storageService;

    @Reference(cardinality = MANDATORY)
    MastershipService mastershipService;

    @Reference(cardinality = MANDATORY)
    DeviceService deviceService;

    @Reference(cardinality = MANDATORY)
    LinkService linkService;

    @Reference(cardinality = MANDATORY)
    HostService hostService;

    @Reference(cardinality = MANDATORY)
    FlowRuleService flowRuleService;

    @Reference(cardinality = MANDATORY)
    GroupService groupService;

    @Reference(cardinality = MANDATORY)
    PacketService packetService;

    @Reference(cardinality = MANDATORY)
    PiPipeconfService pipeconfService;

    private final LongSupplier clockNs = System::nanoTime;
    private final AlertBoard alerts = new AlertBoard();
    private Fabric fabric;
    private Pipelines pipelines;
    private RuleArchive archive;
    private RuleBook rules;
    private ForwardingManager forwarding;
    private ClassifierInstaller classifier;
    private AqmInstaller aqm;
    private CloneSessions cloneSessions;
    private DeviceWatch deviceWatch;
    private ControlRunner control;
    private DropPoller drops;
    private DeviceAccess deviceAccess;
    private PortSchedulers schedulers;
    private PolicyManager policies;
    private FabricEvents events;
    private AddressResolver resolver;
    private TelemetryListener telemetry;
    private Debounce networkChanged;
    private Debounce routesChanged;
    private Debounce routesRetried;
    private Debounce pathsLost;
    private AppThreads threads;
    private boolean running;

    /** Starts everything. */
    @Activate
    void activate() {
        ApplicationId appId = coreService.registerApplication(APP_NAME);
        build(appId);
        fabric.refresh();
        rules.restore();
        running = true;
        events.start();
        // Until now no switch with Weir's pipelines could become available. ONOS deletes entries
        // that it finds in a switch and nobody asked for; from here on those from before are asked
        // for as soon as a switch is heard of.
        pipelines.register();
        deviceAccess.start();
        policies.start();
        telemetry.start();
        resolver.start();
        drops.start();
        threads.network.scheduleWithFixedDelay(
                this::watch, WATCH_PERIOD_MS, WATCH_PERIOD_MS, TimeUnit.MILLISECONDS);
        threads.routes.schedule(
                routesChanged::request, ForwardingManager.HOLD_MS, TimeUnit.MILLISECONDS);
        applicationService.registerDeactivateHook(appId, this::cleanUp);
        fabric.configuredDevices()
                .keySet()
                .forEach(device -> AppThreads.later(threads.network, () -> contact(device)));
        networkHasChanged();
        LOG.info("started");
    }

    /**
     * Stops everything and leaves the switches as they are: this is also what happens when ONOS
     * itself is stopped, and then traffic has to go on.
     */
    @Deactivate
    void deactivate() {
        stop();
        LOG.info("stopped");
    }

    private void build(ApplicationId appId) {
        threads = new AppThreads();
        RuleFactory factory = new RuleFactory(appId);
        Pipeconfs pipeconfs = new Pipeconfs();
        fabric =
                new Fabric(
                        deviceService,
                        mastershipService,
                        linkService,
                        hostService,
                        configService,
                        pipeconfs::isPacked);
        pipelines = new Pipelines(pipeconfService, pipeconfs);
        archive = new RuleArchive(storageService, threads.network);
        rules = new RuleBook(flowRuleService, mastershipService, archive);
        DirectRules directRules = new DirectRules(this::driver, threads.direct);
        forwarding =
                new ForwardingManager(
                        fabric,
                        rules,
                        directRules,
                        new RouteRules(
                                factory, device -> hasTable(device, P4Names.TABLE_LIVE_PORTS)),
                        alerts);
        classifier = new ClassifierInstaller(fabric, rules, new ClassRules(factory)::of, alerts);
        aqm = new AqmInstaller(fabric, rules, new AqmRules(factory), pipelines::hasTable, alerts);
        cloneSessions = new CloneSessions(appId, groupService);
        deviceWatch = new DeviceWatch(fabric, alerts);
        drops = new DropPoller(threads.drops, clockNs, fabric, deviceService, flowRuleService);
        deviceAccess = new DeviceAccess(configRegistry);
        VirtualQueues virtualQueues =
                new VirtualQueues(
                        rules,
                        new DrainRules(factory),
                        deviceAccess::virtualQueues,
                        device -> hasTable(device, P4Names.TABLE_DRAINS),
                        alerts);
        schedulers =
                new PortSchedulers(fabric::scheduling, deviceAccess::access, virtualQueues, alerts);
        control =
                new ControlRunner(
                        threads.rounds,
                        clockNs,
                        fabric,
                        rules,
                        directRules,
                        new SettingsRules(factory),
                        alerts,
                        schedulers);
        policies =
                new PolicyManager(
                        appId,
                        configRegistry,
                        this::policyChanged,
                        task -> AppThreads.later(threads.network, task));
        networkChanged = new Debounce(threads.network, DEBOUNCE_MS, this::updateNetwork);
        routesChanged = new Debounce(threads.routes, DEBOUNCE_MS, this::updateRoutes);
        routesRetried = new Debounce(threads.routes, RETRY_MS, this::updateRoutes);
        pathsLost = new Debounce(threads.routes, 0, this::updateRoutes);
        events =
                new FabricEvents(
                        deviceService,
                        mastershipService,
                        hostService,
                        linkService,
                        this::networkHasChanged,
                        this::pathLost,
                        device -> AppThreads.later(threads.network, () -> contact(device)));
        resolver =
                new AddressResolver(
                        appId,
                        packetService,
                        hostService,
                        fabric,
                        forwarding::isReachable,
                        task -> AppThreads.later(threads.neighbours, task));
        telemetry = new TelemetryListener(packetService, clockNs, control::onReport);
    }

    private Optional<FlowRuleProgrammable> driver(DeviceId device) {
        return fabric.own(device)
                ? fabric.behaviour(device, FlowRuleProgrammable.class)
                : Optional.empty();
    }

    private boolean hasTable(DeviceId device, PiTableId table) {
        return fabric.target(device)
                .filter(target -> pipelines.hasTable(target, table))
                .isPresent();
    }

    private synchronized void stop() {
        if (!running) {
            return;
        }
        running = false;
        resolver.stop();
        telemetry.stop();
        policies.stop();
        events.stop();
        control.stop();
        schedulers.stop();
        deviceAccess.stop();
        threads.neighbours.shutdown();
        threads.direct.shutdown();
        threads.routes.shutdown();
        archive.flush();
        threads.network.shutdown();
        threads.rounds.shutdown();
        drops.stop();
        threads.drops.shutdownNow();
    }

    /** The application is being deactivated, and ONOS goes on: nothing of it stays behind. */
    private void cleanUp() {
        List<DeviceId> devices = fabric.ownDevices();
        stop();
        try {
            threads.network.awaitTermination(CLEAN_UP_S, TimeUnit.SECONDS);
            threads.routes.awaitTermination(CLEAN_UP_S, TimeUnit.SECONDS);
            threads.rounds.awaitTermination(CLEAN_UP_S, TimeUnit.SECONDS);
            devices.forEach(cloneSessions::remove);
            rules.clear().orTimeout(CLEAN_UP_S, TimeUnit.SECONDS).join();
            archive.flush();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (CompletionException | CancellationException e) {
            LOG.warn("not every rule could be removed: {}", e.getMessage());
        }
        pipelines.unregister();
    }

    /** A switch may have become one that this instance writes to. */
    private void contact(DeviceId device) {
        if (!fabric.contains(device)) {
            fabric.refresh();
        }
        if (fabric.contains(device) && fabric.own(device)) {
            fabric.contact(device);
            rules.resubmit(device)
                    .whenComplete(
                            (done, error) -> {
                                if (error != null) {
                                    // Expected after a restart of ONOS: the entries are in the
                                    // switch already, and ONOS finds that when it reads them.
                                    LOG.debug("{}: {}", device, error.getMessage());
                                }
                            });
        }
    }

    /** Must return at once: ONOS's event threads call it. */
    private void networkHasChanged() {
        fabric.changed();
        networkChanged.request();
        routesChanged.request();
    }

    /** Packets are being lost: routes change before anything else does, and without waiting. */
    private void pathLost() {
        fabric.changed();
        forwarding.pathLost();
        pathsLost.request();
    }

    private void updateRoutes() {
        forwarding.update();
        if (forwarding.hasFailed()) {
            routesRetried.request();
        }
        resolver.routesChanged();
    }

    private void policyChanged(Policy policy) {
        control.setPolicy(policy);
        networkChanged.request();
    }

    private void updateNetwork() {
        fabric.refresh();
        fabric.ownDevices().forEach(this::installCloneSessions);
        classifier.update(policies.policy());
        aqm.update(policies.policy());
        deviceWatch.update();
    }

    private void installCloneSessions(DeviceId device) {
        fabric.target(device)
                .ifPresent(
                        target ->
                                cloneSessions.install(
                                        device,
                                        target,
                                        deviceAccess.cpuPort(device).orElse(target.cpuPort())));
    }

    private void watch() {
        try {
            fabric.refresh();
            deviceWatch.update();
            schedulers.update(fabric.ownDevices());
        } catch (RuntimeException e) {
            LOG.error("switches not watched", e);
        }
    }

    @Override
    public boolean configured() {
        return policies.policy().isPresent();
    }

    @Override
    public Optional<PolicyView> policy() {
        return policies.policy().map(Views::policy);
    }

    @Override
    public List<PortView> ports() {
        List<PortView> ports =
                control.loop().map(ControlLoop::states).orElse(List.of()).stream()
                        .map(this::view)
                        .collect(Collectors.toList());
        return LossMarks.mark(ports, devices(), this::portsTo);
    }

    private Set<PortId> portsTo(String device) {
        return linkService.getDeviceIngressLinks(DeviceId.deviceId(device)).stream()
                .map(Link::src)
                .filter(source -> source.elementId() instanceof DeviceId)
                .map(source -> new PortId(source.deviceId().toString(), source.port().toLong()))
                .collect(Collectors.toSet());
    }

    @Override
    public Optional<PortView> port(String device, long port) {
        return ports().stream()
                .filter(each -> each.device().equals(device) && each.port() == port)
                .findFirst();
    }

    @Override
    public List<ClassView> classes() {
        return policies.policy().map(Policy::classes).orElse(List.of()).stream()
                .map(Views::trafficClass)
                .collect(Collectors.toList());
    }

    @Override
    public Optional<ClassView> trafficClass(String name) {
        return policies.policy()
                .flatMap(policy -> policy.classNamed(name))
                .map(Views::trafficClass);
    }

    @Override
    public ClassView setClass(String name, ClassChange change) {
        policies.change(name, change);
        return trafficClass(name)
                .orElseThrow(
                        () ->
                                new RejectedException(
                                        RejectedException.Reason.UNKNOWN,
                                        name + ": no class of this name"));
    }

    @Override
    public SolveReport solveNow() {
        if (!configured()) {
            throw new RejectedException(
                    RejectedException.Reason.UNAVAILABLE, "no policy is configured yet");
        }
        long startNs = clockNs.getAsLong();
        try {
            List<DecisionView> decisions =
                    control.runNow().orTimeout(SOLVE_NOW_S, TimeUnit.SECONDS).join().stream()
                            .map(this::view)
                            .collect(Collectors.toList());
            return new SolveReport(decisions, (clockNs.getAsLong() - startNs) / 1e6);
        } catch (CompletionException e) {
            throw new RejectedException(
                    RejectedException.Reason.UNAVAILABLE, "not solved: " + e.getCause());
        }
    }

    @Override
    public Optional<DecisionView> decision(String device, long port) {
        return control.loop()
                .flatMap(loop -> loop.decision(new PortId(device, port)))
                .map(this::view);
    }

    @Override
    public List<DeviceView> devices() {
        List<DeviceId> available = fabric.availableDevices();
        return fabric.configuredDevices().keySet().stream()
                .map(
                        device ->
                                new DeviceView(
                                        device.toString(),
                                        available.contains(device),
                                        drops.drops(device),
                                        rules.confirmedCount(device),
                                        rules.unconfirmedCount(device),
                                        policies.policy()
                                                .map(one -> classifier.isInForce(device, one))
                                                .orElse(false)))
                .collect(Collectors.toList());
    }

    @Override
    public List<Alert> alerts() {
        return alerts.all();
    }

    @Override
    public Optional<ObjectNode> policyDocument() {
        return policies.document();
    }

    @Override
    public void setPolicy(ObjectNode document) {
        policies.replace(document);
    }

    @Override
    public long resolves() {
        return control.loop().map(ControlLoop::sentCount).orElse(0L);
    }

    @Override
    public LoopView loop(long after) {
        return control.times(after);
    }

    private PortView view(PortState state) {
        PortId id = state.port();
        long solvedAtMs =
                control.loop()
                        .flatMap(loop -> loop.decision(id))
                        .map(last -> Views.timeMs(last, clockNs.getAsLong(), wallMs()))
                        .orElse(0L);
        DeviceId device = DeviceId.deviceId(id.device());
        return Views.port(
                        state,
                        fabric.port(device, id.port()),
                        fabric.target(device),
                        control.resolves(id),
                        solvedAtMs)
                .withScheduling(schedulers.view(id))
                .withAqm(Views.aqm(id, aqm.inForce(id)));
    }

    private DecisionView view(Decision decision) {
        return Views.decision(decision, clockNs.getAsLong(), wallMs());
    }

    private static long wallMs() {
        return System.currentTimeMillis();
    }
}
