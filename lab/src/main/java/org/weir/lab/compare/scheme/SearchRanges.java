// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.compare.scheme;

import java.util.ArrayList;
import java.util.List;
import org.weir.lab.scheme.Parameter;
import org.weir.lab.scheme.Scheme;

/**
 * Choices that a search has for a scheme: a factor for each declared parameter that neither the
 * network nor its operator sets, from an eighth to eight times, the logarithm evenly.
 */
public final class SearchRanges {
    /** Largest factor; the smallest is one over it. */
    public static final double LARGEST_FACTOR = 8;

    private SearchRanges() {}

    /** Names of the parameters, in the order of their declaration. */
    public static List<String> names(Scheme scheme) {
        List<String> names = new ArrayList<>();
        for (Parameter one : scheme.parameters()) {
            boolean isSwitch = one.min() == 0 && one.max() == 1 && one.unit().isEmpty();
            boolean isAtEnd = one.normal() == 0 || isSwitch && one.normal() > 0.9;
            if (!ParameterBase.isGiven(one) && !isAtEnd) {
                names.add(one.name());
            }
        }
        return names;
    }

    /**
     * A factor.
     *
     * @param part 0 to 1, along the logarithm
     */
    public static double factor(double part) {
        return StrictMath.exp((2 * part - 1) * StrictMath.log(LARGEST_FACTOR));
    }
}
