// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.compare.tuning;

import java.util.List;
import org.weir.lab.compare.network.ComparedNetwork;
import org.weir.lab.compare.scheme.SchemeChoice;
import org.weir.lab.compare.scheme.SearchRanges;
import org.weir.lab.scheme.Parameter;

/**
 * Scale on which a search moves a parameter: positions, whose logarithms it draws evenly, and the
 * factors that belong to them. Of most parameters both are equal. Of a utilization the position
 * divides the distance to 1, because a factor above 1 would leave its range at once. Example:
 * HPCC's utilization 0.95 has the distance 0.05; at the position 2 it is 1 − 0.05 / 2 = 0.975,
 * which is the factor 1.026.
 */
final class FactorScale {
    /** Distance of a utilization to 1 that the position 1 has, at least. */
    private static final double LEAST_DISTANCE = 0.01;

    /** Utilization from which its distance to 1 is what matters. */
    private static final double LEAST_UTILIZATION = 0.5;

    /** Upper bound from which a parameter may be a utilization. */
    private static final double LEAST_BOUND = 0.9;

    private final boolean isByDistance;
    private final double base;
    private final double distance;
    private final double leastFactor;

    private FactorScale(boolean isByDistance, double base, double min) {
        this.isByDistance = isByDistance;
        this.base = base;
        distance = Math.max(LEAST_DISTANCE, 1 - base);
        leastFactor = min / base;
    }

    /**
     * Scale of a scheme's parameter, which must have one value on all networks to be a utilization.
     */
    static FactorScale of(SchemeChoice scheme, List<ComparedNetwork> networks, String name) {
        Parameter declared =
                scheme.scheme().parameters().stream()
                        .filter(one -> one.name().equals(name))
                        .findFirst()
                        .orElseThrow();
        double[] bases =
                networks.stream()
                        .mapToDouble(network -> SearchRanges.value(scheme, network, name, 1))
                        .distinct()
                        .toArray();
        boolean isUtilization =
                declared.unit().isEmpty()
                        && declared.min() > 0
                        && declared.max() >= LEAST_BOUND
                        && declared.max() <= 1
                        && bases.length == 1
                        && bases[0] >= LEAST_UTILIZATION;
        return new FactorScale(isUtilization, bases[0], declared.min());
    }

    /** Factor at a position. */
    double factor(double position) {
        return isByDistance ? Math.max(leastFactor, (1 - distance / position) / base) : position;
    }

    /** Position of a factor; infinite where a utilization is 1. */
    double position(double factor) {
        return isByDistance ? distance / Math.max(0, 1 - base * factor) : factor;
    }
}
