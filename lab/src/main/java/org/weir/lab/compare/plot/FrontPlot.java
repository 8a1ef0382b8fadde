// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.compare.plot;

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
                        .filter(one -> Double.isFinite(one.goodputMbps()))
                        .filter(one -> Double.isFinite(one.p99Us()))
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
        for (Front.Point one : points) {
            double x = panel.atX(one.goodputMbps());
            double y = panel.atY(one.p99Us());
            String colour = one.isOnFront() ? "black" : BEATEN;
            svg.line(
                    panel.atX(one.goodputMbps() - one.goodputHalfWidth()),
                    y,
                    panel.atX(one.goodputMbps() + one.goodputHalfWidth()),
                    y,
                    colour);
            svg.line(
                    x,
                    panel.atY(one.p99Us() - one.p99HalfWidth()),
                    x,
                    panel.atY(one.p99Us() + one.p99HalfWidth()),
                    colour);
            svg.dot(x, y, colour);
            svg.text(x + 6, y - 5, "start", "fill=\"" + colour + "\"", one.scheme());
            if (one.isOnFront()) {
                front.add(new double[] {one.goodputMbps(), one.p99Us()});
            }
        }
        panel.path(front, 0);
    }

    private static DoubleStream around(double value, double halfWidth) {
        return DoubleStream.of(value - halfWidth, value + halfWidth);
    }
}
