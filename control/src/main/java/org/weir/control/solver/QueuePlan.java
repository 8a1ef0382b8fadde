// SPDX-License-Identifier: Apache-2.0
package org.weir.control.solver;

import java.util.Arrays;
import java.util.Comparator;
import org.weir.control.QueueSettings;
import org.weir.control.tuning.Tunable;
import org.weir.control.tuning.Tuning;

/**
 * Whole numbers of packets that the data plane uses for given shares of a port: queue limits, and
 * packets per level in the same proportion.
 *
 * <p>Packets per level decide how soon a class beyond its share moves to a lower level. At the
 * lowest level, classes share the port in proportion to their queue limits, whatever their weights
 * are. Therefore packets per level have the same proportion as the limits, and this proportion is
 * the installed share and that of the predictions. With common limits ({@link
 * Tunable#COMMON_LIMIT}) the two may differ; predictions then use the smaller one ({@link
 * #servedShare}).
 */
final class QueuePlan {
    /** Largest value of a setting in the data plane. */
    static final int LARGEST_COUNT = 65535;

    private static final double TOLERANCE = 1e-9;

    private final int capacityPackets;
    private final int[] keptPackets;
    private final int[] weightPackets;
    private final int[] limitPackets;
    private final double[] weight;
    private final double[] servedShare;

    /**
     * @param port the port
     * @param share of its rate per class, Σ = 1
     * @param neededShare a class that has this much is not rounded below it, the more important
     *     first; 0 where nothing is needed
     */
    QueuePlan(PortProblem port, double[] share, double[] neededShare, Tuning tuning) {
        this(port, keptPackets(port, share, neededShare, tuning), tuning);
    }

    /**
     * The plan of given parts of the buffer.
     *
     * @param keptPackets packets that each class may keep for itself, at least 1; Σ at most N
     */
    QueuePlan(PortProblem port, int[] keptPackets, Tuning tuning) {
        int count = keptPackets.length;
        this.keptPackets = keptPackets;
        capacityPackets = capacity(port);
        weightPackets = weightPackets(keptPackets, tuning);
        limitPackets = new int[count];
        double common = tuning.get(Tunable.COMMON_LIMIT);
        for (int i = 0; i < count; i++) {
            double others = capacityPackets - keptPackets[i];
            limitPackets[i] = keptPackets[i] + (int) Math.round(common * others);
        }
        weight = shares(port, weightPackets);
        servedShare = shares(port, limitPackets);
        for (int i = 0; i < count; i++) {
            servedShare[i] = Math.min(servedShare[i], weight[i]);
        }
    }

    /**
     * Packets per level and round in proportion to shares of the rate, for classes without limits
     * of their own: as fine as a round can have them.
     */
    static int[] weightPackets(PortProblem port, double[] share, Tuning tuning) {
        int count = share.length;
        double levelPackets = Math.max(count, capacity(port) / tuning.get(Tunable.WEIGHT_LEVELS));
        int round =
                (int)
                        Math.min(
                                QueueSettings.MAX_ROUND_PACKETS,
                                Math.round(QueueSettings.TURNS_PER_ROUND * levelPackets));
        double[] packetShare = new double[count];
        Arrays.setAll(packetShare, i -> share[i] / port.classes().get(i).packetBits());
        int[] least = new int[count];
        Arrays.fill(least, 1);
        return Apportionment.limits(packetShare, round, least);
    }

    private static int capacity(PortProblem port) {
        return Math.min(port.capacityPackets(), LARGEST_COUNT);
    }

    /**
     * Packets per level and round: so many that a level holds a part of what all classes may have
     * waiting in one turn, and at least a packet of each class.
     */
    private static int[] weightPackets(int[] keptPackets, Tuning tuning) {
        int count = keptPackets.length;
        int kept = Arrays.stream(keptPackets).sum();
        double levelPackets = Math.max(count, kept / tuning.get(Tunable.WEIGHT_LEVELS));
        double perRound = QueueSettings.TURNS_PER_ROUND * levelPackets;
        int most = QueueSettings.MAX_ROUND_PACKETS;
        // A whole multiple of the limits has exactly their proportion.
        double factor = Math.max(1, Math.rint(perRound / kept));
        int[] weights = new int[count];
        if (factor * kept <= most) {
            Arrays.setAll(weights, i -> (int) factor * keptPackets[i]);
            return weights;
        }
        Arrays.setAll(weights, i -> Math.max(1, (int) ((long) keptPackets[i] * most / kept)));
        return weights;
    }

    /**
     * Parts of the buffer in proportion to shares of the rate. Backlogged classes take turns by
     * packets, so a share of the rate becomes one of packets.
     */
    private static int[] keptPackets(
            PortProblem port, double[] share, double[] neededShare, Tuning tuning) {
        int count = share.length;
        int capacity = capacity(port);
        double[] packetShare = new double[count];
        double sum = 0;
        for (int i = 0; i < count; i++) {
            packetShare[i] = share[i] / port.classes().get(i).packetBits();
            sum += packetShare[i];
        }
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
        int[] packets = Apportionment.limits(packetShare, capacity, least);
        // With packets of several sizes, rounding one queue moves the shares of all.
        for (int repeat = 0; repeat < count && free > 0; repeat++) {
            int lacking = lacking(port, packets, share, neededShare);
            if (lacking < 0) {
                break;
            }
            free -= packets[lacking] + 1 - least[lacking];
            least[lacking] = packets[lacking] + 1;
            if (free < 0) {
                break;
            }
            packets = Apportionment.limits(packetShare, capacity, least);
        }
        return packets;
    }

    /** The shares of the port's rate that follow from packets. */
    private static double[] shares(PortProblem port, int[] packets) {
        double[] shares = new double[packets.length];
        double roundBits = 0;
        for (int i = 0; i < shares.length; i++) {
            shares[i] = packets[i] * port.classes().get(i).packetBits();
            roundBits += shares[i];
        }
        for (int i = 0; i < shares.length; i++) {
            shares[i] /= roundBits;
        }
        return shares;
    }

    /** The first class that had what it needs and lost it to rounding; -1 if there is none. */
    private static int lacking(
            PortProblem port, int[] packets, double[] share, double[] neededShare) {
        double[] got = shares(port, packets);
        for (int i = 0; i < packets.length; i++) {
            double had = Math.min(share[i], neededShare[i]);
            if (share[i] >= neededShare[i] * (1 - TOLERANCE) && got[i] < had * (1 - TOLERANCE)) {
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

    /** Number of packets that may wait at the port. */
    int capacityPackets() {
        return capacityPackets;
    }

    /** Packets that each class may keep for itself. */
    int[] keptPackets() {
        return keptPackets.clone();
    }

    /** Packets that the class may keep for itself. */
    int keptPackets(int index) {
        return keptPackets[index];
    }

    /** Queue limit of the class, packets: those that it may keep, common room included. */
    int limitPackets(int index) {
        return limitPackets[index];
    }

    int weightPackets(int index) {
        return weightPackets[index];
    }

    /** Share of the port's rate that the whole packets per level give the class. */
    double weight(int index) {
        return weight[index];
    }

    /** Share of the port's rate that the class gets for sure, by weights and by limits. */
    double servedShare(int index) {
        return servedShare[index];
    }

    /** A wanted threshold as a whole number of at least 1 and below what the class may have. */
    int threshold(int index, double wantedPackets) {
        return (int) Math.max(1, Math.min(keptPackets[index] - 1, Math.floor(wantedPackets)));
    }
}
