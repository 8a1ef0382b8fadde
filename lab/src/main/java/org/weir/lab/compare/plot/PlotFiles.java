// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.compare.plot;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.weir.lab.compare.network.ComparedNetwork;
import org.weir.lab.compare.network.LoadEvent;
import org.weir.lab.compare.result.Metric;
import org.weir.lab.compare.result.Miss;
import org.weir.lab.compare.result.RunDetail;
import org.weir.lab.compare.result.RunOutcome;
import org.weir.lab.compare.result.Summary;
import org.weir.lab.workload.TrafficClass;

/** Writes a comparison's plots: SVG files, Vega-Lite specifications and the data of both. */
public final class PlotFiles {
    private static final double PERCENT = 100;

    private PlotFiles() {}

    /**
     * Writes all of them; those of a {@link Summary} also show rows of earlier comparisons.
     *
     * @param directory that exists
     * @param periods length of each run
     * @throws IOException when a file cannot be written
     */
    public static void write(
            Path directory,
            Summary summary,
            List<RunOutcome> runs,
            List<ComparedNetwork> networks,
            int periods)
            throws IOException {
        List<String> delays = new ArrayList<>(List.of(RunDetail.DELAY_HEAD));
        List<String> series = new ArrayList<>(List.of(RunDetail.PERIOD_HEAD));
        List<String> misses = new ArrayList<>(List.of(Miss.HEAD));
        for (RunOutcome one : runs) {
            misses.addAll(one.detail().missLines(one.row()));
            delays.addAll(one.detail().delayLines(one.row()));
            series.addAll(one.detail().periodLines(one.row()));
        }
        Files.write(directory.resolve("delays.csv"), delays);
        Files.write(directory.resolve("series.csv"), series);
        Files.write(directory.resolve("misses.csv"), misses);
        dots(directory, summary);
        Files.writeString(
                directory.resolve("front.svg"), new FrontPlot(summary).svg(Metric.P99_A_US));
        LinePlot lines = new LinePlot(runs);
        Map<String, List<LinePlot.Event>> events = events(networks, periods);
        for (TrafficClass one : TrafficClass.values()) {
            String suffix = "-" + one.name().toLowerCase(Locale.ROOT) + ".svg";
            Files.writeString(directory.resolve("delays" + suffix), lines.delays(one));
            Files.writeString(directory.resolve("series" + suffix), lines.overTime(one, events));
        }
        for (Map.Entry<String, String> one : VegaLite.files().entrySet()) {
            Files.writeString(directory.resolve(one.getKey()), one.getValue());
        }
    }

    private static void dots(Path directory, Summary summary) throws IOException {
        DotPlot plot = new DotPlot(summary);
        Files.writeString(
                directory.resolve("kept.svg"),
                plot.svg("class-periods with targets kept, %", row -> PERCENT * row.keptPart()));
        for (Metric metric :
                List.of(
                        Metric.GOODPUT_MBPS,
                        Metric.QUEUE_MEAN,
                        Metric.P99_A_US,
                        Metric.SLOWDOWN_P999)) {
            String name = metric.name().toLowerCase(Locale.ROOT).replace('_', '-');
            String unit = metric.unit().isEmpty() ? "" : ", " + metric.unit();
            Files.writeString(
                    directory.resolve(name + ".svg"),
                    plot.svg(metric.label() + unit, row -> row.metrics().get(metric)));
        }
    }

    private static Map<String, List<LinePlot.Event>> events(
            List<ComparedNetwork> networks, int periods) {
        Map<String, List<LinePlot.Event>> events = new HashMap<>();
        for (ComparedNetwork network : networks) {
            double runMs = (double) periods * network.periodMs();
            List<LinePlot.Event> own = new ArrayList<>();
            for (LoadEvent one : network.events()) {
                own.add(
                        new LinePlot.Event(
                                one.fromPart() * runMs,
                                one.untilPart() * runMs,
                                one.kind().name().toLowerCase(Locale.ROOT).replace('_', ' ')));
            }
            events.put(network.name(), own);
        }
        return events;
    }
}
