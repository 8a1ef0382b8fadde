// SPDX-License-Identifier: Apache-2.0
package org.weir.onos.device;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.grpc.ManagedChannel;
import io.grpc.Server;
import io.grpc.Status;
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
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.onosproject.grpc.api.GrpcChannelController;
import org.onosproject.net.AnnotationKeys;
import org.onosproject.net.DefaultAnnotations;
import org.onosproject.net.DeviceId;
import org.onosproject.net.PortNumber;
import org.onosproject.net.config.Config;
import org.onosproject.net.config.NetworkConfigService;
import org.onosproject.net.config.basics.PortDescriptionsConfig;
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
    private static final long QUIET_MS = 300;
    private static final int SUBSCRIPTIONS = 3;
    private static final long LOOK_MS = 20;
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
    private volatile boolean isAnswering = true;

    /** Number of ports that the switch has. */
    private volatile int count = 1;

    /** Speed that netcfg states of port 1; 0 if it does not describe the port. */
    private volatile long configuredMbps;

    private Optional<Server> server = Optional.empty();

    /** The system's monotonic clock may begin below 0. */
    private long nowNs = -1;

    SwitchPortsTest() {
        services.core = Partial.of(DeviceProviderService.class, new Core());
        services.networkConfig = Partial.of(NetworkConfigService.class, new Configuration());
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

    /** As when an aggregate loses a member; the ports are not read for it. */
    @Test
    void portThatStaysUpHasItsNewSpeedAtOnce() throws Exception {
        PortServer gnmi = new PortServer();
        gnmi.nameSpeeds();
        gnmi.set(1, true);
        gnmi.setRateBps(1, 10_000_000_000L);
        server = Optional.of(serve(gnmi));
        channels.create(address());
        thread.execute(() -> ports.start(discovery, address()));
        await("all: 10000 up");

        lookUntil(() -> gnmi.subscriptions() == SUBSCRIPTIONS);
        gnmi.setRateBps(1, 9_000_000_000L);
        await("one: 9000 up");
        // The named speed comes by another stream, and may have come before the exact rate.
        while (!quiet().isEmpty()) {
            assertThat(thread.isShutdown()).isFalse();
        }

        gnmi.setRateBps(1, 5_000_000_000L);

        assertThat(calls.poll(WAIT_SECONDS, TimeUnit.SECONDS)).isEqualTo("one: 5000 up");
        assertThat(quiet()).isEmpty();
    }

    /** Else a rate that was reported would be known a minute later. */
    @Test
    void aFailedReadingIsRepeatedWithTheNextLook() {
        ports.start(discovery, NOWHERE);
        pass(10);
        isAnswering = false;
        ports.refresh(() -> discovery, NOWHERE);
        seen();

        isAnswering = true;
        ports.refresh(() -> discovery, NOWHERE);

        assertThat(seen()).containsExactly("read");
    }

    /** The subscriptions to rates end alone, and the next look opens them again. */
    @Test
    void ratesAreFollowedAgainAfterTheirSubscriptionHasEnded() throws Exception {
        PortServer gnmi = new PortServer();
        gnmi.set(1, true);
        gnmi.setRateBps(1, 10_000_000_000L);
        server = Optional.of(serve(gnmi));
        channels.create(address());
        thread.execute(() -> ports.start(discovery, address()));
        await("all: 10000 up");
        lookUntil(gnmi::tellsRates);

        gnmi.endRateSubscriptions();
        lookUntil(gnmi::tellsRates);
        gnmi.setRateBps(1, 5_000_000_000L);

        await("one: 5000 up");
    }

    /** Calls until there are no more for a while. */
    private List<String> quiet() throws InterruptedException {
        Thread.sleep(QUIET_MS);
        return seen();
    }

    private void lookUntil(BooleanSupplier condition) throws InterruptedException {
        long endNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(WAIT_SECONDS);
        while (!condition.getAsBoolean() && System.nanoTime() < endNs) {
            thread.execute(() -> ports.refresh(() -> discovery, address()));
            Thread.sleep(LOOK_MS);
        }
        assertThat(condition.getAsBoolean()).isTrue();
    }

    /** ONOS lets netcfg's descriptions replace those of a whole list, and no others. */
    @Test
    void theSpeedThatNetcfgStatesHoldsWhateverTheSwitchReports() {
        configuredMbps = 100;
        ports.start(discovery, NOWHERE);
        assertThat(seen()).containsExactly("read", "all: 10000 up", "one: 100 up");

        speedMbps = 5_000;
        pass(10);
        ports.refresh(() -> discovery, NOWHERE);
        assertThat(seen()).containsExactly("read", "one: 100 up");

        count = 2;
        pass(10);
        ports.refresh(() -> discovery, NOWHERE);
        assertThat(seen()).containsExactly("read", "all: 5000 up", "one: 100 up");
    }

    @Test
    void aSpeedThatIsChangedInNetcfgIsFollowedWithoutAReading() {
        ports.start(discovery, NOWHERE);
        seen();

        configuredMbps = 100;
        ports.configured();
        assertThat(seen()).containsExactly("one: 100 up");

        configuredMbps = 0;
        ports.configured();
        assertThat(seen()).containsExactly("one: 10000 up");

        ports.configured();
        assertThat(seen()).isEmpty();
    }

    /** ONOS has just taken netcfg's description of the port, without its name, for all of it. */
    @Test
    void portsAreToldAgainWithEachChangeOfTheirDescriptionInNetcfg() {
        configuredMbps = 100;
        ports.start(discovery, NOWHERE);
        seen();

        ports.configured();

        assertThat(seen()).containsExactly("one: 100 up");
    }

    /** As when the event of netcfg came before the switch was ready. */
    @Test
    void aReadingFollowsASpeedThatWasChangedInNetcfg() {
        configuredMbps = 100;
        ports.start(discovery, NOWHERE);
        seen();

        configuredMbps = 200;
        pass(10);
        ports.refresh(() -> discovery, NOWHERE);
        assertThat(seen()).containsExactly("read", "one: 200 up");

        pass(10);
        ports.refresh(() -> discovery, NOWHERE);
        assertThat(seen()).containsExactly("read");
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
            if (!isAnswering) {
                throw Status.UNAVAILABLE.asRuntimeException();
            }
            return LongStream.rangeClosed(1, count)
                    .mapToObj(this::describe)
                    .collect(Collectors.toList());
        }

        private PortDescription describe(long number) {
            return DefaultPortDescription.builder()
                    .withPortNumber(PortNumber.portNumber(number))
                    .isEnabled(isUp)
                    .portSpeed(speedMbps)
                    .annotations(
                            DefaultAnnotations.builder()
                                    .set(AnnotationKeys.PORT_NAME, "eth" + number)
                                    .build())
                    .build();
        }
    }

    /** Netcfg, which may describe port 1. */
    private final class Configuration {
        public <S, C extends Config<S>> C getConfig(S subject, Class<C> type) {
            if (configuredMbps == 0) {
                return null;
            }
            ObjectMapper mapper = new ObjectMapper();
            ObjectNode json = mapper.createObjectNode();
            json.putObject("1").put("number", 1).put("speed", configuredMbps);
            PortDescriptionsConfig config = new PortDescriptionsConfig();
            config.init(OneSwitch.ID, "ports", json, mapper, ignored -> {});
            return type.cast(config);
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
