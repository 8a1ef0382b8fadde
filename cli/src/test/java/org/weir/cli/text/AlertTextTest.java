// SPDX-License-Identifier: Apache-2.0
package org.weir.cli.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.weir.app.Alert;

class AlertTextTest {

    private static final List<Alert> ALERTS =
            List.of(
                    new Alert("host-unreachable", "10.0.0.1", "no path", 5000),
                    new Alert("host-unreachable", "10.0.0.2", "no path", 6000));

    @Test
    void alikeAlertsAreOneLine() {
        assertThat(AlertText.lines(ALERTS, false))
                .containsExactly(
                        "! host-unreachable: 2 hosts have no path (first: 10.0.0.1: no path)"
                                + " since 1970-01-01T00:00:05Z",
                        "  (weir-ports --all lists each of them)");
    }

    @Test
    void allAreListedOneByOne() {
        assertThat(AlertText.lines(ALERTS, true))
                .containsExactly(
                        "! host-unreachable 10.0.0.1: no path",
                        "! host-unreachable 10.0.0.2: no path");
    }

    @Test
    void whatIsAloneNeedsNoHint() {
        assertThat(AlertText.lines(ALERTS.subList(0, 1), false)).hasSize(1);
    }
}
