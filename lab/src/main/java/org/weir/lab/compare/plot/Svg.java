// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.compare.plot;

import java.util.List;
import java.util.Locale;

/** An SVG document that grows by shapes; coordinates in pixels from the upper left corner. */
final class Svg {
    private final StringBuilder text = new StringBuilder();

    /** An empty white page. */
    Svg(int width, int height) {
        add(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\""
                        + " viewBox=\"0 0 %d %d\" font-family=\"sans-serif\" font-size=\"11\">%n",
                width, height, width, height);
        add("<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>%n");
    }

    void line(double x1, double y1, double x2, double y2, String colour) {
        add(
                "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"%s\"/>%n",
                x1, y1, x2, y2, colour);
    }

    /**
     * A line through points.
     *
     * @param dashes SVG's {@code stroke-dasharray}; empty for a solid line
     */
    void path(List<double[]> points, String colour, String dashes) {
        StringBuilder places = new StringBuilder();
        for (double[] point : points) {
            places.append(format("%.1f,%.1f ", point[0], point[1]));
        }
        add(
                "<polyline points=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"1.4\"%s/>%n",
                places.toString().trim(),
                colour,
                dashes.isEmpty() ? "" : " stroke-dasharray=\"" + dashes + "\"");
    }

    void dot(double x, double y, String colour) {
        add("<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3.5\" fill=\"%s\"/>%n", x, y, colour);
    }

    void band(double x, double y, double width, double height, String colour) {
        add(
                "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"%s\"/>%n",
                x, y, width, height, colour);
    }

    /**
     * Writes text.
     *
     * @param anchor {@code start}, {@code middle} or {@code end}
     * @param style further attributes
     */
    void text(double x, double y, String anchor, String style, String words) {
        add(
                "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\"%s>%s</text>%n",
                x,
                y,
                anchor,
                style.isEmpty() ? "" : " " + style,
                words.replace("&", "&amp;").replace("<", "&lt;"));
    }

    private void add(String format, Object... values) {
        text.append(format(format, values));
    }

    private static String format(String format, Object... values) {
        return String.format(Locale.ROOT, format, values).replace(System.lineSeparator(), "\n");
    }

    /** The document. */
    @Override
    public String toString() {
        return text + "</svg>\n";
    }
}
