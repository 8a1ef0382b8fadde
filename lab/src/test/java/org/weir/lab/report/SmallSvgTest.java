// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SmallSvgTest {

    private static String line(String style, String x1, String y1, String x2, String y2) {
        return String.format(
                "<line style=\"%s\" x1=\"%s\" x2=\"%s\" y1=\"%s\" y2=\"%s\"/>%n    ",
                style, x1, x2, y1, y2);
    }

    @Test
    void linesThatFollowEachOtherBecomeOne() {
        String svg =
                "<g>\n    "
                        + line("a", "1.0449", "2.0", "3.26789", "4")
                        + line("a", "3.26789", "4", "5", "6")
                        + line("b", "5", "6", "7", "8")
                        + line("b", "9", "9", "1", "1")
                        + "<text>t</text>"
                        + line("b", "1", "1", "2", "2")
                        + "</g>";
        assertThat(SmallSvg.of(svg).replaceAll("\\s*\n\\s*", "|"))
                .isEqualTo(
                        "<g>|<polyline style=\"a\" points=\"1.04,2.0 3.27,4 5,6\"/>"
                                + "|<polyline style=\"b\" points=\"5,6 7,8\"/>"
                                + "|<polyline style=\"b\" points=\"9,9 1,1\"/>"
                                + "|<text>t</text><polyline style=\"b\" points=\"1,1 2,2\"/>|</g>");
    }

    @Test
    void whatHasNoLinesStays() {
        String svg = "<svg><rect x=\"1.25\"/><path d=\"M1.5,2 l1.0E-5,.5\"/></svg>";
        assertThat(SmallSvg.of(svg)).isEqualTo(svg);
    }

    /** Should the chart library draw otherwise one day, the page grows, and this tells. */
    @Test
    void aChartsSeriesIsOneElement() throws Exception {
        double[] x = IntStream.range(0, 1000).asDoubleStream().toArray();
        double[] y = IntStream.range(0, 1000).mapToDouble(i -> Math.sin(i / 50.0)).toArray();
        String svg = Plots.lines("t", "x", "y", Map.of("one", new double[][] {x, y}), false);
        assertThat(svg).doesNotContain("<line ");
        assertThat(svg.split("<polyline", -1)).as("the series, axes and grid").hasSizeLessThan(60);
    }
}
