// SPDX-License-Identifier: Apache-2.0
package org.weir.control.de;

import java.util.Arrays;
import org.apache.commons.math3.distribution.CauchyDistribution;
import org.apache.commons.math3.random.RandomGenerator;

/**
 * Success-history adaptation (SHADE and L-SHADE, Tanabe and Fukunaga 2013 and 2014): a ring of the
 * mean F and CR of successful trials in past generations, weighted by gain. Each trial draws its F
 * and CR around one of these means.
 */
final class SuccessHistory implements ParameterControl {
    private static final int ENTRIES = 6;
    private static final double SPREAD = 0.1;

    /** Value in place of a mean CR: only trials with CR 0 were successful, and CR stays 0. */
    private static final double TERMINAL = Double.NaN;

    private final double[] meanScale = new double[ENTRIES];
    private final double[] meanRate = new double[ENTRIES];
    private final Means won = new Means();
    private CauchyDistribution cauchy;
    private int next;
    private double scale;
    private double rate;

    SuccessHistory() {
        Arrays.fill(meanScale, 0.5);
        Arrays.fill(meanRate, 0.5);
    }

    @Override
    public void begin(RandomGenerator random) {
        if (cauchy == null) {
            cauchy = new CauchyDistribution(random, 0, 1);
        }
        won.clear();
    }

    @Override
    public void draw(RandomGenerator random) {
        int entry = random.nextInt(ENTRIES);
        rate = Double.isNaN(meanRate[entry]) ? 0 : drawRate(random, meanRate[entry]);
        scale = drawScale(cauchy, meanScale[entry]);
    }

    static double drawRate(RandomGenerator random, double mean) {
        return Math.max(0, Math.min(1, mean + SPREAD * random.nextGaussian()));
    }

    static double drawScale(CauchyDistribution cauchy, double mean) {
        double drawn;
        do {
            drawn = mean + SPREAD * cauchy.sample();
        } while (drawn <= 0);
        return Math.min(1, drawn);
    }

    @Override
    public double scale() {
        return scale;
    }

    @Override
    public double crossoverRate() {
        return rate;
    }

    @Override
    public void won(double wonScale, double wonRate, double gain) {
        won.add(wonScale, wonRate, gain);
    }

    @Override
    public void end() {
        if (won.isEmpty()) {
            return;
        }
        meanScale[next] = won.lehmerScale();
        boolean terminal = Double.isNaN(meanRate[next]) || won.largestRate == 0;
        meanRate[next] = terminal ? TERMINAL : won.lehmerRate();
        next = (next + 1) % ENTRIES;
    }

    /** Sums over a generation's winners. */
    static final class Means {
        private double count;
        private double weight;
        private double scales;
        private double squaredScales;
        private double rates;
        private double squaredRates;
        private double largestRate;

        void clear() {
            count = 0;
            weight = 0;
            scales = 0;
            squaredScales = 0;
            rates = 0;
            squaredRates = 0;
            largestRate = 0;
        }

        void add(double scale, double rate, double gain) {
            // Gains are unlimited where infeasible became feasible; and a tie gains nothing.
            double w = Math.max(1e-30, Math.min(1e30, gain));
            count++;
            weight += w;
            scales += w * scale;
            squaredScales += w * scale * scale;
            rates += w * rate;
            squaredRates += w * rate * rate;
            largestRate = Math.max(largestRate, rate);
        }

        boolean isEmpty() {
            return count == 0;
        }

        double lehmerScale() {
            return squaredScales / scales;
        }

        double lehmerRate() {
            return squaredRates / rates;
        }

        double meanRate() {
            return rates / weight;
        }
    }
}
