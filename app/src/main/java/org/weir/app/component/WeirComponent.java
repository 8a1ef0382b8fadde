// SPDX-License-Identifier: Apache-2.0
package org.weir.app.component;

import static org.osgi.service.component.annotations.ReferenceCardinality.MANDATORY;
import static org.osgi.service.component.annotations.ReferenceCardinality.OPTIONAL;
import static org.osgi.service.component.annotations.ReferencePolicy.DYNAMIC;

import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.onosproject.alarm.AlarmProviderRegistry;
import org.onosproject.alarm.AlarmService;
import org.onosproject.app.ApplicationService;
import org.onosproject.cfg.ComponentConfigService;
import org.onosproject.cluster.ClusterService;
import org.onosproject.cluster.LeadershipService;
import org.onosproject.core.ApplicationId;
import org.onosproject.core.CoreService;
import org.onosproject.mastership.MastershipService;
import org.onosproject.net.config.NetworkConfigRegistry;
import org.onosproject.net.config.NetworkConfigService;
import org.onosproject.net.device.DeviceService;
import org.onosproject.net.driver.DriverAdminService;
import org.onosproject.net.driver.DriverService;
import org.onosproject.net.flow.FlowRuleService;
import org.onosproject.net.group.GroupService;
import org.onosproject.net.host.HostAdminService;
import org.onosproject.net.host.HostService;
import org.onosproject.net.link.LinkService;
import org.onosproject.net.packet.PacketService;
import org.onosproject.net.pi.service.PiPipeconfService;
import org.onosproject.net.pi.service.PiTranslationService;
import org.onosproject.store.cluster.messaging.ClusterCommunicationService;
import org.onosproject.store.service.StorageService;
import org.osgi.framework.BundleContext;
import org.osgi.framework.ServiceRegistration;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.weir.app.WeirService;
import org.weir.app.cluster.ClusterViews;
import org.weir.app.cluster.Peers;
import org.weir.app.cluster.StoreContact;
import org.weir.app.cluster.StoreWait;
import org.weir.control.PortId;

/** The OSGi component of the application. It offers {@link WeirService} while it is active. */
@Component(immediate = true)
public final class WeirComponent {

    private static final Logger LOG = LoggerFactory.getLogger(WeirComponent.class);

    @Reference(cardinality = MANDATORY)
    CoreService coreService;

    @Reference(cardinality = MANDATORY)
    ApplicationService applicationService;

    @Reference(cardinality = MANDATORY)
    ComponentConfigService componentConfigService;

    @Reference(cardinality = MANDATORY)
    NetworkConfigRegistry configRegistry;

    @Reference(cardinality = MANDATORY)
    NetworkConfigService configService;

    @Reference(cardinality = MANDATORY)
    StorageService storageService;

    @Reference(cardinality = MANDATORY)
    ClusterService clusterService;

    @Reference(cardinality = MANDATORY)
    LeadershipService leadershipService;

    @Reference(cardinality = MANDATORY)
    ClusterCommunicationService communicationService;

    @Reference(cardinality = MANDATORY)
    MastershipService mastershipService;

    @Reference(cardinality = MANDATORY)
    DeviceService deviceService;

    @Reference(cardinality = MANDATORY)
    LinkService linkService;

    @Reference(cardinality = MANDATORY)
    HostService hostService;

    @Reference(cardinality = MANDATORY)
    HostAdminService hostAdminService;

    @Reference(cardinality = MANDATORY)
    FlowRuleService flowRuleService;

    @Reference(cardinality = MANDATORY)
    GroupService groupService;

    @Reference(cardinality = MANDATORY)
    PacketService packetService;

    @Reference(cardinality = MANDATORY)
    PiPipeconfService pipeconfService;

    @Reference(cardinality = MANDATORY)
    PiTranslationService translationService;

    @Reference(cardinality = MANDATORY)
    DriverService driverService;

    @Reference(cardinality = MANDATORY)
    DriverAdminService driverAdminService;

    /** Of ONOS's application for fault management; null while that is not active. */
    @Reference(cardinality = OPTIONAL, policy = DYNAMIC)
    volatile AlarmProviderRegistry alarmRegistry;

    /** Of the same application. */
    @Reference(cardinality = OPTIONAL, policy = DYNAMIC)
    volatile AlarmService alarmService;

    private Parts parts;
    private ClusterViews views;
    private Lifecycle lifecycle;
    private volatile ClusterQueries queries;
    private Reporting reporting;
    private ServiceRegistration<WeirService> service;

    @Activate
    void activate(BundleContext bundle) {
        ApplicationId appId =
                StoreWait.find(
                        "the application's id",
                        () -> coreService.registerApplication(WeirService.APP_NAME));
        try {
            start(appId, bundle);
        } catch (RuntimeException | Error e) {
            // Nobody deactivates what was not activated.
            stop();
            throw e;
        }
        LOG.info("started");
    }

    private void start(ApplicationId appId, BundleContext bundle) {
        parts = new Parts(appId, this);
        views = new ClusterViews(storageService, clusterService, mastershipService, parts.awake);
        lifecycle = new Lifecycle(appId, this, parts);
        lifecycle.start();
        queries =
                new ClusterQueries(
                        parts,
                        lifecycle.policies(),
                        lifecycle.plans(),
                        lifecycle.freeze(),
                        linkService,
                        views,
                        new Peers(communicationService, clusterService),
                        new StoreContact(
                                storageService,
                                clusterService.getLocalNode().id(),
                                Parts.CLOCK_NS,
                                parts.alerts),
                        mastershipService);
        queries.start();
        reporting = new Reporting(this, parts, lifecycle, queries);
        reporting.start();
        service = bundle.registerService(WeirService.class, queries, null);
        applicationService.registerDeactivateHook(appId, this::cleanUp);
    }

    /** Ports under control of any instance; none before {@link #queries} are answered. */
    Set<PortId> portsUnderControl() {
        ClusterQueries asked = queries;
        return asked == null ? Set.of() : portsUnderControl(asked);
    }

    private static Set<PortId> portsUnderControl(ClusterQueries asked) {
        return asked.ports().stream()
                .map(port -> new PortId(port.device(), port.port()))
                .collect(Collectors.toSet());
    }

    private void cleanUp() {
        try {
            reporting.cleanUp();
        } finally {
            lifecycle.cleanUp();
        }
    }

    @Deactivate
    void deactivate() {
        stop();
        LOG.info("stopped");
    }

    /** Ends all that was started, in the opposite order. */
    private void stop() {
        end("the service", service, ServiceRegistration::unregister);
        end("reporting", reporting, Reporting::stop);
        end("answers to queries", queries, ClusterQueries::stop);
        end("the application", lifecycle, Lifecycle::stop);
        // Until here they may still have been read.
        end("views of nodes", views, ClusterViews::close);
        end("memory of other nodes", parts, Parts::close);
    }

    private static <T> void end(String what, T part, Consumer<T> end) {
        if (part != null) {
            Ending.step(what, () -> end.accept(part));
        }
    }
}
