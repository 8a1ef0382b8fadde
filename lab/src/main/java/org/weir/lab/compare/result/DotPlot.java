// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.compare.result;

import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import org.weir.lab.experiment.run.Estimate;

/**
 * A quantity of all schemes on all networks as SVG: a panel for each network, a row for each
 * scheme, a dot at the mean and a line over its 95 % interval. Black on white, readable in print.
 */
public final class DotPlot {
    private static final int LABEL_WIDTH = 190;
    private static final int PLOT_WIDTH = 420;
    private static final int MARGIN = 20;
    private static final int ROW_HEIGHT = 16;
    private static final int HEAD_HEIGHT = 24;
    private static final int AXIS_HEIGHT = 34;
    private static final int TICKS = 4;

    private final Summary summary;

    /** Of all rows of a comparison. */
    public DotPlot(Summary summary) {
        this.summary = summary;
    }

    /**
     * Draws one quantity.
     *
     * @param title with the unit
     * @param value of a run; runs without a value are left out
     */
    public String svg(String title, ToDoubleFunction<RunRow> value) {
        List<String> networks = summary.networks();
        List<String> schemes = summary.schemes();
        int panelHeight = HEAD_HEIGHT + schemes.size() * ROW_HEIGHT + AXIS_HEIGHT;
        int width = LABEL_WIDTH + PLOT_WIDTH + 2 * MARGIN;
        StringBuilder svg = new StringBuilder();
        svg.append(
                format(
                        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\""
                                + " font-family=\"sans-serif\" font-size=\"11\">%n",
                        width, HEAD_HEIGHT + networks.size() * panelHeight));
        svg.append("<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n");
        text(svg, MARGIN, 16, "start", "font-weight=\"bold\"", title);
        for (int i = 0; i < networks.size(); i++) {
            panel(svg, HEAD_HEIGHT + i * panelHeight, networks.get(i), value);
        }
        return svg.append("</svg>\n").toString();
    }

    private void panel(StringBuilder svg, int top, String network, ToDoubleFunction<RunRow> value) {
        List<String> schemes = summary.schemes();
        List<Estimate> means =
                schemes.stream().map(scheme -> summary.mean(network, scheme, value)).toList();
        double most =
                means.stream()
                        .mapToDouble(one -> one.mean() + one.halfWidth())
                        .filter(Double::isFinite)
                        .max()
                        .orElse(1);
        double step = step(most);
        double end = step * Math.max(1, Math.ceil(most / step));
        int bottom = top + HEAD_HEIGHT + schemes.size() * ROW_HEIGHT;
        text(svg, MARGIN, top + 16, "start", "font-style=\"italic\"", network);
        for (int i = 0; i * step <= end * 1.0001; i++) {
            double x = x(i * step, end);
            line(svg, x, top + HEAD_HEIGHT - 4, x, bottom, "#ccc");
            text(svg, x, bottom + 14, "middle", "", format("%.4g", i * step));
        }
        for (int i = 0; i < schemes.size(); i++) {
            double y = top + HEAD_HEIGHT + (i + 0.5) * ROW_HEIGHT;
            Estimate one = means.get(i);
            text(svg, MARGIN + LABEL_WIDTH - 10, y + 4, "end", "", schemes.get(i));
            if (Double.isNaN(one.mean())) {
                continue;
            }
            double least = Math.max(0, one.mean() - one.halfWidth());
            line(svg, x(least, end), y, x(one.mean() + one.halfWidth(), end), y, "black");
            svg.append(
                    format("<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3.5\"/>%n", x(one.mean(), end), y));
        }
    }

    private static double x(double value, double end) {
        return MARGIN + LABEL_WIDTH + PLOT_WIDTH * value / end;
    }

    /** 1, 2 or 5 times a power of ten, so that an axis has about four of them. */
    private static double step(double most) {
        if (!(most > 0)) {
            return 1;
        }
        double rough = most / TICKS;
        double power = Math.pow(10, Math.floor(Math.log10(rough)));
        double digit = rough / power;
        return power * (digit <= 1 ? 1 : digit <= 2 ? 2 : digit <= 5 ? 5 : 10);
    }

    private static void line(
            StringBuilder svg, double x1, double y1, double x2, double y2, String colour) {
        svg.append(
                format(
                        "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"%s\"/>%n",
                        x1, y1, x2, y2, colour));
    }

    private static void text(
            StringBuilder svg, double x, double y, String anchor, String style, String text) {
        svg.append(
                format(
                        "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\" %s>%s</text>%n",
                        x, y, anchor, style, escaped(text)));
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;");
    }

    private static String format(String format, Object... values) {
        return String.format(Locale.ROOT, format, values).replace(System.lineSeparator(), "\n");
    }
}
