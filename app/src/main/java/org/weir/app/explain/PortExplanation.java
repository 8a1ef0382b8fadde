// SPDX-License-Identifier: Apache-2.0
package org.weir.app.explain;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.weir.app.ClassView;
import org.weir.app.DecisionView;
import org.weir.app.PortView;
import org.weir.app.QueueFigure;
import org.weir.app.QueueView;
import org.weir.app.TargetsView;
import org.weir.control.QueueSettings;

/** The settings of a port with their reasons, in sentences. */
public final class PortExplanation {
    private static final double BPS_PER_MBPS = 1e6;

    private PortExplanation() {}

    /**
     * Sentences on a port, and on each of its classes after an empty line.
     *
     * @param port the port
     * @param classes the policy's classes
     * @param decision the last decision about the port
     */
    public static List<String> sentences(
            PortView port, List<ClassView> classes, LastDecision decision) {
        List<String> lines = new ArrayList<>();
        double load =
                port.queues().stream()
                        .mapToDouble(one -> one.measured(QueueFigure.OFFERED_RATE).doubleValue())
                        .sum();
        say(
                lines,
                "%s/%d sends %s. %s",
                port.device(),
                port.port(),
                rate(port.rateBps()),
                port.isMeasured()
                        ? String.format(
                                Locale.ROOT,
                                "Traffic of %s arrives for it, %.0f %% of that.",
                                rate(load),
                                100 * load / port.rateBps())
                        : "There is no recent reading, so the present load is unknown.");
        say(lines, "%s", decided(decision));
        decision.decision()
                .ifPresent(one -> one.adjustments().forEach(text -> say(lines, "%s", text)));
        for (QueueView queue : port.queues()) {
            lines.add("");
            Optional<ClassView> own =
                    classes.stream()
                            .filter(one -> one.name().equals(queue.className()))
                            .findFirst();
            say(lines, "%s", arrivals(queue, port.isMeasured()));
            own.ifPresent(one -> say(lines, "%s", wishes(one)));
            say(
                    lines,
                    "%s",
                    queue.settings()
                            .map(one -> settings(one, port.arrivalPipes()))
                            .orElse("No settings yet."));
            say(lines, "%s", outcome(queue));
        }
        return lines;
    }

    private static void say(List<String> lines, String format, Object... values) {
        String text = String.format(Locale.ROOT, format, values);
        if (!text.isEmpty()) {
            lines.add(text);
        }
    }

    private static String decided(LastDecision decision) {
        if (decision.decision().isEmpty()) {
            return decision.unknown()
                    .map(reason -> "The last decision is unknown: " + reason + ".")
                    .orElse("No decision was made yet.");
        }
        DecisionView last = decision.decision().get();
        return (last.installed()
                        ? "The last decision led to new settings."
                        : "The last decision kept the settings.")
                + (last.feasible()
                        ? " At the present loads all targets are expected to be met."
                        : " At the present loads some targets may be missed.");
    }

    private static String arrivals(QueueView queue, boolean isMeasured) {
        double offered = queue.measured(QueueFigure.OFFERED_RATE).doubleValue();
        if (!isMeasured) {
            return "Class " + queue.className() + ": arrivals are unknown.";
        }
        if (offered <= 0) {
            return "Class " + queue.className() + ": no traffic arrives.";
        }
        return String.format(
                Locale.ROOT,
                "Class %s: %s arrive, in packets of %.0f bytes.",
                queue.className(),
                rate(offered),
                queue.measured(QueueFigure.PACKET_SIZE).doubleValue());
    }

    private static String wishes(ClassView wanted) {
        TargetsView targets = wanted.targets();
        List<String> wishes = new ArrayList<>();
        targets.delayMs()
                .ifPresent(ms -> wishes.add("a mean delay of at most " + number(ms) + " ms"));
        targets.p99DelayMs()
                .ifPresent(ms -> wishes.add("a 99th percentile of at most " + number(ms) + " ms"));
        targets.jitterMs().ifPresent(ms -> wishes.add("a jitter of at most " + number(ms) + " ms"));
        targets.lossFraction()
                .ifPresent(part -> wishes.add("a loss of at most " + number(100 * part) + " %"));
        targets.minRateBps().ifPresent(bps -> wishes.add("at least " + rate(bps)));
        targets.maxRateBps().ifPresent(bps -> wishes.add("at most " + rate(bps)));
        if (wishes.isEmpty()) {
            return "It has no targets, and gets what the other classes leave.";
        }
        return "The policy asks for " + String.join(", ", wishes) + ".";
    }

    private static String settings(QueueSettings settings, int pipes) {
        String marking;
        switch (settings.marking().kind()) {
            case DEPTH:
                marking =
                        String.format(
                                Locale.ROOT,
                                "Packets that find %d or more waiting are marked, and the sender"
                                        + " gets feedback",
                                settings.marking().thresholdPackets().orElse(0));
                break;
            case RATE:
                marking = "Packets are marked while more arrives than the target rate";
                break;
            default:
                marking = "Packets are marked by the port's AQM algorithm only";
        }
        return String.format(
                        Locale.ROOT,
                        "%s. %s; packets that find %d waiting are dropped. Feedback asks its"
                                + " senders to send at most %s together.",
                        weight(settings),
                        marking,
                        settings.limitPackets(),
                        rate(settings.targetRateBps()))
                + pipes(settings, pipes);
    }

    private static String weight(QueueSettings settings) {
        if (!settings.isShareKnown()) {
            return "Its settings were taken over, and its weight is not known yet";
        }
        return String.format(
                Locale.ROOT,
                "So its weight is %.3f, which guarantees it %s; the settings were solved for %s",
                settings.weightFraction(),
                rate(settings.serviceRateBps()),
                rate(settings.arrivalRateBps()));
    }

    /** Nothing where the switch measures all packets of a class together. */
    private static String pipes(QueueSettings settings, int pipes) {
        return pipes == 1
                ? ""
                : String.format(
                        Locale.ROOT,
                        " Each of the switch's %d pipes measures only the packets that enter by it,"
                                + " so the senders may reach %s before feedback asks them to slow"
                                + " down.",
                        pipes,
                        rate(pipes * settings.targetRateBps()));
    }

    private static String outcome(QueueView queue) {
        StringBuilder text = new StringBuilder();
        if (queue.promise() != null) {
            text.append("Promise: ").append(queue.promise());
            if (queue.promiseBasis() != null) {
                text.append(" (").append(queue.promiseBasis()).append(")");
            }
            if (queue.promiseReason() != null) {
                text.append(", ").append(queue.promiseReason());
            }
            text.append(". ");
        }
        queue.targetMet()
                .ifPresent(
                        met ->
                                text.append(
                                        met
                                                ? "Measured: all targets are met."
                                                : "Measured: missed "
                                                        + String.join(", ", queue.missed())
                                                        + "."));
        if (!queue.undecided().isEmpty()) {
            text.append(" The measurements cannot decide on ")
                    .append(String.join(", ", queue.undecided()))
                    .append(".");
        }
        queue.losses().forEach(loss -> text.append(" ").append(loss).append("."));
        return text.toString().trim();
    }

    private static String rate(double bps) {
        return String.format(Locale.ROOT, "%.2f Mb/s", bps / BPS_PER_MBPS);
    }

    private static String number(double value) {
        return value == Math.rint(value)
                ? Long.toString((long) value)
                : String.format(Locale.ROOT, "%.3g", value);
    }
}
