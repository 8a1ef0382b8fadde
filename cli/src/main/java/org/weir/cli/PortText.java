// SPDX-License-Identifier: Apache-2.0
package org.weir.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.weir.app.MeasuredView;
import org.weir.app.PortView;
import org.weir.app.QueueView;
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
                        "%s/%d  %s Mb/s, %d packets, %s, set %d times",
                        port.device(),
                        port.port(),
                        rate(port.rateBps()),
                        port.capacityPackets(),
                        port.up() ? "up" : "down",
                        port.resolves()));
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
                settings.map(one -> String.valueOf(one.thresholdPackets())).orElse(UNKNOWN),
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

    private static String target(QueueView queue) {
        return queue.targetMet()
                .map(met -> met ? "met" : "missed " + String.join(", ", queue.missed()))
                .orElse(UNKNOWN);
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
