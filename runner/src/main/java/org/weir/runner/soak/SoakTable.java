// SPDX-License-Identifier: Apache-2.0
package org.weir.runner.soak;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Shows the results of a soak as text: lines of at most 100 characters, a topic each. */
final class SoakTable {
    private static final String NONE = "-";
    private static final double BYTES_PER_MB = 1e6;

    private SoakTable() {}

    /** The lines of a result. */
    static List<String> lines(SoakResult result) {
        List<String> lines = new ArrayList<>();
        lines.add(
                format(
                        "%s: %d switches, %d hosts, %d directed links, %s bit/s for each pair",
                        result.network(),
                        result.size().switches(),
                        result.size().hosts(),
                        result.size().links(),
                        result.perFlow()));
        if (result.policy() != null) {
            add(lines, "policy", result.policy());
        }
        add(
                lines,
                "found after, s",
                "switches %s, links %s, hosts %s, first settings %s",
                number(result.found().switches(), "%.1f"),
                number(result.found().links(), "%.1f"),
                number(result.found().hosts(), "%.1f"),
                number(result.found().settings(), "%.1f"));
        if (result.programmed() != null) {
            add(
                    lines,
                    "rules when all was found",
                    "%d confirmed in %.1f s, at least %s a second",
                    result.programmed().rules(),
                    result.programmed().seconds(),
                    number(result.programmed().rulesPerSecond(), "%.1f"));
        }
        if (result.quiet() != null) {
            addQuiet(lines, result.quiet());
        }
        if (result.idle() != null) {
            add(
                    lines,
                    "without traffic",
                    "%.0f s: ONOS %.3f cores, network %.3f; %d packets sent",
                    result.idle().seconds(),
                    result.idle().onosCores(),
                    result.idle().networkCores(),
                    result.idle().sentPackets());
        }
        for (SoakResult.Event event : result.events()) {
            add(
                    lines,
                    event.name(),
                    "%s; all links %s s after",
                    loss(event.loss()),
                    number(event.backSeconds(), "%.1f"));
        }
        if (result.policyChanges() != null) {
            addChanges(lines, result.policyChanges());
        }
        if (result.classifiers() != null) {
            addClassifiers(lines, result.classifiers());
        }
        if (result.failure() != null) {
            lines.add("  failed: " + result.failure());
        }
        return lines;
    }

    private static void addQuiet(List<String> lines, SoakResult.Quiet quiet) {
        add(
                lines,
                "left alone",
                "%.0f s: at least %d links; sent %d packets, lost %d",
                quiet.seconds(),
                quiet.leastLinks(),
                quiet.traffic().sentPackets(),
                quiet.traffic().lostPackets());
        add(
                lines,
                "  processor, memory",
                "ONOS %.2f cores, %s MB; network %.2f cores, %s MB",
                quiet.onosCores(),
                megabytes(quiet.onosResidentBytes()),
                quiet.networkCores(),
                megabytes(quiet.networkResidentBytes()));
        add(lines, "  GET weir/v1/ports", "%s", times(quiet.rest()));
        SoakResult.Loop loop = quiet.loop();
        add(
                lines,
                "  settings for new load",
                "%d confirmed, %d failed",
                loop.confirmed(),
                loop.failed());
        add(lines, "    from the reading", "%s", times(loop.fromReading()));
        add(lines, "    from the report", "%s", times(loop.fromReport()));
        add(lines, "    from the sending", "%s", times(loop.write()));
    }

    private static void addChanges(List<String> lines, SoakResult.PolicyChanges changes) {
        add(
                lines,
                "changes of the policy",
                "%d of %d accepted in %.1f s",
                changes.accepted(),
                changes.sent(),
                changes.seconds());
        add(lines, "  answer", "%s", times(changes.answers()));
        add(
                lines,
                "  last one in force",
                changes.settledSeconds() == null
                        ? "not within 10 s; %2$s"
                        : "%1$s s after the last answer; %2$s",
                number(changes.settledSeconds(), "%.1f"),
                loss(changes.loss()));
        if (changes.refusal() != null) {
            lines.add("  first refusal: " + changes.refusal());
        }
    }

    private static void addClassifiers(List<String> lines, SoakResult.Classifiers classifiers) {
        addReplacement(
                lines, "match rules: " + classifiers.rules() + " more", classifiers.installed());
        if (classifiers.restored() != null) {
            addReplacement(lines, "match rules: as before", classifiers.restored());
        }
    }

    private static void addReplacement(
            List<String> lines, String name, SoakResult.Replacement replacement) {
        add(
                lines,
                name,
                "answer %s ms; %+d rules in %s s, %s a second",
                number(replacement.answerMs(), "%.1f"),
                replacement.rules(),
                number(replacement.seconds(), "%.1f"),
                number(replacement.rulesPerSecond(), "%.0f"));
        add(lines, "  GET weir/v1/ports", "%s", times(replacement.rest()));
        add(lines, "  packets", "%s", loss(replacement.loss()));
        if (replacement.failure() != null) {
            lines.add("  failed: " + replacement.failure());
        }
    }

    private static void add(List<String> lines, String label, String text, Object... values) {
        lines.add(format("  %-30s  ", label) + (values.length == 0 ? text : format(text, values)));
    }

    private static String times(Percentiles times) {
        return format(
                "p50 %s ms, p99 %s ms of %d",
                number(times.p50Ms(), "%.1f"), number(times.p99Ms(), "%.1f"), times.samples());
    }

    private static String loss(FlowLoss loss) {
        return loss.lostPackets() == 0
                ? "lost 0"
                : format(
                        "lost %d packets, %s ms of %d flows",
                        loss.lostPackets(), number(loss.lostMs(), "%.1f"), loss.flows());
    }

    private static String megabytes(Long bytes) {
        return bytes == null ? NONE : Long.toString(Math.round(bytes / BYTES_PER_MB));
    }

    private static String number(Double value, String format) {
        return value == null ? NONE : format(format, value);
    }

    private static String format(String text, Object... values) {
        return String.format(Locale.ROOT, text, values);
    }
}
