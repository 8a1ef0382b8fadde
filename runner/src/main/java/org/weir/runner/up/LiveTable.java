// SPDX-License-Identifier: Apache-2.0
package org.weir.runner.up;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.weir.runner.host.HostFrames;

/**
 * Shows a sample as text: a row per port and class that has traffic, and a row per flow. Of a large
 * network it shows the busiest ports, and a row per class instead of one per flow.
 */
final class LiveTable {
    /** Most ports with traffic, and most things out of reach, that are all shown. */
    private static final int MOST_PORTS = 24;

    /** Number of ports shown when there are more. */
    private static final int BUSIEST_PORTS = 12;

    private static final String NONE = "-";
    private static final String HEADER =
            String.format(
                    Locale.ROOT,
                    "%-14s %4s %-5s %7s %7s %7s %6s %5s %12s %8s %8s %8s %9s %7s  %s",
                    "device",
                    "port",
                    "class",
                    "λ Mb/s",
                    "λ*",
                    "μ",
                    "ω",
                    "K",
                    "depth/max",
                    "p50 ms",
                    "p99 ms",
                    "marks",
                    "feedback",
                    "drops",
                    "targets");

    private LiveTable() {}

    /** The lines that show a sample. */
    static List<String> lines(Sample sample) {
        List<String> lines = new ArrayList<>();
        lines.add(status(sample));
        addSome(lines, "unreachable: ", sample.unreachable(), "more");
        if (!sample.ports().isEmpty()) {
            lines.add(HEADER);
            addPorts(lines, sample.ports());
        }
        if (sample.hostFrames().isEmpty()) {
            lines.addAll(FlowLines.of(sample.flows()));
        } else {
            addHosts(lines, sample.hostFrames());
        }
        return lines;
    }

    private static void addHosts(List<String> lines, List<HostFrames> hosts) {
        lines.add(
                String.format(
                        Locale.ROOT,
                        "frames of hosts: sent %d, received %d, lost between hosts and"
                                + " switches %d",
                        hosts.stream().mapToLong(HostFrames::sentFrames).sum(),
                        hosts.stream().mapToLong(HostFrames::receivedFrames).sum(),
                        hosts.stream().mapToLong(HostFrames::lostFrames).sum()));
        hosts.stream()
                .filter(host -> host.lostFrames() > 0)
                .sorted(Comparator.comparingLong(HostFrames::lostFrames).reversed())
                .limit(MOST_PORTS)
                .forEach(host -> lines.add("lost: " + host.lossText()));
    }

    /** A line for each thing; of many, a line for some and the number of the others. */
    private static void addSome(
            List<String> lines, String start, List<String> things, String others) {
        int shown = things.size() > MOST_PORTS ? BUSIEST_PORTS : things.size();
        things.subList(0, shown).forEach(one -> lines.add(start + one));
        if (shown < things.size()) {
            lines.add(start + (things.size() - shown) + " " + others);
        }
    }

    private static void addPorts(List<String> lines, JsonNode ports) {
        List<JsonNode> busy = new ArrayList<>();
        List<String> unread = new ArrayList<>();
        for (JsonNode port : ports) {
            if (!port.path("measured").asBoolean(true)) {
                unread.add(port.path("device").asText() + "/" + port.path("port").asText());
            } else if (hasTraffic(port)) {
                busy.add(port);
            }
        }
        int idle = ports.size() - busy.size() - unread.size();
        List<JsonNode> shown = busy;
        if (busy.size() > MOST_PORTS) {
            shown =
                    busy.stream()
                            .sorted(Comparator.comparingDouble(LiveTable::offeredBps).reversed())
                            .limit(BUSIEST_PORTS)
                            .toList();
        }
        for (JsonNode port : shown) {
            port.path("classes").forEach(row -> lines.add(classLine(port, row)));
        }
        if (shown.size() < busy.size()) {
            lines.add(
                    (busy.size() - shown.size())
                            + " ports with less traffic not shown, nor "
                            + idle
                            + " without traffic");
        } else if (idle > 0) {
            lines.add(idle + (idle == 1 ? " port" : " ports") + " without traffic not shown");
        }
        addSome(lines, "no recent reading: ", unread, "more ports");
    }

    private static double offeredBps(JsonNode port) {
        double sum = 0;
        for (JsonNode row : port.path("classes")) {
            sum += row.path("offeredBps").asDouble();
        }
        return sum;
    }

    private static String status(Sample sample) {
        return String.format(
                Locale.ROOT,
                "%.0f s: %d devices, %d links, %d hosts; %d resolves; feedback %d packets,"
                        + " p50 %s, p99 %s; clock lag %.1f ms%s%s",
                sample.timeSeconds(),
                sample.devices(),
                sample.links(),
                sample.hosts(),
                sample.resolves(),
                sample.feedback().count(),
                feedbackTime(sample, 0.5),
                feedbackTime(sample, 0.99),
                sample.lagNs() / 1e6,
                sample.networkAnswers() ? "" : "; the network is busy",
                sample.onosAnswers() ? "" : "; ONOS does not answer");
    }

    private static String feedbackTime(Sample sample, double part) {
        return sample.feedbackMs(part)
                .map(ms -> String.format(Locale.ROOT, "%.2f ms", ms))
                .orElse("unknown");
    }

    private static boolean hasTraffic(JsonNode port) {
        for (JsonNode row : port.path("classes")) {
            if (row.path("offeredBps").asDouble() > 0 || row.path("goodputBps").asDouble() > 0) {
                return true;
            }
        }
        return false;
    }

    private static String classLine(JsonNode port, JsonNode row) {
        return String.format(
                Locale.ROOT,
                "%-14s %4d %-5s %7s %7s %7s %6s %5s %12s %8s %8s %8s %9s %7s  %s",
                port.path("device").asText(),
                port.path("port").asLong(),
                row.path("name").asText(),
                mega(row.path("offeredBps")),
                mega(row.path("targetRateBps")),
                mega(row.path("serviceRateBps")),
                decimal(row.path("weight"), "%.3f"),
                threshold(row),
                decimal(row.path("depthPackets").path("mean"), "%.1f")
                        + "/"
                        + whole(row.path("depthPackets").path("max")),
                milliseconds(row.path("delayMs").path("p50")),
                milliseconds(row.path("delayMs").path("p99")),
                whole(row.path("marks")),
                whole(row.path("feedback")),
                whole(row.path("drops")),
                targets(row));
    }

    /** K; the word of another kind of marking. */
    private static String threshold(JsonNode row) {
        return row.path("thresholdPackets").isNumber()
                ? whole(row.path("thresholdPackets"))
                : row.path("marking").asText(NONE);
    }

    private static String targets(JsonNode row) {
        if (!row.path("targetMet").isBoolean()) {
            return row.path("undecided").isEmpty() ? NONE : "undecided " + words(row, "undecided");
        }
        if (!row.path("targetMet").booleanValue()) {
            return "missed " + words(row, "missed");
        }
        return isIdle(row) ? "no traffic" : "met";
    }

    /** Whether a class sent nothing and nothing waits for it: it has met nothing. */
    static boolean isIdle(JsonNode row) {
        return row.path("offeredBps").asDouble() == 0
                && row.path("depthPackets").path("max").asDouble() == 0;
    }

    private static String words(JsonNode row, String field) {
        List<String> words = new ArrayList<>();
        row.path(field).forEach(text -> words.add(text.asText()));
        return String.join(", ", words);
    }

    private static String mega(JsonNode bps) {
        return bps.isNumber() ? String.format(Locale.ROOT, "%.2f", bps.doubleValue() / 1e6) : NONE;
    }

    private static String decimal(JsonNode value, String format) {
        return value.isNumber() ? String.format(Locale.ROOT, format, value.doubleValue()) : NONE;
    }

    /** Two decimals; below 1 ms three significant digits, at most six decimals. */
    private static String milliseconds(JsonNode value) {
        double ms = value.doubleValue();
        return ms > 0 && ms < 1
                ? decimal(value, "%." + Math.min(6, 2 - (int) Math.floor(Math.log10(ms))) + "f")
                : decimal(value, "%.2f");
    }

    private static String whole(JsonNode value) {
        return value.isNumber() ? Long.toString(Math.round(value.doubleValue())) : NONE;
    }
}
