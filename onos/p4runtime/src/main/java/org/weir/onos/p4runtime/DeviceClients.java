// SPDX-License-Identifier: Apache-2.0
package org.weir.onos.p4runtime;

import com.google.common.base.Suppliers;
import io.grpc.ManagedChannel;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.onosproject.event.AbstractListenerManager;
import org.onosproject.net.DeviceId;
import org.onosproject.net.device.DeviceAgentEvent;
import org.onosproject.net.device.DeviceAgentListener;
import org.onosproject.net.pi.model.PiPipeconf;
import org.onosproject.net.pi.runtime.PiPacketOperation;
import org.onosproject.net.pi.service.PiPipeconfService;
import org.onosproject.net.provider.ProviderId;
import org.onosproject.p4runtime.api.P4RuntimeClient;
import org.onosproject.p4runtime.api.P4RuntimeController;
import org.onosproject.p4runtime.api.P4RuntimeEvent;
import org.onosproject.p4runtime.api.P4RuntimeEventListener;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The P4Runtime clients of this ONOS, one per device, and what they report. */
@Component(immediate = true, service = P4RuntimeController.class)
public class DeviceClients extends AbstractListenerManager<P4RuntimeEvent, P4RuntimeEventListener>
        implements P4RuntimeController {

    private static final long PIPECONF_VALID_SECONDS = 5;

    private final Logger log = LoggerFactory.getLogger(getClass());
    private final Map<DeviceId, DeviceClient> clients = new ConcurrentHashMap<>();
    private final Map<DeviceId, Map<ProviderId, DeviceAgentListener>> agentListeners =
            new ConcurrentHashMap<>();
    private final AgentEvents events = new Events();

    @Reference(cardinality = ReferenceCardinality.MANDATORY)
    protected PiPipeconfService pipeconfService;

    @Reference(cardinality = ReferenceCardinality.MANDATORY)
    protected ElectionIds electionIds;

    @Activate
    protected void activate() {
        eventDispatcher.addSink(P4RuntimeEvent.class, listenerRegistry);
    }

    @Deactivate
    protected void deactivate() {
        clients.keySet().forEach(this::remove);
        eventDispatcher.removeSink(P4RuntimeEvent.class);
        agentListeners.clear();
    }

    @Override
    public boolean create(DeviceId deviceId, ManagedChannel channel) {
        DeviceClient client =
                new DeviceClient(deviceId, channel, electionIds, boundPipeconf(deviceId), events);
        if (clients.putIfAbsent(deviceId, client) != null) {
            client.shutdown();
            throw new IllegalStateException("There is a client for " + deviceId + " already");
        }
        return true;
    }

    /**
     * The pipeconf of a device, looked up rarely: it is asked for with every packet-in, and each
     * look-up goes through the cluster's store.
     */
    private Supplier<PiPipeconf> boundPipeconf(DeviceId deviceId) {
        return Suppliers.memoizeWithExpiration(
                () -> pipeconfService.getPipeconf(deviceId).orElse(null),
                PIPECONF_VALID_SECONDS,
                TimeUnit.SECONDS);
    }

    @Override
    public P4RuntimeClient get(DeviceId deviceId) {
        return clients.get(deviceId);
    }

    @Override
    public void remove(DeviceId deviceId) {
        DeviceClient client = clients.remove(deviceId);
        if (client != null) {
            client.shutdown();
        }
    }

    @Override
    public void addDeviceAgentListener(
            DeviceId deviceId, ProviderId providerId, DeviceAgentListener listener) {
        agentListeners
                .computeIfAbsent(deviceId, id -> new ConcurrentHashMap<>())
                .put(providerId, listener);
    }

    @Override
    public void removeDeviceAgentListener(DeviceId deviceId, ProviderId providerId) {
        agentListeners.computeIfPresent(
                deviceId,
                (id, listeners) -> {
                    listeners.remove(providerId);
                    return listeners.isEmpty() ? null : listeners;
                });
    }

    private final class Events implements AgentEvents {

        @Override
        public void agent(DeviceAgentEvent.Type type, DeviceId deviceId) {
            DeviceAgentEvent event = new DeviceAgentEvent(type, deviceId);
            log.debug("{}", event);
            agentListeners.getOrDefault(deviceId, Map.of()).values().forEach(l -> l.event(event));
        }

        @Override
        public void packetIn(DeviceId deviceId, PiPacketOperation packet) {
            post(new P4RuntimeEvent(P4RuntimeEvent.Type.PACKET_IN, new PacketIn(deviceId, packet)));
        }
    }
}
