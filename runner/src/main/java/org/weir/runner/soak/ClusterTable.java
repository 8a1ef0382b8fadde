// SPDX-License-Identifier: Apache-2.0
package org.weir.runner.soak;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** Shows the cycles of a cluster as a Markdown table and a summary. */
final class ClusterTable {
    private ClusterTable() {}

    /** The two lines of the head. */
    static List<String> head(ClusterFault fault) {
        return List.of(
                "| cycle | "
                        + fault.words()
                        + " | next primary, s | in control, s | further primaries | lost A, B, C |"
                        + " lost in return A, B, C | least links, hosts | back, s | second writers"
                        + " | broken |",
                "|---|---|---|---|---|---|---|---|---|---|---|");
    }

    /** The row of a cycle. */
    static String row(ClusterCycle cycle) {
        return String.format(
                Locale.ROOT,
                "| %d | onos-%d | %.1f | %.1f | %d | %s | %s | %s, %s | %.1f | %d | %s |",
                cycle.number(),
                cycle.node(),
                cycle.primarySeconds(),
                cycle.controlSeconds(),
                cycle.furtherPrimaries(),
                flows(cycle.lostAfterFault()),
                flows(cycle.lostInReturn()),
                cycle.leastLinks() == null ? "unknown" : cycle.leastLinks(),
                cycle.leastHosts() == null ? "unknown" : cycle.leastHosts(),
                cycle.backSeconds(),
                cycle.secondWriters(),
                cycle.broken().isEmpty() ? "-" : String.join(", ", cycle.broken()));
    }

    private static String flows(Map<String, Long> lost) {
        return String.format(
                Locale.ROOT,
                "%d, %d, %d",
                lost.getOrDefault("A", 0L),
                lost.getOrDefault("B", 0L),
                lost.getOrDefault("C", 0L));
    }

    /** Summary of all cycles, in one line. */
    static String summary(List<ClusterCycle> cycles) {
        long whole = cycles.stream().filter(cycle -> cycle.broken().isEmpty()).count();
        return String.format(
                Locale.ROOT,
                "%d of %d cycles broke no rule; next primary at most %.1f s, in control %.1f s, back"
                        + " %.1f s; lost in all A %.0f, B %.0f, C %.0f",
                whole,
                cycles.size(),
                most(cycles, ClusterCycle::primarySeconds),
                most(cycles, ClusterCycle::controlSeconds),
                most(cycles, ClusterCycle::backSeconds),
                sum(cycles, "A"),
                sum(cycles, "B"),
                sum(cycles, "C"));
    }

    private static double most(List<ClusterCycle> cycles, ToDoubleFunction<ClusterCycle> figure) {
        return cycles.stream().mapToDouble(figure).max().orElse(0);
    }

    private static double sum(List<ClusterCycle> cycles, String flow) {
        return cycles.stream().mapToLong(cycle -> cycle.lost(flow)).sum();
    }
}
