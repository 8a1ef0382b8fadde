// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.compare.tuning;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.weir.lab.compare.network.ComparedNetwork;
import org.weir.lab.compare.scheme.SchemeChoice;
import org.weir.lab.compare.scheme.SearchRanges;

/**
 * Ranges of the factors of a scheme's parameters in a search. Each begins as {@link SearchRanges}
 * has it, and grows where the best candidate is at an end of it, so that no result depends on where
 * the ends were. It does not grow where a parameter cannot follow: at the end of what is declared
 * for it, and below one packet.
 */
final class FactorRanges {
    /** Part of a range's logarithm that is its end. */
    private static final double END_PART = 0.02;

    private final SchemeChoice scheme;
    private final List<ComparedNetwork> networks;
    private final Map<String, Range> ranges = new HashMap<>();

    /** Range of one factor. */
    private record Range(double least, double most) {
        double endLog() {
            return END_PART * StrictMath.log(most / least);
        }

        boolean isTop(double factor) {
            return StrictMath.log(most / factor) <= endLog();
        }

        boolean isBottom(double factor) {
            return StrictMath.log(factor / least) <= endLog();
        }
    }

    /**
     * Ranges of a scheme.
     *
     * @param networks for which parameters are scaled
     */
    FactorRanges(SchemeChoice scheme, List<ComparedNetwork> networks) {
        this.scheme = scheme;
        this.networks = networks;
        for (String name : SearchRanges.names(scheme.scheme())) {
            ranges.put(
                    name, new Range(1 / SearchRanges.LARGEST_FACTOR, SearchRanges.LARGEST_FACTOR));
        }
    }

    /** The factor in its range that is nearest to one. */
    double within(String name, double factor) {
        Range range = ranges.get(name);
        return Math.min(range.most(), Math.max(range.least(), factor));
    }

    /** Widens the ranges at whose ends a candidate is, by {@link SearchRanges#LARGEST_FACTOR}. */
    void widen(Map<String, Double> factors) {
        factors.forEach(
                (name, factor) -> {
                    Range range = ranges.get(name);
                    double least = range.least();
                    double most = range.most();
                    if (canRise(name, factor)) {
                        most *= SearchRanges.LARGEST_FACTOR;
                    }
                    if (canFall(name, factor)) {
                        least /= SearchRanges.LARGEST_FACTOR;
                    }
                    ranges.put(name, new Range(least, most));
                });
    }

    /** A line for each parameter for which a candidate is at an end that could be farther out. */
    List<String> ends(Map<String, Double> factors) {
        List<String> lines = new ArrayList<>();
        factors.forEach(
                (name, factor) -> {
                    if (canRise(name, factor) || canFall(name, factor)) {
                        lines.add(
                                String.format(
                                        Locale.ROOT,
                                        "%s: the best factor of %s, %.4g, is at an end of its range,"
                                                + " %.4g to %.4g; give more candidates (--tune)",
                                        scheme.scheme().name(),
                                        name,
                                        factor,
                                        ranges.get(name).least(),
                                        ranges.get(name).most()));
                    }
                });
        return lines;
    }

    private boolean canRise(String name, double factor) {
        Range range = ranges.get(name);
        return range.isTop(factor)
                && differ(name, range.most(), range.most() * SearchRanges.LARGEST_FACTOR);
    }

    private boolean canFall(String name, double factor) {
        Range range = ranges.get(name);
        return range.isBottom(factor)
                && differ(name, range.least(), range.least() / SearchRanges.LARGEST_FACTOR);
    }

    /** True if two factors give a parameter different values on some network. */
    private boolean differ(String name, double one, double other) {
        return networks.stream()
                .anyMatch(network -> value(network, name, one) != value(network, name, other));
    }

    private double value(ComparedNetwork network, String name, double factor) {
        var values = scheme.withFactors(scheme.label(), Map.of(name, factor)).values(network);
        double value = values.get(name);
        boolean isInPackets =
                values.declared().stream()
                        .anyMatch(one -> one.name().equals(name) && one.unit().equals("packets"));
        return isInPackets ? Math.round(value) : value;
    }
}
