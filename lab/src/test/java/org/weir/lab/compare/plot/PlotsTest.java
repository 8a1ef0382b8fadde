// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.compare.plot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.DoubleStream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.weir.lab.compare.network.NetworkCatalogue;
import org.weir.lab.compare.result.Front;
import org.weir.lab.compare.result.Metric;
import org.weir.lab.compare.result.RunDetail;
import org.weir.lab.compare.result.RunOutcome;
import org.weir.lab.compare.result.RunRow;
import org.weir.lab.compare.result.Summary;
import org.weir.lab.compare.result.SummaryTable;
import org.weir.lab.workload.TrafficClass;

class PlotsTest {
    private static final List<RunOutcome> RUNS =
            List.of(
                    run("one", 1, 10, 100),
                    run("one", 2, 12, 100),
                    run("two", 1, 20, 1000),
                    run("two", 2, 20, 1000),
                    run("three", 1, 15, 2000),
                    run("three", 2, 15, 2000));

    @TempDir Path folder;

    @Test
    void axesHaveRoundTicks() {
        assertThat(Axis.fromZero(DoubleStream.of(3, 18)).ticks())
                .containsExactly(0.0, 5.0, 10.0, 15.0, 20.0);
        assertThat(Axis.fromZero(DoubleStream.of(7)).ticks())
                .containsExactly(0.0, 2.0, 4.0, 6.0, 8.0);
        Axis around = Axis.around(DoubleStream.of(101, 118));
        assertThat(around.ticks()).containsExactly(100.0, 105.0, 110.0, 115.0, 120.0);
        assertThat(around.place(105)).isCloseTo(0.25, within(1e-9));
        Axis powers = Axis.logarithmic(DoubleStream.of(20, 900, Double.NaN, 0));
        assertThat(powers.ticks()).containsExactly(10.0, 100.0, 1000.0);
        assertThat(powers.place(100)).isCloseTo(0.5, within(1e-9));
        assertThat(powers.place(1)).isZero();
        assertThat(Axis.label(0.5)).isEqualTo("0.5");
        assertThat(Axis.label(200)).isEqualTo("200");
        assertThat(Axis.label(2.0)).isEqualTo("2");
        assertThat(Axis.label(2000)).isEqualTo("2000");
        assertThat(Axis.label(1e5)).isEqualTo("1e5");
        assertThat(Axis.label(2.5e12)).isEqualTo("2.5e12");
    }

    @Test
    void frontIsBlackAndTheOthersGrey() throws Exception {
        NodeList dots = elements(new FrontPlot(summary()).svg(Metric.P99_A_US), "circle");
        // In the order of goodput: one, three, two.
        assertThat(attributes(dots, "fill")).containsExactly("black", "#999", "black");
        List<Double> x = attributes(dots, "cx").stream().map(Double::valueOf).toList();
        assertThat(x).isSorted();
        assertThat((x.get(1) - x.get(0)) / (x.get(2) - x.get(0))).isCloseTo(4 / 9.0, within(0.01));
        List<Double> y = attributes(dots, "cy").stream().map(Double::valueOf).toList();
        assertThat(y.get(1)).as("more delay is higher").isLessThan(y.get(2));
        assertThat(y.get(2)).isLessThan(y.get(0));
    }

    @Test
    void aLineForEachSchemeAndABandForEachEvent() throws Exception {
        LinePlot plot = new LinePlot(RUNS);
        // With a line each in the legend.
        assertThat(elements(plot.delays(TrafficClass.A), "polyline").getLength()).isEqualTo(6);
        String svg =
                plot.overTime(
                        TrafficClass.A, Map.of("n", List.of(new LinePlot.Event(10, 15, "flood"))));
        assertThat(elements(svg, "polyline").getLength()).isEqualTo(6);
        List<RunOutcome> many = new ArrayList<>();
        for (int i = 0; i < 28; i++) {
            many.add(run("scheme " + i, 1, 10, 100 + i));
        }
        NodeList lines = elements(new LinePlot(many).delays(TrafficClass.A), "polyline");
        List<String> colours = attributes(lines, "stroke");
        List<String> dashes = attributes(lines, "stroke-dasharray");
        Set<String> looks = new HashSet<>();
        for (int i = 0; i < colours.size(); i++) {
            looks.add(colours.get(i) + dashes.get(i));
        }
        assertThat(looks).as("28 lines look different").hasSize(28);
        // The page is one, too.
        assertThat(elements(svg, "rect").getLength()).isEqualTo(2);
        assertThat(svg).contains(">flood<");
        String[] points =
                ((Element) elements(svg, "polyline").item(0)).getAttribute("points").split(" ");
        assertThat(points).as("means over seeds").hasSize(2);
        // 3 and 5 in the first period, from 1 to 10 on the axis; both have 4 in the second.
        String[] first = points[0].split(",");
        String[] second = points[1].split(",");
        assertThat(first[1]).isEqualTo(second[1]);
    }

    /** What a specification names has to be in the file that it names. */
    @Test
    void specificationsNameColumnsThatThereAre() throws Exception {
        PlotFiles.write(
                folder, summary(), RUNS, List.of(NetworkCatalogue.named("mix-1g").get(0)), 2);
        Files.write(folder.resolve("fronts.csv"), Front.csv(summary()));
        Files.write(folder.resolve("summary.csv"), new SummaryTable(summary(), "one").csv());
        assertThat(folder.resolve("front.svg")).isNotEmptyFile();
        assertThat(folder.resolve("delays-c.svg")).isNotEmptyFile();
        int fields = 0;
        for (String name : VegaLite.files().keySet()) {
            JsonNode spec = new ObjectMapper().readTree(folder.resolve(name).toFile());
            List<String> lines = Files.readAllLines(folder.resolve(spec.at("/data/url").asText()));
            List<String> columns = Arrays.asList(lines.get(0).split(","));
            assertThat(lines.size()).isGreaterThan(1);
            assertThat(lines)
                    .allSatisfy(line -> assertThat(line.split(",", -1)).hasSize(columns.size()));
            for (JsonNode field : spec.findValues("field")) {
                assertThat(columns).as(name).contains(field.asText());
                fields++;
            }
            for (JsonNode filter : spec.findValues("filter")) {
                String column = filter.asText().replaceAll("datum\\.(\\w+) .*", "$1");
                assertThat(columns).contains(column);
            }
        }
        assertThat(fields).isGreaterThan(20);
    }

    private static Summary summary() {
        return new Summary(RUNS.stream().map(RunOutcome::row).toList());
    }

    private static NodeList elements(String svg, String name) throws Exception {
        return DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(svg.getBytes(StandardCharsets.UTF_8)))
                .getElementsByTagName(name);
    }

    private static List<String> attributes(NodeList elements, String name) {
        List<String> values = new ArrayList<>();
        for (int i = 0; i < elements.getLength(); i++) {
            values.add(((Element) elements.item(i)).getAttribute(name));
        }
        return values;
    }

    private static RunOutcome run(String scheme, long seed, double goodput, double p99) {
        Map<Metric, Double> metrics = new EnumMap<>(Metric.class);
        for (Metric metric : Metric.values()) {
            metrics.put(metric, 1.0);
        }
        metrics.put(Metric.GOODPUT_MBPS, goodput);
        metrics.put(Metric.P99_A_US, p99);
        return new RunOutcome(
                new RunRow(scheme, "n", seed, metrics, "1/1/1"),
                new RunDetail(
                        List.of(
                                new RunDetail.DelayPoint(TrafficClass.A, 0.5, p99 / 2),
                                new RunDetail.DelayPoint(TrafficClass.A, 1, p99)),
                        List.of(
                                new RunDetail.PeriodPoint(
                                        TrafficClass.A, 0, 10, 5, 1, 1 + 2 * seed, 1, 1),
                                new RunDetail.PeriodPoint(TrafficClass.A, 1, 20, 5, 1, 4, 0, 1)),
                        List.of()));
    }
}
