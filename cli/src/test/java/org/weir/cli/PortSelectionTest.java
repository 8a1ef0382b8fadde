// SPDX-License-Identifier: Apache-2.0
package org.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.weir.app.DeviceView;
import org.weir.app.DropsView;
import org.weir.app.PortView;
import org.weir.app.explain.PortAbsence;

class PortSelectionTest {

    private static final PortAbsence ABSENCE =
            new PortAbsence(
                    true,
                    List.of(
                            new DeviceView("device:s1", true, DropsView.UNKNOWN, 1, 0, true),
                            DeviceView.withoutMaster("device:s4", false)));

    private final List<PortView> ports =
            List.of(port("device:s1", 1), port("device:s1", 4), port("device:s2", 1));

    @ParameterizedTest
    @CsvSource({", 3", "device:s1, 2", "device:s2, 1", "device:s1/4, 1"})
    void selectsAllOrThoseOfADeviceOrOne(String typed, int count) {
        List<PortView> selected = PortSelection.parse(typed).of(ports, () -> ABSENCE);

        assertThat(selected).hasSize(count);
        if (typed != null) {
            assertThat(selected)
                    .allSatisfy(
                            one -> assertThat(one.device() + "/" + one.port()).startsWith(typed));
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "device:s3 | there is no switch device:s3; there is device:s1, device:s4",
                "s1/4 | there is no switch s1; there is device:s1, device:s4",
                "device:s4/1 | the controller has no contact with device:s4",
                "device:s1/2 | it is down, leads to no host or switch, or has the alert"
                        + " port-unmanaged"
            })
    void saysWhyAPortIsNotUnderControl(String typed, String reason) {
        assertThatThrownBy(() -> PortSelection.parse(typed).of(ports, () -> ABSENCE))
                .hasMessage("port: no port under control is " + typed + ": " + reason);
    }

    @Test
    void refusesAPortThatIsNoNumber() {
        assertThatThrownBy(() -> PortSelection.parse("device:s1/eth0"))
                .hasMessageStartingWith("port: must be device or device/number");
    }

    private static PortView port(String device, long number) {
        return new PortView(
                device, number, "", 1, 1, OptionalDouble.empty(), true, 0, 0, List.of());
    }
}
