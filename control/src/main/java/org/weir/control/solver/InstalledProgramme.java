// SPDX-License-Identifier: Apache-2.0
package org.weir.control.solver;

import java.util.Arrays;
import java.util.TreeSet;
import org.weir.control.de.Problem;
import org.weir.control.tuning.Tunable;
import org.weir.control.tuning.Tuning;

/**
 * Optimisation problem of the whole numbers that are installed for a port: the packets that each
 * class may keep in its queue, from which its queue limit, packets per level, share, threshold and
 * target rate follow ({@link QueuePlan}). The numbers are coupled: a packet more for one class
 * changes the shares of all, and their sum is at most the port's buffer.
 *
 * <p>Variables: the packets of all classes together, at least {@value #LEAST_FILL} of the buffer;
 * and for each class the packets more or less than its rounded part of these, at most {@value
 * #MOST_OFFSET} of the buffer or one packet. So a search can round in another way than the direct
 * method and leave packets unused. It cannot take from a class the share that the direct method
 * gave it for its importance.
 *
 * <p>Objective: first the missed targets, by importance: one missed target of a class counts more
 * than all those of less important classes. Then the distance of the shares from the wanted ones,
 * the unused part of the buffer, and, with a small weight, the excess of missed targets over their
 * bounds. Among answers that are equal so far, the one with the fewest targets that a class misses
 * only because more arrives than its maximum rate: no other class gives way for these.
 */
final class InstalledProgramme implements Problem {
    private static final double LEAST_FILL = 0.85;

    /** Largest difference of a class's packets from its rounded part, as a part of the buffer. */
    private static final double MOST_OFFSET = 0.02;

    /**
     * Weight of a level of importance over the next lower one. It is above the number of targets
     * that the classes of one level may have, 8 times 5.
     */
    private static final double NEXT_IMPORTANCE = 64;

    /** Weight of a missed target's excess beside errors of shares. */
    private static final double EXCESS_PART = 1e-3;

    /** Part of the error that decides between equal answers only. */
    private static final double TIE_PART = 1e-9;

    /** Relative excess up to which a target counts as kept, because of rounding errors. */
    private static final double ROUNDING = 1e-6;

    /** Smallest share in the denominator of a relative error. */
    private static final double SMALL_SHARE = 0.05;

    private static final double UNUSED_PART = 0.1;

    private final PortProblem port;
    private final QueueNeed[] queues;
    private final double[] share;
    private final double[] packetShare;
    private final double[] missWeight;
    private final Tuning tuning;
    private final int capacityPackets;
    private final int minimum;
    private final double mostOffset;

    /**
     * @param queues needs of the classes
     * @param share of the port's rate wanted per class, Σ = 1
     */
    InstalledProgramme(PortProblem port, QueueNeed[] queues, double[] share, Tuning tuning) {
        this.port = port;
        this.queues = queues;
        this.share = share;
        this.tuning = tuning;
        int count = share.length;
        capacityPackets = Math.min(port.capacityPackets(), QueuePlan.LARGEST_COUNT);
        minimum = (int) Math.min(tuning.get(Tunable.MIN_LIMIT), capacityPackets / count);
        mostOffset = Math.max(1, Math.rint(MOST_OFFSET * capacityPackets));
        packetShare = new double[count];
        double sum = 0;
        TreeSet<Double> levels = new TreeSet<>();
        for (int i = 0; i < count; i++) {
            packetShare[i] = share[i] / port.classes().get(i).packetBits();
            sum += packetShare[i];
            levels.add(port.classes().get(i).importance());
        }
        missWeight = new double[count];
        for (int i = 0; i < count; i++) {
            packetShare[i] /= sum;
            int above = levels.tailSet(port.classes().get(i).importance(), false).size();
            missWeight[i] = Math.pow(NEXT_IMPORTANCE, -above);
        }
    }

    @Override
    public double[] lower() {
        double[] lower = new double[1 + share.length];
        Arrays.fill(lower, -mostOffset);
        lower[0] = Math.max(share.length * minimum, Math.ceil(LEAST_FILL * capacityPackets));
        return lower;
    }

    @Override
    public double[] upper() {
        double[] upper = new double[1 + share.length];
        Arrays.fill(upper, mostOffset);
        upper[0] = capacityPackets;
        return upper;
    }

    @Override
    public boolean isWhole(int variable) {
        return true;
    }

    @Override
    public int inequalities() {
        return 1;
    }

    /** The parts of the buffer that a point stands for; in any case they fit into it. */
    int[] keptPackets(double[] x) {
        int[] kept = new int[share.length];
        int sum = 0;
        for (int i = 0; i < kept.length; i++) {
            kept[i] = (int) Math.max(minimum, Math.rint(x[0] * packetShare[i]) + x[1 + i]);
            sum += kept[i];
        }
        for (; sum > capacityPackets; sum--) {
            int most = -1;
            for (int i = 0; i < kept.length; i++) {
                if (kept[i] > minimum && (most < 0 || surplus(kept, i) > surplus(kept, most))) {
                    most = i;
                }
            }
            kept[most]--;
        }
        return kept;
    }

    private double surplus(int[] kept, int index) {
        return kept[index] - capacityPackets * packetShare[index];
    }

    /** The point that stands for parts of the buffer near those wanted. */
    double[] point(int[] kept) {
        double[] x = new double[1 + kept.length];
        x[0] = Arrays.stream(kept).sum();
        for (int i = 0; i < kept.length; i++) {
            x[1 + i] = kept[i] - Math.rint(x[0] * packetShare[i]);
        }
        return x;
    }

    @Override
    public double evaluate(double[] x, double[] constraints) {
        Score score = score(keptPackets(x));
        constraints[0] = score.missed;
        return score.error + TIE_PART * score.beyondMaximum;
    }

    /**
     * Score of a division of the buffer: missed targets first, then errors, then targets missed
     * only beyond a maximum rate.
     */
    static final class Score {
        /** Targets missed up to the maximum rates, each by its class's importance; 0 if none. */
        final double missed;

        /** Largest relative error of a share, what is left unused of the buffer, and excesses. */
        final double error;

        /** Targets missed only beyond a maximum rate. */
        final int beyondMaximum;

        /** Targets missed at the loads that arrive. */
        final int targets;

        /** Largest relative error of a share. */
        final double shareError;

        Score(double missed, double error, int beyondMaximum, int targets, double shareError) {
            this.missed = missed;
            this.error = error;
            this.beyondMaximum = beyondMaximum;
            this.targets = targets;
            this.shareError = shareError;
        }

        boolean isBetterThan(Score other) {
            if (missed != other.missed) {
                return missed < other.missed;
            }
            return error != other.error ? error < other.error : beyondMaximum < other.beyondMaximum;
        }
    }

    /** Scores a division of the buffer by the shares that a switch gives for it. */
    Score score(int[] kept) {
        QueuePlan plan = new QueuePlan(port, kept, tuning);
        double missed = 0;
        double excess = 0;
        double largest = 0;
        int beyondMaximum = 0;
        int sum = 0;
        int targets = 0;
        for (int i = 0; i < kept.length; i++) {
            ClassProblem one = port.classes().get(i);
            double served = plan.servedShare(i);
            for (int k = 0; k < queues[i].conditions(); k++) {
                double over = over(i, k, one.entitledRate(), plan);
                if (over > ROUNDING) {
                    targets++;
                    missed += missWeight[i];
                    excess += missWeight[i] * over / (1 + over);
                } else if (over(i, k, one.arrivalRate(), plan) > ROUNDING) {
                    targets++;
                    beyondMaximum++;
                }
            }
            double minRate = one.targets().minRateBps().orElse(0);
            if (minRate > served * port.rate() * (1 + ROUNDING)) {
                targets++;
                missed += missWeight[i];
            }
            double off = Math.abs(plan.weight(i) - share[i]);
            largest = Math.max(largest, off / Math.max(SMALL_SHARE, share[i]));
            sum += kept[i];
        }
        double unused = 1 - (double) sum / capacityPackets;
        double error = largest + UNUSED_PART * unused + EXCESS_PART * excess;
        return new Score(missed, error, beyondMaximum, targets, largest);
    }

    /** ln(value / bound) of a class's target at a load; at most 0 if it is met or nothing comes. */
    private double over(int index, int condition, double load, QueuePlan plan) {
        return load > 0
                ? queues[index].excess(
                        condition, load, plan.servedShare(index), plan.limitPackets(index))
                : 0;
    }
}
