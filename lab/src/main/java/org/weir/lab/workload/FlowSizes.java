// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.workload;

import java.util.SplittableRandom;

/**
 * Published distributions of flows' sizes, as points of the distribution function with straight
 * lines between, in the form in which simulations of data centres are run (HPCC, SIGCOMM 2019).
 */
public enum FlowSizes implements MessageSizes {
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

    private final SizeTable table;

    FlowSizes(double[][] points) {
        table = new SizeTable(points);
    }

    @Override
    public double meanBytes() {
        return table.meanBytes();
    }

    /** The size that a part of all flows does not exceed, bytes, at least 1. */
    public long quantileBytes(double part) {
        return table.quantileBytes(part);
    }

    @Override
    public long draw(SplittableRandom random) {
        return table.draw(random);
    }
}
