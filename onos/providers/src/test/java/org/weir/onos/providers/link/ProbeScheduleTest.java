// SPDX-License-Identifier: Apache-2.0
package org.weir.onos.providers.link;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.onosproject.net.ConnectPoint;

/** 100 switches with 64 ports, of which 4 lead to switches. */
class ProbeScheduleTest {

    private static final int SWITCHES = 100;
    private static final int PORTS = 64;
    private static final int UPLINKS = 4;
    private static final ConnectPoint UPLINK = point(1, 1);

    private final ProbeSchedule schedule = new ProbeSchedule();
    private boolean hasUplinkALink = true;

    private static ConnectPoint point(int number, int port) {
        return ConnectPoint.deviceConnectPoint("device:s" + number + "/" + port);
    }

    /** Rounds, of the next so many, in which the first uplink is probed, from 1. */
    private List<Integer> probed(int rounds) {
        List<Integer> probed = new ArrayList<>();
        for (int round = 1; round <= rounds; round++) {
            schedule.nextRound();
            int count = 0;
            for (int number = 1; number <= SWITCHES; number++) {
                for (int port = 1; port <= PORTS; port++) {
                    ConnectPoint point = point(number, port);
                    boolean hasLink = port <= UPLINKS && (hasUplinkALink || !point.equals(UPLINK));
                    if (schedule.isDue(point, false, hasLink)) {
                        count++;
                        if (point.equals(UPLINK)) {
                            probed.add(round);
                        }
                    }
                }
            }
            assertThat(count).isPositive();
        }
        return probed;
    }

    @Test
    void portsWithLinksDoNotWaitForPortsToHosts() {
        probed(ProbeSchedule.EAGER_ROUNDS);
        assertThat(probed(10 * ProbeSchedule.STEADY_ROUNDS)).hasSize(10);
    }

    /** Its fibre may be repaired, and no port says so. */
    @Test
    void aPortThatHasLostItsLinkIsProbedEverMoreRarely() {
        probed(ProbeSchedule.EAGER_ROUNDS);
        schedule.lost(UPLINK);
        hasUplinkALink = false;
        assertThat(probed(100)).contains(1, 2, 4, 8, 16, 32, 64, 96).hasSizeLessThan(12);
    }
}
