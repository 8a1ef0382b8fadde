// SPDX-License-Identifier: Apache-2.0
package org.weir.app.metrics;

import com.fasterxml.jackson.databind.JsonNode;
import io.prometheus.metrics.expositionformats.OpenMetricsTextFormatWriter;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.weir.app.AlertGroup;
import org.weir.app.DeviceView;
import org.weir.app.DropCause;
import org.weir.app.PortView;
import org.weir.app.RejectedException;
import org.weir.app.WeirService;
import org.weir.app.json.PortJson;
import org.weir.app.webhook.DeliveryState;
import org.weir.app.webhook.WebhookView;

/**
 * The figures of a running Weir as OpenMetrics text. The number of series is bounded: of more than
 * {@value #MOST_PORTS} ports, the others are counted and not shown.
 */
public final class OpenMetrics {
    /** Media type of the text. */
    public static final String MEDIA_TYPE = OpenMetricsTextFormatWriter.CONTENT_TYPE;

    /** Largest number of ports with series of their own. */
    static final int MOST_PORTS = 500;

    private final WeirService weir;
    private final Map<String, Series> series = new LinkedHashMap<>();

    private OpenMetrics(WeirService weir) {
        this.weir = weir;
    }

    /** Names of the metrics of a class at a port, as the text has them. */
    public static List<String> queueMetrics() {
        return Arrays.stream(QueueMetric.values())
                .map(one -> one.metricName() + (one.isCounter() ? "_total" : ""))
                .collect(Collectors.toList());
    }

    /**
     * The text of now.
     *
     * @param device id of a switch, whose ports and losses alone are shown, without the figures of
     *     the network, and with the number of ports without series only if it is not 0; empty for
     *     all
     */
    public static String text(WeirService weir, Optional<String> device) throws IOException {
        OpenMetrics metrics = new OpenMetrics(weir);
        metrics.ports(device);
        metrics.devices(device);
        if (device.isEmpty()) {
            metrics.network();
            metrics.webhooks();
        }
        MetricSnapshots.Builder all = MetricSnapshots.builder();
        metrics.series.values().stream()
                .filter(Series::hasSamples)
                .forEach(s -> all.metricSnapshot(s.end()));
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        new OpenMetricsTextFormatWriter(false, false).write(bytes, all.build());
        return bytes.toString(StandardCharsets.UTF_8);
    }

    private Series gauge(String name, String help) {
        return series.computeIfAbsent(name, any -> new Series(name, help, false));
    }

    private Series counter(String name, String help) {
        return series.computeIfAbsent(name, any -> new Series(name, help, true));
    }

    private void ports(Optional<String> device) {
        List<PortView> all =
                weir.ports().stream()
                        .filter(one -> device.isEmpty() || device.get().equals(one.device()))
                        .collect(Collectors.toList());
        List<PortView> shown = new ArrayList<>(all.subList(0, Math.min(all.size(), MOST_PORTS)));
        int omitted = all.size() - shown.size();
        if (device.isEmpty()) {
            gauge("weir_ports", "Ports under control.").add(Labels.EMPTY, all.size());
        }
        if (device.isEmpty() || omitted > 0) {
            gauge("weir_ports_omitted", "Ports under control that have no series of their own.")
                    .add(Labels.EMPTY, omitted);
        }
        for (PortView port : shown) {
            Labels ofPort = Labels.of("device", port.device(), "port", Long.toString(port.port()));
            gauge("weir_port_rate_bits_per_second", "Rate of the port.")
                    .add(ofPort, port.rateBps());
            for (JsonNode queue : PortJson.port(port).path("classes")) {
                Labels labels = ofPort.add("class", queue.path("name").asText());
                for (QueueMetric metric : QueueMetric.values()) {
                    Series one =
                            metric.isCounter()
                                    ? counter(metric.metricName(), metric.help())
                                    : gauge(metric.metricName(), metric.help());
                    metric.value(queue, port.isMeasured())
                            .ifPresent(value -> one.add(labels, value));
                }
            }
        }
    }

    private void devices(Optional<String> only) {
        for (DeviceView device : weir.devices()) {
            if (only.isPresent() && !only.get().equals(device.device())) {
                continue;
            }
            Labels labels = Labels.of("device", device.device());
            gauge("weir_device_available", "1 while the controller has contact with the switch.")
                    .add(labels, device.available() ? 1 : 0);
            device.unconfirmedRules()
                    .ifPresent(
                            rules ->
                                    gauge(
                                                    "weir_device_unconfirmed_rules",
                                                    "Flow rules that were sent to the switch and"
                                                            + " are not confirmed yet.")
                                            .add(labels, rules));
            for (DropCause cause : DropCause.values()) {
                device.drops()
                        .count(cause)
                        .ifPresent(
                                count ->
                                        counter(
                                                        "weir_device_dropped_packets",
                                                        "Packets that the switch dropped outside"
                                                                + " the queues of classes.")
                                                .add(
                                                        labels.add("cause", cause.word()),
                                                        count.packets()));
            }
        }
    }

    private void network() {
        for (AlertGroup group : AlertGroup.of(weir.alerts())) {
            gauge("weir_alerts", "Present faults of the network, by their kind.")
                    .add(Labels.of("kind", group.kind()), group.count());
        }
        gauge("weir_policy_version", "Version of the policy in force; 0 without one.")
                .add(Labels.EMPTY, weir.changes().version());
        if (weir.isFreezeKnown()) {
            gauge(
                            "weir_frozen",
                            "1 while an operator's freeze holds back weights, thresholds, limits"
                                    + " and target rates.")
                    .add(Labels.EMPTY, weir.isFrozen() ? 1 : 0);
        }
        counter("weir_resolves", "Rounds that led to new settings of a port.")
                .add(Labels.EMPTY, weir.resolves());
    }

    private void webhooks() {
        List<WebhookView> all;
        try {
            all = weir.webhooks().all();
        } catch (RejectedException e) {
            // The store does not answer: nothing is known.
            return;
        }
        for (WebhookView view : all) {
            Labels labels = Labels.of("webhook", view.webhook().name());
            DeliveryState state = view.state();
            counter("weir_webhook_delivered_events", "Events that the receiver has taken.")
                    .add(labels, state.delivered());
            counter("weir_webhook_failed_events", "Events given up after an hour of attempts.")
                    .add(labels, state.failed());
            counter("weir_webhook_dropped_events", "Events removed from the full queue.")
                    .add(labels, state.dropped());
            gauge("weir_webhook_waiting_events", "Events in the queue.")
                    .add(labels, state.waiting());
        }
    }
}
