// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.workload;

import java.util.SplittableRandom;

/**
 * Published distributions of flows' sizes, as points of the distribution function with straight
 * lines between, in the form in which simulations of data centres are run (HPCC, SIGCOMM 2019).
 */
public enum FlowSizes {
    /** Web search: Alizadeh et al., DCTCP, SIGCOMM 2010. */
    WEB_SEARCH(
            new double[][] {
                {0, 0},
                {10_000, 0.15},
                {20_000, 0.20},
                {30_000, 0.30},
                {50_000, 0.40},
                {80_000, 0.53},
                {200_000, 0.60},
                {1_000_000, 0.70},
                {2_000_000, 0.80},
                {5_000_000, 0.90},
                {10_000_000, 0.97},
                {30_000_000, 1}
            }),
    /** Facebook's Hadoop cluster: Roy et al., SIGCOMM 2015. */
    HADOOP(
            new double[][] {
                {0, 0},
                {100, 0.01},
                {200, 0.02},
                {300, 0.05},
                {350, 0.15},
                {400, 0.20},
                {500, 0.30},
                {600, 0.40},
                {700, 0.50},
                {1000, 0.60},
                {2000, 0.67},
                {7000, 0.70},
                {30_000, 0.72},
                {50_000, 0.82},
                {80_000, 0.87},
                {120_000, 0.90},
                {300_000, 0.95},
                {1_000_000, 0.975},
                {2_000_000, 0.99},
                {10_000_000, 1}
            });

    private final double[][] points;

    FlowSizes(double[][] points) {
        this.points = points;
    }

    /** Mean size, bytes. */
    public double meanBytes() {
        double mean = 0;
        for (int i = 1; i < points.length; i++) {
            double part = points[i][1] - points[i - 1][1];
            mean += part * (points[i][0] + points[i - 1][0]) / 2;
        }
        return mean;
    }

    /** The size that a part of all flows does not exceed, bytes, at least 1. */
    public long quantileBytes(double part) {
        int i = 1;
        while (i < points.length - 1 && points[i][1] < part) {
            i++;
        }
        double[] low = points[i - 1];
        double[] high = points[i];
        double along = (part - low[1]) / (high[1] - low[1]);
        return Math.max(1, Math.round(low[0] + along * (high[0] - low[0])));
    }

    /** A size drawn at random, bytes, at least 1. */
    public long draw(SplittableRandom random) {
        return quantileBytes(random.nextDouble());
    }
}
