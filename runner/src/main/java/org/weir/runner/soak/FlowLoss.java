// SPDX-License-Identifier: Apache-2.0
package org.weir.runner.soak;

import java.util.HashMap;
import java.util.Map;

/**
 * Losses of flows between two readings.
 *
 * @param lostPackets packets known to be lost in that time
 * @param flows number of flows that have lost any
 * @param lostMs the time in which these flows send as many packets while nothing is done to the
 *     network, ms; 0 when nothing was lost, null when it is not known what they send
 */
record FlowLoss(long lostPackets, int flows, Double lostMs) {
    private static final double MS_PER_SECOND = 1000;

    /**
     * The packets that each flow sends in a second.
     *
     * @return by the flow's name; empty when no time lies between the readings
     */
    static Map<String, Double> packetsPerSecond(SoakReading first, SoakReading last) {
        double seconds = last.timeSeconds() - first.timeSeconds();
        Map<String, Double> rates = new HashMap<>();
        if (seconds <= 0) {
            return rates;
        }
        Map<String, Long> before = new HashMap<>();
        first.flows().forEach(flow -> before.put(flow.name(), flow.sentPackets()));
        for (SoakReading.Flow flow : last.flows()) {
            long sent = flow.sentPackets() - before.getOrDefault(flow.name(), 0L);
            rates.put(flow.name(), sent / seconds);
        }
        return rates;
    }

    /**
     * The loss between two readings.
     *
     * @param packetsPerSecond packets that each flow sends per second while nothing is done to the
     *     network, by its name
     */
    static FlowLoss between(
            SoakReading before, SoakReading after, Map<String, Double> packetsPerSecond) {
        Map<String, Long> earlier = new HashMap<>();
        before.flows().forEach(flow -> earlier.put(flow.name(), flow.lostPackets()));
        long lost = 0;
        int flows = 0;
        double perSecond = 0;
        for (SoakReading.Flow flow : after.flows()) {
            long lostByFlow = flow.lostPackets() - earlier.getOrDefault(flow.name(), 0L);
            if (lostByFlow > 0) {
                lost += lostByFlow;
                flows++;
                perSecond += packetsPerSecond.getOrDefault(flow.name(), 0.0);
            }
        }
        if (lost == 0) {
            return new FlowLoss(0, 0, 0.0);
        }
        return new FlowLoss(lost, flows, perSecond == 0 ? null : MS_PER_SECOND * lost / perSecond);
    }
}
