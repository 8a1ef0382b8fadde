// SPDX-License-Identifier: Apache-2.0
package org.weir.cli;

import java.util.List;
import java.util.Locale;
import org.apache.karaf.shell.api.action.Argument;
import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.Completion;
import org.apache.karaf.shell.api.action.Option;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.weir.app.RejectedException;
import org.weir.app.WeirService;
import org.weir.app.explain.KnownNames;
import org.weir.app.json.HistoryJson;
import org.weir.app.past.QueuePoint;
import org.weir.app.past.QueuePoint.Figure;
import org.weir.app.shape.DelayText;
import org.weir.cli.base.WeirCommand;
import org.weir.cli.text.TextTable;
import org.weir.cli.text.UtcTime;

/** Shell command that shows the last hour of a queue. */
@Service
@Command(scope = "onos", name = "weir-history", description = "Shows the last hour of a queue")
public final class HistoryCommand extends WeirCommand {

    private static final int MOST = 360;
    private static final double BPS_PER_MBPS = 1e6;

    @Argument(index = 0, name = "port", description = "device/port", required = true)
    @Completion(PortCompleter.class)
    private String port;

    @Argument(index = 1, name = "class", description = "name of the class", required = true)
    @Completion(ClassCompleter.class)
    private String className;

    @Option(name = "--points", description = "Number of points, the last ones (default: 30)")
    private int points = 30;

    @Override
    protected void doExecute() {
        if (points < 1 || points > MOST) {
            throw new IllegalArgumentException("--points: must be from 1 to " + MOST);
        }
        WeirService weir = weir();
        PortSelection one = PortSelection.parse(port).one(weir);
        long number = one.port().orElseThrow();
        List<QueuePoint> all =
                weir.history(one.device(), number, className).orElseThrow(() -> noQueue(weir, one));
        List<QueuePoint> last = all.subList(Math.max(0, all.size() - points), all.size());
        if (outputJson()) {
            print("%s", HistoryJson.history(one.device(), number, className, last));
            return;
        }
        lines(last).forEach(line -> print("%s", line));
    }

    private RejectedException noQueue(WeirService weir, PortSelection selection) {
        selection.of(weir);
        KnownNames.requireClass(weir, className);
        return new RejectedException(
                RejectedException.Reason.UNKNOWN, "the port has no queue of " + className + " yet");
    }

    /** A heading and one line per point: rates in Mb/s, delays in ms; {@code -} is unknown. */
    static List<String> lines(List<QueuePoint> points) {
        TextTable table =
                new TextTable(
                        "time",
                        "λ",
                        "goodput",
                        "λ*",
                        "K",
                        "depth",
                        "max",
                        "p50",
                        "p99",
                        "marks",
                        "feedback",
                        "drops");
        for (QueuePoint point : points) {
            table.row(
                    UtcTime.text(point.timeMs()),
                    megabits(point.value(Figure.OFFERED_BPS)),
                    megabits(point.value(Figure.GOODPUT_BPS)),
                    megabits(point.value(Figure.TARGET_RATE_BPS)),
                    decimals(point.value(Figure.THRESHOLD_PACKETS), 0),
                    decimals(point.value(Figure.DEPTH_MEAN_PACKETS), 1),
                    decimals(point.value(Figure.DEPTH_MAX_PACKETS), 0),
                    milliseconds(point.value(Figure.DELAY_P50_MS)),
                    milliseconds(point.value(Figure.DELAY_P99_MS)),
                    decimals(point.value(Figure.MARKS), 0),
                    decimals(point.value(Figure.FEEDBACK), 0),
                    decimals(point.value(Figure.DROPS), 0));
        }
        return table.lines();
    }

    private static String megabits(Double bps) {
        return decimals(bps == null ? null : bps / BPS_PER_MBPS, 2);
    }

    private static String milliseconds(Double ms) {
        return DelayText.milliseconds(ms == null ? Double.NaN : ms);
    }

    private static String decimals(Double value, int digits) {
        return value == null ? "-" : String.format(Locale.ROOT, "%." + digits + "f", value);
    }
}
