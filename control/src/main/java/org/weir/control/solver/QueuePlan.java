// SPDX-License-Identifier: Apache-2.0
package org.weir.control.solver;

import org.weir.control.tuning.Tunable;
import org.weir.control.tuning.Tuning;

/**
 * Turns shares of a port into the whole packets that the data plane works with: drop limits,
 * packets per priority level and the weight these represent.
 */
final class QueuePlan {
    private static final int LARGEST_COUNT = 65535;

    private final int[] limitPackets;
    private final int[] weightPackets;
    private final double[] weight;

    /**
     * @param port the port
     * @param share of its work per class, Σ = 1
     */
    QueuePlan(PortProblem port, double[] share, Tuning tuning) {
        int count = share.length;
        // Backlogged classes take turns by packets, so a share of work becomes one of packets.
        double[] packetShare = new double[count];
        double sum = 0;
        for (int i = 0; i < count; i++) {
            packetShare[i] = share[i] / port.classes().get(i).packetWork();
            sum += packetShare[i];
        }
        int capacity = Math.min(port.capacityPackets(), LARGEST_COUNT);
        int minimum = (int) Math.min(tuning.get(Tunable.MIN_LIMIT), capacity / count);
        limitPackets = Apportionment.limits(packetShare, capacity, minimum);
        weightPackets = new int[count];
        weight = new double[count];
        double work = 0;
        for (int i = 0; i < count; i++) {
            double perLevel = packetShare[i] / sum * capacity / tuning.get(Tunable.WEIGHT_LEVELS);
            weightPackets[i] = (int) Math.max(1, Math.round(perLevel));
            weight[i] = limitPackets[i] * port.classes().get(i).packetWork();
            work += weight[i];
        }
        for (int i = 0; i < count; i++) {
            weight[i] /= work;
        }
    }

    int limitPackets(int index) {
        return limitPackets[index];
    }

    int weightPackets(int index) {
        return weightPackets[index];
    }

    /** Share of the port's work that the whole-packet limits give the class. */
    double weight(int index) {
        return weight[index];
    }

    /** A wanted threshold as a whole number of at least 1 and below the limit. */
    int threshold(int index, double wantedPackets) {
        return (int) Math.max(1, Math.min(limitPackets[index] - 1, Math.floor(wantedPackets)));
    }
}
