// SPDX-License-Identifier: Apache-2.0
package org.weir.onos.device;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.common.collect.ImmutableMap;
import io.grpc.ManagedChannel;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import org.onlab.packet.ChassisId;
import org.onosproject.cluster.NodeId;
import org.onosproject.grpc.api.GrpcChannelController;
import org.onosproject.mastership.MastershipInfo;
import org.onosproject.mastership.MastershipService;
import org.onosproject.net.DefaultDevice;
import org.onosproject.net.Device;
import org.onosproject.net.DeviceId;
import org.onosproject.net.MastershipRole;
import org.onosproject.net.PortNumber;
import org.onosproject.net.behaviour.PiPipelineProgrammable;
import org.onosproject.net.config.Config;
import org.onosproject.net.config.NetworkConfigService;
import org.onosproject.net.config.basics.BasicDeviceConfig;
import org.onosproject.net.device.DefaultDeviceDescription;
import org.onosproject.net.device.DefaultPortDescription;
import org.onosproject.net.device.DeviceDescription;
import org.onosproject.net.device.DeviceHandshaker;
import org.onosproject.net.device.DeviceProviderService;
import org.onosproject.net.device.DeviceService;
import org.onosproject.net.device.PortDescription;
import org.onosproject.net.driver.Behaviour;
import org.onosproject.net.driver.Driver;
import org.onosproject.net.driver.DriverAdapter;
import org.onosproject.net.driver.DriverHandler;
import org.onosproject.net.driver.DriverService;
import org.onosproject.net.pi.model.PiPipeconf;
import org.onosproject.net.pi.model.PiPipeconfId;
import org.onosproject.net.pi.service.PiPipeconfMappingStore;
import org.onosproject.net.pi.service.PiPipeconfService;
import org.onosproject.net.pi.service.PiPipeconfWatchdogService;
import org.onosproject.net.pi.service.PiPipeconfWatchdogService.PipelineStatus;
import org.onosproject.net.provider.ProviderId;
import org.onosproject.p4runtime.api.P4RuntimeClient;
import org.onosproject.p4runtime.api.P4RuntimeController;

/**
 * A switch with its driver, and the ONOS around it, for a {@link SwitchConnection}. A test sets its
 * state; {@link #calls} has what the connection did to ONOS and to the switch, in order.
 */
final class OneSwitch {

    static final DeviceId ID = DeviceId.deviceId("device:s1");
    private static final NodeId HERE = NodeId.nodeId("here");
    private static final NodeId THERE = NodeId.nodeId("there");
    private static final PiPipeconfId PIPECONF = new PiPipeconfId("org.weir.v1model");

    /** Calls that change something, in order. */
    final BlockingQueue<String> calls = new LinkedBlockingQueue<>();

    final SwitchServices services = new SwitchServices();

    volatile String address = "grpc://127.0.0.1:50001?device_id=1";

    /** Connection to the switch's gNMI service; empty if it has none. */
    volatile Optional<ManagedChannel> channel = Optional.empty();

    volatile boolean answers = true;
    volatile boolean isReadable = true;
    volatile boolean isRegistered = true;

    /** Master by ONOS's mastership, in this term; 0 before ONOS has decided. */
    volatile NodeId master = HERE;

    volatile long term = 1;

    private volatile boolean isConnected;
    private volatile boolean hasProgram;
    private volatile boolean isListed;
    private volatile boolean isAvailable;
    private volatile MastershipRole roleInSwitch = MastershipRole.NONE;

    OneSwitch() {
        services.providerId = new ProviderId("weir", "test");
        services.localNode = HERE;
        services.networkConfig = Partial.of(NetworkConfigService.class, new Configuration());
        services.drivers = Partial.of(DriverService.class, new Drivers());
        services.devices = Partial.of(DeviceService.class, new Devices());
        services.core = Partial.of(DeviceProviderService.class, new Core());
        services.mastership = Partial.of(MastershipService.class, new Mastership());
        services.pipeconfs = Partial.of(PiPipeconfService.class, new Pipeconfs());
        services.bindings = Partial.of(PiPipeconfMappingStore.class, new Object());
        services.watchdog = Partial.of(PiPipeconfWatchdogService.class, new Watchdog());
        services.clients = Partial.of(P4RuntimeController.class, new Clients());
        services.channels = Partial.of(GrpcChannelController.class, new Channels());
        services.gate = new FlowTableGate();
        services.reconciler =
                new SwitchReconciler() {
                    @Override
                    boolean reconcile(
                            DeviceId deviceId,
                            long p4DeviceId,
                            P4RuntimeClient client,
                            PiPipeconf pipeconf) {
                        calls.add("reconcile");
                        return isReadable;
                    }
                };
    }

    /** The switch starts again: no program, no stream, no primary controller. */
    void restart() {
        hasProgram = false;
        roleInSwitch = MastershipRole.NONE;
    }

    /** Another controller takes the switch over. */
    void loseRole() {
        roleInSwitch = MastershipRole.STANDBY;
    }

    /** Another node of the cluster becomes master. */
    void moveMaster() {
        master = THERE;
        term++;
    }

    boolean isAvailable() {
        return isAvailable;
    }

    /** Netcfg. */
    private final class Configuration {
        public <S, C extends Config<S>> C getConfig(S subject, Class<C> type) {
            if (type != BasicDeviceConfig.class) {
                return null;
            }
            ObjectMapper mapper = new ObjectMapper();
            ObjectNode json = mapper.createObjectNode();
            json.put("managementAddress", address).put("driver", "bmv2");
            json.put("pipeconf", PIPECONF.id());
            BasicDeviceConfig config = new BasicDeviceConfig();
            config.init(ID, "basic", json, mapper, ignored -> {});
            return type.cast(config);
        }
    }

    /** The driver framework, with one driver. */
    private final class Drivers {
        public Driver getDriver(DeviceId deviceId) {
            return new DriverAdapter() {
                @Override
                public <T extends Behaviour> T createBehaviour(
                        DriverHandler handler, Class<T> type) {
                    if (type == DeviceHandshaker.class) {
                        return Partial.of(type, new Handshaker());
                    }
                    return Partial.of(
                            type,
                            type == PiPipelineProgrammable.class
                                    ? new Pipeline()
                                    : new Descriptions());
                }
            };
        }
    }

    /** Connects to the switch and asks for a role. */
    private final class Handshaker {
        public boolean hasConnection() {
            return isConnected;
        }

        public boolean connect() {
            isConnected = true;
            return true;
        }

        public void disconnect() {
            if (isConnected) {
                isConnected = false;
                calls.add("disconnect");
            }
        }

        public CompletableFuture<Boolean> probeReachability() {
            return CompletableFuture.completedFuture(answers);
        }

        public MastershipRole getRole() {
            return roleInSwitch;
        }

        public void roleChanged(MastershipRole role) {
            calls.add("role " + role);
            roleInSwitch = role;
        }

        public void roleChanged(int preference, long inTerm) {
            calls.add("role with preference " + preference + " in term " + inTerm);
            roleInSwitch = preference == 0 ? MastershipRole.MASTER : MastershipRole.STANDBY;
        }
    }

    private final class Pipeline {
        public CompletableFuture<Boolean> isPipeconfSet(PiPipeconf pipeconf) {
            return CompletableFuture.completedFuture(hasProgram);
        }
    }

    /** The switch and its one port, as its driver describes them. */
    private static final class Descriptions {
        public DeviceDescription discoverDeviceDetails() {
            return new DefaultDeviceDescription(
                    URI.create(ID.toString()),
                    Device.Type.SWITCH,
                    "maker",
                    "hardware",
                    "software",
                    "serial",
                    new ChassisId(1));
        }

        public List<PortDescription> discoverPortDetails() {
            return List.of(
                    DefaultPortDescription.builder()
                            .withPortNumber(PortNumber.portNumber(1))
                            .isEnabled(true)
                            .build());
        }
    }

    private final class Devices {
        public boolean isAvailable(DeviceId deviceId) {
            return isAvailable;
        }

        public Device getDevice(DeviceId deviceId) {
            return isListed
                    ? new DefaultDevice(
                            services.providerId,
                            ID,
                            Device.Type.SWITCH,
                            "maker",
                            "hardware",
                            "software",
                            "serial",
                            new ChassisId(1))
                    : null;
        }
    }

    /** ONOS's core, which lists devices. */
    private final class Core {
        public void deviceConnected(DeviceId deviceId, DeviceDescription description) {
            isListed = true;
            isAvailable = description.isDefaultAvailable();
            String reason = description.annotations().value("unreachable");
            calls.add(
                    (isAvailable ? "available" : "not available")
                            + (reason == null ? "" : ": " + reason));
        }

        public void deviceDisconnected(DeviceId deviceId) {
            isAvailable = false;
            calls.add("gone");
        }

        public void receivedRoleReply(
                DeviceId deviceId, MastershipRole requested, MastershipRole reply) {
            if (reply == MastershipRole.STANDBY) {
                calls.add("standby");
            }
        }

        public void updatePorts(DeviceId deviceId, List<PortDescription> ports) {
            calls.add(ports.size() + " port");
        }
    }

    private final class Mastership {
        public MastershipRole getLocalRole(DeviceId deviceId) {
            if (term == 0 || !isListed) {
                return MastershipRole.NONE;
            }
            return HERE.equals(master) ? MastershipRole.MASTER : MastershipRole.STANDBY;
        }

        public MastershipInfo getMastershipFor(DeviceId deviceId) {
            List<NodeId> backups = new ArrayList<>(List.of(HERE, THERE));
            backups.remove(master);
            return new MastershipInfo(
                    term,
                    Optional.of(master),
                    ImmutableMap.of(
                            master, MastershipRole.MASTER, backups.get(0), MastershipRole.STANDBY));
        }
    }

    private final class Pipeconfs {
        public Optional<PiPipeconf> getPipeconf(PiPipeconfId id) {
            return isRegistered
                    ? Optional.of(Partial.of(PiPipeconf.class, new Object()))
                    : Optional.empty();
        }

        public Optional<PiPipeconfId> ofDevice(DeviceId deviceId) {
            return Optional.of(PIPECONF);
        }

        public String getMergedDriver(DeviceId deviceId, PiPipeconfId pipeconf) {
            return "bmv2:" + pipeconf;
        }
    }

    /** Sets the program as soon as it is asked for it. */
    private final class Watchdog {
        public PipelineStatus getStatus(DeviceId deviceId) {
            return hasProgram ? PipelineStatus.READY : PipelineStatus.UNKNOWN;
        }

        public void triggerProbe(DeviceId deviceId) {
            calls.add("program");
            hasProgram = true;
        }
    }

    private final class Clients {
        public P4RuntimeClient get(DeviceId deviceId) {
            return Partial.of(P4RuntimeClient.class, new Client());
        }
    }

    private final class Client {
        public boolean isServerReachable() {
            return answers;
        }

        public CompletableFuture<Boolean> probeService() {
            return CompletableFuture.completedFuture(answers);
        }

        public void closeSession(long p4DeviceId) {
            calls.add("close stream");
        }
    }

    private final class Channels {
        public Optional<ManagedChannel> get(URI channelUri) {
            return channel;
        }
    }
}
