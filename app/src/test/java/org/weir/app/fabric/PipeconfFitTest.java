// SPDX-License-Identifier: Apache-2.0
package org.weir.app.fabric;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.onosproject.net.DeviceId;
import org.weir.app.Alert;
import org.weir.app.alerts.AlertBoard;
import org.weir.pipelines.Platform;

/** Selection of the devices that the application manages, from netcfg. */
class PipeconfFitTest {

    private static final DeviceId DEVICE = DeviceId.deviceId("device:s1");

    private final AlertBoard alerts = new AlertBoard();

    private void look(OneSwitch onos) {
        onos.fabric().refresh();
        new DeviceWatch(onos.fabric(), alerts, "onos-1", driver -> true, () -> 0).update();
    }

    @ParameterizedTest
    @CsvSource({
        "org.weir.v1model, bmv2",
        "org.weir.v1model, stratum-bmv2",
        "org.weir.tna, stratum-tofino",
        "org.weir.t2na, stratum-tofino",
    })
    void aPipeconfThatFitsIsTakenUp(String pipeconf, String driver) {
        OneSwitch onos = new OneSwitch(pipeconf, driver, 1);
        look(onos);
        assertThat(onos.fabric().platform(DEVICE))
                .map(Platform::pipeconf)
                .hasValueSatisfying(id -> assertThat(id).hasToString(pipeconf));
        assertThat(onos.fabric().ownDevices()).containsExactly(DEVICE);
        assertThat(alerts.all()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "org.weir.tna, bmv2",
        "org.weir.t2na, stratum-bmv2",
        "org.weir.v1model, stratum-tofino",
        "org.weir.v1model, ovs",
        "org.weir.v1model, ",
    })
    void aPipeconfThatDoesNotFitIsRefusedAndSaid(String pipeconf, String driver) {
        OneSwitch onos = new OneSwitch(pipeconf, driver, 1);
        look(onos);
        assertThat(onos.fabric().configuredDevices()).isEmpty();
        assertThat(onos.fabric().ownDevices()).as("nothing is written to it").isEmpty();
        assertThat(onos.fabric().manages(DEVICE, 1)).isFalse();
        assertThat(alerts.all())
                .singleElement()
                .satisfies(
                        alert -> {
                            assertThat(alert.kind()).isEqualTo("pipeconf-misfit");
                            assertThat(alert.subject()).isEqualTo("device:s1");
                            assertThat(alert.text())
                                    .contains("basic.pipeconf is " + pipeconf)
                                    .contains(
                                            "basic.driver is "
                                                    + (driver == null ? "missing" : driver));
                        });

        look(new OneSwitch("org.weir.v1model", "bmv2", 1));
        assertThat(alerts.all()).as("over when netcfg is right").isEmpty();
    }

    @Test
    void aProgramThatIsNotPackedIsRefusedAndSaid() {
        OneSwitch onos = new OneSwitch("org.weir.tna", "stratum-tofino", 1);
        onos.unpack();
        look(onos);
        assertThat(onos.fabric().ownDevices()).isEmpty();
        assertThat(alerts.all())
                .extracting(Alert::text)
                .singleElement()
                .asString()
                .contains("org.weir.tna, whose program this build of Weir does not have");
    }

    @Test
    void devicesOfOthersAreNoneOfItsBusiness() {
        OneSwitch onos = new OneSwitch("org.onosproject.pipelines.basic", "bmv2", 1);
        look(onos);
        assertThat(onos.fabric().ownDevices()).isEqualTo(List.of());
        assertThat(alerts.all()).isEmpty();
    }
}
