// SPDX-License-Identifier: Apache-2.0
package org.weir.acceptance;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The health of a running cluster: its nodes work together, or each tells what it lacks. */
final class ClusterHealth {
    private static final Pattern WARNING = Pattern.compile("\\| (?:WARN|ERROR) +\\|");

    /** Atomix ends a context of its threads for ever when a task of it throws something. */
    private static final Pattern LOST =
            Pattern.compile("OutOfMemoryError|An uncaught exception occurred");

    private static final Pattern NUMBER = Pattern.compile("[0-9]+");

    private static final int LAST_LINES = 12;
    private static final int LONGEST_LINE = 200;

    private final RunningWeir weir;
    private final RunningCluster cluster;

    ClusterHealth(RunningWeir weir, RunningCluster cluster) {
        this.weir = weir;
        this.cluster = cluster;
    }

    /** True if each node answers, and sees all nodes, switches, links, hosts and the policy. */
    boolean isComplete() throws IOException, InterruptedException {
        for (int node = 1; node <= RunningCluster.NODES; node++) {
            if (lack(node).isPresent()) {
                return false;
            }
        }
        return true;
    }

    /**
     * Waits until all nodes work together.
     *
     * @throws AssertionError if they do not within the limit; says for each node what it lacks,
     *     with the last warnings of the nodes and of the members of the store
     */
    void awaitComplete(String what, Duration limit) throws Exception {
        await(what, limit, this::isComplete);
    }

    /** Waits for a condition; an error as of {@link #awaitComplete}. */
    void await(String what, Duration limit, RunningCluster.Condition condition) throws Exception {
        try {
            cluster.await(what, limit, condition);
        } catch (AssertionError e) {
            throw new AssertionError(e.getMessage() + "\n" + report(), e);
        }
    }

    private String report() throws IOException, InterruptedException {
        StringBuilder report = new StringBuilder();
        for (int node = 1; node <= RunningCluster.NODES; node++) {
            String lack = lack(node).orElse("complete by now");
            append(report, "node " + node + ": " + lack, kinds(weir.logged(node, WARNING)));
            append(report, "node " + node + ", lost threads:", weir.logged(node, LOST));
        }
        for (int member = 1; member <= RunningCluster.STORE_NODES; member++) {
            append(report, "store-" + member + ":", weir.storeOutput(member));
        }
        return report.toString();
    }

    /** The last line of each kind, which are alike but for their numbers, with their count. */
    private static List<String> kinds(List<String> lines) {
        Map<String, String> last = new LinkedHashMap<>();
        Map<String, Integer> counts = new HashMap<>();
        for (String line : lines) {
            String kind = NUMBER.matcher(line).replaceAll("");
            // The kinds are in the order of their last lines.
            last.remove(kind);
            last.put(kind, line);
            counts.merge(kind, 1, Integer::sum);
        }
        return last.entrySet().stream()
                .map(entry -> counts.get(entry.getKey()) + " times, last: " + entry.getValue())
                .collect(Collectors.toList());
    }

    private static void append(StringBuilder report, String title, List<String> lines) {
        report.append(title).append('\n');
        for (String line : lines.subList(Math.max(0, lines.size() - LAST_LINES), lines.size())) {
            report.append("    ")
                    .append(line, 0, Math.min(line.length(), LONGEST_LINE))
                    .append('\n');
        }
    }

    /** The first thing that a node does not see of the whole cluster; empty if it sees all. */
    private Optional<String> lack(int node) throws IOException, InterruptedException {
        int ready = 0;
        for (JsonNode each : cluster.get(node, "/onos/v1/cluster").path("nodes")) {
            ready += each.path("status").asText().equals("READY") ? 1 : 0;
        }
        if (ready != RunningCluster.NODES) {
            return Optional.of(ready + " nodes ready");
        }
        int switches = cluster.available(node);
        if (switches != RunningCluster.SWITCHES.size()) {
            return Optional.of(switches + " switches available");
        }
        int links = cluster.count(node, "links");
        if (links != RunningCluster.LINKS) {
            return Optional.of(links + " links");
        }
        int hosts = cluster.count(node, "hosts");
        if (hosts != RunningCluster.HOSTS) {
            return Optional.of(hosts + " hosts");
        }
        int policy = cluster.status(node, "/onos/weir/v1/policy");
        return policy == 200
                ? Optional.empty()
                : Optional.of("status " + policy + " of its policy");
    }
}
