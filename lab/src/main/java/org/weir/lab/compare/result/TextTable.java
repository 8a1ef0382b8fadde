// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.compare.result;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A table as text: a column of names, aligned left, and columns of figures, aligned right. */
final class TextTable {
    private static final int LEAST_NAME_WIDTH = 24;

    private static final int LEAST_GAP = 2;

    private final int leastWidth;
    private final List<String> names = new ArrayList<>();
    private final List<List<String>> figures = new ArrayList<>();

    /**
     * An empty table.
     *
     * @param leastWidth of each column of figures, characters; a column with longer figures is
     *     wider
     */
    TextTable(int leastWidth) {
        this.leastWidth = leastWidth;
    }

    /** Adds a line, which may have fewer figures than others. */
    void add(String name, List<String> ofName) {
        names.add(name);
        figures.add(List.copyOf(ofName));
    }

    /** All lines in the order in which they were added. */
    List<String> lines() {
        int nameWidth =
                Math.max(
                        LEAST_NAME_WIDTH,
                        names.stream().mapToInt(String::length).max().orElse(0) + 1);
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) {
            StringBuilder line = new StringBuilder(padded("-", nameWidth, names.get(i)));
            List<String> own = figures.get(i);
            for (int column = 0; column < own.size(); column++) {
                line.append(padded("", width(column), own.get(column)));
            }
            lines.add(line.toString());
        }
        return lines;
    }

    private int width(int column) {
        return Math.max(
                leastWidth,
                figures.stream()
                                .filter(own -> column < own.size())
                                .mapToInt(own -> own.get(column).length())
                                .max()
                                .orElse(0)
                        + LEAST_GAP);
    }

    private static String padded(String side, int width, String text) {
        return String.format(Locale.ROOT, "%" + side + width + "s", text);
    }
}
