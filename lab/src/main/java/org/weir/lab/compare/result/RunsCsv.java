// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.compare.result;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Rows of runs as CSV: a line each, the metrics by the names of their constants. */
public final class RunsCsv {
    private static final String FIRST_COLUMNS = "network,scheme,seed,";
    private static final String LAST_COLUMN = "verdicts";

    private RunsCsv() {}

    /** The file's lines; numbers are written so that reading gives the same ones. */
    public static List<String> lines(List<RunRow> rows) {
        StringBuilder head = new StringBuilder(FIRST_COLUMNS);
        for (Metric metric : Metric.values()) {
            head.append(metric.name()).append(',');
        }
        List<String> lines = new ArrayList<>(List.of(head.append(LAST_COLUMN).toString()));
        for (RunRow row : rows) {
            StringBuilder line = new StringBuilder();
            line.append(row.network()).append(',').append(row.scheme());
            line.append(',').append(row.seed());
            for (Metric metric : Metric.values()) {
                line.append(',').append(row.metrics().get(metric));
            }
            lines.add(line.append(',').append(row.verdicts()).toString());
        }
        return lines;
    }

    /**
     * Reads what {@link #lines} wrote, or what an earlier version of Weir wrote: metrics without a
     * column are NaN.
     *
     * @throws IllegalArgumentException naming the line
     */
    public static List<RunRow> read(List<String> lines) {
        String first = lines.isEmpty() ? "" : lines.get(0);
        if (!first.startsWith(FIRST_COLUMNS) || !first.endsWith("," + LAST_COLUMN)) {
            throw new IllegalArgumentException("line 1: not the columns of a comparison");
        }
        String[] head = first.split(",");
        List<RunRow> rows = new ArrayList<>();
        for (int i = 1; i < lines.size(); i++) {
            try {
                rows.add(row(head, lines.get(i).split(",", -1)));
            } catch (IndexOutOfBoundsException | IllegalArgumentException e) {
                throw new IllegalArgumentException("line " + (i + 1) + ": " + e.getMessage(), e);
            }
        }
        return rows;
    }

    private static RunRow row(String[] head, String[] words) {
        if (words.length != head.length) {
            throw new IllegalArgumentException(
                    "must have " + head.length + " columns, has " + words.length);
        }
        Map<Metric, Double> metrics = new EnumMap<>(Metric.class);
        for (Metric metric : Metric.values()) {
            metrics.put(metric, Double.NaN);
        }
        for (int i = 0; i < head.length; i++) {
            Optional<Metric> metric = Metric.ofColumn(head[i]);
            if (metric.isPresent()) {
                metrics.put(metric.get(), Double.valueOf(words[i]));
            }
        }
        return new RunRow(
                words[1], words[0], Long.parseLong(words[2]), metrics, words[words.length - 1]);
    }
}
