// SPDX-License-Identifier: Apache-2.0
package org.weir.cli.text;

import java.util.ArrayList;
import java.util.List;

/** Lines of aligned columns: the first column to the left, numbers to the right. */
public final class TextTable {

    /** Largest length of a line that the shell prints. */
    public static final int COLUMNS = 100;

    private static final String GAP = "  ";

    private final List<List<String>> rows = new ArrayList<>();
    private final int columns;

    /**
     * A table.
     *
     * @param headings one heading per column
     */
    public TextTable(String... headings) {
        columns = headings.length;
        rows.add(List.of(headings));
    }

    /**
     * Adds a row.
     *
     * @param cells one per column
     */
    public void row(String... cells) {
        if (cells.length != columns) {
            throw new IllegalArgumentException(
                    "a row has " + columns + " cells, not " + cells.length);
        }
        rows.add(List.of(cells));
    }

    /** Text as lines of at most {@value #COLUMNS} columns, broken at blanks; the later indented. */
    public static List<String> wrap(String text) {
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder();
        for (String word : text.split(" ")) {
            if (line.length() > 0 && line.length() + 1 + word.length() > COLUMNS) {
                lines.add(line.toString());
                line = new StringBuilder(GAP).append(word);
            } else {
                line.append(line.length() == 0 ? "" : " ").append(word);
            }
        }
        lines.add(line.toString());
        return lines;
    }

    /** The heading and the rows, one line each, without blanks at the end. */
    public List<String> lines() {
        int[] widths = new int[columns];
        for (List<String> row : rows) {
            for (int i = 0; i < columns; i++) {
                widths[i] = Math.max(widths[i], row.get(i).length());
            }
        }
        List<String> lines = new ArrayList<>();
        for (List<String> row : rows) {
            StringBuilder line = new StringBuilder();
            for (int i = 0; i < columns; i++) {
                String cell = row.get(i);
                String fill = " ".repeat(widths[i] - cell.length());
                line.append(i == 0 ? "" : GAP).append(i == 0 ? cell + fill : fill + cell);
            }
            lines.add(line.toString().stripTrailing());
        }
        return lines;
    }
}
