// SPDX-License-Identifier: Apache-2.0
package org.weir.app.explain;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.weir.app.DeviceView;
import org.weir.app.DropsView;

/** Each reason for which a port is not under control. */
class PortAbsenceTest {

    private static final DeviceView REACHED =
            new DeviceView("device:s1", true, DropsView.UNKNOWN, 1, 0, true);

    private static String reason(boolean isConfigured, DeviceView... devices) {
        String text =
                new PortAbsence(isConfigured, List.of(devices))
                        .text("device:s1", OptionalLong.of(4));
        assertThat(text).startsWith("no port under control is device:s1/4: ");
        return text.substring(text.indexOf(": ", "no port under control is device:".length()) + 2);
    }

    @Test
    void unknownSwitchesDistantOnesAndUnusedPortsAreToldApart() {
        assertThat(reason(true)).isEqualTo("there is no switch device:s1, nor any other");
        assertThat(reason(true, DeviceView.withoutMaster("device:s1", false)))
                .isEqualTo("the controller has no contact with device:s1");
        assertThat(reason(true, DeviceView.withoutMaster("device:s1", true)))
                .isEqualTo("no node of the cluster that is ready is the master of device:s1");
        assertThat(reason(false, REACHED)).isEqualTo("no policy is in force");
        assertThat(reason(true, REACHED))
                .isEqualTo(
                        "it is down, leads to no host or switch, or has the alert port-unmanaged");
    }

    @Test
    void onlyAFewOfManySwitchesAreNamed() {
        List<DeviceView> many = new ArrayList<>();
        for (int i = 1; i <= 8; i++) {
            many.add(DeviceView.withoutMaster("device:s" + i, true));
        }
        assertThat(new PortAbsence(true, many).text("device:S1", OptionalLong.empty()))
                .isEqualTo(
                        "no port under control is device:S1: there is no switch device:S1; there is"
                                + " device:s1, device:s2, device:s3, device:s4, device:s5 and 3"
                                + " more");
    }
}
