// SPDX-License-Identifier: Apache-2.0
package org.weir.runner.soak;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Cycles of a cluster: a fault of the master of s1, its end, and a comparison of the nodes. */
final class ClusterRun {
    private static final Duration PRIMARY_WITHIN = Duration.ofSeconds(60);
    private static final Duration BACK_WITHIN = Duration.ofSeconds(240);
    private static final Duration EQUAL_WITHIN = Duration.ofSeconds(30);
    private static final Duration GAP = Duration.ofMillis(500);
    private static final long POLL_MS = 100;

    private final SoakProcess process;
    private final SoakWatch watch;
    private final ClusterNodes nodes;
    private final ClusterFault fault;
    private final Path writeLog;
    private final Duration calm;

    private Integer leastLinks;
    private Integer leastHosts;

    /** A condition on the running cluster. */
    private interface Condition {
        boolean holds() throws IOException, InterruptedException;
    }

    /**
     * Cycles of a command that runs.
     *
     * @param writeLog the log of the switches' writers
     * @param calm time without a change between a next primary and the end of the fault
     */
    ClusterRun(
            SoakProcess process,
            SoakWatch watch,
            ClusterNodes nodes,
            ClusterFault fault,
            Path writeLog,
            Duration calm) {
        this.process = process;
        this.watch = watch;
        this.nodes = nodes;
        this.fault = fault;
        this.writeLog = writeLog;
        this.calm = calm;
    }

    /** Seconds until all nodes know the network and traffic arrives. */
    double awaitStart(Duration longest) throws IOException, InterruptedException {
        double seconds = await("a cluster that knows its network", longest, nodes::areComplete);
        for (String flow : ClusterCycle.LOSSLESS) {
            if (!watch.await(reading -> received(reading, flow) > 0, PRIMARY_WITHIN)) {
                throw new IOException("no packet of flow " + flow + " arrives");
            }
        }
        return seconds;
    }

    private static long received(SoakReading reading, String name) {
        return reading.flows().stream()
                .filter(flow -> flow.name().equals(name))
                .mapToLong(SoakReading.Flow::receivedPackets)
                .sum();
    }

    /**
     * One cycle.
     *
     * @throws IOException when the cluster does not recover in time
     */
    ClusterCycle cycle(int number) throws IOException, InterruptedException {
        leastLinks = null;
        leastHosts = null;
        Map<String, Integer> before = nodes.controllers(1);
        int node = before.get(ClusterNodes.SWITCHES.get(0));
        List<Integer> living = new ArrayList<>(List.of(1, 2, 3));
        living.remove(Integer.valueOf(node));
        Map<String, Integer> primaries = new HashMap<>();
        for (String device : ClusterNodes.SWITCHES) {
            if (before.get(device) == node) {
                primaries.put(device, nodes.primaries(device));
            }
        }

        // An older sample would count what was lost before.
        SoakReading atFault = watch.next();
        long beganNs = System.nanoTime();
        process.type(fault.begin(node));
        await(
                "the next primary",
                PRIMARY_WITHIN,
                () -> {
                    for (Map.Entry<String, Integer> each : primaries.entrySet()) {
                        if (nodes.primaries(each.getKey()) <= each.getValue()) {
                            return false;
                        }
                    }
                    return true;
                });
        double primarySeconds = SoakWatch.secondsSince(beganNs);
        await(
                "control by the next master",
                PRIMARY_WITHIN,
                () -> {
                    Map<String, Integer> now = nodes.controllers(living.get(0));
                    return now.size() == ClusterNodes.SWITCHES.size() && !now.containsValue(node);
                });
        double controlSeconds = SoakWatch.secondsSince(beganNs);
        int settled = allPrimaries();
        long calmEndNs = System.nanoTime() + calm.toNanos();
        while (System.nanoTime() < calmEndNs) {
            count(living);
            watch.sleep(GAP);
        }
        SoakReading atReturn = watch.next();

        process.type(fault.end(node));
        double backSeconds =
                await(
                        "node " + node + " back",
                        BACK_WITHIN,
                        () -> {
                            count(living);
                            return nodes.areComplete();
                        });
        SoakReading atEnd = watch.next();
        return new ClusterCycle(
                number,
                fault,
                node,
                primarySeconds,
                controlSeconds,
                allPrimaries() - settled,
                lost(atFault, atReturn),
                lost(atReturn, atEnd),
                leastLinks,
                leastHosts,
                backSeconds,
                Writers.read(writeLog).second(),
                differing());
    }

    /** A version that has just been written reaches the others a moment later. */
    private List<String> differing() throws IOException, InterruptedException {
        long endNs = System.nanoTime() + EQUAL_WITHIN.toNanos();
        List<String> differing = nodes.differing();
        while (!differing.isEmpty() && System.nanoTime() < endNs) {
            watch.sleep(GAP);
            differing = nodes.differing();
        }
        return differing;
    }

    private int allPrimaries() throws IOException {
        int primaries = 0;
        for (String device : ClusterNodes.SWITCHES) {
            primaries += nodes.primaries(device);
        }
        return primaries;
    }

    private void count(List<Integer> living) throws InterruptedException {
        for (int node : living) {
            leastLinks = least(leastLinks, nodes.count(node, "links"));
            leastHosts = least(leastHosts, nodes.count(node, "hosts"));
        }
    }

    private static Integer least(Integer one, Integer other) {
        if (one == null || other == null) {
            return one == null ? other : one;
        }
        return Math.min(one, other);
    }

    /** Packets that flows have lost between two samples, by flow. */
    static Map<String, Long> lost(SoakReading before, SoakReading after) {
        Map<String, Long> lost = new HashMap<>();
        after.flows().forEach(flow -> lost.put(flow.name(), flow.lostPackets()));
        before.flows().forEach(flow -> lost.merge(flow.name(), -flow.lostPackets(), Long::sum));
        return lost;
    }

    private double await(String what, Duration longest, Condition condition)
            throws IOException, InterruptedException {
        long beganNs = System.nanoTime();
        while (!condition.holds()) {
            if (System.nanoTime() - beganNs > longest.toNanos()) {
                throw new IOException("not within " + longest.toSeconds() + " s: " + what);
            }
            watch.sleep(Duration.ofNanos(TimeUnit.MILLISECONDS.toNanos(POLL_MS)));
        }
        return SoakWatch.secondsSince(beganNs);
    }
}
