// SPDX-License-Identifier: Apache-2.0
package org.weir.control.model;

import java.util.Arrays;
import org.apache.commons.math3.linear.Array2DRowRealMatrix;
import org.apache.commons.math3.linear.ArrayRealVector;
import org.apache.commons.math3.linear.LUDecomposition;

/**
 * Model of a port whose classes share it by weights, at given loads: mean and tail of the waiting
 * time and loss of each class. The port is work-conserving: a class gets the capacity that the
 * others leave. The waiting time ends when the packet's transmission begins, as switches measure
 * it. docs/predictions.md explains the formulas.
 *
 * <p>Steps:
 *
 * <ol>
 *   <li>The carried load c of a class: its load minus the loss of a queue that has the class's
 *       limit and is served at the rate that the others leave ({@link SpareCapacity#greedyRate}).
 *   <li>The mean waiting times W, by the equations of queues with relative priorities (Haviv and
 *       van der Wal 1997): W<sub>i</sub> = R + B<sub>i</sub> + Σ<sub>j</sub> c<sub>j</sub>
 *       a<sub>ij</sub> (W<sub>i</sub> + W<sub>j</sub>). R is the mean rest of the packet on the
 *       line, B<sub>i</sub> the wait behind packets of the same burst, and a<sub>ij</sub> the part
 *       of class j's packets that go ahead of class i's, a<sub>ij</sub> + a<sub>ji</sub> = 1. So
 *       without bursts Σ c<sub>i</sub>W<sub>i</sub> is the same for all weights: Kleinrock's
 *       conservation law. ln(a<sub>ji</sub>/a<sub>ij</sub>) is a {@link Scheduler}'s exponent times
 *       the difference of ln(weight / load).
 *   <li>Loss: a geometric distribution of the queue length with the same mean, cut at the queue
 *       limit; with bursts at least the loss of a burst that meets the limit.
 * </ol>
 *
 * <p>Loads from 0 on are allowed, overload too. Immutable.
 */
public final class SharedPort {
    private static final double LARGEST_CARRIED = 0.995;
    private static final double LEAST_LOAD = 1e-9;

    /** Load over service rate from which a class uses all of its service rate. */
    private static final double FLOODED = 1e12;

    private static final double LARGEST_EXPONENT = 40;
    private static final double LARGEST_DISPERSION = 64;

    /** Part of the packets of a burst (dispersion − 1) that a packet waits behind. */
    private static final double BURST_WAIT = 0.32;

    /** The same part where a burst meets the queue limit. */
    private static final double BURST_LOSS = 0.5;

    private static final double BUSY = 0.9;

    /** Load from which on a class's bursts delay other classes. */
    private static final double NOTICED_LOAD = 0.01;

    private static final double BURSTY = 1.5;

    /** Largest percentile of the waiting time, in times that a full queue takes to drain. */
    private static final double LARGEST_TAIL = 1.5;

    /**
     * Kinds of scheduler. They differ in how sharply they prefer a class whose load is small for
     * its weight.
     */
    public enum Scheduler {
        /** Weighted round robin made from strict priority levels, as in Weir's v1model program. */
        PRIORITY_LEVELS {
            @Override
            double exponent(double carried, double levels) {
                return 0.116 + 2.65 * Math.pow(levels, 0.383);
            }
        },
        /** Deficit weighted round robin, as in an ASIC. */
        DWRR {
            @Override
            double exponent(double carried, double levels) {
                return 0.72 + 0.044 * carried / Math.pow(1 - carried, 0.67);
            }
        };

        /**
         * Exponent e of the preference: ln(a<sub>ji</sub>/a<sub>ij</sub>) = e times the difference
         * of ln(weight / load).
         *
         * @param carried part of the port in use, below 1
         * @param levels mean packets that wait, over the packets of a priority level
         */
        abstract double exponent(double carried, double levels);
    }

    private final double[] load;
    private final double[] seconds;
    private final double[] limitPackets;
    private final double[] greedy;
    private final double[] carried;
    private final double[] waitSeconds;

    /** Mean waiting times without limits, s. */
    private final double[] unlimitedSeconds;

    private final double[] lossFraction;
    private final double[] busyOnArrival;
    private final double[] burst;
    private final boolean[] isBurstKnown;
    private final double utilisation;

    /**
     * @param load λ of each class as a part of the port's rate, at least 0
     * @param packetSeconds time that a packet of the class takes on the line, s, above 0
     * @param weight shares of the port, above 0, Σ = 1
     * @param limitPackets queue limits, at least 1
     * @param dispersion variance over mean of the number of arrivals in a time that is long against
     *     bursts; 1 for Poisson arrivals, 0 for regular ones; NaN if it is not known, which counts
     *     as 1, with another {@link #error} of the class and a wider one of the others
     * @param levelPackets packets that all classes together may add at their priority levels in one
     *     turn of the scheduler, above 0; only {@link Scheduler#PRIORITY_LEVELS} uses it
     * @param scheduler kind of scheduler
     */
    public SharedPort(
            double[] load,
            double[] packetSeconds,
            double[] weight,
            double[] limitPackets,
            double[] dispersion,
            double levelPackets,
            Scheduler scheduler) {
        int count = load.length;
        this.load = load.clone();
        this.limitPackets = limitPackets.clone();
        seconds = packetSeconds.clone();
        greedy = new double[count];
        carried = new double[count];
        lossFraction = new double[count];
        busyOnArrival = new double[count];
        burst = new double[count];
        isBurstKnown = new boolean[count];
        for (int i = 0; i < count; i++) {
            this.load[i] = Math.max(LEAST_LOAD, load[i]);
        }
        for (int i = 0; i < count; i++) {
            greedy[i] = SpareCapacity.greedyRate(i, weight, this.load, 1);
            double ratio = this.load[i] / greedy[i];
            double full = new Truncated(ratio, limitPackets[i] + 1).full();
            // Far above the service rate, 1 - full has no digits left.
            carried[i] = ratio < FLOODED ? this.load[i] * (1 - full) : greedy[i];
        }
        double sum = Arrays.stream(carried).sum();
        double scale = Math.min(1, LARGEST_CARRIED / sum);
        Arrays.setAll(carried, i -> scale * carried[i]);
        utilisation = scale * sum;
        unlimitedSeconds = unlimited(weight, dispersion, levelPackets, scheduler);
        waitSeconds = unlimitedSeconds.clone();
        for (int i = 0; i < count; i++) {
            limit(i);
        }
    }

    /** Mean waiting times with queues that have no limit, for the carried loads. */
    private double[] unlimited(
            double[] weight, double[] dispersion, double levelPackets, Scheduler scheduler) {
        int count = load.length;
        double rest = 0;
        for (int i = 0; i < count; i++) {
            rest += carried[i] * seconds[i] / 2;
        }
        double[] right = new double[count];
        double waiting = utilisation * utilisation / 2;
        for (int i = 0; i < count; i++) {
            isBurstKnown[i] = !Double.isNaN(dispersion[i]);
            double known = isBurstKnown[i] ? dispersion[i] : 1;
            burst[i] = Math.min(LARGEST_DISPERSION, Math.max(0, known)) - 1;
            double behind = Math.min(BURST_WAIT * burst[i] / 2, limitPackets[i]) * seconds[i];
            right[i] = rest + Math.max(-0.9 * rest, behind);
            waiting += carried[i] * behind / seconds[i];
            double inBurst = burst[i] > 0 ? burst[i] / (1 + burst[i]) : 0;
            busyOnArrival[i] = utilisation + (1 - utilisation) * inBurst;
        }
        double levels = Math.max(0, waiting) / (1 - utilisation) / levelPackets;
        double exponent = Math.min(LARGEST_EXPONENT, scheduler.exponent(utilisation, levels));
        double[][] left = new double[count][count];
        for (int i = 0; i < count; i++) {
            left[i][i] = 1;
            for (int j = 0; j < count; j++) {
                double difference = Math.log(weight[i] / load[i]) - Math.log(weight[j] / load[j]);
                double ahead = carried[j] / (1 + Math.exp(exponent * difference));
                left[i][i] -= ahead;
                left[i][j] -= ahead;
            }
        }
        return new LUDecomposition(new Array2DRowRealMatrix(left, false))
                .getSolver()
                .solve(new ArrayRealVector(right, false))
                .toArray();
    }

    /** Cuts a class's queue at its limit. */
    private void limit(int i) {
        double ratio = ratio(i, 1);
        Truncated queue = new Truncated(ratio, limitPackets[i] + 1);
        lossFraction[i] = loss(i, queue);
        double rate = ratio < 1 ? carried[i] : greedy[i];
        waitSeconds[i] = queue.seenPackets() * seconds[i] / rate;
        waitSeconds[i] = Math.min(waitSeconds[i], fullSeconds(i));
    }

    /**
     * Ratio of the geometric distribution with a multiple of the unlimited mean wait. A class that
     * sends more than the others leave has at least the ratio of its load to what they leave, even
     * where it goes ahead of them.
     */
    private double ratio(int i, double factor) {
        double waiting = Math.max(1e-12, carried[i] * factor * unlimitedSeconds[i] / seconds[i]);
        double served = carried[i] * (1 + waiting) / waiting;
        return Math.max(load[i] / served, load[i] > greedy[i] ? load[i] / greedy[i] : 0);
    }

    private double loss(int i, Truncated queue) {
        double burstLoss =
                burst[i] > 0
                        ? busyOnArrival[i] * Math.exp(-limitPackets[i] / (BURST_LOSS * burst[i]))
                        : 0;
        return Math.max(queue.full(), burstLoss);
    }

    /** Time in which a full queue drains beside the others' loads, s. */
    private double fullSeconds(int i) {
        return limitPackets[i] * seconds[i] / greedy[i];
    }

    /** Part of the port's rate that all classes use, below 1. */
    public double utilisation() {
        return utilisation;
    }

    /** Mean waiting time of a class's packets that are not lost, s. */
    public double waitSeconds(int index) {
        return waitSeconds[index];
    }

    /**
     * Quantile of the waiting time of a class's packets, s: a packet waits with some probability,
     * and then for an exponentially distributed time.
     *
     * @param fraction in [0, 1)
     */
    public double waitQuantileSeconds(int index, double fraction) {
        double waits = busyOnArrival[index];
        double tail = Math.log(waits / (1 - fraction));
        return Math.min(
                LARGEST_TAIL * fullSeconds(index), Math.max(0, waitSeconds[index] / waits * tail));
    }

    /** Standard deviation of the waiting time, s. */
    public double waitDeviationSeconds(int index) {
        return waitSeconds[index] * Math.sqrt(2 / busyOnArrival[index] - 1);
    }

    /** Part of a class's packets that its queue limit drops. */
    public double lossFraction(int index) {
        return lossFraction[index];
    }

    /**
     * Part of a class's packets that its queue limit drops if the mean wait without a limit is a
     * multiple of the computed one.
     *
     * @param factor above 0
     */
    public double lossFraction(int index, double factor) {
        return loss(index, new Truncated(ratio(index, factor), limitPackets[index] + 1));
    }

    /** Rate that a class can have beside the others' loads, as a part of the port's rate. */
    public double greedyRate(int index) {
        return greedy[index];
    }

    /**
     * The interval of measured over computed values of a class, for nine of ten ports, as
     * calibrated. It follows from the class's own dispersion. The delay of a class depends on the
     * bursts of the others, too: if the dispersion of another class with more than 1 % of the
     * port's rate is not known, the interval also contains the one of a class whose own is not, and
     * holds for more than nine of ten.
     */
    public ModelError error(int index) {
        boolean busy = utilisation >= BUSY;
        ModelError unknown = ModelError.ofUnknown(busy);
        if (!isBurstKnown[index]) {
            return unknown;
        }
        ModelError known = ModelError.of(busy, 1 + burst[index] > BURSTY);
        for (int i = 0; i < load.length; i++) {
            if (load[i] > NOTICED_LOAD && !isBurstKnown[i]) {
                return known.with(unknown);
            }
        }
        return known;
    }

    /** Geometric distribution of 0 to n packets with any ratio. */
    private static final class Truncated {
        private final MM1N queue;

        Truncated(double ratio, double n) {
            queue = new MM1N(ratio, 1, n);
        }

        double full() {
            return queue.fullProbability();
        }

        /** Mean number of packets that a packet finds if it is not lost. */
        double seenPackets() {
            return queue.delaySeconds() - 1;
        }
    }
}
