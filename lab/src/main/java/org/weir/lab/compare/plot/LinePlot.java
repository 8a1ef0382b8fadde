// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.compare.plot;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.weir.lab.compare.result.RunDetail;
import org.weir.lab.compare.result.RunOutcome;
import org.weir.lab.workload.TrafficClass;

/**
 * Lines of all schemes on all networks as SVG: a panel for each network, a line for each scheme.
 * Lines are means over seeds at each point.
 */
public final class LinePlot {
    private static final int LEFT = 80;
    private static final int WIDTH = 400;
    private static final int HEIGHT = 200;
    private static final int LEGEND = 240;
    private static final int HEAD = 46;
    private static final String EVENT = "#eee";

    private final List<RunOutcome> runs;

    /** Of all runs of a comparison. */
    public LinePlot(List<RunOutcome> runs) {
        this.runs = List.copyOf(runs);
    }

    /**
     * A stretch of time with an event of the network.
     *
     * @param fromMs its beginning, ms
     * @param untilMs its end, ms
     * @param name of the event
     */
    public record Event(double fromMs, double untilMs, String name) {}

    /** The distribution of the one-way delay of a class's packets. */
    public String delays(TrafficClass ofClass) {
        Function<RunDetail, Stream<double[]>> points =
                detail ->
                        detail.delays().stream()
                                .filter(one -> one.ofClass() == ofClass)
                                .map(one -> new double[] {one.part(), one.delayUs()});
        Svg svg = page("one-way delay of packets of class " + ofClass);
        int number = 0;
        for (String network : networks()) {
            Map<String, List<double[]>> lines = lines(network, points);
            Panel panel =
                    panel(
                            svg,
                            number,
                            Axis.logarithmic(coordinates(lines, 1)),
                            new Axis(false, 0, 1));
            panel.frame(network, "delay, µs", "part of packets");
            List<String> names = List.copyOf(lines.keySet());
            for (int i = 0; i < names.size(); i++) {
                panel.path(
                        lines.get(names.get(i)).stream()
                                .map(one -> new double[] {one[1], one[0]})
                                .toList(),
                        i);
            }
            panel.legend(names);
            number++;
        }
        return svg.toString();
    }

    /**
     * The mean queueing delay of a class's packets in each period.
     *
     * @param events by network, which are shaded
     */
    public String overTime(TrafficClass ofClass, Map<String, List<Event>> events) {
        Function<RunDetail, Stream<double[]>> points =
                detail ->
                        detail.periods().stream()
                                .filter(one -> one.ofClass() == ofClass)
                                .map(one -> new double[] {one.timeMs(), one.queuedUs()});
        Svg svg = page("mean queueing delay of class " + ofClass + " in each period");
        int number = 0;
        for (String network : networks()) {
            Map<String, List<double[]>> lines = lines(network, points);
            Panel panel =
                    panel(
                            svg,
                            number,
                            Axis.fromZero(coordinates(lines, 0)),
                            Axis.logarithmic(coordinates(lines, 1)));
            for (Event event : events.getOrDefault(network, List.of())) {
                double from = panel.atX(event.fromMs());
                double width = panel.atX(event.untilMs()) - from;
                svg.band(from, panel.top(), width, HEIGHT, EVENT);
                svg.text(from + 4, panel.top() + 12, "start", "", event.name());
            }
            panel.frame(network, "time, ms", "queueing delay, µs");
            List<String> names = List.copyOf(lines.keySet());
            for (int i = 0; i < names.size(); i++) {
                panel.path(lines.get(names.get(i)).stream().filter(one -> one[1] > 0).toList(), i);
            }
            panel.legend(names);
            number++;
        }
        return svg.toString();
    }

    private static Panel panel(Svg svg, int number, Axis x, Axis y) {
        double top = HEAD + number * (HEIGHT + Panel.BETWEEN);
        return new Panel(svg, LEFT, top, WIDTH, HEIGHT, x, y);
    }

    private static DoubleStream coordinates(Map<String, List<double[]>> lines, int index) {
        return lines.values().stream().flatMap(List::stream).mapToDouble(one -> one[index]);
    }

    private Svg page(String title) {
        int height = HEAD + networks().size() * (HEIGHT + Panel.BETWEEN);
        Svg svg = new Svg(LEFT + WIDTH + LEGEND, height);
        svg.text(20, 16, "start", "font-weight=\"bold\"", title);
        return svg;
    }

    private List<String> networks() {
        return runs.stream().map(one -> one.row().network()).distinct().toList();
    }

    /** By scheme: points with a place and the mean of the values at it over seeds. */
    private Map<String, List<double[]>> lines(
            String network, Function<RunDetail, Stream<double[]>> points) {
        Map<String, TreeMap<Double, List<Double>>> values = new LinkedHashMap<>();
        for (RunOutcome run : runs) {
            if (run.row().network().equals(network)) {
                TreeMap<Double, List<Double>> own =
                        values.computeIfAbsent(run.row().scheme(), name -> new TreeMap<>());
                points.apply(run.detail())
                        .filter(one -> Double.isFinite(one[1]))
                        .forEach(
                                one ->
                                        own.computeIfAbsent(one[0], at -> new ArrayList<>())
                                                .add(one[1]));
            }
        }
        Map<String, List<double[]>> lines = new LinkedHashMap<>();
        values.forEach(
                (scheme, at) -> {
                    List<double[]> line = new ArrayList<>();
                    at.forEach(
                            (place, all) ->
                                    line.add(
                                            new double[] {
                                                place,
                                                all.stream()
                                                        .mapToDouble(one -> one)
                                                        .average()
                                                        .orElseThrow()
                                            }));
                    lines.put(scheme, line);
                });
        return lines;
    }
}
