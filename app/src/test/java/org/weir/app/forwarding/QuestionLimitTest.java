// SPDX-License-Identifier: Apache-2.0
package org.weir.app.forwarding;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.onosproject.net.ConnectPoint;

/** Hosts that look for one address after another, in a network of 100 switches with 48 ports. */
class QuestionLimitTest {

    private static final int EDGE_PORTS = 4800;
    private static final long STEP_MS = 50;
    private static final long DURATION_MS = 60_000;

    private final QuestionLimit limit = new QuestionLimit();

    private static ConnectPoint port(int number) {
        return ConnectPoint.deviceConnectPoint("device:s1/" + number);
    }

    private long ask(int port, long nowMs) {
        if (!limit.hasRoom(port(port), nowMs)) {
            return 0;
        }
        limit.count(port(port), EDGE_PORTS, nowMs);
        return EDGE_PORTS;
    }

    @Test
    void oneScannerTakesHalfAndLeavesRoomForOthers() {
        long packets = 0;
        for (long nowMs = 0; nowMs < DURATION_MS; nowMs += STEP_MS) {
            packets += ask(1, nowMs);
            if (nowMs % 5_000 == 0) {
                assertThat(ask(2, nowMs)).as("another host at %d ms", nowMs).isPositive();
            }
        }
        double halfRate = QuestionLimit.PACKETS_PER_S / 2;
        assertThat((double) packets)
                .isBetween(
                        halfRate * DURATION_MS / 1000 - EDGE_PORTS,
                        halfRate * (DURATION_MS / 1000 + 1) + EDGE_PORTS);
    }

    @Test
    void manyScannersTogetherHaveTheWholeLimit() {
        long packets = 0;
        for (long nowMs = 0; nowMs < DURATION_MS; nowMs += STEP_MS) {
            for (int port = 1; port <= 20; port++) {
                packets += ask(port, nowMs);
            }
        }
        assertThat((double) packets)
                .isLessThanOrEqualTo(
                        QuestionLimit.PACKETS_PER_S * (DURATION_MS / 1000 + 1) + EDGE_PORTS);
    }
}
