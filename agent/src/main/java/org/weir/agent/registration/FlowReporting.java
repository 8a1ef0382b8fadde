// SPDX-License-Identifier: Apache-2.0
package org.weir.agent.registration;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.net.InetAddress;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.weir.agent.flow.FlowState;

/**
 * Reports to the controller, every few seconds and on a thread of its own, about the flows that
 * this host limits: one report for each source address. An address without shaped flows gets one
 * empty report after its last flow, and then none. Nothing of the agent waits for the controller; a
 * report that fails is not sent again, because the next one replaces it.
 */
public final class FlowReporting implements AutoCloseable {
    /** Time between two reports, ms. The controller forgets a report after three such times. */
    public static final long INTERVAL_MS = 5_000;

    private static final Duration HOLDS = Duration.ofMillis(3 * INTERVAL_MS);

    /** Most flows of a report; of more, those with the latest feedback are in it. */
    static final int MOST_FLOWS = 256;

    private static final long NS_PER_MS = 1_000_000;

    private final ControllerAccess controller;
    private final ControllerClient client;
    private final LongSupplier clockNs;
    private final Consumer<String> say;
    private final long intervalMs;
    private final CountDownLatch ending = new CountDownLatch(1);
    private final Thread thread;
    private volatile List<FlowState> flows = List.of();

    /** Addresses whose last report had flows; the thread's own. */
    private Set<InetAddress> reported = new HashSet<>();

    /** Failure of the last report, which was said; empty if there was none; the thread's own. */
    private String said = "";

    /**
     * Starts to report.
     *
     * @param clockNs clock of the flows' times, ns
     * @param say gets a line when reports begin to fail, or to succeed again
     */
    public FlowReporting(ControllerAccess controller, LongSupplier clockNs, Consumer<String> say) {
        this(controller, clockNs, say, INTERVAL_MS);
    }

    FlowReporting(
            ControllerAccess controller,
            LongSupplier clockNs,
            Consumer<String> say,
            long intervalMs) {
        this.controller = controller;
        this.clockNs = clockNs;
        this.say = say;
        this.intervalMs = intervalMs;
        client = new ControllerClient(controller, HOLDS);
        thread = new Thread(this::run, "flow-reports");
        thread.setDaemon(true);
        thread.start();
    }

    /** Takes the flows that are shaped now, for the next report. */
    public void state(List<FlowState> shaped) {
        flows = List.copyOf(shaped);
    }

    private void run() {
        try {
            while (!ending.await(intervalMs, TimeUnit.MILLISECONDS)) {
                reportOrSay();
            }
        } catch (InterruptedException e) {
            // It is closed while the controller does not answer.
            Thread.currentThread().interrupt();
        }
    }

    /** As {@link #report}; an error that nobody has thought of ends this report only. */
    private void reportOrSay() throws InterruptedException {
        try {
            report();
        } catch (RuntimeException | Error e) {
            if (!e.toString().equals(said)) {
                said = e.toString();
                say.accept("could not report flows to " + controller + ": " + e);
            }
        }
    }

    private void report() throws InterruptedException {
        Map<InetAddress, List<FlowState>> bySource = new HashMap<>();
        for (FlowState each : flows) {
            if (Registration.isRegistrable(each.flow().local())) {
                bySource.computeIfAbsent(each.flow().local(), any -> new ArrayList<>()).add(each);
            }
        }
        Set<InetAddress> sources = new HashSet<>(bySource.keySet());
        sources.addAll(reported);
        String failure = "";
        for (InetAddress source : sources) {
            String failed =
                    client.request(
                            ControllerAccess.flows(source),
                            "PUT",
                            HttpRequest.BodyPublishers.ofString(
                                    body(bySource.getOrDefault(source, List.of())).toString()),
                            client.timeout());
            failure = failed.isEmpty() ? failure : failed;
        }
        reported = bySource.keySet();
        if (!sources.isEmpty() && !failure.equals(said)) {
            said = failure;
            say.accept(
                    failure.isEmpty()
                            ? controller + " takes reports of flows again"
                            : controller + " does not take reports of flows: " + failure);
        }
    }

    private ObjectNode body(List<FlowState> all) {
        long nowNs = clockNs.getAsLong();
        List<FlowState> latest = new ArrayList<>(all);
        latest.sort(Comparator.comparing(FlowState::feedbackNs).reversed());
        ObjectNode report = JsonNodeFactory.instance.objectNode();
        ArrayNode list = report.putArray("flows");
        for (FlowState each : latest.subList(0, Math.min(MOST_FLOWS, latest.size()))) {
            ObjectNode flow = list.addObject();
            flow.put("destination", ControllerAccess.text(each.flow().remote()));
            flow.put("protocol", each.flow().protocol());
            flow.put("sourcePort", each.flow().localPort());
            flow.put("destinationPort", each.flow().remotePort());
            each.classIndex().ifPresent(index -> flow.put("classIndex", index));
            flow.put("allowedRateBps", each.allowedRateBps());
            flow.put("feedbackAgeMs", Math.max(0, nowNs - each.feedbackNs()) / NS_PER_MS);
        }
        report.put("omitted", Math.max(0, latest.size() - MOST_FLOWS));
        return report;
    }

    /** Ends the reports. The controller forgets the last one with the registration. */
    @Override
    public void close() {
        ending.countDown();
        thread.interrupt();
        try {
            thread.join(ControllerClient.LONGEST_TIMEOUT.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
