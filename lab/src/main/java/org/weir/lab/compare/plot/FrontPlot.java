// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.compare.plot;

import java.awt.geom.Rectangle2D;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.DoubleStream;
import org.weir.lab.compare.result.Front;
import org.weir.lab.compare.result.Metric;
import org.weir.lab.compare.result.Summary;

/**
 * Goodput against a delay as SVG: a panel for each network, a dot for each scheme with the 95 %
 * intervals of both, and a line through the schemes on the {@link Front}, which are black.
 */
public final class FrontPlot {
    private static final int LEFT = 80;
    private static final int WIDTH = 420;
    private static final int HEIGHT = 220;
    private static final int LABELS = 170;
    private static final int HEAD = 46;
    private static final int BESIDE = 5;

    /** Of a letter of a name, about; of a line of text, pixels. */
    private static final double LETTER = 5.8;

    private static final int HEIGHT_OF_TEXT = 9;
    private static final String BEATEN = "#999";

    private final Summary summary;

    /** Of all rows of a comparison. */
    public FrontPlot(Summary summary) {
        this.summary = summary;
    }

    /** Draws the fronts with one delay. */
    public String svg(Metric delay) {
        List<String> networks = summary.networks();
        int step = HEIGHT + Panel.BETWEEN;
        Svg svg = new Svg(LEFT + WIDTH + LABELS, HEAD + networks.size() * step);
        String title = "goodput and " + delay.label() + ", " + delay.unit();
        svg.text(20, 16, "start", "font-weight=\"bold\"", title);
        for (int i = 0; i < networks.size(); i++) {
            panel(svg, HEAD + i * step, networks.get(i), delay);
        }
        return svg.toString();
    }

    private void panel(Svg svg, int top, String network, Metric delay) {
        List<Front.Point> points =
                Front.of(summary, network, delay).stream()
                        .filter(Front.Point::isKnown)
                        .sorted(Comparator.comparingDouble(Front.Point::goodputMbps))
                        .toList();
        Panel panel =
                new Panel(
                        svg,
                        LEFT,
                        top,
                        WIDTH,
                        HEIGHT,
                        Axis.around(
                                points.stream()
                                        .flatMapToDouble(
                                                one ->
                                                        around(
                                                                one.goodputMbps(),
                                                                one.goodputHalfWidth()))),
                        Axis.logarithmic(points.stream().mapToDouble(Front.Point::p99Us)));
        panel.frame(network, "goodput, Mb/s", delay.label() + ", " + delay.unit());
        List<double[]> front = new ArrayList<>();
        List<Rectangle2D> labels = new ArrayList<>();
        points.forEach(
                one ->
                        labels.add(
                                new Rectangle2D.Double(
                                        panel.atX(one.goodputMbps()) - 3,
                                        panel.atY(one.p99Us()) - 3,
                                        6,
                                        6)));
        for (Front.Point one : points) {
            double x = panel.atX(one.goodputMbps());
            double y = panel.atY(one.p99Us());
            String colour = one.isOnFront() ? "black" : BEATEN;
            double[] goodputs = around(one.goodputMbps(), one.goodputHalfWidth()).toArray();
            svg.line(panel.atX(goodputs[0]), y, panel.atX(goodputs[1]), y, colour);
            double[] delays = around(one.p99Us(), one.p99HalfWidth()).toArray();
            svg.line(x, panel.atY(delays[0]), x, panel.atY(delays[1]), colour);
            svg.dot(x, y, colour);
            label(svg, x, y, one.scheme(), colour, labels);
            if (one.isOnFront()) {
                front.add(new double[] {one.goodputMbps(), one.p99Us()});
            }
        }
        panel.path(front, 0);
    }

    /** Writes a name at the first place around a dot that is free; beside it when none is. */
    private static void label(
            Svg svg, double x, double y, String name, String colour, List<Rectangle2D> taken) {
        double width = LETTER * name.length();
        double chosenX = x + BESIDE;
        double chosenY = y - BESIDE;
        for (double[] offset :
                new double[][] {
                    {BESIDE, -BESIDE},
                    {BESIDE, 3 * BESIDE},
                    {-BESIDE - width, -BESIDE},
                    {-BESIDE - width, 3 * BESIDE},
                    {-width / 2, -3 * BESIDE},
                    {-width / 2, 5 * BESIDE}
                }) {
            double left = x + offset[0];
            double bottom = y + offset[1];
            Rectangle2D box = new Rectangle2D.Double(left, bottom - HEIGHT_OF_TEXT, width, 11);
            if (left > 0 && taken.stream().noneMatch(box::intersects)) {
                chosenX = left;
                chosenY = bottom;
                taken.add(box);
                break;
            }
        }
        svg.text(chosenX, chosenY, "start", "fill=\"" + colour + "\"", name);
    }

    /** Both ends of an interval; the value itself without one. */
    private static DoubleStream around(double value, double halfWidth) {
        double half = Double.isNaN(halfWidth) ? 0 : halfWidth;
        return DoubleStream.of(value - half, value + half);
    }
}
