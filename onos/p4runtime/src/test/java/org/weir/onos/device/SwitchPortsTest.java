// SPDX-License-Identifier: Apache-2.0
package org.weir.onos.device;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.onosproject.grpc.api.GrpcChannelController;
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

/** What ONOS hears of a switch's one port, and when the switch is asked for it. */
class SwitchPortsTest {

    private static final URI NOWHERE = URI.create("grpc://127.0.0.1:1");

    private final BlockingQueue<String> calls = new LinkedBlockingQueue<>();
    private final SwitchServices services = new SwitchServices();
    private final DeviceDescriptionDiscovery discovery =
            Partial.of(DeviceDescriptionDiscovery.class, new Descriptions());
    private final SwitchPorts ports;

    /** The system's monotonic clock may begin below 0. */
    private long nowNs = -1;

    SwitchPortsTest() {
        services.core = Partial.of(DeviceProviderService.class, new Core());
        services.channels = Partial.of(GrpcChannelController.class, new Object());
        services.clockNs = () -> nowNs;
        ports = new SwitchPorts(OneSwitch.ID, services, Runnable::run);
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
                            .isEnabled(true)
                            .portSpeed(10_000)
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
    }
}
