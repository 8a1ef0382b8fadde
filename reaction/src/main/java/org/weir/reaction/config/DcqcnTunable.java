// SPDX-License-Identifier: Apache-2.0
package org.weir.reaction.config;

import org.weir.control.tuning.NumberDeclaration;
import org.weir.control.tuning.ReferenceTable;

/**
 * Tunables of the agent's DCQCN beside a sender's first and least rate, declared once: field of the
 * {@code reaction}, default, unit, range and meaning. The defaults are those of DCQCN's paper
 * (SIGCOMM 2015, Table 14 and section 5), where times are 1000 times as long, because they are for
 * round trips of milliseconds, and rates are the same parts of the line.
 */
public enum DcqcnTunable implements LineNumber {
    NOTIFICATION_INTERVAL_MS(
            "cnpIntervalMs",
            50,
            "50",
            "ms",
            1,
            3_600_000,
            "N, least time between two notifications (CNPs) about a flow. The agent sends no more as"
                    + " a receiver, and refuses more as a sender. All hosts need the same value."),
    G(
            "g",
            1.0 / 256,
            "1/256",
            "",
            1e-9,
            1,
            "Weight of the newest observation in α, the estimate of congestion."),
    ALPHA_TIMER_MS(
            "alphaTimerMs",
            55,
            "55",
            "ms",
            0.001,
            1e6,
            "Time without notification after which α decays."),
    CYCLE_MS("cycleMs", 55, "55", "ms", 1, 1e6, "T, length of a cycle of the timer."),
    COUNTER_BYTES("counterBytes", 10e6, "10000000", "bytes", 1, 1e12, "B, a byte counter's cycle."),
    RECOVERY_CYCLES("recoveryCycles", 5, "5", "cycles", 0, 1000, "F, cycles of fast recovery."),
    INCREASE_BPS(
            "increaseBps",
            0.001,
            "0.1 % of the line's rate",
            RATE,
            1,
            1e12,
            "R_AI, step of additive increase."),
    HYPER_INCREASE_BPS(
            "hyperIncreaseBps",
            0.01,
            "1 % of the line's rate",
            RATE,
            1,
            1e12,
            "R_HAI, step of hyper increase; ten times R_AI, as in 802.1Qau.");

    private final Normal normal;

    DcqcnTunable(
            String fieldName,
            double normal,
            String normalText,
            String unit,
            double min,
            double max,
            String help) {
        this.normal =
                new Normal(
                        new NumberDeclaration(fieldName, normalText, unit, min, max, help), normal);
    }

    @Override
    public Normal normal() {
        return normal;
    }

    /** All of them as a Markdown table. */
    public static String reference() {
        return ReferenceTable.of(values());
    }
}
