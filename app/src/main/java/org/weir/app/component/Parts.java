// SPDX-License-Identifier: Apache-2.0
package org.weir.app.component;

import java.util.Optional;
import java.util.function.LongSupplier;
import org.onosproject.cfg.ComponentConfigService;
import org.onosproject.cfg.ConfigProperty;
import org.onosproject.core.ApplicationId;
import org.onosproject.net.DeviceId;
import org.onosproject.net.flow.FlowRuleProgrammable;
import org.onosproject.net.pi.model.PiTableId;
import org.weir.app.agents.AgentRegistry;
import org.weir.app.agents.FlowReports;
import org.weir.app.alerts.AlertBoard;
import org.weir.app.alerts.AwakeClock;
import org.weir.app.alerts.QueueAlerts;
import org.weir.app.alerts.TaskWatch;
import org.weir.app.cluster.Terms;
import org.weir.app.delivery.WebhookStore;
import org.weir.app.drops.DropPoller;
import org.weir.app.fabric.DeviceWatch;
import org.weir.app.fabric.Fabric;
import org.weir.app.fabric.Pipelines;
import org.weir.app.forwarding.CloneSessions;
import org.weir.app.forwarding.ForwardingManager;
import org.weir.app.forwarding.NeighbourInstaller;
import org.weir.app.journal.EventJournal;
import org.weir.app.policy.ActivityInstaller;
import org.weir.app.policy.AqmInstaller;
import org.weir.app.policy.ClassifierInstaller;
import org.weir.app.policy.EdgeInstaller;
import org.weir.app.queues.ControlRunner;
import org.weir.app.queues.SettingsDrift;
import org.weir.app.rules.ActivityRules;
import org.weir.app.rules.AqmRules;
import org.weir.app.rules.ClassRules;
import org.weir.app.rules.ClassifierCounters;
import org.weir.app.rules.DirectRules;
import org.weir.app.rules.DrainRules;
import org.weir.app.rules.EdgeRules;
import org.weir.app.rules.NeighbourRules;
import org.weir.app.rules.RouteRules;
import org.weir.app.rules.RuleArchive;
import org.weir.app.rules.RuleBook;
import org.weir.app.rules.RuleFactory;
import org.weir.app.rules.RuleTranslations;
import org.weir.app.rules.SettingsRules;
import org.weir.app.scheduling.DeviceAccess;
import org.weir.app.scheduling.PortSchedulers;
import org.weir.app.scheduling.VirtualQueues;
import org.weir.pipelines.P4Names;
import org.weir.pipelines.Pipeconfs;
import org.weir.pipelines.Platform;

/** The parts of the application that do nothing by themselves, connected with each other. */
final class Parts {

    /** Monotonic time, ns. */
    static final LongSupplier CLOCK_NS = System::nanoTime;

    /** Component of ONOS that reads the entries of switches. */
    private static final String FLOW_RULE_MANAGER = "org.onosproject.net.flow.impl.FlowRuleManager";

    /** Component of ONOS that reads their groups. */
    private static final String GROUP_MANAGER = "org.onosproject.net.group.impl.GroupManager";

    private static final int DEFAULT_READING_S = 30;

    final AlertBoard alerts = new AlertBoard();
    final AppThreads threads = new AppThreads();

    /** Time without standstills of this process. */
    final AwakeClock awake = new AwakeClock(CLOCK_NS);

    /** Tasks that are repeated. */
    final TaskWatch tasks;

    final Terms terms;
    final Fabric fabric;
    final Pipelines pipelines;
    final RuleArchive archive;
    final RuleBook rules;
    final RuleTranslations translations;
    final DirectRules directRules;
    final ForwardingManager forwarding;
    final NeighbourInstaller neighbours;
    final ClassifierInstaller classifier;
    final ClassifierCounters classifierCounters;
    final AqmInstaller aqm;
    final AgentRegistry agents;
    final FlowReports flows;
    final EdgeInstaller edge;
    final ActivityInstaller activity;
    final CloneSessions cloneSessions;
    final DeviceWatch deviceWatch;
    final ControlRunner control;
    final DropPoller drops;
    final DeviceAccess deviceAccess;
    final PortSchedulers schedulers;
    final EventJournal journal;
    final WebhookStore webhooks;
    final QueueAlerts queueAlerts = new QueueAlerts(alerts);
    final HistoryKeeper history = new HistoryKeeper();
    final SettingsDrift drift;

    /**
     * Parts that are not started.
     *
     * @param appId the application
     * @param onos holds ONOS's services
     */
    Parts(ApplicationId appId, WeirComponent onos) {
        RuleFactory factory = new RuleFactory(appId);
        Pipeconfs pipeconfs = new Pipeconfs();
        tasks = new TaskWatch(alerts, onos.clusterService.getLocalNode().id().toString(), awake);
        terms =
                new Terms(
                        onos.mastershipService,
                        () -> onos.clusterService.getNodes().size() < 2,
                        System::currentTimeMillis);
        fabric =
                new Fabric(
                        onos.deviceService,
                        terms::isOpen,
                        onos.linkService,
                        onos.hostService,
                        onos.configService,
                        onos.driverService,
                        pipeconfs::isPacked);
        pipelines = new Pipelines(onos.pipeconfService, onos.driverAdminService, pipeconfs);
        archive = new RuleArchive(onos.storageService, threads.network, terms::mayRecord);
        rules = new RuleBook(onos.flowRuleService, onos.mastershipService, archive);
        translations =
                new RuleTranslations(
                        onos.translationService,
                        device ->
                                fabric.platform(device)
                                        .map(Platform::pipeconf)
                                        .flatMap(onos.pipeconfService::getPipeconf),
                        CLOCK_NS);
        directRules = new DirectRules(this::driver, threads.direct);
        forwarding =
                new ForwardingManager(
                        fabric,
                        rules,
                        directRules,
                        new RouteRules(
                                factory, device -> hasTable(device, P4Names.TABLE_LIVE_PORTS)),
                        alerts,
                        CLOCK_NS);
        forwarding.forgetBy(onos.hostAdminService::removeHost);
        neighbours =
                new NeighbourInstaller(
                        fabric,
                        rules,
                        new NeighbourRules(factory),
                        forwarding,
                        device -> hasTable(device, P4Names.TABLE_IPV4_NEIGHBOURS),
                        alerts);
        ClassRules classRules = new ClassRules(factory, this::readsTags);
        classifier =
                new ClassifierInstaller(fabric, rules, classRules::of, classRules::unread, alerts);
        classifierCounters =
                new ClassifierCounters(
                        onos.flowRuleService,
                        appId,
                        (device, table) ->
                                fabric.platform(device)
                                        .filter(one -> pipelines.counts(one, table))
                                        .isPresent());
        aqm = new AqmInstaller(fabric, rules, new AqmRules(factory), pipelines::hasTable, alerts);
        agents = new AgentRegistry(onos.storageService, System::currentTimeMillis);
        flows = new FlowReports(onos.storageService, System::currentTimeMillis);
        edge =
                new EdgeInstaller(
                        fabric,
                        rules,
                        new EdgeRules(factory),
                        pipelines::hasTable,
                        alerts,
                        agents::findRegistered);
        activity =
                new ActivityInstaller(
                        fabric,
                        rules,
                        new ActivityRules(factory),
                        pipelines::hasTable,
                        edge::portsToSwitches,
                        alerts);
        cloneSessions =
                new CloneSessions(
                        appId,
                        onos.groupService,
                        alerts,
                        () ->
                                readingSeconds(
                                        onos.componentConfigService,
                                        GROUP_MANAGER,
                                        "fallbackGroupPollFrequency"),
                        CLOCK_NS);
        deviceWatch =
                new DeviceWatch(
                        fabric,
                        alerts,
                        onos.clusterService.getLocalNode().id().toString(),
                        name ->
                                onos.driverService.getDrivers().stream()
                                        .anyMatch(driver -> driver.name().equals(name)),
                        CLOCK_NS);
        drops =
                new DropPoller(
                        threads.drops,
                        CLOCK_NS,
                        fabric,
                        onos.deviceService,
                        onos.flowRuleService,
                        tasks);
        deviceAccess = new DeviceAccess(onos.configRegistry);
        VirtualQueues virtualQueues =
                new VirtualQueues(
                        rules,
                        new DrainRules(factory),
                        deviceAccess::virtualQueues,
                        device -> hasTable(device, P4Names.TABLE_DRAINS),
                        alerts);
        schedulers =
                new PortSchedulers(
                        device -> fabric.platform(device).flatMap(Platform::scheduler),
                        deviceAccess::access,
                        virtualQueues,
                        alerts);
        control =
                new ControlRunner(
                        threads.rounds,
                        CLOCK_NS,
                        fabric,
                        rules,
                        directRules,
                        new SettingsRules(factory),
                        alerts,
                        schedulers,
                        aqm,
                        terms,
                        tasks);
        journal =
                new EventJournal(
                        onos.storageService,
                        onos.clusterService.getLocalNode().id().toString(),
                        System::currentTimeMillis);
        webhooks = new WebhookStore(onos.storageService, System::currentTimeMillis);
        drift =
                new SettingsDrift(
                        rules,
                        onos.flowRuleService,
                        onos.deviceService::isAvailable,
                        alerts,
                        () ->
                                readingSeconds(
                                        onos.componentConfigService,
                                        FLOW_RULE_MANAGER,
                                        "fallbackFlowPollFrequency"));
    }

    /** Gives up what this node has in memory of the other nodes. */
    void close() {
        Ending.step("reports of flows", flows::close);
        Ending.step("events", journal::close);
        Ending.step("webhooks", webhooks::close);
    }

    /** Time between two readings of a switch's entries or groups by ONOS, s. */
    private static int readingSeconds(
            ComponentConfigService settings, String manager, String property) {
        ConfigProperty setting = settings.getProperty(manager, property);
        return setting == null || setting.value() == null ? DEFAULT_READING_S : setting.asInteger();
    }

    private Optional<FlowRuleProgrammable> driver(DeviceId device) {
        // Also before its term is open: then the settings of half-programmed ports are completed.
        return terms.isMaster(device)
                ? fabric.behaviour(device, FlowRuleProgrammable.class)
                : Optional.empty();
    }

    private boolean readsTags(DeviceId device) {
        return fabric.platform(device).filter(pipelines::readsTags).isPresent();
    }

    private boolean hasTable(DeviceId device, PiTableId table) {
        return fabric.platform(device)
                .filter(platform -> pipelines.hasTable(platform, table))
                .isPresent();
    }
}
