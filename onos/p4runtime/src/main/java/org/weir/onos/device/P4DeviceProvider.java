// SPDX-License-Identifier: Apache-2.0
package org.weir.onos.device;

import static java.util.concurrent.Executors.newSingleThreadScheduledExecutor;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.onlab.util.Tools.groupedThreads;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledExecutorService;
import org.onosproject.cfg.ComponentConfigService;
import org.onosproject.cluster.ClusterService;
import org.onosproject.grpc.api.GrpcChannelController;
import org.onosproject.mastership.MastershipService;
import org.onosproject.net.DeviceId;
import org.onosproject.net.MastershipRole;
import org.onosproject.net.PortNumber;
import org.onosproject.net.config.NetworkConfigEvent;
import org.onosproject.net.config.NetworkConfigListener;
import org.onosproject.net.config.NetworkConfigService;
import org.onosproject.net.config.basics.BasicDeviceConfig;
import org.onosproject.net.config.basics.PortDescriptionsConfig;
import org.onosproject.net.device.DeviceProvider;
import org.onosproject.net.device.DeviceProviderRegistry;
import org.onosproject.net.device.DeviceService;
import org.onosproject.net.driver.DriverService;
import org.onosproject.net.pi.service.PiPipeconfListener;
import org.onosproject.net.pi.service.PiPipeconfMappingStore;
import org.onosproject.net.pi.service.PiPipeconfService;
import org.onosproject.net.pi.service.PiPipeconfWatchdogListener;
import org.onosproject.net.pi.service.PiPipeconfWatchdogService;
import org.onosproject.net.provider.AbstractProvider;
import org.onosproject.net.provider.ProviderId;
import org.onosproject.p4runtime.api.P4RuntimeController;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings the switches that netcfg names into ONOS: every device whose {@code basic} configuration
 * names a pipeconf or has a {@code managementAddress} of scheme grpc or grpcs.
 */
@Component(immediate = true)
public class P4DeviceProvider extends AbstractProvider implements DeviceProvider {

    private static final String SCHEME = "device";
    private static final String PROVIDER = "org.weir.onos.device";
    private static final long POLL_RATE_S = 5;

    private final Logger log = LoggerFactory.getLogger(getClass());
    private final Map<DeviceId, SwitchConnection> connections = new ConcurrentHashMap<>();
    private final SwitchServices services = new SwitchServices();
    private final NetworkConfigListener configListener = this::configChanged;
    private final PiPipeconfListener pipeconfListener = event -> pokeAll();
    private final PiPipeconfWatchdogListener watchdogListener =
            event -> connection(event.subject()).ifPresent(SwitchConnection::poke);

    @Reference(cardinality = ReferenceCardinality.MANDATORY)
    protected DeviceProviderRegistry providerRegistry;

    @Reference(cardinality = ReferenceCardinality.MANDATORY)
    protected DeviceService deviceService;

    @Reference(cardinality = ReferenceCardinality.MANDATORY)
    protected NetworkConfigService networkConfigService;

    @Reference(cardinality = ReferenceCardinality.MANDATORY)
    protected DriverService driverService;

    @Reference(cardinality = ReferenceCardinality.MANDATORY)
    protected MastershipService mastershipService;

    @Reference(cardinality = ReferenceCardinality.MANDATORY)
    protected ClusterService clusterService;

    @Reference(cardinality = ReferenceCardinality.MANDATORY)
    protected PiPipeconfService pipeconfService;

    @Reference(cardinality = ReferenceCardinality.MANDATORY)
    protected PiPipeconfMappingStore pipeconfMappingStore;

    @Reference(cardinality = ReferenceCardinality.MANDATORY)
    protected PiPipeconfWatchdogService watchdogService;

    @Reference(cardinality = ReferenceCardinality.MANDATORY)
    protected P4RuntimeController clientController;

    @Reference(cardinality = ReferenceCardinality.MANDATORY)
    protected GrpcChannelController channelController;

    @Reference(cardinality = ReferenceCardinality.MANDATORY)
    protected SwitchReconciler reconciler;

    @Reference(cardinality = ReferenceCardinality.MANDATORY)
    protected FlowTableGate gate;

    @Reference(cardinality = ReferenceCardinality.MANDATORY)
    protected ComponentConfigService componentConfigService;

    private PollRates pollRates;
    private ScheduledExecutorService settings;

    public P4DeviceProvider() {
        super(new ProviderId(SCHEME, PROVIDER));
    }

    @Activate
    protected void activate() {
        services.providerId = id();
        services.localNode = clusterService.getLocalNode().id();
        services.networkConfig = networkConfigService;
        services.drivers = driverService;
        services.devices = deviceService;
        services.mastership = mastershipService;
        services.pipeconfs = pipeconfService;
        services.bindings = pipeconfMappingStore;
        services.watchdog = watchdogService;
        services.clients = clientController;
        services.channels = channelController;
        services.reconciler = reconciler;
        services.gate = gate;
        settings = newSingleThreadScheduledExecutor(groupedThreads("weir", "poll-rates", log));
        pollRates = new PollRates(componentConfigService, settings);
        services.core = providerRegistry.register(this);
        networkConfigService.addListener(configListener);
        pipeconfService.addListener(pipeconfListener);
        watchdogService.addListener(watchdogListener);
        networkConfigService
                .getSubjects(DeviceId.class, BasicDeviceConfig.class)
                .forEach(this::configured);
        log.info("{} switches in netcfg", connections.size());
        // Not once per switch while a configuration of many is read.
        settings.scheduleWithFixedDelay(
                () -> pollRates.adapt(connections.size()), POLL_RATE_S, POLL_RATE_S, SECONDS);
    }

    @Deactivate
    protected void deactivate() {
        watchdogService.removeListener(watchdogListener);
        pipeconfService.removeListener(pipeconfListener);
        networkConfigService.removeListener(configListener);
        // All at once, and before the core stops listening to this provider.
        connections.values().forEach(SwitchConnection::stop);
        connections.values().forEach(SwitchConnection::awaitEnd);
        connections.clear();
        settings.shutdown();
        providerRegistry.unregister(this);
    }

    private void configChanged(NetworkConfigEvent event) {
        if (event.configClass().equals(PortDescriptionsConfig.class)) {
            connection((DeviceId) event.subject()).ifPresent(SwitchConnection::portsConfigured);
            return;
        }
        if (!event.configClass().equals(BasicDeviceConfig.class)) {
            return;
        }
        DeviceId deviceId = (DeviceId) event.subject();
        switch (event.type()) {
            case CONFIG_ADDED:
            case CONFIG_UPDATED:
                configured(deviceId);
                break;
            case CONFIG_REMOVED:
                SwitchConnection removed = connections.remove(deviceId);
                if (removed != null) {
                    removed.forget();
                }
                break;
            default:
                break;
        }
    }

    private void configured(DeviceId deviceId) {
        if (!ManagementAddress.concerns(
                networkConfigService.getConfig(deviceId, BasicDeviceConfig.class))) {
            return;
        }
        connections.computeIfAbsent(deviceId, id -> new SwitchConnection(id, services)).poke();
    }

    private void pokeAll() {
        connections.values().forEach(SwitchConnection::poke);
    }

    private Optional<SwitchConnection> connection(DeviceId deviceId) {
        return Optional.ofNullable(connections.get(deviceId));
    }

    @Override
    public void triggerProbe(DeviceId deviceId) {
        connection(deviceId).ifPresent(SwitchConnection::poke);
    }

    @Override
    public void roleChanged(DeviceId deviceId, MastershipRole newRole) {
        connection(deviceId).ifPresent(connection -> connection.roleChanged(newRole));
    }

    @Override
    public boolean isReachable(DeviceId deviceId) {
        return connection(deviceId).map(SwitchConnection::isReachable).orElse(false);
    }

    @Override
    public boolean isAvailable(DeviceId deviceId) {
        return connection(deviceId).map(SwitchConnection::isReady).orElse(false);
    }

    /** P4Runtime has no way to do so, nor has the part of gNMI that switches are asked for here. */
    @Override
    public void changePortState(DeviceId deviceId, PortNumber portNumber, boolean enable) {
        log.warn("{}: cannot set the state of port {}", deviceId, portNumber);
    }

    @Override
    public void triggerDisconnect(DeviceId deviceId) {
        connection(deviceId).ifPresent(SwitchConnection::poke);
    }
}
