// SPDX-License-Identifier: Apache-2.0
package org.weir.onos.providers.packet;

import java.util.Optional;
import org.onosproject.mastership.MastershipService;
import org.onosproject.net.Device;
import org.onosproject.net.DeviceId;
import org.onosproject.net.config.NetworkConfigService;
import org.onosproject.net.device.DeviceEvent;
import org.onosproject.net.device.DeviceListener;
import org.onosproject.net.device.DeviceService;
import org.onosproject.net.packet.DefaultOutboundPacket;
import org.onosproject.net.packet.InboundPacket;
import org.onosproject.net.packet.OutboundPacket;
import org.onosproject.net.packet.PacketProvider;
import org.onosproject.net.packet.PacketProviderRegistry;
import org.onosproject.net.packet.PacketProviderService;
import org.onosproject.net.pi.model.PiPipelineInterpreter;
import org.onosproject.net.pi.model.PiPipelineInterpreter.PiInterpreterException;
import org.onosproject.net.pi.runtime.PiPacketOperation;
import org.onosproject.net.pi.service.PiPipeconfService;
import org.onosproject.net.provider.AbstractProvider;
import org.onosproject.net.provider.ProviderId;
import org.onosproject.p4runtime.api.P4RuntimeClient;
import org.onosproject.p4runtime.api.P4RuntimeController;
import org.onosproject.p4runtime.api.P4RuntimeEvent;
import org.onosproject.p4runtime.api.P4RuntimeEventListener;
import org.onosproject.p4runtime.api.P4RuntimePacketIn;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes packets between P4Runtime devices and ONOS's packet service. The interpreter of the
 * pipeconf maps the pipeline's packet-in and packet-out headers.
 *
 * <p>Packets are processed by a thread of their own: ONOS never again calls a listener that has
 * kept its event dispatcher for more than two seconds, as a slow packet processor might.
 */
@Component(
        immediate = true,
        service = {})
public class PacketInProvider extends AbstractProvider implements PacketProvider {
    private static final Logger log = LoggerFactory.getLogger(PacketInProvider.class);

    /**
     * Capacity of a device's queue, packets. At 1500 bytes each it is 1.5 MB for each device that
     * sends faster than processors can follow.
     */
    private static final int CAPACITY_PACKETS_PER_DEVICE = 1024;

    @Reference PacketProviderRegistry registry;
    @Reference P4RuntimeController controller;
    @Reference DeviceService devices;
    @Reference MastershipService mastership;
    @Reference PiPipeconfService pipeconfs;
    @Reference NetworkConfigService netcfg;

    private final DeviceListener deviceListener = this::onDeviceEvent;
    private final P4RuntimeEventListener listener = this::onEvent;
    private PacketProviderService packets;
    private PacketPaths paths;
    private PacketQueues queues;

    /** Called by OSGi. */
    public PacketInProvider() {
        // The id of the devices' provider: ONOS's packet service looks for that one, and would send
        // through the driver framework otherwise, with several look-ups of services per packet.
        super(new ProviderId("device", "org.weir.onos.device"));
    }

    @Activate
    void activate() {
        packets = registry.register(this);
        paths = new PacketPaths(pipeconfs, netcfg);
        devices.addListener(deviceListener);
        queues = new PacketQueues(CAPACITY_PACKETS_PER_DEVICE, this::receive);
        controller.addListener(listener);
    }

    @Deactivate
    void deactivate() {
        controller.removeListener(listener);
        devices.removeListener(deviceListener);
        queues.close();
        registry.unregister(this);
    }

    @Override
    public void emit(OutboundPacket packet) {
        DeviceId deviceId = packet.sendThrough();
        Device device = devices.getDevice(deviceId);
        Optional<PacketPaths.PacketPath> path =
                device == null ? Optional.empty() : paths.of(device);
        P4RuntimeClient client = controller.get(deviceId);
        if (path.isEmpty() || client == null) {
            log.warn("Packet not sent: {} cannot send packets", deviceId);
        } else if (mastership.isLocalMaster(deviceId)) {
            send(client, path.get(), packet);
        } else {
            log.debug("Packet not sent: another node is master of {}", deviceId);
        }
    }

    private static void send(
            P4RuntimeClient client, PacketPaths.PacketPath path, OutboundPacket packet) {
        try {
            for (PiPacketOperation each : path.interpreter.mapOutboundPacket(packet)) {
                client.packetOut(path.p4DeviceId, each, path.pipeconf);
            }
        } catch (PiInterpreterException e) {
            log.debug("Packet not sent by {}: {}", packet.sendThrough(), e.getMessage());
        }
    }

    private void onDeviceEvent(DeviceEvent event) {
        switch (event.type()) {
            case DEVICE_ADDED:
            case DEVICE_UPDATED:
            case DEVICE_REMOVED:
            case DEVICE_AVAILABILITY_CHANGED:
                paths.forget(event.subject().id());
                break;
            default:
                // Ports and their counters do not matter here.
                break;
        }
    }

    private void onEvent(P4RuntimeEvent event) {
        if (event.type() == P4RuntimeEvent.Type.PACKET_IN
                && event.subject() instanceof P4RuntimePacketIn) {
            queues.offer((P4RuntimePacketIn) event.subject());
        }
    }

    private void receive(P4RuntimePacketIn packetIn) {
        Device device = devices.getDevice(packetIn.deviceId());
        if (device == null) {
            log.debug("Packet from {}, which is not a device yet", packetIn.deviceId());
            return;
        }
        Optional<PacketPaths.PacketPath> path = paths.of(device);
        if (path.isEmpty()) {
            log.warn("Packet dropped: no interpreter for the pipeline of {}", packetIn.deviceId());
        } else {
            process(device, path.get().interpreter, packetIn.packetOperation());
        }
    }

    private void process(
            Device device, PiPipelineInterpreter interpreter, PiPacketOperation operation) {
        InboundPacket inbound;
        try {
            inbound = interpreter.mapInboundPacket(operation, device.id());
        } catch (PiInterpreterException e) {
            log.warn("Packet from {} dropped: {}", device.id(), e.getMessage());
            return;
        }
        if (inbound == null) {
            log.warn("Packet from {} dropped: its interpreter makes nothing of it", device.id());
            return;
        }
        OutboundPacket sameBytes = new DefaultOutboundPacket(device.id(), null, inbound.unparsed());
        packets.processPacket(
                new ReceivedPacket(System.currentTimeMillis(), inbound, sameBytes, this::emit));
    }
}
