// SPDX-License-Identifier: Apache-2.0
package org.weir.bench.tcp;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.weir.lab.report.LinesPage;

/** Congestion windows of Linux's TCP and the lab's over each other: a chart for each case. */
final class WindowPage {
    /** Flows of a case whose windows are drawn; more could not be told apart. */
    private static final int MOST_FLOWS = 2;

    private WindowPage() {}

    static void write(Path file, List<TcpTable.Row> rows) throws IOException {
        List<LinesPage.Chart> charts = new ArrayList<>();
        for (TcpTable.Row row : rows) {
            Map<String, double[][]> lines = new LinkedHashMap<>();
            add(lines, "Linux", row.linux());
            add(lines, "lab", row.lab());
            if (!lines.isEmpty()) {
                charts.add(
                        new LinesPage.Chart(
                                row.of().name(), "time, s", "congestion window, segments", lines));
            }
        }
        LinesPage.write(file, "Congestion windows of Linux's TCP and the lab's", charts);
    }

    private static void add(Map<String, double[][]> lines, String of, TcpFigures figures) {
        for (int i = 0; i < Math.min(MOST_FLOWS, figures.windows().size()); i++) {
            List<double[]> points = figures.windows().get(i);
            lines.put(
                    of + ", flow " + (i + 1),
                    new double[][] {
                        points.stream().mapToDouble(point -> point[0]).toArray(),
                        points.stream().mapToDouble(point -> point[1]).toArray()
                    });
        }
    }
}
