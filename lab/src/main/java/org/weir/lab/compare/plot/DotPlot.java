// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.compare.plot;

import java.util.List;
import java.util.function.ToDoubleFunction;
import org.weir.lab.compare.result.RunRow;
import org.weir.lab.compare.result.Summary;
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
        int panelHeight = HEAD_HEIGHT + summary.schemes().size() * ROW_HEIGHT + AXIS_HEIGHT;
        Svg svg =
                new Svg(
                        LABEL_WIDTH + PLOT_WIDTH + 2 * MARGIN,
                        HEAD_HEIGHT + networks.size() * panelHeight);
        svg.text(MARGIN, 16, "start", "font-weight=\"bold\"", title);
        for (int i = 0; i < networks.size(); i++) {
            panel(svg, HEAD_HEIGHT + i * panelHeight, networks.get(i), value);
        }
        return svg.toString();
    }

    private void panel(Svg svg, int top, String network, ToDoubleFunction<RunRow> value) {
        List<String> schemes = summary.schemes();
        List<Estimate> means =
                schemes.stream().map(scheme -> summary.mean(network, scheme, value)).toList();
        Axis axis = Axis.fromZero(means.stream().mapToDouble(one -> one.mean() + one.halfWidth()));
        int bottom = top + HEAD_HEIGHT + schemes.size() * ROW_HEIGHT;
        svg.text(MARGIN, top + 16, "start", "font-style=\"italic\"", network);
        for (double tick : axis.ticks()) {
            svg.line(x(axis, tick), top + HEAD_HEIGHT - 4, x(axis, tick), bottom, "#ccc");
            svg.text(x(axis, tick), bottom + 14, "middle", "", Axis.label(tick));
        }
        for (int i = 0; i < schemes.size(); i++) {
            double y = top + HEAD_HEIGHT + (i + 0.5) * ROW_HEIGHT;
            Estimate one = means.get(i);
            svg.text(MARGIN + LABEL_WIDTH - 10, y + 4, "end", "", schemes.get(i));
            if (Double.isNaN(one.mean())) {
                continue;
            }
            double least = x(axis, one.mean() - one.halfWidth());
            svg.line(least, y, x(axis, one.mean() + one.halfWidth()), y, "black");
            svg.dot(x(axis, one.mean()), y, "black");
        }
    }

    private static double x(Axis axis, double value) {
        return MARGIN + LABEL_WIDTH + PLOT_WIDTH * axis.place(value);
    }
}
