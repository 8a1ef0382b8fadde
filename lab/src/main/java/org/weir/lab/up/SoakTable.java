// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.up;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.StringJoiner;

/** Shows the results of a soak as text: a row per network. */
final class SoakTable {
    private static final String NONE = "-";
    private static final double BYTES_PER_MB = 1e6;

    /** Titles with the widths of their columns. */
    private enum Column {
        NETWORK("network", -12),
        SWITCHES("switches", 8),
        HOSTS("hosts", 5),
        LINKS("links", 5),
        ALL_SWITCHES("switches s", 10),
        ALL_LINKS("links s", 7),
        ALL_HOSTS("hosts s", 7),
        SETTINGS("settings s", 10),
        LEAST_LINKS("least", 5),
        SENT("sent", 8),
        LOST("lost", 7),
        ONOS_CPU("ONOS CPU", 8),
        NETWORK_CPU("network", 7),
        ONOS_MEMORY("ONOS MB", 7),
        NETWORK_MEMORY("network", 7),
        REST_P50("REST p50 ms", 11),
        REST_P99("p99", 6);

        private final String title;
        private final int width;

        Column(String title, int width) {
            this.title = title;
            this.width = width;
        }
    }

    private SoakTable() {}

    /** The line above the rows. */
    static String header() {
        List<String> titles = new ArrayList<>();
        for (Column column : Column.values()) {
            titles.add(column.title);
        }
        return row(titles);
    }

    /** The lines of a result: its row, one for each event, and one for a failure. */
    static List<String> lines(SoakResult result) {
        List<String> lines = new ArrayList<>();
        lines.add(row(cells(result)));
        for (SoakResult.Event event : result.events()) {
            lines.add(
                    String.format(
                            Locale.ROOT,
                            "  %s: lost %d packets, %s ms of all traffic; all links %s s after",
                            event.name(),
                            event.lostPackets(),
                            number(event.lostMs(), "%.1f"),
                            number(event.backSeconds(), "%.1f")));
        }
        if (result.failure() != null) {
            lines.add("  failed: " + result.failure());
        }
        return lines;
    }

    private static List<String> cells(SoakResult result) {
        List<String> cells = new ArrayList<>();
        cells.add(result.network());
        cells.add(Integer.toString(result.size().switches()));
        cells.add(Integer.toString(result.size().hosts()));
        cells.add(Integer.toString(result.size().links()));
        cells.add(number(result.found().switches(), "%.1f"));
        cells.add(number(result.found().links(), "%.1f"));
        cells.add(number(result.found().hosts(), "%.1f"));
        cells.add(number(result.found().settings(), "%.1f"));
        SoakResult.Quiet quiet = result.quiet();
        if (quiet != null) {
            cells.add(Integer.toString(quiet.leastLinks()));
            cells.add(Long.toString(quiet.traffic().sentPackets()));
            cells.add(Long.toString(quiet.traffic().lostPackets()));
            cells.add(number(quiet.onosCpu(), "%.2f"));
            cells.add(number(quiet.networkCpu(), "%.2f"));
            cells.add(megabytes(quiet.onosResidentBytes()));
            cells.add(megabytes(quiet.networkResidentBytes()));
            cells.add(number(quiet.restP50Ms(), "%.1f"));
            cells.add(number(quiet.restP99Ms(), "%.1f"));
        }
        while (cells.size() < Column.values().length) {
            cells.add(NONE);
        }
        return cells;
    }

    private static String row(List<String> cells) {
        StringJoiner row = new StringJoiner("  ");
        for (Column column : Column.values()) {
            row.add(String.format("%" + column.width + "s", cells.get(column.ordinal())));
        }
        return row.toString();
    }

    private static String megabytes(Long bytes) {
        return bytes == null ? NONE : Long.toString(Math.round(bytes / BYTES_PER_MB));
    }

    private static String number(Double value, String format) {
        return value == null ? NONE : String.format(Locale.ROOT, format, value);
    }
}
