// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.compare.result;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleBiFunction;
import java.util.function.ToDoubleFunction;
import org.weir.lab.experiment.run.Estimate;

/** Means over seeds with 95 % intervals, and differences of two schemes run by run. */
public final class Summary {
    private final List<RunRow> rows;

    /** Of all rows of a comparison. */
    public Summary(List<RunRow> rows) {
        this.rows = List.copyOf(rows);
    }

    /** The rows. */
    public List<RunRow> rows() {
        return rows;
    }

    /** Names of the networks in their order. */
    public List<String> networks() {
        LinkedHashSet<String> names = new LinkedHashSet<>();
        rows.forEach(row -> names.add(row.network()));
        return List.copyOf(names);
    }

    /** Labels of the schemes in their order. */
    public List<String> schemes() {
        LinkedHashSet<String> names = new LinkedHashSet<>();
        rows.forEach(row -> names.add(row.scheme()));
        return List.copyOf(names);
    }

    /** Rows of a scheme on a network, by seed. */
    public List<RunRow> rowsOf(String network, String scheme) {
        return rows.stream()
                .filter(row -> row.network().equals(network) && row.scheme().equals(scheme))
                .toList();
    }

    /** Mean over the seeds; runs without a value are left out, all of them give NaN. */
    public Estimate mean(String network, String scheme, ToDoubleFunction<RunRow> value) {
        return estimate(
                rowsOf(network, scheme).stream().map(row -> value.applyAsDouble(row)).toList());
    }

    /**
     * Mean over all networks of what a scheme and another differ by on the same network and seed.
     * The interval is over networks, whose seeds are averaged first: runs on one network are not
     * independent.
     *
     * @param difference of the scheme's row and the other's
     */
    public Estimate paired(
            String scheme, String other, ToDoubleBiFunction<RunRow, RunRow> difference) {
        return estimate(
                networks().stream()
                        .map(network -> pairedOn(network, scheme, other, difference).mean())
                        .toList());
    }

    /**
     * Mean over the seeds of what a scheme and another differ by on one network. The interval is
     * over seeds.
     *
     * @param difference of the scheme's row and the other's
     */
    public Estimate pairedOn(
            String network,
            String scheme,
            String other,
            ToDoubleBiFunction<RunRow, RunRow> difference) {
        return estimate(List.copyOf(bySeed(network, scheme, other, difference).values()));
    }

    /**
     * Mean of what a scheme and another differ by, with the interval over seeds: each seed counts
     * with the mean over all networks. Seeds without a value on one of the networks are left out,
     * because means over other networks are not comparable; NaN if no seed is left.
     *
     * @param difference of the scheme's row and the other's
     */
    public Estimate pairedBySeed(
            String scheme, String other, ToDoubleBiFunction<RunRow, RunRow> difference) {
        Map<Long, List<Double>> ofSeeds = new LinkedHashMap<>();
        int networksWithValue = 0;
        for (String network : networks()) {
            Map<Long, Double> values = bySeed(network, scheme, other, difference);
            networksWithValue += values.isEmpty() ? 0 : 1;
            values.forEach(
                    (seed, value) ->
                            ofSeeds.computeIfAbsent(seed, key -> new ArrayList<>()).add(value));
        }
        int all = networksWithValue;
        return estimate(
                ofSeeds.values().stream()
                        .filter(values -> values.size() == all)
                        .map(values -> Estimate.of(values).mean())
                        .toList());
    }

    /** Finite differences of two schemes on a network, by seed. */
    private Map<Long, Double> bySeed(
            String network,
            String scheme,
            String other,
            ToDoubleBiFunction<RunRow, RunRow> difference) {
        Map<Long, Double> values = new LinkedHashMap<>();
        for (RunRow row : rowsOf(network, scheme)) {
            partner(row, other)
                    .map(found -> difference.applyAsDouble(row, found))
                    .filter(Double::isFinite)
                    .ifPresent(value -> values.put(row.seed(), value));
        }
        return values;
    }

    /**
     * Mean of a scheme over all networks; each counts with the mean of its seeds. Values that are
     * not finite are left out, all of them give NaN.
     */
    public Estimate meanOfNetworks(String scheme, ToDoubleFunction<RunRow> value) {
        return estimate(
                networks().stream().map(network -> mean(network, scheme, value).mean()).toList());
    }

    /** The row of another scheme on the same network with the same seed. */
    public Optional<RunRow> partner(RunRow row, String other) {
        return rowsOf(row.network(), other).stream()
                .filter(one -> one.seed() == row.seed())
                .findFirst();
    }

    /** Half of the interval of a mean; NaN of fewer than two values, which have no interval. */
    static double halfWidth(Estimate one) {
        return one.values().size() < 2 ? Double.NaN : one.halfWidth();
    }

    private static Estimate estimate(List<Double> values) {
        List<Double> known = values.stream().filter(Double::isFinite).toList();
        return known.isEmpty() ? new Estimate(Double.NaN, 0, known) : Estimate.of(known);
    }
}
