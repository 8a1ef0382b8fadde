// SPDX-License-Identifier: Apache-2.0
package org.weir.runner.up;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.weir.lab.network.FlowReport;

/** Shows flows as text: a line per flow, or per class when they are many, and one of their sums. */
final class FlowLines {
    /** Most flows that have a line each. */
    static final int MOST_FLOWS = 24;

    private static final double NS_PER_MS = 1e6;

    private FlowLines() {}

    /** The lines; the last one is the sum over all flows. */
    static List<String> of(List<FlowReport> flows) {
        List<String> lines = new ArrayList<>();
        if (flows.size() > MOST_FLOWS) {
            Map<String, List<FlowReport>> classes = new LinkedHashMap<>();
            for (FlowReport flow : flows) {
                classes.computeIfAbsent(flow.className(), name -> new ArrayList<>()).add(flow);
            }
            classes.forEach((name, members) -> lines.add(classLine(name, members)));
        } else {
            flows.forEach(flow -> lines.add(flowLine(flow)));
        }
        lines.add("traffic: " + TrafficTotals.of(flows).text());
        return lines;
    }

    private static String classLine(String name, List<FlowReport> flows) {
        return String.format(
                Locale.ROOT,
                "class %s: %d flows, %s, of the worst flow delay p50 %.2f ms p99 %.2f ms",
                name,
                flows.size(),
                TrafficTotals.of(flows).text(),
                flows.stream().mapToLong(FlowReport::delayP50Ns).max().orElse(0) / NS_PER_MS,
                flows.stream().mapToLong(FlowReport::delayP99Ns).max().orElse(0) / NS_PER_MS);
    }

    private static String flowLine(FlowReport flow) {
        return String.format(
                Locale.ROOT,
                "flow %s %s > %s: allowed %.2f Mb/s, received %d, lost %d, marked %d,"
                        + " feedback %d, delay p50 %.2f ms p99 %.2f ms",
                flow.name(),
                flow.from(),
                flow.to(),
                flow.allowedRateBps() / 1e6,
                flow.receivedPackets(),
                flow.lostPackets(),
                flow.markedPackets(),
                flow.feedbackPackets(),
                flow.delayP50Ns() / NS_PER_MS,
                flow.delayP99Ns() / NS_PER_MS);
    }
}
