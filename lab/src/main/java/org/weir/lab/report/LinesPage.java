// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** HTML page of charts with lines. */
public final class LinesPage {
    private LinesPage() {}

    /**
     * A chart.
     *
     * @param lines by name: the first coordinates and the second ones of a line's points
     */
    public record Chart(String title, String xAxis, String yAxis, Map<String, double[][]> lines) {}

    /**
     * Writes a page.
     *
     * @throws IOException if the file cannot be written
     */
    public static void write(Path file, String title, List<Chart> charts) throws IOException {
        StringBuilder page = new StringBuilder("<!doctype html>\n<html lang=\"en\"><head>");
        page.append("<meta charset=\"utf-8\"><title>").append(escape(title));
        page.append("</title></head><body><h1>").append(escape(title)).append("</h1>\n");
        for (Chart chart : charts) {
            page.append(
                            Plots.lines(
                                    chart.title(),
                                    chart.xAxis(),
                                    chart.yAxis(),
                                    chart.lines(),
                                    false))
                    .append('\n');
        }
        Files.writeString(file, page.append("</body></html>\n"));
    }

    private static String escape(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;");
    }
}
