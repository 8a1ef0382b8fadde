// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.compare.plot;

import java.util.List;

/**
 * A rectangle with two axes in an {@link Svg}: title, grid and labels of the ticks.
 *
 * @param left of the rectangle, pixels
 * @param top of the rectangle, pixels
 * @param width of the rectangle, pixels
 * @param height of the rectangle, pixels
 */
record Panel(Svg svg, double left, double top, double width, double height, Axis x, Axis y) {
    /** Between panels, for a title and the labels of an axis. */
    static final int BETWEEN = 62;

    private static final String GRID = "#ddd";

    /** Lines of one shape and colour each, told apart also without colours. */
    private static final String[] DASHES = {"", "6 3", "2 2", "8 2 2 2"};

    /** Okabe and Ito's colours, which people with any colour vision tell apart. */
    private static final String[] COLOURS = {
        "#000000", "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9"
    };

    /** Draws the axes. */
    void frame(String title, String xLabel, String yLabel) {
        svg.text(left, top - 8, "start", "font-style=\"italic\"", title);
        for (double tick : x.ticks()) {
            svg.line(atX(tick), top, atX(tick), top + height, GRID);
            svg.text(atX(tick), top + height + 14, "middle", "", Axis.label(tick));
        }
        for (double tick : y.ticks()) {
            svg.line(left, atY(tick), left + width, atY(tick), GRID);
            svg.text(left - 6, atY(tick) + 4, "end", "", Axis.label(tick));
        }
        svg.text(left + width / 2, top + height + 30, "middle", "", xLabel);
        double middle = top + height / 2;
        String turned = "transform=\"rotate(-90 " + (left - 48) + " " + middle + ")\"";
        svg.text(left - 48, middle, "middle", turned, yLabel);
    }

    double atX(double value) {
        return left + width * x.place(value);
    }

    double atY(double value) {
        return top + height * (1 - y.place(value));
    }

    /** Joins points, which are pairs of values. */
    void path(List<double[]> values, int number) {
        svg.path(
                values.stream().map(one -> new double[] {atX(one[0]), atY(one[1])}).toList(),
                colour(number),
                dashes(number));
    }

    /** Names of lines, below each other at the right of the rectangle. */
    void legend(List<String> names) {
        for (int i = 0; i < names.size(); i++) {
            double at = top + 6 + 15 * i;
            svg.path(
                    List.of(
                            new double[] {left + width + 10, at},
                            new double[] {left + width + 38, at}),
                    colour(i),
                    dashes(i));
            svg.text(left + width + 44, at + 4, "start", "", names.get(i));
        }
    }

    private static String colour(int number) {
        return COLOURS[number % COLOURS.length];
    }

    private static String dashes(int number) {
        return DASHES[(number / COLOURS.length + number % COLOURS.length) % DASHES.length];
    }
}
