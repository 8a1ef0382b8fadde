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
                "class %s: %d flows, %s, of the worst flow delay %s",
                name,
                flows.size(),
                TrafficTotals.of(flows).text(),
                delays(
                        flows.stream().anyMatch(FlowReport::isDelayKnown),
                        flows.stream().mapToLong(FlowReport::delayP50Ns).max().orElse(0),
                        flows.stream().mapToLong(FlowReport::delayP99Ns).max().orElse(0)));
    }

    private static String flowLine(FlowReport flow) {
        return String.format(
                Locale.ROOT,
                "flow %s %s > %s: allowed %.2f Mb/s, received %d, lost %d, marked %d,"
                        + " feedback %d, delay %s",
                flow.name(),
                flow.from(),
                flow.to(),
                flow.allowedRateBps() / 1e6,
                flow.receivedPackets(),
                flow.lostPackets(),
                flow.markedPackets(),
                flow.feedbackPackets(),
                delays(flow.isDelayKnown(), flow.delayP50Ns(), flow.delayP99Ns()));
    }

    private static String delays(boolean areKnown, long p50Ns, long p99Ns) {
        return areKnown
                ? String.format(
                        Locale.ROOT,
                        "p50 %.2f ms p99 %.2f ms",
                        p50Ns / NS_PER_MS,
                        p99Ns / NS_PER_MS)
                : "unknown";
    }
}
