// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.compare.result;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Rows of runs as CSV: a line each, the metrics by the names of their constants. */
public final class RunsCsv {
    private static final int OTHER_COLUMNS = 4;

    private RunsCsv() {}

    /** The file's lines; numbers are written so that reading gives the same ones. */
    public static List<String> lines(List<RunRow> rows) {
        StringBuilder head = new StringBuilder("network,scheme,seed");
        for (Metric metric : Metric.values()) {
            head.append(',').append(metric.name());
        }
        List<String> lines = new ArrayList<>(List.of(head.append(",verdicts").toString()));
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
     * Reads what {@link #lines} wrote.
     *
     * @throws IllegalArgumentException naming the line
     */
    public static List<RunRow> read(List<String> lines) {
        String[] head = lines.isEmpty() ? new String[0] : lines.get(0).split(",");
        if (head.length != Metric.values().length + OTHER_COLUMNS) {
            throw new IllegalArgumentException("line 1: not the columns of a comparison");
        }
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
