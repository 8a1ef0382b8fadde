// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.report;

import java.util.ArrayList;
import java.util.List;

/**
 * The points of a series that a plot has room to show: where many fall into one column of pixels,
 * the lowest and the highest, in their order. A line through them looks as one through all, and a
 * page of a hundred plots stays small.
 */
final class VisiblePoints {
    private VisiblePoints() {}

    /**
     * Thins a series.
     *
     * @param rows x and y of each point, at least, by x
     * @param columns columns that the plot has, at least 1
     * @return x and y of what is shown, at most two points for each column
     */
    static double[][] of(List<double[]> rows, int columns) {
        List<double[]> shown = rows.size() <= 2 * columns ? rows : extremes(rows, columns);
        double[][] line = new double[2][shown.size()];
        for (int i = 0; i < shown.size(); i++) {
            line[0][i] = shown.get(i)[0];
            line[1][i] = shown.get(i)[1];
        }
        return line;
    }

    private static List<double[]> extremes(List<double[]> rows, int columns) {
        List<double[]> shown = new ArrayList<>(2 * columns);
        for (int column = 0; column < columns; column++) {
            int from = (int) ((long) rows.size() * column / columns);
            int to = (int) ((long) rows.size() * (column + 1) / columns);
            int lowest = from;
            int highest = from;
            for (int i = from + 1; i < to; i++) {
                if (rows.get(i)[1] < rows.get(lowest)[1]) {
                    lowest = i;
                }
                if (rows.get(i)[1] > rows.get(highest)[1]) {
                    highest = i;
                }
            }
            shown.add(rows.get(Math.min(lowest, highest)));
            if (lowest != highest) {
                shown.add(rows.get(Math.max(lowest, highest)));
            }
        }
        return shown;
    }
}
