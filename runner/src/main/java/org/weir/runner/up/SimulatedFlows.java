// SPDX-License-Identifier: Apache-2.0
package org.weir.runner.up;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.weir.lab.host.FlowSender;
import org.weir.lab.host.Host;
import org.weir.lab.network.RunningNetwork;
import org.weir.runner.onos.OnosClient;

/**
 * Reports to ONOS the flows that simulated hosts shape, every few seconds and on a thread of its
 * own, as the agent of a real host does ({@code PUT /agents/ADDRESS/flows}). A report that fails is
 * not sent again; the next one replaces it.
 */
final class SimulatedFlows implements AutoCloseable {
    /** Most hosts of a network that reports; with more, reports would cost ONOS much time. */
    static final int MOST_HOSTS = 24;

    private static final long INTERVAL_MS = 5_000;
    private static final Duration LIMIT = Duration.ofSeconds(5);
    private static final long NS_PER_MS = 1_000_000;

    private static final int PROTOCOL_UDP = 17;

    /** Most flows of a report. */
    private static final int MOST_FLOWS = 256;

    private final RunningNetwork network;
    private final Supplier<OnosClient> onos;
    private final CountDownLatch ending = new CountDownLatch(1);
    private final Thread thread = new Thread(this::run, "simulated-flows");

    /** Addresses whose last report had flows; the thread's own. */
    private Set<String> reported = Set.of();

    /**
     * Reports of a network.
     *
     * @param network runs by then
     * @param onos gives the client of a node that runs
     */
    SimulatedFlows(RunningNetwork network, Supplier<OnosClient> onos) {
        this.network = network;
        this.onos = onos;
        thread.setDaemon(true);
    }

    /** Starts to report. */
    void start() {
        thread.start();
    }

    private void run() {
        try {
            while (!ending.await(INTERVAL_MS, TimeUnit.MILLISECONDS)) {
                report();
            }
        } catch (InterruptedException e) {
            // It is closed while ONOS does not answer.
            Thread.currentThread().interrupt();
        }
    }

    private void report() throws InterruptedException {
        try {
            Map<String, ObjectNode> reports =
                    network.call(() -> reports(network.network().hosts(), nowNs()), LIMIT);
            Set<String> shaped = Set.copyOf(reports.keySet());
            reported.forEach(address -> reports.computeIfAbsent(address, any -> emptyReport()));
            for (Map.Entry<String, ObjectNode> each : reports.entrySet()) {
                onos.get()
                        .put("weir/v1/agents/" + each.getKey() + "/flows", each.getValue(), LIMIT);
            }
            reported = shaped;
        } catch (IOException | IllegalStateException e) {
            // ONOS starts or has no policy yet, or the network is busy or ends: the next report
            // takes the place of this one.
        }
    }

    private long nowNs() {
        return network.engine().nowNs();
    }

    private static ObjectNode emptyReport() {
        ObjectNode report = JsonNodeFactory.instance.objectNode();
        report.putArray("flows");
        return report.put("omitted", 0);
    }

    /**
     * The reports about all shaped flows, by source address. A flow is shaped if it has had
     * feedback and may send less than the host's rate.
     *
     * @param hosts of the network
     * @param nowNs time of the network, ns
     */
    static Map<String, ObjectNode> reports(Iterable<Host> hosts, long nowNs) {
        Map<String, ObjectNode> reports = new TreeMap<>();
        for (Host host : hosts) {
            for (FlowSender sender : host.senders()) {
                boolean isShaped =
                        sender.lastFeedback().isPresent()
                                && sender.allowedRateBps() < host.config().rateBps();
                if (isShaped) {
                    ObjectNode report =
                            reports.computeIfAbsent(
                                    sender.flow().source().toString(), any -> emptyReport());
                    add(report, sender, nowNs);
                }
            }
        }
        return reports;
    }

    private static void add(ObjectNode report, FlowSender sender, long nowNs) {
        if (report.path("flows").size() >= MOST_FLOWS) {
            report.put("omitted", report.path("omitted").asLong() + 1);
            return;
        }
        ObjectNode flow = report.withArray("flows").addObject();
        flow.put("destination", sender.flow().destination().toString());
        flow.put("protocol", PROTOCOL_UDP);
        flow.put("sourcePort", sender.flow().sourcePort());
        flow.put("destinationPort", sender.flow().destinationPort());
        flow.put("classIndex", sender.lastFeedback().orElseThrow().classId());
        flow.put("allowedRateBps", sender.allowedRateBps());
        flow.put("feedbackAgeMs", Math.max(0, nowNs - sender.lastFeedbackNs()) / NS_PER_MS);
    }

    /** Ends the reports; what ONOS has got is forgotten after 15 s. */
    @Override
    public void close() {
        ending.countDown();
        thread.interrupt();
        try {
            thread.join(LIMIT.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
