// SPDX-License-Identifier: Apache-2.0
package org.weir.reaction.targetrate;

import java.util.Arrays;
import org.weir.control.RateWindow;
import org.weir.control.tuning.ReferenceTable;

/**
 * Defaults of the kind {@code messages}, declared once: a {@link TargetRateReaction} for flows that
 * are messages, which come at the rate of the host's line and often end within some round trips.
 * Tunables that are not listed here have the defaults of {@link TargetRateTunable}.
 *
 * <p>Feedback by depth acts within one feedback interval, and rates grow back within some tens of
 * round trips. Example: two messages meet at a port of 10 Mb/s. With the kind {@code share} both
 * send on for 60 ms after the first cut; with these defaults the next feedback, after 10 ms, cuts
 * again.
 */
public enum MessageDefault {
    STEP_PART(
            TargetRateTunable.STEP_PART, 0.005, "makes flows of a class alike, and fills the port"),
    MARGIN(TargetRateTunable.MARGIN, 0.01, "leaves the rest to feedback about the depth"),
    CALM_CYCLES(TargetRateTunable.CALM_CYCLES, 2, "is as many as quietCycles"),
    QUIET_CYCLES(
            TargetRateTunable.QUIET_CYCLES,
            2,
            "lets growth accelerate after two cycles without feedback"),
    QUIET_GROWTH(
            TargetRateTunable.QUIET_GROWTH,
            0.05,
            "doubles a rate in about seven cycles without feedback"),
    DEPTH_GAIN(
            TargetRateTunable.DEPTH_GAIN,
            0.7,
            "removes most of the excess at once, and the rest with the next feedback"),
    DEPTH_STEP_PART(
            TargetRateTunable.DEPTH_STEP_PART, 0.07, "fills the port within fifteen cycles"),
    PART_EXPONENT(TargetRateTunable.PART_EXPONENT, 0.25, "makes rates equal soon after a burst"),
    GROWTH_LIMIT(
            TargetRateTunable.GROWTH_LIMIT, 0.3, "keeps many small rates from filling the queue"),
    ARRIVAL_GAIN(
            TargetRateTunable.ARRIVAL_GAIN,
            0.25,
            "does not rely on a single low λ that was counted from few packets"),
    EXCESS_CYCLES(
            TargetRateTunable.EXCESS_CYCLES,
            5,
            "keeps the bursts of new connections from reducing the rates of long messages"),
    FIRST_USED_RATIO(
            TargetRateTunable.FIRST_USED_RATIO,
            0.4,
            "drains the burst that came before the first feedback"),
    QUIET_USED_RATIO(
            TargetRateTunable.QUIET_USED_RATIO,
            0.8,
            "drains what growth without feedback has added"),
    USED_RATIO(TargetRateTunable.USED_RATIO, 1, "is for messages that share their host's line"),
    CYCLE_MS(TargetRateTunable.CYCLE_MS, 33, "outlasts three feedback intervals of 10 ms");

    /** Smallest factor by which one feedback packet multiplies a rate. */
    public static final double LEAST_RATIO = 0.1;

    private static final String LEAST_RATIO_REASON = "ends a burst at line rate in a round trip";

    private final TargetRateTunable tunable;
    private final double value;
    private final String reason;

    MessageDefault(TargetRateTunable tunable, double value, String reason) {
        this.tunable = tunable;
        this.value = value;
        this.reason = reason;
    }

    /** The tunable of which this is the default. */
    public TargetRateTunable tunable() {
        return tunable;
    }

    /** The default; of times, at a rate window of {@link RateWindow#LONGEST}. */
    public double value() {
        return value;
    }

    /** Reason, as the rest of a sentence that begins with "The default". */
    public String reason() {
        return reason;
    }

    /**
     * The default of a tunable for a line: times go with the window of λ.
     *
     * @param lineBps rate of the host's line, bit/s
     */
    public static double of(TargetRateTunable tunable, long lineBps) {
        return Arrays.stream(values())
                .filter(one -> one.tunable == tunable)
                .findFirst()
                .map(one -> tunable.forLine(one.value, lineBps))
                .orElseGet(() -> tunable.defaultValue(lineBps));
    }

    /** All of them as a Markdown table. */
    public static String reference() {
        StringBuilder text = new StringBuilder("| name | default | because it |\n|---|---|---|\n");
        for (MessageDefault one : values()) {
            text.append(row(one.tunable.fieldName(), one.value, one.reason));
        }
        return text.append(row("leastRatio", LEAST_RATIO, LEAST_RATIO_REASON)).toString();
    }

    private static String row(String name, double value, String reason) {
        return "| `" + name + "` | " + ReferenceTable.number(value) + " | " + reason + " |\n";
    }
}
