// SPDX-License-Identifier: Apache-2.0
package org.weir.app.fabric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.weir.app.Alert;
import org.weir.app.alerts.AlertBoard;

/** Alerts about switches without contact, and about drivers that an ONOS did not load. */
class DeviceWatchTest {

    private static final long SECOND_NS = 1_000_000_000;

    private final OneSwitch onos = new OneSwitch("org.weir.v1model", "stratum-bmv2", 1);
    private final AlertBoard alerts = new AlertBoard();
    private boolean isLoaded;
    private long nowNs;
    private final DeviceWatch watch =
            new DeviceWatch(
                    onos.fabric(),
                    alerts,
                    "10.0.0.1",
                    driver -> isLoaded && driver.equals("stratum-bmv2"),
                    () -> nowNs);

    @BeforeEach
    void configureASwitchWithoutContact() {
        onos.setHostElsewhere("10.0.0.9");
    }

    @Test
    void driverThatIsMissingIsSaidWithItsRemedyUntilItIsThere() {
        watch.update();
        nowNs += 14 * SECOND_NS;
        watch.update();
        assertThat(alerts.all()).as("drivers may load after the application").isEmpty();

        nowNs += 2 * SECOND_NS;
        watch.update();
        assertThat(alerts.all())
                .extracting(Alert::kind, Alert::subject)
                .containsExactly(
                        tuple("device-unreachable", "device:s2"),
                        tuple("driver-missing", "10.0.0.1"));
        assertThat(alerts.all().get(0).text()).contains("ONOS has no driver stratum-bmv2");
        assertThat(alerts.all().get(1).text())
                .contains(
                        "driver stratum-bmv2",
                        "bundle:restart org.onosproject.onos-drivers-stratum and then"
                                + " bundle:restart org.onosproject.onos-drivers-bmv2");

        isLoaded = true;
        watch.update();
        assertThat(alerts.all())
                .singleElement()
                .satisfies(alert -> assertThat(alert.text()).startsWith("no answer at"));
    }

    @Test
    void alertsAboutASwitchEndWithItsConfiguration() {
        isLoaded = true;
        nowNs += 60 * SECOND_NS;
        watch.update();
        alerts.raise("edge-refused", "device:s2", "no");
        alerts.raise("settings-refused", "device:s2/1", "no");
        onos.setHostElsewhere(null);
        watch.update();
        assertThat(alerts.all()).isEmpty();
    }

    /** A write to a slow switch may fail after the switch is gone from netcfg. */
    @Test
    void alertThatComesAfterTheSwitchIsGoneEndsToo() {
        isLoaded = true;
        watch.update();
        onos.setHostElsewhere(null);
        watch.update();
        alerts.raise("classes-refused", "device:s2", "no answer in time");
        alerts.replace("policy-unmatched", Map.of("device:s2/4", "netcfg has no such switch"));
        Alert unmatched = alerts.all().get(1);

        watch.update();

        assertThat(alerts.all()).containsExactly(unmatched);
    }

    @Test
    void driverThatIsLoadedRaisesNoAlert() {
        isLoaded = true;
        onos.setHostElsewhere(null);
        nowNs += 60 * SECOND_NS;
        watch.update();
        assertThat(alerts.all()).isEmpty();
    }
}
