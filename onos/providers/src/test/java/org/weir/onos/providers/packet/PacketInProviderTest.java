// SPDX-License-Identifier: Apache-2.0
package org.weir.onos.providers.packet;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.ManagedChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.onosproject.net.Device;
import org.onosproject.net.DeviceId;
import org.onosproject.net.device.DeviceAgentListener;
import org.onosproject.net.device.DeviceServiceAdapter;
import org.onosproject.net.packet.PacketContext;
import org.onosproject.net.packet.PacketProvider;
import org.onosproject.net.packet.PacketProviderRegistry;
import org.onosproject.net.packet.PacketProviderService;
import org.onosproject.net.provider.AbstractProviderService;
import org.onosproject.net.provider.ProviderId;
import org.onosproject.p4runtime.api.P4RuntimeClient;
import org.onosproject.p4runtime.api.P4RuntimeController;
import org.onosproject.p4runtime.api.P4RuntimeEvent;
import org.onosproject.p4runtime.api.P4RuntimeEventListener;

class PacketInProviderTest {
    private static final DeviceId S1 = DeviceId.deviceId("device:s1");

    private final Controller controller = new Controller();
    private final CountDownLatch isReleased = new CountDownLatch(1);
    private final BlockingQueue<Thread> askedBy = new LinkedBlockingQueue<>();

    /** Were packets processed by the caller, the first event would not return. */
    @Test
    @Timeout(60)
    void theEventDispatcherIsNotHeldUp() throws Exception {
        PacketInProvider provider = new PacketInProvider();
        provider.controller = controller;
        provider.registry = new Registry();
        provider.devices =
                new DeviceServiceAdapter() {
                    @Override
                    public Device getDevice(DeviceId device) {
                        askedBy.add(Thread.currentThread());
                        try {
                            isReleased.await();
                        } catch (InterruptedException e) {
                            Thread.currentThread().interrupt();
                        }
                        return null;
                    }
                };
        provider.activate();
        assertThat(controller.listeners).hasSize(1);

        controller.packetIn((byte) 1);
        controller.packetIn((byte) 2);
        Thread worker = askedBy.poll(30, TimeUnit.SECONDS);
        assertThat(worker).isNotNull().isNotSameAs(Thread.currentThread());
        isReleased.countDown();
        assertThat(askedBy.poll(30, TimeUnit.SECONDS)).isSameAs(worker);

        provider.deactivate();
        assertThat(controller.listeners).isEmpty();
        worker.join();
    }

    private static final class Controller implements P4RuntimeController {
        private final List<P4RuntimeEventListener> listeners = new ArrayList<>();

        void packetIn(byte number) {
            listeners
                    .get(0)
                    .event(
                            new P4RuntimeEvent(
                                    P4RuntimeEvent.Type.PACKET_IN,
                                    PacketQueuesTest.packet(S1, number)));
        }

        @Override
        public void addListener(P4RuntimeEventListener listener) {
            listeners.add(listener);
        }

        @Override
        public void removeListener(P4RuntimeEventListener listener) {
            listeners.remove(listener);
        }

        @Override
        public boolean create(DeviceId device, ManagedChannel channel) {
            return false;
        }

        @Override
        public P4RuntimeClient get(DeviceId device) {
            return null;
        }

        @Override
        public void remove(DeviceId device) {
            // There are no clients.
        }

        @Override
        public void addDeviceAgentListener(
                DeviceId device, ProviderId provider, DeviceAgentListener listener) {
            // Nothing happens to devices here.
        }

        @Override
        public void removeDeviceAgentListener(DeviceId device, ProviderId provider) {
            // None was added.
        }
    }

    private static final class Registry implements PacketProviderRegistry {
        @Override
        public PacketProviderService register(PacketProvider provider) {
            return new Service(provider);
        }

        @Override
        public void unregister(PacketProvider provider) {
            // One provider, one test.
        }

        @Override
        public Set<ProviderId> getProviders() {
            return Set.of();
        }
    }

    private static final class Service extends AbstractProviderService<PacketProvider>
            implements PacketProviderService {
        Service(PacketProvider provider) {
            super(provider);
        }

        @Override
        public void processPacket(PacketContext context) {
            throw new AssertionError("There is no device that could have sent it");
        }
    }
}
