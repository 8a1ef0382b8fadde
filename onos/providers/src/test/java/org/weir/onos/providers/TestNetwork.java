// SPDX-License-Identifier: Apache-2.0
package org.weir.onos.providers;

import com.google.common.collect.ImmutableMap;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.onlab.packet.ChassisId;
import org.onlab.packet.DeserializationException;
import org.onlab.packet.Ethernet;
import org.onosproject.TestApplicationId;
import org.onosproject.cluster.NodeId;
import org.onosproject.core.ApplicationId;
import org.onosproject.core.CoreServiceAdapter;
import org.onosproject.mastership.MastershipEvent;
import org.onosproject.mastership.MastershipInfo;
import org.onosproject.mastership.MastershipListener;
import org.onosproject.mastership.MastershipServiceAdapter;
import org.onosproject.net.ConnectPoint;
import org.onosproject.net.DefaultAnnotations;
import org.onosproject.net.DefaultDevice;
import org.onosproject.net.DefaultPort;
import org.onosproject.net.Device;
import org.onosproject.net.DeviceId;
import org.onosproject.net.Port;
import org.onosproject.net.PortNumber;
import org.onosproject.net.device.DeviceEvent;
import org.onosproject.net.device.DeviceListener;
import org.onosproject.net.device.DeviceServiceAdapter;
import org.onosproject.net.flow.instructions.Instructions.OutputInstruction;
import org.onosproject.net.packet.DefaultInboundPacket;
import org.onosproject.net.packet.DefaultPacketContext;
import org.onosproject.net.packet.InboundPacket;
import org.onosproject.net.packet.OutboundPacket;
import org.onosproject.net.packet.PacketProcessor;
import org.onosproject.net.packet.PacketServiceAdapter;
import org.onosproject.net.provider.ProviderId;

/**
 * Devices with ports and cables, as ONOS's services show them to a provider: a frame sent out of a
 * port with a cable comes in at the other end, one sent out of any other port is kept.
 */
public final class TestNetwork {
    private static final ProviderId PROVIDER = new ProviderId("test", "test");

    private final Map<DeviceId, Map<Long, Port>> ports = new HashMap<>();
    private final Set<DeviceId> available = new HashSet<>();
    private final Map<ConnectPoint, ConnectPoint> cables = new HashMap<>();
    private final List<DeviceListener> listeners = new ArrayList<>();
    private final List<PacketProcessor> processors = new ArrayList<>();
    private final List<OutboundPacket> sent = new ArrayList<>();
    private final Set<DeviceId> ofOthers = new HashSet<>();
    private final List<MastershipListener> mastershipListeners = new ArrayList<>();
    private boolean isEchoing = true;
    private boolean isCarrierReported;
    private long terms;

    /** Devices and ports. */
    public final DeviceServiceAdapter devices =
            new DeviceServiceAdapter() {
                @Override
                public Iterable<Device> getAvailableDevices() {
                    return available.stream().map(TestNetwork::device).collect(Collectors.toList());
                }

                @Override
                public Device getDevice(DeviceId deviceId) {
                    return ports.containsKey(deviceId) ? device(deviceId) : null;
                }

                @Override
                public List<Port> getPorts(DeviceId deviceId) {
                    return List.copyOf(ports.getOrDefault(deviceId, Map.of()).values());
                }

                @Override
                public Port getPort(ConnectPoint point) {
                    return ports.getOrDefault(point.deviceId(), Map.of())
                            .get(point.port().toLong());
                }

                @Override
                public boolean isAvailable(DeviceId deviceId) {
                    return available.contains(deviceId);
                }

                @Override
                public void addListener(DeviceListener listener) {
                    listeners.add(listener);
                }
            };

    /** Packets in and out. */
    public final PacketServiceAdapter packets =
            new PacketServiceAdapter() {
                @Override
                public void addProcessor(PacketProcessor processor, int priority) {
                    processors.add(processor);
                }

                @Override
                public void emit(OutboundPacket packet) {
                    if (ofOthers.contains(packet.sendThrough())) {
                        return;
                    }
                    if (outputOf(packet).port().equals(PortNumber.CONTROLLER)) {
                        if (isEchoing) {
                            receive(outputOf(packet), packet.data().array());
                        }
                        return;
                    }
                    sent.add(packet);
                    ConnectPoint other = cables.get(outputOf(packet));
                    if (other != null) {
                        receive(other, packet.data().array());
                    }
                }
            };

    /** Every device is this node's, unless it is given to another. */
    public final MastershipServiceAdapter mastership =
            new MastershipServiceAdapter() {
                @Override
                public boolean isLocalMaster(DeviceId deviceId) {
                    return !ofOthers.contains(deviceId);
                }

                @Override
                public void addListener(MastershipListener listener) {
                    mastershipListeners.add(listener);
                }
            };

    /** Names applications. */
    public final CoreServiceAdapter core =
            new CoreServiceAdapter() {
                @Override
                public ApplicationId registerApplication(String name) {
                    return new TestApplicationId(name);
                }
            };

    /** Adds an available device with enabled ports. */
    public void addDevice(String name, long... numbers) {
        DeviceId id = DeviceId.deviceId(name);
        Map<Long, Port> itsPorts = new TreeMap<>();
        for (long number : numbers) {
            itsPorts.put(number, port(id, number, true, true));
        }
        ports.put(id, itsPorts);
        setAvailable(name, true);
    }

    /**
     * Makes this node the master of a device, or another. Packets of a device come to its master
     * only, and only its master can send some.
     */
    public void setMaster(String name, boolean isLocal) {
        DeviceId id = DeviceId.deviceId(name);
        if (isLocal) {
            ofOthers.remove(id);
        } else {
            ofOthers.add(id);
        }
        MastershipInfo info =
                new MastershipInfo(
                        ++terms,
                        Optional.of(NodeId.nodeId(isLocal ? "here" : "there")),
                        ImmutableMap.of());
        mastershipListeners.forEach(
                listener ->
                        listener.event(
                                new MastershipEvent(
                                        MastershipEvent.Type.MASTER_CHANGED, id, info)));
    }

    /** Makes a device come or go. */
    public void setAvailable(String name, boolean isAvailable) {
        DeviceId id = DeviceId.deviceId(name);
        if (isAvailable) {
            available.add(id);
        } else {
            available.remove(id);
        }
        tell(
                new DeviceEvent(
                        DeviceEvent.Type.DEVICE_AVAILABILITY_CHANGED, device(id), (Port) null));
    }

    /** Takes a port up or down. */
    public void setPort(String point, boolean isEnabled) {
        setPort(point, isEnabled, isEnabled);
    }

    /**
     * Makes ONOS's core take a port for down, as it does with those of a device without contact.
     */
    public void takeForDown(String point) {
        setPort(point, false, true);
    }

    private void setPort(String point, boolean isEnabled, boolean hasCarrier) {
        ConnectPoint at = ConnectPoint.deviceConnectPoint(point);
        Port port = port(at.deviceId(), at.port().toLong(), isEnabled, hasCarrier);
        ports.get(at.deviceId()).put(at.port().toLong(), port);
        tell(new DeviceEvent(DeviceEvent.Type.PORT_UPDATED, device(at.deviceId()), port));
    }

    /** Sets whether switches return what is sent to their controller port. */
    public void setEchoing(boolean isWanted) {
        isEchoing = isWanted;
    }

    /** Has the ports say that their state is what the switch itself reports. */
    public void reportCarrier() {
        isCarrierReported = true;
        ports.forEach(
                (id, its) -> its.replaceAll((n, p) -> port(id, n, p.isEnabled(), p.isEnabled())));
    }

    /** Connects two ports, in both directions. */
    public void connect(String one, String other) {
        ConnectPoint a = ConnectPoint.deviceConnectPoint(one);
        ConnectPoint b = ConnectPoint.deviceConnectPoint(other);
        cables.put(a, b);
        cables.put(b, a);
    }

    /** Pulls a cable without either port noticing. */
    public void cut(String one) {
        ConnectPoint other = cables.remove(ConnectPoint.deviceConnectPoint(one));
        cables.remove(other);
    }

    /** Lets a frame come in at a port. */
    public void receive(ConnectPoint point, byte[] frame) {
        if (ofOthers.contains(point.deviceId())) {
            return;
        }
        Ethernet parsed;
        try {
            parsed = Ethernet.deserializer().deserialize(frame, 0, frame.length);
        } catch (DeserializationException e) {
            throw new AssertionError(e);
        }
        InboundPacket inbound = new DefaultInboundPacket(point, parsed, ByteBuffer.wrap(frame));
        for (PacketProcessor processor : processors) {
            processor.process(new Received(inbound));
        }
    }

    /** Packets sent out of a port since the last call. */
    public List<Ethernet> takeSent(String point) {
        ConnectPoint at = ConnectPoint.deviceConnectPoint(point);
        List<Ethernet> frames = new ArrayList<>();
        for (OutboundPacket packet : sent) {
            if (outputOf(packet).equals(at)) {
                byte[] frame = packet.data().array();
                try {
                    frames.add(Ethernet.deserializer().deserialize(frame, 0, frame.length));
                } catch (DeserializationException e) {
                    throw new AssertionError(e);
                }
            }
        }
        sent.clear();
        return frames;
    }

    private void tell(DeviceEvent event) {
        listeners.forEach(l -> l.event(event));
    }

    private static ConnectPoint outputOf(OutboundPacket packet) {
        OutputInstruction output = (OutputInstruction) packet.treatment().allInstructions().get(0);
        return new ConnectPoint(packet.sendThrough(), output.port());
    }

    private static Device device(DeviceId id) {
        return new DefaultDevice(
                PROVIDER, id, Device.Type.SWITCH, "", "", "", "", new ChassisId(1));
    }

    private Port port(DeviceId id, long number, boolean isEnabled, boolean hasCarrier) {
        return new DefaultPort(
                device(id),
                PortNumber.portNumber(number),
                isEnabled,
                isCarrierReported
                        ? DefaultAnnotations.builder()
                                .set("carrier", hasCarrier ? "up" : "down")
                                .build()
                        : DefaultAnnotations.EMPTY);
    }

    private static final class Received extends DefaultPacketContext {
        private Received(InboundPacket inbound) {
            super(0, inbound, null, false);
        }

        @Override
        public void send() {
            throw new AssertionError("nobody asked for this packet to be sent on");
        }
    }
}
