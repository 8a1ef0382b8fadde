// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.compare.network;

import java.util.List;
import java.util.Locale;

/**
 * Targets of one class in a compared network. Times are in packet times t, the time of a full
 * packet on a host's line.
 *
 * @param meanPacketTimes bound of the mean queueing delay, t; infinite without a delay target
 * @param p99PacketTimes bound of the 99th percentile of queueing delay, t; infinite without one
 * @param lossFraction bound of retransmitted over received packets, above 0 to 1
 * @param leastPart received over wanted packets at least, 0 to 1
 */
public record ClassNeed(
        double meanPacketTimes, double p99PacketTimes, double lossFraction, double leastPart) {
    /** Needs of classes A, B and C in the catalogue: the more important, the stricter. */
    static final List<ClassNeed> USUAL =
            List.of(
                    new ClassNeed(8, 32, 0.001, 0.5),
                    new ClassNeed(24, 96, 0.01, 0.25),
                    new ClassNeed(Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY, 0.05, 0.1));

    /** Checks the ranges. */
    public ClassNeed {
        if (!(meanPacketTimes > 0) || !(p99PacketTimes > 0)) {
            throw new IllegalArgumentException("a delay target must be above 0");
        }
        if (!(lossFraction > 0 && lossFraction <= 1) || !(leastPart >= 0 && leastPart <= 1)) {
            throw new IllegalArgumentException("lossFraction and leastPart must be 0 to 1");
        }
    }

    /** True if it bounds the delay. */
    public boolean boundsDelay() {
        return !Double.isInfinite(meanPacketTimes);
    }

    /** The same with longer or shorter delays. */
    ClassNeed times(double tightness) {
        return new ClassNeed(
                meanPacketTimes * tightness, p99PacketTimes * tightness, lossFraction, leastPart);
    }

    @Override
    public String toString() {
        return (boundsDelay()
                        ? String.format(
                                Locale.ROOT, "%.3gt, %.3gt, ", meanPacketTimes, p99PacketTimes)
                        : "")
                + String.format(
                        Locale.ROOT, "loss %.2g %%, part %.2f", 100 * lossFraction, leastPart);
    }
}
