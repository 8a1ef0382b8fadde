// SPDX-License-Identifier: Apache-2.0
package org.weir.cli.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.weir.app.DeviceView;
import org.weir.app.DropCause;
import org.weir.app.DropCount;
import org.weir.app.DropsView;

class DeviceTextTest {

    @Test
    void showsDropsByCauseAndWhatIsNotKnownAsADash() {
        List<String> lines =
                DeviceText.lines(
                        List.of(
                                new DeviceView(
                                        "device:s1",
                                        true,
                                        new DropsView(
                                                Map.of(
                                                        DropCause.UNROUTED,
                                                        DropCount.of(120, 21, 5000),
                                                        DropCause.PORT_TX,
                                                        DropCount.of(7))),
                                        120,
                                        3,
                                        false),
                                new DeviceView("device:s2", false, DropsView.UNKNOWN, 120, 0, true),
                                DeviceView.withoutMaster("device:s3", false)));

        assertThat(lines)
                .extracting(line -> line.replaceAll(" +", " "))
                .containsExactly(
                        "device state rules pending unrouted expired malformed acl portRx portTx"
                                + " forged refused withheld limited per s",
                        "device:s1 available 120 3 120 - - - - 7 - - - - 4.2",
                        "device:s2 unavailable 120 0 - - - - - - - - - - -",
                        "device:s3 unavailable - - - - - - - - - - - - -");
    }
}
