// SPDX-License-Identifier: Apache-2.0
package org.weir.app.fabric;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.onlab.packet.ChassisId;
import org.onosproject.net.DefaultDevice;
import org.onosproject.net.Device;
import org.onosproject.net.DeviceId;
import org.onosproject.net.config.NetworkConfigServiceAdapter;
import org.onosproject.net.device.DeviceServiceAdapter;
import org.onosproject.net.driver.AbstractHandlerBehaviour;
import org.onosproject.net.driver.DefaultDriver;
import org.onosproject.net.driver.DefaultDriverData;
import org.onosproject.net.driver.DefaultDriverHandler;
import org.onosproject.net.driver.Driver;
import org.onosproject.net.driver.DriverHandler;
import org.onosproject.net.driver.DriverServiceAdapter;
import org.onosproject.net.driver.HandlerBehaviour;
import org.onosproject.net.host.HostServiceAdapter;
import org.onosproject.net.link.LinkServiceAdapter;
import org.onosproject.net.provider.ProviderId;

/** Behaviours of switches, when ONOS replaces a driver. */
class BehaviourTest {

    private static final DeviceId ID = DeviceId.deviceId("device:s1");

    /** A behaviour of which a later installation has another class. */
    public interface Counters extends HandlerBehaviour {}

    /** The class. */
    public static final class CountersOfBmv2 extends AbstractHandlerBehaviour implements Counters {}

    private final Device device =
            new DefaultDevice(
                    ProviderId.NONE, ID, Device.Type.SWITCH, "", "", "", "", new ChassisId(1));
    private Driver driver = new DefaultDriver("old", List.of(), "", "", "", Map.of(), Map.of());
    private final Fabric fabric =
            new Fabric(
                    new DeviceServiceAdapter() {
                        @Override
                        public Device getDevice(DeviceId deviceId) {
                            return deviceId.equals(ID) ? device : null;
                        }
                    },
                    any -> true,
                    new LinkServiceAdapter(),
                    new HostServiceAdapter(),
                    new NetworkConfigServiceAdapter(),
                    new DriverServiceAdapter() {
                        @Override
                        public Driver getDriver(DeviceId deviceId) {
                            return driver;
                        }

                        @Override
                        public DriverHandler createHandler(DeviceId deviceId, String... words) {
                            return new DefaultDriverHandler(
                                    new DefaultDriverData(driver, deviceId));
                        }
                    },
                    target -> true);

    @Test
    void aBehaviourIsThatOfTheDriverOfTheMoment() {
        assertThat(fabric.behaviour(ID, Counters.class)).isEmpty();

        driver =
                new DefaultDriver(
                        "new",
                        List.of(),
                        "",
                        "",
                        "",
                        Map.of(Counters.class, CountersOfBmv2.class),
                        Map.of());

        Optional<Counters> found = fabric.behaviour(ID, Counters.class);
        assertThat(found).isPresent();
        assertThat(fabric.behaviour(ID, Counters.class)).as("looked up once").isEqualTo(found);
        assertThat(fabric.behaviour(DeviceId.deviceId("device:s2"), Counters.class)).isEmpty();
    }
}
