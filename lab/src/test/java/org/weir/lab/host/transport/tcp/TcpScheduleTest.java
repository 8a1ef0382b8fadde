// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.host.transport.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.weir.lab.host.transport.tcp.congestion.CongestionAlgorithm;

/**
 * Whatever frames are lost, late, twice or damaged: every byte arrives once and in order, nothing
 * waits for ever, and both ends forget the connection.
 */
class TcpScheduleTest {
    /** One million: {@code -Dweir.tcp.schedules=1000000}. */
    private static final int SCHEDULES = Integer.getInteger("weir.tcp.schedules", 3000);

    @Test
    void everyAlgorithmHasBothDetectionsOfLosses() {
        Map<List<Object>, Long> drawn =
                LongStream.rangeClosed(1, 1000)
                        .mapToObj(TcpSchedules::config)
                        .collect(
                                Collectors.groupingBy(
                                        one -> List.of(one.algorithm(), one.rackTlp()),
                                        Collectors.counting()));

        assertThat(drawn).hasSize(2 * CongestionAlgorithm.values().length);
        assertThat(drawn.values()).allMatch(times -> times >= 10);
    }

    @Test
    @Timeout(value = 2, unit = TimeUnit.HOURS)
    void everyByteArrivesOnceAndInOrder() {
        long retransmissions = 0;
        long timeouts = 0;
        for (long seed = 1; seed <= SCHEDULES; seed++) {
            Map<String, Long> counts = TcpSchedules.run(seed);
            retransmissions += counts.get("retransmissions");
            timeouts += counts.get("timeouts");
        }
        assertThat(retransmissions).isGreaterThan(SCHEDULES);
        assertThat(timeouts).isPositive();
    }
}
