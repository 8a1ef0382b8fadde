// SPDX-License-Identifier: Apache-2.0
package org.weir.cli.text;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.weir.app.AqmView;
import org.weir.app.PortView;
import org.weir.app.QueueFigure;
import org.weir.app.QueueView;
import org.weir.app.SchedulingView;

/** A controlled port as text for the shell. Rates are in Mb/s, delays in ms, depths in packets. */
public final class PortText {

    private static final String UNKNOWN = "-";

    /** Longest line of the shell's tables. */
    private static final int LINE_CHARACTERS = 100;

    private PortText() {}

    /**
     * A heading line and one line per class.
     *
     * @param port the port
     * @return the lines
     */
    public static List<String> lines(PortView port) {
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
        if (!port.isMeasured()) {
            lines.add("  no recent reading: the measured figures are unknown");
        }
        if (port.arrivalPipes() > 1) {
            lines.add(
                    String.format(
                            "  feedback measures each of %d pipes alone: senders may reach %d λ*",
                            port.arrivalPipes(), port.arrivalPipes()));
        }
        port.canaryPlan()
                .ifPresent(plan -> lines.add("  canary: plan " + plan + " is in force here"));
        List<String> headings =
                QueueFigure.columns().stream()
                        .map(QueueFigure::heading)
                        .collect(Collectors.toList());
        headings.add("target");
        TextTable table = new TextTable(headings.toArray(String[]::new));
        port.queues().forEach(queue -> addRow(table, queue));
        table.lines().forEach(line -> lines.add("  " + line));
        port.queues().stream()
                .filter(queue -> "withdrawn".equals(queue.promise()))
                .forEach(
                        queue ->
                                lines.add(
                                        "  "
                                                + queue.className()
                                                + ": promise withdrawn, "
                                                + queue.promiseReason()));
        port.queues().stream()
                .flatMap(queue -> queue.losses().stream())
                .distinct()
                .forEach(loss -> lines.add("  missed, for " + loss));
        return lines;
    }

    /** True if a recent reading has no traffic of any class, and none misses a target. */
    public static boolean isIdle(PortView port) {
        return port.isMeasured()
                && port.queues().stream()
                        .allMatch(queue -> isIdle(queue) && queue.targetMet().orElse(true));
    }

    /**
     * One line that stands for ports without traffic: their number, and as many names as fit.
     *
     * @param ports at least one
     */
    public static String idle(List<PortView> ports) {
        String start =
                String.format(
                        "%d %s without traffic: ",
                        ports.size(), ports.size() == 1 ? "port" : "ports");
        String end = " (--all shows them)";
        String names = "";
        int named = 0;
        for (PortView port : ports) {
            String name = (named == 0 ? "" : ", ") + port.device() + "/" + port.port();
            String rest = " and " + (ports.size() - named) + " more";
            if ((start + names + name + rest + end).length() > LINE_CHARACTERS) {
                break;
            }
            names += name;
            named++;
        }
        String rest = named == ports.size() ? "" : " and " + (ports.size() - named) + " more";
        return start + names + rest + end;
    }

    private static void addRow(TextTable table, QueueView queue) {
        List<String> cells =
                QueueFigure.columns().stream()
                        .map(figure -> figure.text(queue))
                        .collect(Collectors.toList());
        cells.add(target(queue));
        table.row(cells.toArray(String[]::new));
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
        if (aqm.qBasePackets().isPresent()) {
            return Optional.of(thresholds(abc(aqm), aqm));
        }
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
        return Optional.of(thresholds(text, aqm));
    }

    private static String thresholds(String text, AqmView aqm) {
        return aqm.thresholds() ? text : text + ", without thresholds";
    }

    private static String abc(AqmView aqm) {
        return String.format(
                Locale.ROOT,
                "aqm %s, q_min %d, q_base %d, gamma %d packets, mean activity %s",
                aqm.scheme(),
                aqm.qMinPackets().orElse(0),
                aqm.qBasePackets().orElse(0),
                aqm.gammaPackets().orElse(0),
                aqm.averagePackets().isPresent()
                        ? "of " + aqm.averagePackets().getAsLong() + " packets"
                        : "over " + aqm.averageMemoryMs().orElse(0) + " ms");
    }

    private static String target(QueueView queue) {
        String undecided = String.join(", ", queue.undecided());
        return queue.targetMet()
                .map(met -> met ? metOrIdle(queue) : "missed " + missed(queue))
                .orElse(undecided.isEmpty() ? UNKNOWN : "undecided " + undecided);
    }

    /** A class that sends nothing has met nothing. */
    private static String metOrIdle(QueueView queue) {
        if (isIdle(queue)) {
            return "no traffic";
        }
        return queue.promiseBasis() == null ? "met" : "met, " + queue.promiseBasis();
    }

    private static boolean isIdle(QueueView queue) {
        return queue.measured(QueueFigure.OFFERED_RATE).doubleValue() == 0
                && queue.measured(QueueFigure.DEPTH_MAX).doubleValue() == 0;
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
