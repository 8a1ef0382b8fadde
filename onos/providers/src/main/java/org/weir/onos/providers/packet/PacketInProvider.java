// SPDX-License-Identifier: Apache-2.0
package org.weir.onos.providers.packet;

import org.onosproject.mastership.MastershipService;
import org.onosproject.net.Device;
import org.onosproject.net.DeviceId;
import org.onosproject.net.device.DeviceService;
import org.onosproject.net.packet.DefaultOutboundPacket;
import org.onosproject.net.packet.InboundPacket;
import org.onosproject.net.packet.OutboundPacket;
import org.onosproject.net.packet.PacketProgrammable;
import org.onosproject.net.packet.PacketProvider;
import org.onosproject.net.packet.PacketProviderRegistry;
import org.onosproject.net.packet.PacketProviderService;
import org.onosproject.net.pi.model.PiPipelineInterpreter;
import org.onosproject.net.pi.model.PiPipelineInterpreter.PiInterpreterException;
import org.onosproject.net.pi.runtime.PiPacketOperation;
import org.onosproject.net.provider.AbstractProvider;
import org.onosproject.net.provider.ProviderId;
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
 * Takes packets between P4Runtime devices and ONOS's packet service. What the pipeline's packet-in
 * and packet-out headers mean is its pipeconf's business: the interpreter maps both.
 *
 * <p>Packets are processed by a thread of their own: ONOS never again calls a listener that has
 * kept its event dispatcher for more than two seconds, as a slow packet processor might.
 */
@Component(
        immediate = true,
        service = {})
public class PacketInProvider extends AbstractProvider implements PacketProvider {
    private static final Logger log = LoggerFactory.getLogger(PacketInProvider.class);

    /** At 1500 bytes, 1.5 MB for each device that sends faster than processors can follow. */
    private static final int CAPACITY_PACKETS_PER_DEVICE = 1024;

    @Reference PacketProviderRegistry registry;
    @Reference P4RuntimeController controller;
    @Reference DeviceService devices;
    @Reference MastershipService mastership;

    private final P4RuntimeEventListener listener = this::onEvent;
    private PacketProviderService packets;
    private PacketQueues queues;

    /** Called by OSGi. */
    public PacketInProvider() {
        super(new ProviderId("p4runtime", "org.weir.onos.providers.packet"));
    }

    @Activate
    void activate() {
        packets = registry.register(this);
        queues = new PacketQueues(CAPACITY_PACKETS_PER_DEVICE, this::receive);
        controller.addListener(listener);
    }

    @Deactivate
    void deactivate() {
        controller.removeListener(listener);
        queues.close();
        registry.unregister(this);
    }

    @Override
    public void emit(OutboundPacket packet) {
        DeviceId deviceId = packet.sendThrough();
        Device device = devices.getDevice(deviceId);
        if (device == null || !device.is(PacketProgrammable.class)) {
            log.warn("Packet not sent: {} cannot send packets", deviceId);
        } else if (mastership.isLocalMaster(deviceId)) {
            device.as(PacketProgrammable.class).emit(packet);
        } else {
            log.debug("Packet not sent: another node is master of {}", deviceId);
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
        } else if (!device.is(PiPipelineInterpreter.class)) {
            log.warn("Packet dropped: no interpreter for the pipeline of {}", packetIn.deviceId());
        } else {
            process(device, packetIn.packetOperation());
        }
    }

    private void process(Device device, PiPacketOperation operation) {
        InboundPacket inbound;
        try {
            inbound =
                    device.as(PiPipelineInterpreter.class).mapInboundPacket(operation, device.id());
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
