// SPDX-License-Identifier: Apache-2.0
package org.weir.control.solver;

import java.util.Arrays;
import java.util.Comparator;
import org.weir.control.tuning.Tunable;
import org.weir.control.tuning.Tuning;

/**
 * Turns shares of a port into the whole packets that the data plane works with: drop limits,
 * packets per priority level and the weight these represent.
 */
final class QueuePlan {
    /** The most that a setting of the data plane holds. */
    static final int LARGEST_COUNT = 65535;

    private static final double TOLERANCE = 1e-9;

    private final int capacityPackets;
    private final int[] limitPackets;
    private final int[] weightPackets;
    private final double[] weight;

    /**
     * @param port the port
     * @param share of its work per class, Σ = 1
     * @param neededShare a class that has this much is not rounded below it, the more important
     *     first; 0 where nothing is needed
     */
    QueuePlan(PortProblem port, double[] share, double[] neededShare, Tuning tuning) {
        int count = share.length;
        // Backlogged classes take turns by packets, so a share of work becomes one of packets.
        double[] packetShare = new double[count];
        double sum = 0;
        for (int i = 0; i < count; i++) {
            packetShare[i] = share[i] / port.classes().get(i).packetWork();
            sum += packetShare[i];
        }
        int capacity = Math.min(port.capacityPackets(), LARGEST_COUNT);
        capacityPackets = capacity;
        int minimum = (int) Math.min(tuning.get(Tunable.MIN_LIMIT), capacity / count);
        int[] least = new int[count];
        Arrays.fill(least, minimum);
        int free = capacity - count * minimum;
        for (int i : byImportance(port)) {
            if (share[i] >= neededShare[i] * (1 - TOLERANCE)) {
                double needed = capacity * packetShare[i] / sum * (neededShare[i] / share[i]);
                int more = (int) Math.ceil(needed - TOLERANCE) - minimum;
                more = Math.max(0, Math.min(free, more));
                least[i] += more;
                free -= more;
            }
        }
        int[] limits = Apportionment.limits(packetShare, capacity, least);
        // With packets of several sizes, rounding one queue moves the shares of all.
        for (int repeat = 0; repeat < count && free > 0; repeat++) {
            int lacking = lacking(port, limits, share, neededShare);
            if (lacking < 0) {
                break;
            }
            free -= limits[lacking] + 1 - least[lacking];
            least[lacking] = limits[lacking] + 1;
            if (free < 0) {
                break;
            }
            limits = Apportionment.limits(packetShare, capacity, least);
        }
        limitPackets = limits;
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

    /** The first class that had what it needs and lost it to rounding; -1 if there is none. */
    private static int lacking(
            PortProblem port, int[] limits, double[] share, double[] neededShare) {
        double work = 0;
        for (int i = 0; i < limits.length; i++) {
            work += limits[i] * port.classes().get(i).packetWork();
        }
        for (int i = 0; i < limits.length; i++) {
            double got = limits[i] * port.classes().get(i).packetWork() / work;
            double had = Math.min(share[i], neededShare[i]);
            if (share[i] >= neededShare[i] * (1 - TOLERANCE) && got < had * (1 - TOLERANCE)) {
                return i;
            }
        }
        return -1;
    }

    private static Integer[] byImportance(PortProblem port) {
        Integer[] order = new Integer[port.classes().size()];
        Arrays.setAll(order, i -> i);
        Arrays.sort(
                order,
                Comparator.comparingDouble((Integer i) -> -port.classes().get(i).importance()));
        return order;
    }

    /** All packets that the port may have waiting. */
    int capacityPackets() {
        return capacityPackets;
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
