// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.compare.tuning;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.Collectors;
import org.weir.lab.compare.network.ComparedNetwork;
import org.weir.lab.compare.scheme.SchemeChoice;
import org.weir.lab.compare.scheme.SearchRanges;
import org.weir.lab.scheme.Parameter;

/**
 * Ranges of the factors of a scheme's parameters in a search. Each begins as {@link SearchRanges}
 * has it on the parameter's {@link FactorScale}, without the parts in which the parameter is the
 * same on all networks: at an end of what is declared for it, and far below one packet. It always
 * contains the factor 1. It grows where the best candidate is at an end of it, so that no result
 * depends on where the ends were, but not where the parameter cannot follow.
 */
final class FactorRanges {
    /** Part of a range's logarithm that is its end. */
    private static final double END_PART = 0.02;

    /** Ratio of positions that tells whether a range is to be cut. */
    private static final double INWARDS = 1.01;

    /** Halvings of a range's logarithm that find where it is to be cut. */
    private static final int HALVINGS = 30;

    /** Packets below which all are alike; up to 1/2 they round to none. */
    private static final double LEAST_PACKETS = 0.25;

    private static final String PACKETS = "packets";

    /** Parameters that may be parts of a packet; others round to whole packets. */
    private static final Set<String> IN_PARTS = Set.of("drainPackets");

    private final SchemeChoice scheme;
    private final List<ComparedNetwork> networks;
    private final Set<String> inWholePackets;
    private final Map<String, Range> ranges = new LinkedHashMap<>();

    /** Range of one parameter: a scale, and the positions at its ends. */
    private record Range(FactorScale scale, double least, double most) {
        double endLog() {
            return END_PART * StrictMath.log(most / least);
        }

        boolean isTop(double factor) {
            return StrictMath.log(most / scale.position(factor)) <= endLog();
        }

        boolean isBottom(double factor) {
            return StrictMath.log(scale.position(factor) / least) <= endLog();
        }

        double within(double position) {
            return scale.factor(Math.min(most, Math.max(least, position)));
        }

        double higher() {
            return scale.factor(most * SearchRanges.LARGEST_FACTOR);
        }

        double lower() {
            return scale.factor(least / SearchRanges.LARGEST_FACTOR);
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
        inWholePackets =
                scheme.scheme().parameters().stream()
                        .filter(one -> one.unit().equals(PACKETS))
                        .filter(one -> !IN_PARTS.contains(one.name()))
                        .map(Parameter::name)
                        .collect(Collectors.toSet());
        for (String name : SearchRanges.names(scheme, networks)) {
            ranges.put(name, first(name));
        }
    }

    private Range first(String name) {
        FactorScale scale = FactorScale.of(scheme, networks, name);
        double least = 1 / SearchRanges.LARGEST_FACTOR;
        double most = SearchRanges.LARGEST_FACTOR;
        double one = scale.position(1);
        double top = Double.isInfinite(one) ? most : one;
        return new Range(
                scale,
                Math.min(one, cut(name, scale, least, most)),
                Math.max(top, cut(name, scale, most, least)));
    }

    /** The position nearest to the other end at which the parameter is as at this end. */
    private double cut(String name, FactorScale scale, double end, double otherEnd) {
        double alike = end;
        double different = otherEnd;
        if (!areAlike(name, scale, end, end < otherEnd ? end * INWARDS : end / INWARDS)) {
            return end;
        }
        for (int i = 0; i < HALVINGS; i++) {
            double middle = Math.sqrt(alike * different);
            if (areAlike(name, scale, end, middle)) {
                alike = middle;
            } else {
                different = middle;
            }
        }
        return alike;
    }

    private boolean areAlike(String name, FactorScale scale, double one, double other) {
        DoubleUnaryOperator shown =
                inWholePackets.contains(name)
                        ? value -> Math.max(LEAST_PACKETS, value)
                        : DoubleUnaryOperator.identity();
        return networks.stream()
                .allMatch(
                        network ->
                                shown.applyAsDouble(value(network, name, scale.factor(one)))
                                        == shown.applyAsDouble(
                                                value(network, name, scale.factor(other))));
    }

    /** Names of the parameters, in the order of their declaration. */
    List<String> names() {
        return List.copyOf(ranges.keySet());
    }

    /**
     * A factor of a range.
     *
     * @param part 0 to 1, along the logarithm of the position
     */
    double at(String name, double part) {
        Range range = ranges.get(name);
        double log = StrictMath.log(range.most() / range.least());
        return range.within(range.least() * StrictMath.exp(part * log));
    }

    /** The factor in its range that is nearest to one. */
    double within(String name, double factor) {
        Range range = ranges.get(name);
        return range.within(range.scale().position(factor));
    }

    /**
     * A factor beside another, in its range.
     *
     * @param times by which the position is multiplied
     */
    double beside(String name, double factor, double times) {
        Range range = ranges.get(name);
        double position = range.scale().position(factor);
        return range.within(times * Math.min(position, range.most()));
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
                    ranges.put(name, new Range(range.scale(), least, most));
                });
    }

    /** A line for each parameter for which a candidate is at an end that could be farther out. */
    List<String> ends(Map<String, Double> factors) {
        List<String> lines = new ArrayList<>();
        factors.forEach(
                (name, factor) -> {
                    if (canRise(name, factor) || canFall(name, factor)) {
                        Range range = ranges.get(name);
                        lines.add(
                                String.format(
                                        Locale.ROOT,
                                        "%s: the best factor of %s, %.4g, is at an end of its range,"
                                                + " %.4g to %.4g; give more candidates (--tune)",
                                        scheme.scheme().name(),
                                        name,
                                        factor,
                                        range.scale().factor(range.least()),
                                        range.scale().factor(range.most())));
                    }
                });
        return lines;
    }

    private boolean canRise(String name, double factor) {
        Range range = ranges.get(name);
        double top = Math.max(factor, range.scale().factor(range.most()));
        return range.isTop(factor) && rises(name, top, range.higher());
    }

    private boolean canFall(String name, double factor) {
        Range range = ranges.get(name);
        double bottom = Math.min(factor, range.scale().factor(range.least()));
        return range.isBottom(factor) && rises(name, range.lower(), bottom);
    }

    /** True if a parameter has a higher value with another factor on some network. */
    private boolean rises(String name, double from, double to) {
        return networks.stream()
                .anyMatch(
                        network ->
                                rounded(name, value(network, name, to))
                                        > rounded(name, value(network, name, from)));
    }

    private double rounded(String name, double value) {
        return inWholePackets.contains(name) ? Math.round(value) : value;
    }

    private double value(ComparedNetwork network, String name, double factor) {
        return SearchRanges.value(scheme, network, name, factor);
    }
}
