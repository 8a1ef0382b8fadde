// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.experiment;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.weir.lab.scheme.Parameter;

/** Values over time, or over another quantity: the first column is what the others go along. */
public final class Series {
    private final String name;
    private final List<String> columns;
    private final List<double[]> rows = new ArrayList<>();

    /**
     * @param name for files and plots
     * @param columns their names, with units
     */
    public Series(String name, String... columns) {
        this.name = name;
        this.columns = List.of(columns);
    }

    /** Adds a row with a value for each column. */
    public void add(double... row) {
        if (row.length != columns.size()) {
            throw new IllegalArgumentException(name + " has " + columns.size() + " columns");
        }
        rows.add(row);
    }

    /** Name for files and plots. */
    public String name() {
        return name;
    }

    /** Names of the columns, with units. */
    public List<String> columns() {
        return columns;
    }

    /** The rows. */
    public List<double[]> rows() {
        return Collections.unmodifiableList(rows);
    }

    /** A column by its number. */
    public double[] column(int index) {
        return rows.stream().mapToDouble(row -> row[index]).toArray();
    }

    /** Text as comma-separated values with a line of names. */
    public String toCsv() {
        StringBuilder text = new StringBuilder(String.join(",", columns)).append('\n');
        for (double[] row : rows) {
            text.append(String.join(",", Arrays.stream(row).mapToObj(Parameter::text).toList()));
            text.append('\n');
        }
        return text.toString();
    }
}
