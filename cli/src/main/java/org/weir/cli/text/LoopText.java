// SPDX-License-Identifier: Apache-2.0
package org.weir.cli.text;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import org.weir.app.LoopView;

/** The control loop's times as text for the shell. */
public final class LoopText {

    private LoopText() {}

    /**
     * A table of times and a line of counts.
     *
     * @param loop the times
     * @return the lines
     */
    public static List<String> lines(LoopView loop) {
        TextTable table = new TextTable("until confirmed, ms", "samples", "p50", "p99", "max");
        row(table, "from the reading", loop.fromReading());
        row(table, "from the report", loop.fromReport());
        row(table, "from the sending", loop.write());
        List<String> lines = new ArrayList<>(table.lines());
        lines.add(
                String.format(
                        Locale.ROOT,
                        "settings for changed load: %d confirmed, %d failed; ports behind the"
                                + " policy: %d",
                        loop.confirmed(),
                        loop.failed(),
                        loop.behindPorts()));
        return lines;
    }

    private static void row(TextTable table, String name, LoopView.Times times) {
        table.row(
                name,
                Integer.toString(times.samples()),
                ms(times.quantileMs(0.5)),
                ms(times.quantileMs(0.99)),
                ms(times.quantileMs(1)));
    }

    private static String ms(OptionalDouble value) {
        return value.isPresent() ? String.format(Locale.ROOT, "%.1f", value.getAsDouble()) : "-";
    }
}
