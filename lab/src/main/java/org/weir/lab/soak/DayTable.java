// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.soak;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** A simulated day as text: a row for each reading, then the trends and where packets went. */
final class DayTable {
    private static final double NS_PER_HOUR = 3600e9;
    private static final double BYTES_PER_MB = 1e6;
    private static final double PER_CENT = 100;
    private static final String UNKNOWN = "unknown";
    private static final String ROW = "%6s %9s %7s %7s %7s %7s %10s %10s %9s %6s %8s";
    private static final String TREND = "%-14s %14s %12s %9s  %-24s %8s  %s";

    private DayTable() {}

    /** The line above the rows. */
    static String header() {
        return String.format(
                ROW,
                "hour",
                "heap MB",
                "threads",
                "handles",
                "entries",
                "pending",
                "sent",
                "received",
                "lost",
                "flying",
                "re-solve");
    }

    /** A reading's row. */
    static String row(DayReading reading) {
        ProcessState process = reading.process();
        PacketBalance packets = reading.packets();
        return String.format(
                Locale.ROOT,
                ROW,
                String.format(Locale.ROOT, "%.2f", reading.timeNs() / NS_PER_HOUR),
                String.format(Locale.ROOT, "%.3f", process.heapBytes() / BYTES_PER_MB),
                process.threads(),
                process.handles().isPresent() ? process.handles().getAsLong() : UNKNOWN,
                reading.tableEntries(),
                reading.pendingEvents(),
                packets.sent(),
                packets.received(),
                packets.lost(),
                packets.inFlight(),
                reading.resolves());
    }

    /** Lines printed at the end of the day. */
    static List<String> end(List<DayReading> readings, DayVerdict verdict) {
        List<String> lines = new ArrayList<>();
        PacketBalance packets = readings.get(readings.size() - 1).packets();
        lines.add(
                String.format(
                        Locale.ROOT,
                        "packets made: %d by hosts, %d copies by switches",
                        packets.sent(),
                        packets.copies()));
        lines.add(
                String.format(
                        Locale.ROOT,
                        "found again: %d at hosts, %d at the controller, %d lost, %d flying",
                        packets.received(),
                        packets.reported(),
                        packets.lost(),
                        packets.inFlight()));
        lines.add("lost by cause: " + causes(packets.dropped()));
        lines.add(
                String.format(
                        Locale.ROOT,
                        "packets missing or too many: at %d of %d readings",
                        verdict.unbalancedReadings(),
                        readings.size()));
        lines.add("");
        lines.add(
                String.format(
                        TREND,
                        "last 3/4",
                        "median",
                        "growth/day",
                        "per cent",
                        "99 % interval, /day",
                        "p",
                        "verdict"));
        verdict.growths().forEach(growth -> lines.add(trend(growth)));
        return lines;
    }

    private static String causes(Map<String, Long> dropped) {
        return dropped.entrySet().stream()
                .filter(cause -> cause.getValue() > 0)
                .map(cause -> cause.getKey() + " " + cause.getValue())
                .collect(Collectors.joining(", "));
    }

    private static String trend(DayVerdict.Growth growth) {
        String verdict = "no trend";
        if (growth.isTooMuch()) {
            verdict = "GROWS";
        } else if (growth.trend().isRising(DayVerdict.SIGNIFICANCE)) {
            verdict = "within bound";
        } else if (growth.trend().probability() < DayVerdict.SIGNIFICANCE) {
            verdict = "falls";
        }
        return String.format(
                Locale.ROOT,
                TREND,
                growth.name(),
                number(growth.level()),
                number(growth.trend().slope()),
                String.format(Locale.ROOT, "%.3f", PER_CENT * growth.part()),
                number(growth.trend().low()) + " to " + number(growth.trend().high()),
                String.format(Locale.ROOT, "%.4f", growth.trend().probability()),
                verdict);
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, Math.abs(value) < 1000 ? "%.2f" : "%.0f", value);
    }
}
