// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.compare.result;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
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
        List<Double> ofNetworks = new ArrayList<>();
        for (String network : networks()) {
            List<Double> ofSeeds = new ArrayList<>();
            for (RunRow row : rowsOf(network, scheme)) {
                partner(row, other)
                        .ifPresent(found -> ofSeeds.add(difference.applyAsDouble(row, found)));
            }
            Estimate mean = estimate(ofSeeds);
            if (!Double.isNaN(mean.mean())) {
                ofNetworks.add(mean.mean());
            }
        }
        return estimate(ofNetworks);
    }

    /** The row of another scheme on the same network with the same seed. */
    public Optional<RunRow> partner(RunRow row, String other) {
        return rowsOf(row.network(), other).stream()
                .filter(one -> one.seed() == row.seed())
                .findFirst();
    }

    private static Estimate estimate(List<Double> values) {
        List<Double> known = values.stream().filter(Double::isFinite).toList();
        return known.isEmpty() ? new Estimate(Double.NaN, 0, known) : Estimate.of(known);
    }
}
