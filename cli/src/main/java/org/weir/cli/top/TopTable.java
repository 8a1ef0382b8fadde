// SPDX-License-Identifier: Apache-2.0
package org.weir.cli.top;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import org.weir.app.ClassView;
import org.weir.app.PortView;
import org.weir.app.QueueFigure;
import org.weir.app.QueueView;
import org.weir.app.TargetsView;
import org.weir.app.shape.DelayText;
import org.weir.cli.text.TextTable;

/**
 * A moment of all queues as lines of at most {@value TextTable#COLUMNS} columns, worst first: those
 * that miss a target, then undecided ones, then the others, last those without traffic; in each
 * group the larger measured fraction of a target first, then the larger fraction of the queue limit
 * that is taken.
 */
final class TopTable {
    private static final String UNKNOWN = "-";
    private static final int PORT_COLUMNS = 28;
    private static final int TARGET_COLUMNS = 22;

    /** A queue, and its place among the others. */
    private static final class Row {
        private final PortView port;
        private final QueueView queue;
        private final TargetsView targets;

        Row(PortView port, QueueView queue, TargetsView targets) {
            this.port = port;
            this.queue = queue;
            this.targets = targets;
        }

        String key() {
            return port.device() + "/" + port.port() + " " + queue.className();
        }

        double measured(QueueFigure figure) {
            return queue.measured(figure).doubleValue();
        }

        boolean isIdle() {
            return port.isMeasured()
                    && measured(QueueFigure.OFFERED_RATE) == 0
                    && measured(QueueFigure.DEPTH_MAX) == 0
                    && !isMissed();
        }

        boolean isMissed() {
            return queue.targetMet().filter(met -> !met).isPresent();
        }

        boolean isUndecided() {
            return queue.targetMet().isEmpty() && !queue.undecided().isEmpty();
        }

        int group() {
            if (isMissed()) {
                return 0;
            }
            if (isUndecided()) {
                return 1;
            }
            return isIdle() ? 3 : 2;
        }

        /**
         * The largest measured fraction of a delay or loss target; empty without a target or a
         * recent reading.
         */
        OptionalDouble used() {
            if (targets == null || !port.isMeasured()) {
                return OptionalDouble.empty();
            }
            double most = -1;
            most = Math.max(most, used(QueueFigure.DELAY_MEAN, targets.delayMs()));
            most = Math.max(most, used(QueueFigure.DELAY_P99, targets.p99DelayMs()));
            most = Math.max(most, used(QueueFigure.LOSS, targets.lossFraction()));
            return most < 0 ? OptionalDouble.empty() : OptionalDouble.of(most);
        }

        private double used(QueueFigure figure, OptionalDouble target) {
            double value = measured(figure);
            return target.isPresent() && Double.isFinite(value) ? value / target.getAsDouble() : -1;
        }

        /**
         * The fraction of the queue limit that is taken; 0 before the first settings, and without a
         * recent reading.
         */
        double fill() {
            String limit = QueueFigure.LIMIT.text(queue);
            return limit.equals(UNKNOWN) || !port.isMeasured()
                    ? 0
                    : measured(QueueFigure.DEPTH_MEAN) / Double.parseDouble(limit);
        }
    }

    private final List<Row> rows = new ArrayList<>();
    private final int ports;
    private final Map<String, double[]> totals = new HashMap<>();

    /**
     * The queues of some ports.
     *
     * @param classes classes of the policy, for their targets
     */
    TopTable(List<PortView> ports, List<ClassView> classes) {
        Map<String, TargetsView> targets =
                classes.stream().collect(Collectors.toMap(ClassView::name, ClassView::targets));
        this.ports = ports.size();
        for (PortView port : ports) {
            for (QueueView queue : port.queues()) {
                Row row = new Row(port, queue, targets.get(queue.className()));
                rows.add(row);
                if (port.isMeasured()) {
                    totals.put(
                            row.key(),
                            new double[] {
                                row.measured(QueueFigure.MARKS), row.measured(QueueFigure.DROPS)
                            });
                }
            }
        }
        rows.sort(
                Comparator.comparingInt(Row::group)
                        .thenComparing(row -> -row.used().orElse(-1))
                        .thenComparing(row -> -row.fill())
                        .thenComparing(Row::key));
    }

    /**
     * The lines: a summary, a heading, and one line per queue.
     *
     * @param most largest number of queues, at least 1
     * @param all whether to show queues without traffic, too
     * @param earlier an earlier moment, for rates of marks and drops; null for none
     * @param seconds time since the earlier moment
     */
    List<String> lines(int most, boolean all, TopTable earlier, double seconds) {
        List<Row> shown =
                rows.stream().filter(row -> all || !row.isIdle()).collect(Collectors.toList());
        long idle = rows.stream().filter(Row::isIdle).count();
        long unread = rows.stream().filter(row -> !row.port.isMeasured()).count();
        List<String> lines = new ArrayList<>();
        lines.add(
                String.format(
                        "%d ports, %d queues: %d miss a target, %d undecided, %d without traffic%s",
                        ports,
                        rows.size(),
                        rows.stream().filter(Row::isMissed).count(),
                        rows.stream().filter(Row::isUndecided).count(),
                        idle,
                        unread == 0 ? "" : ", " + unread + " without a recent reading"));
        TextTable table =
                new TextTable(
                        "port", "class", "λ Mb/s", "λ*", "depth", "K", "mean ms", "p99 ms",
                        "marks/s", "drops/s", "target");
        shown.stream().limit(most).forEach(row -> table.row(cells(row, earlier, seconds)));
        table.lines().forEach(line -> lines.add(cut(line, TextTable.COLUMNS)));
        if (shown.size() > most) {
            lines.add(String.format("%d more queues", shown.size() - most));
        }
        if (!all && idle > 0) {
            lines.add("(--all also shows queues without traffic)");
        }
        return lines;
    }

    private static String[] cells(Row row, TopTable earlier, double seconds) {
        boolean isKnown = row.port.isMeasured();
        boolean hasPackets = isKnown && !row.isIdle();
        return new String[] {
            end(row.port.device() + "/" + row.port.port(), PORT_COLUMNS),
            cut(row.queue.className(), 8),
            isKnown ? decimals(2, row.measured(QueueFigure.OFFERED_RATE) / 1e6) : UNKNOWN,
            QueueFigure.TARGET_RATE.text(row.queue),
            isKnown ? decimals(1, row.measured(QueueFigure.DEPTH_MEAN)) : UNKNOWN,
            QueueFigure.THRESHOLD.text(row.queue),
            hasPackets ? DelayText.milliseconds(row.measured(QueueFigure.DELAY_MEAN)) : UNKNOWN,
            hasPackets ? DelayText.milliseconds(row.measured(QueueFigure.DELAY_P99)) : UNKNOWN,
            rate(row, 0, earlier, seconds),
            rate(row, 1, earlier, seconds),
            cut(target(row), TARGET_COLUMNS)
        };
    }

    private static String rate(Row row, int total, TopTable earlier, double seconds) {
        double[] before = earlier == null ? null : earlier.totals.get(row.key());
        if (before == null || !row.port.isMeasured() || !(seconds > 0)) {
            return UNKNOWN;
        }
        double now = row.measured(total == 0 ? QueueFigure.MARKS : QueueFigure.DROPS);
        return now < before[total] ? UNKNOWN : decimals(0, (now - before[total]) / seconds);
    }

    private static String target(Row row) {
        if (row.isMissed()) {
            String missed = String.join(", ", row.queue.missed());
            return "missed " + (missed.isEmpty() ? "packets lost" : missed);
        }
        if (row.isUndecided()) {
            return "undecided";
        }
        if (row.isIdle()) {
            return "no traffic";
        }
        if (!row.port.isMeasured()) {
            return "no recent reading";
        }
        String used =
                row.used().isPresent()
                        ? String.format(
                                Locale.ROOT, ", %.0f %% used", 100 * row.used().getAsDouble())
                        : "";
        return row.queue.targetMet().map(met -> "met" + used).orElse(UNKNOWN);
    }

    private static String decimals(int digits, double value) {
        return Double.isFinite(value)
                ? String.format(Locale.ROOT, "%." + digits + "f", value)
                : UNKNOWN;
    }

    private static String cut(String text, int columns) {
        return text.length() <= columns ? text : text.substring(0, columns - 1) + "…";
    }

    /** The end of a text: device ids differ there. */
    private static String end(String text, int columns) {
        return text.length() <= columns ? text : "…" + text.substring(text.length() - columns + 1);
    }
}
