// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class PacketArrivalsTest {

    private static final long MS = 1_000_000;
    private static final long SECOND = 1000 * MS;
    private static final int PACKET_BYTES = 1500;

    /** After a step from a slow rate a burst is as long as any other, not as long as many. */
    @Test
    void burstsKeepTheirLengthWhenTheRateChanges() {
        LoadSchedule load =
                new LoadSchedule(
                        List.of(
                                new LoadSchedule.Step(0, 12_000),
                                new LoadSchedule.Step(10 * SECOND, 6_000_000)),
                        0);
        double longestMs = 0;
        double sumMs = 0;
        for (int seed = 0; seed < 200; seed++) {
            PacketArrivals arrivals =
                    new PacketArrivals(
                            ArrivalProcess.onOff(100 * MS, 100 * MS), load, PACKET_BYTES, seed);
            double burstMs = firstBurstMs(arrivals, 10 * SECOND);
            sumMs += burstMs;
            longestMs = Math.max(longestMs, burstMs);
        }
        // The rest of a burst under way, or a whole one: exponential, with a mean of 100 ms.
        assertThat(sumMs / 200).isBetween(70.0, 130.0);
        assertThat(longestMs).isLessThan(1000);
    }

    /** Time from the first packet after a change to the first pause of more than 5 ms. */
    private static double firstBurstMs(PacketArrivals arrivals, long changeNs) {
        long firstNs = 0;
        while (firstNs <= changeNs) {
            firstNs = arrivals.nextNs(firstNs);
        }
        long lastNs = firstNs;
        while (true) {
            long nextNs = arrivals.nextNs(lastNs);
            if (nextNs - lastNs > 5 * MS) {
                return (double) (lastNs - firstNs) / MS;
            }
            lastNs = nextNs;
        }
    }
}
