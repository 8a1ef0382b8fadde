// SPDX-License-Identifier: Apache-2.0
package org.weir.app.json;

import static org.weir.app.shape.JsonType.INTEGER;
import static org.weir.app.shape.JsonType.NUMBER;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.weir.app.LoopView;
import org.weir.app.shape.JsonShape;

/** The control loop's times as JSON. A time that does not exist is null. */
public final class LoopJson {

    /** Quantiles of times. */
    public static final JsonShape<LoopView.Times> TIMES =
            JsonShape.<LoopView.Times>named("Times")
                    .field(
                            "samples",
                            INTEGER,
                            "Number of settings that the times cover.",
                            LoopView.Times::samples)
                    .field(
                            "p50",
                            NUMBER.orNull(),
                            "Median, ms; null without samples.",
                            times -> times.quantileMs(0.5))
                    .field(
                            "p99",
                            NUMBER.orNull(),
                            "99th percentile, ms; null without samples.",
                            times -> times.quantileMs(0.99))
                    .field(
                            "max",
                            NUMBER.orNull(),
                            "Longest, ms; null without samples.",
                            times -> times.quantileMs(1))
                    .end();

    /** The loop. */
    public static final JsonShape<LoopView> LOOP =
            JsonShape.<LoopView>named("Loop")
                    .field(
                            "confirmed",
                            INTEGER,
                            "Settings for changed load that switches confirmed since the "
                                    + "application's start.",
                            LoopView::confirmed)
                    .field(
                            "failed",
                            INTEGER,
                            "Settings for changed load that a switch refused or did not confirm "
                                    + "in time; they are sent again.",
                            LoopView::failed)
                    .field(
                            "behindPorts",
                            INTEGER,
                            "Ports whose switch does not have settings for the policy in force"
                                    + " yet.",
                            LoopView::behindPorts)
                    .field(
                            "fromReadingMs",
                            TIMES.type(),
                            "From the first reading of the port's counters that the settings "
                                    + "answer.",
                            LoopView::fromReading)
                    .field(
                            "fromReportMs",
                            TIMES.type(),
                            "From the first telemetry report about the port since the round "
                                    + "before; settings without such a report are left out.",
                            LoopView::fromReport)
                    .field(
                            "writeMs",
                            TIMES.type(),
                            "From the sending of the settings alone.",
                            LoopView::write)
                    .end();

    private LoopJson() {}

    /** The loop's times as an object. */
    public static ObjectNode loop(LoopView loop) {
        return LOOP.write(loop);
    }
}
