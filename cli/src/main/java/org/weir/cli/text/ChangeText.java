// SPDX-License-Identifier: Apache-2.0
package org.weir.cli.text;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.weir.app.change.Difference;
import org.weir.app.change.Plan;
import org.weir.app.change.PolicyVersion;
import org.weir.app.change.VersionStep;

/** Versions of the policy, and plans, as text of at most 100 columns. */
public final class ChangeText {
    private static final String NO_TRAFFIC = "-";

    /** Smaller figures, in Mb/s, ms and %, make no difference to a reader. */
    private static final double LEAST_SHOWN = 0.001;

    private ChangeText() {}

    /**
     * Versions, oldest first.
     *
     * @param running the version that runs, which gets a star
     */
    public static List<String> versions(List<PolicyVersion> versions, long running) {
        TextTable table = new TextTable("version", "time", "who", "via", "what");
        for (PolicyVersion one : versions) {
            table.row(
                    one.version() + (one.version() == running ? "*" : ""),
                    UtcTime.text(one.timeMs()),
                    one.who(),
                    one.via(),
                    one.what());
        }
        return table.lines();
    }

    /**
     * A version and what it changed.
     *
     * @param running the version that runs
     */
    public static List<String> version(VersionStep step, long running) {
        List<String> lines = new ArrayList<>(versions(List.of(step.version()), running));
        for (Difference one : step.differences()) {
            lines.addAll(TextTable.wrap(text(one)));
        }
        for (Difference one : step.migration()) {
            lines.addAll(TextTable.wrap("migrated from a former format: " + text(one)));
        }
        return lines;
    }

    private static String text(Difference one) {
        return one.path() + ": " + one.before() + " -> " + one.after();
    }

    /**
     * Answer to a change of the policy.
     *
     * @param own the version that the change has made
     * @param running the version that runs now
     */
    public static List<String> inForce(long own, long running) {
        return running <= own
                ? List.of("version " + own + " is in force")
                : List.of("version " + own + " was in force; version " + running + " has followed");
    }

    /** Plans, oldest first. */
    public static List<String> plans(List<Plan> plans) {
        TextTable table = new TextTable("plan", "time", "who", "on version", "state");
        for (Plan one : plans) {
            table.row(
                    Long.toString(one.number()),
                    UtcTime.text(one.timeMs()),
                    one.who(),
                    Long.toString(one.basedOn()),
                    one.state().word());
        }
        return table.lines();
    }

    /** A plan: what it changes, and the ports whose settings it changes. */
    public static List<String> plan(Plan plan) {
        List<String> lines = new ArrayList<>();
        lines.add(
                String.format(
                        "plan %d on version %d: %s%s",
                        plan.number(),
                        plan.basedOn(),
                        plan.state().word(),
                        plan.note().isEmpty() ? "" : ", " + plan.note()));
        plan.canary()
                .ifPresent(
                        canary ->
                                lines.add(
                                        String.format(
                                                "canary since %s by %s: %s",
                                                UtcTime.text(canary.timeMs()),
                                                canary.who(),
                                                canary.text())));
        for (JsonNode one : plan.differences()) {
            lines.add(
                    String.format(
                            "%s: %s -> %s",
                            one.path("path").asText(), one.path("before"), one.path("after")));
        }
        TextTable table =
                new TextTable(
                        "port", "class", "load Mb/s", "weight", "K", "mean ms", "p99 ms", "loss %");
        int same = 0;
        for (JsonNode port : plan.ports()) {
            if (!port.path("changes").asBoolean()) {
                same++;
                continue;
            }
            for (JsonNode one : port.path("classes")) {
                table.row(
                        port.path("device").asText() + "/" + port.path("port").asText(),
                        one.path("name").asText(),
                        number(one.path("loadBps").asDouble() / 1e6),
                        step(one, "weight", 1),
                        step(one, "thresholdPackets", 1),
                        predicted(one, "delayMs", 1),
                        predicted(one, "p99DelayMs", 1),
                        predicted(one, "lossFraction", 100));
            }
        }
        lines.addAll(table.lines());
        if (same > 0) {
            lines.add(same + " more ports keep their settings");
        }
        if (plan.portsNotPlanned() > 0) {
            lines.add(
                    plan.portsNotPlanned()
                            + " ports of other nodes are not judged: make the plan there, too");
        }
        for (JsonNode port : plan.ports()) {
            for (JsonNode one : port.path("classes")) {
                if (one.at("/planned/missed").size() == 0
                        && one.at("/planned/notGuaranteed").size() > 0) {
                    lines.add(
                            String.format(
                                    "%s/%s %s is met at the present load, not guaranteed: %s",
                                    port.path("device").asText(),
                                    port.path("port").asText(),
                                    one.path("name").asText(),
                                    one.at("/planned/notGuaranteed/0").asText()));
                }
                for (JsonNode missed : one.path("planned").path("missed")) {
                    lines.add(
                            String.format(
                                    "%s/%s %s may miss %s",
                                    port.path("device").asText(),
                                    port.path("port").asText(),
                                    one.path("name").asText(),
                                    missed.asText()));
                }
            }
        }
        lines.addAll(SimulationText.of(plan));
        return lines;
    }

    /** A predicted figure now and planned; a class without traffic has none. */
    private static String predicted(JsonNode one, String field, double factor) {
        return one.path("loadBps").asDouble() > 0 ? step(one, field, factor) : NO_TRAFFIC;
    }

    /** A figure now and planned; one figure if both are the same to three digits. */
    private static String step(JsonNode one, String field, double factor) {
        String now = figure(one.path("now").path(field), factor);
        String planned = figure(one.path("planned").path(field), factor);
        return now.equals(planned) ? planned : now + ">" + planned;
    }

    private static String figure(JsonNode value, double factor) {
        return value.isNumber() ? number(factor * value.asDouble()) : "-";
    }

    private static String number(double value) {
        if (value > 0 && value < LEAST_SHOWN) {
            return "<" + LEAST_SHOWN;
        }
        return value == Math.rint(value) && Math.abs(value) < 1e6
                ? Long.toString((long) value)
                : String.format(Locale.ROOT, "%.3g", value);
    }
}
