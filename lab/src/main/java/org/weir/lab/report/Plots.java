// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.report;

import java.awt.Color;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.CategoryChartBuilder;
import org.knowm.xchart.VectorGraphicsEncoder;
import org.knowm.xchart.VectorGraphicsEncoder.VectorGraphicsFormat;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.internal.chartpart.Chart;
import org.knowm.xchart.style.Styler.LegendPosition;
import org.knowm.xchart.style.markers.SeriesMarkers;

/** Plots as SVG, for a page. */
final class Plots {
    /** Of every plot, pixels. */
    static final int WIDTH = 900;

    private static final int HEIGHT = 360;

    /** More labels than these stand upright, each below its bar. */
    private static final int SLANTED_LABELS = 9;

    private static final int SLANT_DEGREES = 30;
    private static final int UPRIGHT_DEGREES = 90;

    /** Of a letter of a label, about; of the title and the bars, pixels. */
    private static final int LETTER_PIXELS = 8;

    private static final int BARS_HEIGHT = 240;

    private Plots() {}

    /** Means of cases with their confidence intervals, as bars. */
    static String bars(
            String title, String axis, List<String> labels, List<Double> means, List<Double> half)
            throws IOException {
        int degrees = labels.size() > SLANTED_LABELS ? UPRIGHT_DEGREES : SLANT_DEGREES;
        int longest = labels.stream().mapToInt(String::length).max().orElse(0) * LETTER_PIXELS;
        int height = BARS_HEIGHT + (int) (longest * Math.sin(Math.toRadians(degrees)));
        CategoryChart chart =
                new CategoryChartBuilder().width(WIDTH).height(height).title(title).build();
        chart.setYAxisTitle(axis);
        chart.getStyler().setLegendVisible(false);
        chart.getStyler().setXAxisLabelRotation(degrees);
        // Otherwise it leaves out what does not fit beside each other unturned.
        chart.getStyler().setXAxisMaxLabelCount(Math.max(2, labels.size()));
        chart.addSeries("mean", labels, means, half);
        return svg(chart);
    }

    /**
     * Lines over a common axis; empty if no point can be shown.
     *
     * @param logarithmic both axes; points with a value of 0 are left out then
     */
    static String lines(
            String title,
            String xAxis,
            String yAxis,
            Map<String, double[][]> lines,
            boolean logarithmic)
            throws IOException {
        XYChart chart = new XYChartBuilder().width(WIDTH).height(HEIGHT).title(title).build();
        chart.setXAxisTitle(xAxis);
        chart.setYAxisTitle(yAxis);
        chart.getStyler().setLegendPosition(LegendPosition.OutsideE);
        chart.getStyler().setXAxisLogarithmic(logarithmic);
        chart.getStyler().setYAxisLogarithmic(logarithmic);
        lines.forEach(
                (name, line) -> {
                    double[][] shown = logarithmic ? positive(line) : line;
                    if (shown[0].length > 0) {
                        chart.addSeries(name, shown[0], shown[1]).setMarker(SeriesMarkers.NONE);
                    }
                });
        return chart.getSeriesCollection().isEmpty() ? "" : svg(chart);
    }

    /** The points of x and y that logarithmic axes can show. */
    private static double[][] positive(double[][] line) {
        int[] shown =
                IntStream.range(0, line[0].length)
                        .filter(i -> line[0][i] > 0 && line[1][i] > 0)
                        .toArray();
        return new double[][] {
            Arrays.stream(shown).mapToDouble(i -> line[0][i]).toArray(),
            Arrays.stream(shown).mapToDouble(i -> line[1][i]).toArray()
        };
    }

    /**
     * Points with markers, those of one name joined by a line. The second axis is logarithmic;
     * points with a value of 0 are left out. Empty if no point can be shown.
     */
    static String points(
            String title,
            String xAxis,
            String yAxis,
            Map<String, ? extends SortedMap<Double, Double>> points)
            throws IOException {
        XYChart chart = new XYChartBuilder().width(WIDTH).height(HEIGHT).title(title).build();
        chart.setXAxisTitle(xAxis);
        chart.setYAxisTitle(yAxis);
        chart.getStyler().setLegendPosition(LegendPosition.OutsideE);
        chart.getStyler().setYAxisLogarithmic(true);
        points.forEach(
                (name, of) -> {
                    SortedMap<Double, Double> shown = new TreeMap<>(of);
                    shown.values().removeIf(value -> !(value > 0));
                    if (!shown.isEmpty()) {
                        chart.addSeries(
                                name, List.copyOf(shown.keySet()), List.copyOf(shown.values()));
                    }
                });
        return chart.getSeriesCollection().isEmpty() ? "" : svg(chart);
    }

    /**
     * The chart, on white, without what stands before the svg element, which a page cannot hold.
     */
    private static String svg(Chart<?, ?> chart) throws IOException {
        chart.getStyler().setChartBackgroundColor(Color.WHITE);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        VectorGraphicsEncoder.saveVectorGraphic(chart, bytes, VectorGraphicsFormat.SVG);
        String text = bytes.toString(StandardCharsets.UTF_8);
        return SmallSvg.of(text.substring(Math.max(0, text.indexOf("<svg"))));
    }
}
