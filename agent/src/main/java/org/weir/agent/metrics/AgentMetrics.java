// SPDX-License-Identifier: Apache-2.0
package org.weir.agent.metrics;

import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Gauge;
import io.prometheus.metrics.exporter.httpserver.HTTPServer;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import java.net.InetAddress;
import java.util.Optional;
import org.weir.agent.feedback.Refusal;
import org.weir.control.policy.PolicyException;

/** Counters of one agent. Thread-safe. */
public final class AgentMetrics implements AutoCloseable {
    private static final int MAX_PORT = 65535;

    private final PrometheusRegistry registry = new PrometheusRegistry();
    private final Counter accepted =
            Counter.builder()
                    .name("weir_agent_feedback_accepted")
                    .help("Feedback packets obeyed, by class index.")
                    .labelNames("class")
                    .register(registry);
    private final Counter refused =
            Counter.builder()
                    .name("weir_agent_feedback_refused")
                    .help("Packets in the form of feedback that were refused, by reason.")
                    .labelNames("reason")
                    .register(registry);
    private final Counter notified =
            Counter.builder()
                    .name("weir_agent_notifications_accepted")
                    .help("Notifications (CNPs) obeyed.")
                    .register(registry);
    private final Counter notificationsRefused =
            Counter.builder()
                    .name("weir_agent_notifications_refused")
                    .help("Packets in the form of notifications that were refused, by reason.")
                    .labelNames("reason")
                    .register(registry);
    private final Counter notificationsSent =
            Counter.builder()
                    .name("weir_agent_notifications_sent")
                    .help("Notifications (CNPs) sent about marked packets that came to this host.")
                    .register(registry);
    private final Counter unread =
            Counter.builder()
                    .name("weir_agent_feedback_unread")
                    .help(
                            "Packets that were lost because they arrived faster than the agent"
                                    + " read them: feedback, notifications and, with DCQCN, marked"
                                    + " data.")
                    .register(registry);
    private final Counter released =
            Counter.builder()
                    .name("weir_agent_flows_released")
                    .help("Flows that are no longer held back.")
                    .register(registry);
    private final Counter repairs =
            Counter.builder()
                    .name("weir_agent_tc_failures")
                    .help(
                            "Number of times that tc failed or ended, or somebody else changed the"
                                    + " qdiscs; the agent then set everything up again.")
                    .register(registry);
    private final Gauge flows =
            Gauge.builder()
                    .name("weir_agent_flows")
                    .help("Flows that are held back at the moment.")
                    .register(registry);
    private final Gauge lowest =
            Gauge.builder()
                    .name("weir_agent_lowest_rate_bits_per_second")
                    .help(
                            "Lowest rate of a shaped flow, bit/s; the line's rate if no flow is"
                                    + " shaped.")
                    .register(registry);
    private final Gauge registered =
            Gauge.builder()
                    .name("weir_agent_registered_addresses")
                    .help("Addresses that are registered with the controller.")
                    .register(registry);
    private final Counter registrationFailures =
            Counter.builder()
                    .name("weir_agent_registration_failures")
                    .help("Registrations that the controller did not take.")
                    .register(registry);
    private HTTPServer server;

    /** All counters at 0, those of every reason among them. */
    public AgentMetrics() {
        for (Refusal reason : Refusal.values()) {
            refused.initLabelValues(reason.label());
            notificationsRefused.initLabelValues(reason.label());
        }
    }

    /**
     * Serves the metrics.
     *
     * @param address such as {@code 127.0.0.1:9464} or {@code [::1]:9464}
     * @return port, also where 0 was asked for
     * @throws PolicyException if it is no address with a port
     * @throws IOException if it cannot be listened on
     */
    public int serve(String address) throws IOException {
        int colon = address.lastIndexOf(':');
        int port = port(address.substring(colon + 1));
        String host = colon < 1 ? "" : address.substring(0, colon).replaceAll("^\\[(.*)]$", "$1");
        if (port < 0 || !host.matches("[0-9a-fA-F.:]+|localhost")) {
            throw new PolicyException(
                    "metrics", address, "must be ADDRESS:PORT, such as 127.0.0.1:9464");
        }
        server =
                HTTPServer.builder()
                        .inetAddress(InetAddress.getByName(host))
                        .port(port)
                        .registry(registry)
                        .buildAndStart();
        return server.getPort();
    }

    private static int port(String text) {
        if (!text.matches("\\d{1,5}")) {
            return -1;
        }
        int port = Integer.parseInt(text);
        return port <= MAX_PORT ? port : -1;
    }

    /** Counts a feedback packet that is obeyed. */
    public void accept(int classId) {
        accepted.labelValues(Integer.toString(classId)).inc();
    }

    /** Counts a packet that is not obeyed. */
    public void refuse(Refusal reason) {
        refused.labelValues(reason.label()).inc();
    }

    /** Counts a notification that is obeyed. */
    public void acceptNotification() {
        notified.inc();
    }

    /** Counts a packet in the form of a notification that is not obeyed. */
    public void refuseNotification(Refusal reason) {
        notificationsRefused.labelValues(reason.label()).inc();
    }

    /** Counts a notification that was sent. */
    public void countNotificationSent() {
        notificationsSent.inc();
    }

    /** Packets refused so far for a reason. */
    public long refused(Refusal reason) {
        return (long) refused.labelValues(reason.label()).get();
    }

    /**
     * Takes note of a round of registrations.
     *
     * @param taken addresses that the controller took
     * @param failures addresses that it did not take
     */
    public void registered(int taken, int failures) {
        registered.set(taken);
        registrationFailures.inc(failures);
    }

    /** Counts a failure of tc, or a change by somebody else, after which everything is set up. */
    public void countTcFailure() {
        repairs.inc();
    }

    /**
     * Takes note of the state.
     *
     * @param flowsNow flows that are held back
     * @param lowestBps lowest rate of one, bit/s
     * @param releasedSoFar flows released since the start
     * @param unreadSoFar packets that came faster than they were read, since the start
     */
    public void state(int flowsNow, long lowestBps, long releasedSoFar, long unreadSoFar) {
        flows.set(flowsNow);
        lowest.set(lowestBps);
        released.inc(Math.max(0, releasedSoFar - released.get()));
        unread.inc(Math.max(0, unreadSoFar - unread.get()));
    }

    /** The port that is listened on, if any is. */
    public Optional<Integer> port() {
        return Optional.ofNullable(server).map(HTTPServer::getPort);
    }

    @Override
    public void close() {
        if (server != null) {
            server.close();
        }
    }
}
