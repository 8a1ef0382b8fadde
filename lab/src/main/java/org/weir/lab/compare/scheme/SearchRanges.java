// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.compare.scheme;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.weir.lab.compare.network.ComparedNetwork;
import org.weir.lab.scheme.Parameter;

/**
 * Choices that a search has for a scheme: a factor for each declared parameter that neither the
 * network nor its operator sets, and that changes something, from an eighth to eight times.
 */
public final class SearchRanges {
    /** Largest factor; the smallest is one over it. */
    public static final double LARGEST_FACTOR = 8;

    /** Value from which a parameter from 0 to 1 counts as a switch that is on. */
    private static final double ON = 0.9;

    private SearchRanges() {}

    /**
     * Names of the parameters, in the order of their declaration. Decisive are the values that the
     * search multiplies: those on the training networks.
     *
     * @param networks to train on
     */
    public static List<String> names(SchemeChoice scheme, List<ComparedNetwork> networks) {
        List<String> names = new ArrayList<>();
        for (Parameter one : scheme.scheme().parameters()) {
            if (!ParameterBase.isGiven(one)
                    && networks.stream().anyMatch(network -> isFree(scheme, network, one))) {
                names.add(one.name());
            }
        }
        return names;
    }

    /** True if a factor changes the parameter on a network, and it is no switch that is on. */
    private static boolean isFree(SchemeChoice scheme, ComparedNetwork network, Parameter one) {
        boolean isPart = one.min() == 0 && one.max() == 1 && one.unit().isEmpty();
        if (isPart && value(scheme, network, one.name(), 1) > ON) {
            return false;
        }
        return value(scheme, network, one.name(), 1 / LARGEST_FACTOR)
                != value(scheme, network, one.name(), LARGEST_FACTOR);
    }

    /** Value of a parameter on a network with a factor, all others having the factor 1. */
    public static double value(
            SchemeChoice scheme, ComparedNetwork network, String name, double factor) {
        return scheme.withFactors(scheme.label(), Map.of(name, factor)).values(network).get(name);
    }
}
