// SPDX-License-Identifier: Apache-2.0
package org.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.weir.app.PortView;

class PortSelectionTest {

    private final List<PortView> ports =
            List.of(port("device:s1", 1), port("device:s1", 4), port("device:s2", 1));

    @ParameterizedTest
    @CsvSource({", 3", "device:s1, 2", "device:s2, 1", "device:s1/4, 1"})
    void selectsAllOrThoseOfADeviceOrOne(String typed, int count) {
        List<PortView> selected = PortSelection.parse(typed).of(ports);

        assertThat(selected).hasSize(count);
        if (typed != null) {
            assertThat(selected)
                    .allSatisfy(
                            one -> assertThat(one.device() + "/" + one.port()).startsWith(typed));
        }
    }

    @ParameterizedTest
    @CsvSource({"device:s3", "device:s1/2", "s1"})
    void saysWhatIsNotUnderControl(String typed) {
        assertThatThrownBy(() -> PortSelection.parse(typed).of(ports))
                .hasMessage("port: no port under control is " + typed);
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
