// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.up;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.weir.lab.network.FlowReport;

/** Shows a sample as text: a row per port and class that has traffic, and a row per flow. */
final class LiveTable {
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
        sample.unreachable().forEach(text -> lines.add("unreachable: " + text));
        if (!sample.ports().isEmpty()) {
            lines.add(HEADER);
            int idle = 0;
            for (JsonNode port : sample.ports()) {
                if (hasTraffic(port)) {
                    port.path("classes").forEach(row -> lines.add(classLine(port, row)));
                } else {
                    idle++;
                }
            }
            if (idle > 0) {
                lines.add(idle + (idle == 1 ? " port" : " ports") + " without traffic not shown");
            }
        }
        for (FlowReport flow : sample.flows()) {
            lines.add(flowLine(flow));
        }
        return lines;
    }

    private static String status(Sample sample) {
        return String.format(
                Locale.ROOT,
                "%.0f s: %d devices, %d links, %d hosts; %d resolves; feedback %d packets,"
                        + " p50 %.2f ms, p99 %.2f ms; clock lag %.1f ms%s",
                sample.timeSeconds(),
                sample.devices(),
                sample.links(),
                sample.hosts(),
                sample.resolves(),
                sample.feedback().count(),
                sample.feedback().percentileNs(0.5) / 1e6,
                sample.feedback().percentileNs(0.99) / 1e6,
                sample.lagNs() / 1e6,
                sample.onosAnswers() ? "" : "; ONOS does not answer");
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
                mega(row.path("arrivalRateBps")),
                mega(row.path("targetRateBps")),
                mega(row.path("serviceRateBps")),
                decimal(row.path("weight"), "%.3f"),
                whole(row.path("thresholdPackets")),
                decimal(row.path("depthPackets").path("mean"), "%.1f")
                        + "/"
                        + whole(row.path("depthPackets").path("max")),
                decimal(row.path("delayMs").path("p50"), "%.2f"),
                decimal(row.path("delayMs").path("p99"), "%.2f"),
                whole(row.path("marks")),
                whole(row.path("feedback")),
                whole(row.path("drops")),
                targets(row));
    }

    private static String targets(JsonNode row) {
        if (!row.path("targetMet").isBoolean()) {
            return NONE;
        }
        if (row.path("targetMet").booleanValue()) {
            return "met";
        }
        List<String> missed = new ArrayList<>();
        row.path("missed").forEach(text -> missed.add(text.asText()));
        return "missed " + String.join(", ", missed);
    }

    private static String flowLine(FlowReport flow) {
        return String.format(
                Locale.ROOT,
                "flow %s %s > %s: allowed %.2f Mb/s, received %d, lost %d, marked %d,"
                        + " feedback %d, delay p50 %.2f ms p99 %.2f ms",
                flow.name(),
                flow.from(),
                flow.to(),
                flow.allowedRateBps() / 1e6,
                flow.receivedPackets(),
                flow.lostPackets(),
                flow.markedPackets(),
                flow.feedbackPackets(),
                flow.delayP50Ns() / 1e6,
                flow.delayP99Ns() / 1e6);
    }

    private static String mega(JsonNode bps) {
        return bps.isNumber() ? String.format(Locale.ROOT, "%.2f", bps.doubleValue() / 1e6) : NONE;
    }

    private static String decimal(JsonNode value, String format) {
        return value.isNumber() ? String.format(Locale.ROOT, format, value.doubleValue()) : NONE;
    }

    private static String whole(JsonNode value) {
        return value.isNumber() ? Long.toString(Math.round(value.doubleValue())) : NONE;
    }
}
