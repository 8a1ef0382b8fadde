// SPDX-License-Identifier: Apache-2.0
package org.weir.onos.device;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.ManagedChannel;
import io.grpc.Server;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.onosproject.grpc.api.GrpcChannelController;
import org.onosproject.net.AnnotationKeys;
import org.onosproject.net.DefaultAnnotations;
import org.onosproject.net.DeviceId;
import org.onosproject.net.PortNumber;
import org.onosproject.net.device.DefaultPortDescription;
import org.onosproject.net.device.DeviceDescriptionDiscovery;
import org.onosproject.net.device.DeviceProviderService;
import org.onosproject.net.device.PortDescription;
import org.onosproject.net.device.PortStatistics;
import org.onosproject.net.driver.Behaviour;
import org.onosproject.net.driver.Driver;
import org.onosproject.net.driver.DriverAdapter;
import org.onosproject.net.driver.DriverHandler;
import org.weir.onos.gnmi.PortServer;
import org.weir.onos.grpc.ManagedChannels;

/** Reports to ONOS of a switch's one port, and the times at which the switch is asked for it. */
class SwitchPortsTest {

    private static final long WAIT_SECONDS = 30;
    private static final long MANY = 50;
    private static final URI NOWHERE = URI.create("grpc://127.0.0.1:1");

    private final ManagedChannels channels = new ManagedChannels();
    private final ExecutorService thread = Executors.newSingleThreadExecutor();
    private final BlockingQueue<String> calls = new LinkedBlockingQueue<>();
    private final SwitchServices services = new SwitchServices();
    private final DeviceDescriptionDiscovery discovery =
            Partial.of(DeviceDescriptionDiscovery.class, new Descriptions());
    private final SwitchPorts ports;

    private volatile long speedMbps = 10_000;
    private volatile boolean isUp = true;
    private Optional<Server> server = Optional.empty();

    /** The system's monotonic clock may begin below 0. */
    private long nowNs = -1;

    SwitchPortsTest() {
        services.core = Partial.of(DeviceProviderService.class, new Core());
        services.channels = Partial.of(GrpcChannelController.class, new Channels());
        services.clockNs = () -> nowNs;
        ports = new SwitchPorts(OneSwitch.ID, services, thread::execute);
    }

    @AfterEach
    void stop() throws InterruptedException {
        thread.execute(ports::stop);
        thread.shutdown();
        assertThat(thread.awaitTermination(WAIT_SECONDS, TimeUnit.SECONDS)).isTrue();
        if (server.isPresent()) {
            channels.destroy(address());
            server.get().shutdownNow().awaitTermination();
        }
    }

    private URI address() {
        return server.map(one -> URI.create("grpc://127.0.0.1:" + one.getPort())).orElse(NOWHERE);
    }

    private void pass(long seconds) {
        nowNs += TimeUnit.SECONDS.toNanos(seconds);
    }

    private List<String> seen() {
        List<String> seen = List.copyOf(calls);
        calls.clear();
        return seen;
    }

    /** By the monotonic clock, as the wall clock may be set. */
    @Test
    void portsAreReadAgainAfterTenSeconds() {
        ports.start(discovery, NOWHERE);
        assertThat(seen()).containsExactly("read", "all: 10000 up");

        pass(9);
        ports.refresh(() -> discovery, NOWHERE);
        assertThat(seen()).isEmpty();

        pass(1);
        ports.refresh(() -> discovery, NOWHERE);
        assertThat(seen()).containsExactly("read");
    }

    @Test
    void countersAreReadAtOnceAndAgainAfterTenSeconds() {
        Optional<Driver> driver = Optional.of(new CountingDriver());
        ports.statistics(driver);
        assertThat(seen()).containsExactly("count");

        pass(9);
        ports.statistics(driver);
        assertThat(seen()).isEmpty();

        pass(1);
        ports.statistics(driver);
        assertThat(seen()).containsExactly("count");
    }

    /** As when its module was swapped for one of another speed. */
    @Test
    void portThatComesUpHasItsNewSpeedAtOnce() throws Exception {
        PortServer gnmi = new PortServer();
        gnmi.set(1, true);
        server = Optional.of(serve(gnmi));
        channels.create(address());
        thread.execute(() -> ports.start(discovery, address()));
        await("all: 10000 up");

        isUp = false;
        gnmi.set(1, false);
        await("one: 10000 down");
        speedMbps = 100_000;
        isUp = true;
        gnmi.set(1, true);

        await("one: 100000 up");
    }

    /** A switch that comes back may do so before the end of the watch before is known. */
    @Test
    void theEndOfAnEarlierWatchEndsNoLaterOne() throws Exception {
        PortServer gnmi = new PortServer();
        gnmi.set(1, true);
        server = Optional.of(serve(gnmi));
        channels.create(address());
        BlockingQueue<Runnable> tasks = new LinkedBlockingQueue<>();
        SwitchPorts own = new SwitchPorts(OneSwitch.ID, services, tasks::add);
        own.start(discovery, address());
        next(tasks).run();
        gnmi.endSubscriptions();
        Runnable ended = next(tasks);

        own.start(discovery, address());
        next(tasks).run();
        ended.run();

        seen();
        pass(10);
        own.refresh(() -> discovery, address());
        assertThat(seen()).as("read of a switch that reports changes by itself").isEmpty();
        own.stop();
    }

    private static Runnable next(BlockingQueue<Runnable> tasks) throws InterruptedException {
        Runnable next = tasks.poll(WAIT_SECONDS, TimeUnit.SECONDS);
        assertThat(next).isNotNull();
        return next;
    }

    private static Server serve(PortServer gnmi) throws IOException {
        return NettyServerBuilder.forAddress(new InetSocketAddress("127.0.0.1", 0))
                .addService(gnmi)
                .build()
                .start();
    }

    private void await(String call) throws InterruptedException {
        for (int i = 0; i < MANY; i++) {
            String next = calls.poll(WAIT_SECONDS, TimeUnit.SECONDS);
            assertThat(next).as("nothing but \"%s\" was awaited", call).isNotNull();
            if (next.equals(call)) {
                return;
            }
        }
        throw new AssertionError("no \"" + call + "\"");
    }

    private static String text(PortDescription port) {
        return port.portSpeed() + (port.isEnabled() ? " up" : " down");
    }

    /** The switch, as its driver describes it. */
    private final class Descriptions {
        public List<PortDescription> discoverPortDetails() {
            calls.add("read");
            return List.of(
                    DefaultPortDescription.builder()
                            .withPortNumber(PortNumber.portNumber(1))
                            .isEnabled(isUp)
                            .portSpeed(speedMbps)
                            .annotations(
                                    DefaultAnnotations.builder()
                                            .set(AnnotationKeys.PORT_NAME, "eth1")
                                            .build())
                            .build());
        }
    }

    /** A driver that reads a port's counters. */
    private final class CountingDriver extends DriverAdapter {
        @Override
        public boolean hasBehaviour(Class<? extends Behaviour> type) {
            return true;
        }

        @Override
        public <T extends Behaviour> T createBehaviour(DriverHandler handler, Class<T> type) {
            return Partial.of(type, new Counters());
        }
    }

    private final class Counters {
        public Collection<PortStatistics> discoverPortStatistics() {
            calls.add("count");
            return List.of();
        }
    }

    /** ONOS's core. */
    private final class Core {
        public void updatePorts(DeviceId deviceId, List<PortDescription> described) {
            calls.add("all: " + text(described.get(0)));
        }

        public void portStatusChanged(DeviceId deviceId, PortDescription port) {
            calls.add("one: " + text(port));
        }
    }

    private final class Channels {
        public Optional<ManagedChannel> get(URI channelUri) {
            return channels.get(channelUri);
        }
    }
}
