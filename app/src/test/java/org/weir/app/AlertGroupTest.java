// SPDX-License-Identifier: Apache-2.0
package org.weir.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class AlertGroupTest {

    private static final Instant NOON = Instant.parse("2024-05-06T12:00:00Z");

    /** Hosts 10.0.0.10 and on, each cut off from some of the switches agg0 and on. */
    private static List<Alert> unreachable(int hosts, int switches) {
        List<Alert> alerts = new ArrayList<>();
        for (int host = 0; host < hosts; host++) {
            List<String> from = new ArrayList<>();
            for (int one = 0; one <= host % switches; one++) {
                from.add("device:agg" + one);
            }
            alerts.add(
                    new Alert(
                            "host-unreachable",
                            "10.0.0." + (10 + host),
                            "no path from " + from.size() + " switches",
                            NOON.toEpochMilli() + host * 1000,
                            from));
        }
        return alerts;
    }

    private static Alert alert(String kind, String subject, long sinceMs) {
        return new Alert(kind, subject, "text of " + subject, sinceMs);
    }

    @Test
    void manyOfAKindAreOneLineWithTheirCountTheEarliestTimeAndTheFirst() {
        List<Alert> alerts = unreachable(16, 9);
        Collections.reverse(alerts);

        List<AlertGroup> groups = AlertGroup.of(alerts);

        assertThat(groups).hasSize(1);
        assertThat(groups.get(0).count()).isEqualTo(16);
        assertThat(groups.get(0).sinceMs()).isEqualTo(NOON.toEpochMilli());
        assertThat(groups.get(0).text())
                .isEqualTo(
                        "16 hosts have no path from 9 switches"
                                + " (first: 10.0.0.10 from device:agg0)");
    }

    @Test
    void oneSwitchIsNamed() {
        assertThat(AlertGroup.of(unreachable(2, 1)).get(0).text())
                .isEqualTo(
                        "2 hosts have no path from device:agg0"
                                + " (first: 10.0.0.10 from device:agg0)");
    }

    @Test
    void textOfAGroupOfSwitchesHasTheFirstOnesText() {
        List<Alert> alerts =
                List.of(
                        alert("device-unreachable", "device:b", 20),
                        alert("device-unreachable", "device:a", 20),
                        alert("device-unreachable", "device:c", 30));

        assertThat(AlertGroup.of(alerts).get(0).text())
                .isEqualTo("3 switches do not answer (first: device:a: text of device:a)");
    }

    @Test
    void aKindThatHasNoPhraseIsGroupedToo() {
        assertThat(
                        AlertGroup.of(List.of(alert("new-kind", "x", 2), alert("new-kind", "y", 1)))
                                .get(0)
                                .text())
                .isEqualTo("2 of this kind (first: y: text of y)");
    }

    @Test
    void oneAloneIsAsItIs() {
        assertThat(AlertGroup.of(unreachable(1, 1)).get(0).text())
                .isEqualTo("10.0.0.10: no path from 1 switches");
    }

    @Test
    void causesComeFirst() {
        List<Alert> alerts =
                List.of(
                        alert("another-kind", "x", 1),
                        alert("new-kind", "x", 1),
                        alert("counters-unread", "x", 1),
                        alert("host-unreachable", "x", 1),
                        alert("settings-refused", "x", 1),
                        alert("routes-refused", "x", 1),
                        alert("pipeconf-misfit", "x", 1),
                        alert("device-unreachable", "x", 1));

        assertThat(AlertGroup.of(alerts))
                .extracting(AlertGroup::kind)
                .containsExactly(
                        "device-unreachable",
                        "pipeconf-misfit",
                        "routes-refused",
                        "settings-refused",
                        "host-unreachable",
                        "counters-unread",
                        "another-kind",
                        "new-kind");
    }
}
