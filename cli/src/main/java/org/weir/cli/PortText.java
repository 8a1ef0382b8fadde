// SPDX-License-Identifier: Apache-2.0
package org.weir.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.weir.app.AqmView;
import org.weir.app.MeasuredView;
import org.weir.app.PortView;
import org.weir.app.QueueView;
import org.weir.app.SchedulingView;
import org.weir.app.SettingsView;

/** A controlled port as text for the shell. Rates are in Mb/s, delays in ms, depths in packets. */
final class PortText {

    private static final String UNKNOWN = "-";

    private PortText() {}

    /**
     * A heading line and one line per class.
     *
     * @param port what to write
     * @return the lines
     */
    static List<String> lines(PortView port) {
        List<String> lines = new ArrayList<>();
        lines.add(
                String.format(
                        Locale.ROOT,
                        "%s/%d  %s Mb/s, %d packets, λ over %s, %s, set %d times",
                        port.device(),
                        port.port(),
                        rate(port.rateBps()),
                        port.capacityPackets(),
                        rateWindow(port),
                        port.up() ? "up" : "down",
                        port.resolves()));
        scheduling(port.scheduling()).ifPresent(text -> lines.add("  " + text));
        aqm(port.aqm()).ifPresent(text -> lines.add("  " + text));
        TextTable table =
                new TextTable(
                        "class",
                        "λ",
                        "λ*",
                        "μ",
                        "goodput",
                        "ω",
                        "K",
                        "limit",
                        "depth",
                        "max",
                        "p50",
                        "p99",
                        "marks",
                        "feedback",
                        "drops",
                        "target");
        port.queues().forEach(queue -> addRow(table, queue));
        table.lines().forEach(line -> lines.add("  " + line));
        port.queues().stream()
                .flatMap(queue -> queue.losses().stream())
                .distinct()
                .forEach(loss -> lines.add("  missed, for " + loss));
        return lines;
    }

    private static void addRow(TextTable table, QueueView queue) {
        MeasuredView measured = queue.measured();
        Optional<SettingsView> settings = queue.settings();
        table.row(
                queue.className(),
                rate(measured.offeredBps()),
                settings.map(one -> rate(one.targetRateBps())).orElse(UNKNOWN),
                settings.map(one -> rate(one.serviceRateBps())).orElse(UNKNOWN),
                rate(measured.goodputBps()),
                settings.map(one -> decimals(3, one.weightFraction())).orElse(UNKNOWN),
                settings.map(SettingsView::thresholdColumn).orElse(UNKNOWN),
                settings.map(one -> String.valueOf(one.limitPackets())).orElse(UNKNOWN),
                decimals(1, measured.depthMeanPackets()),
                String.valueOf(measured.depthMaxPackets()),
                decimals(2, measured.delayP50Ms()),
                decimals(2, measured.delayP99Ms()),
                String.valueOf(measured.marks()),
                String.valueOf(measured.feedback()),
                String.valueOf(measured.drops()),
                target(queue));
    }

    private static String rateWindow(PortView port) {
        return port.rateWindowUs().isPresent()
                ? decimals(3, port.rateWindowUs().getAsDouble() / 1e3) + " ms"
                : UNKNOWN;
    }

    /** Nothing where the switch program keeps the weights, as it does unless said otherwise. */
    private static Optional<String> scheduling(SchedulingView scheduling) {
        switch (scheduling.mode()) {
            case ASIC:
                return Optional.of(
                        "weights in the ASIC"
                                + (scheduling.shareError().isPresent()
                                        ? ", largest difference of a share "
                                                + decimals(5, scheduling.shareError().getAsDouble())
                                        : ", none set yet"));
            case STATIC:
                return Optional.of("weights static: " + scheduling.text());
            case VIRTUAL:
                return Optional.of("shares by virtual queues");
            default:
                return Optional.empty();
        }
    }

    /** Nothing where there is no scheme. */
    private static Optional<String> aqm(AqmView aqm) {
        if (aqm.targetUs().isEmpty()) {
            return Optional.empty();
        }
        String text =
                String.format(
                        Locale.ROOT,
                        "aqm %s, target %s ms, interval %s ms",
                        aqm.scheme(),
                        decimals(3, aqm.targetUs().getAsLong() / 1e3),
                        decimals(3, aqm.intervalUs().orElse(0) / 1e3));
        if (!aqm.ackPorts().isEmpty()) {
            text +=
                    String.format(
                            Locale.ROOT,
                            ", return %s ms, expiry %s ms, acks by %s",
                            decimals(3, aqm.returnUs().orElse(0) / 1e3),
                            decimals(3, aqm.expiryUs().orElse(0) / 1e3),
                            aqm.ackPorts().stream()
                                    .map(String::valueOf)
                                    .collect(Collectors.joining(", ")));
        }
        return Optional.of(aqm.thresholds() ? text : text + ", without thresholds");
    }

    private static String target(QueueView queue) {
        return queue.targetMet()
                .map(met -> met ? "met" : "missed " + missed(queue))
                .orElse(UNKNOWN);
    }

    private static String missed(QueueView queue) {
        List<String> words = new ArrayList<>(queue.missed());
        if (!queue.losses().isEmpty()) {
            words.add("packets lost");
        }
        return String.join(", ", words);
    }

    private static String rate(double bps) {
        return decimals(2, bps / 1e6);
    }

    private static String decimals(int digits, double value) {
        return Double.isFinite(value)
                ? String.format(Locale.ROOT, "%." + digits + "f", value)
                : UNKNOWN;
    }
}
