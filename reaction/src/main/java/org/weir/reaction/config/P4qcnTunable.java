// SPDX-License-Identifier: Apache-2.0
package org.weir.reaction.config;

import org.weir.control.tuning.NumberDeclaration;
import org.weir.control.tuning.ReferenceTable;

/**
 * Tunables of the agent's P4QCN beside a sender's first and least rate, declared once: field of the
 * {@code reaction}, default, unit, range and meaning. The defaults are those of the lab's scheme
 * {@code p4qcn-three-point}; rates are parts of the line, as in its data-centre experiments.
 */
public enum P4qcnTunable implements LineNumber {
    NOTIFICATION_INTERVAL_MS(
            DcqcnTunable.NOTIFICATION_INTERVAL_MS.fieldName(),
            DcqcnTunable.NOTIFICATION_INTERVAL_MS.defaultValue(1),
            "50",
            "ms",
            DcqcnTunable.NOTIFICATION_INTERVAL_MS.min(),
            DcqcnTunable.NOTIFICATION_INTERVAL_MS.max(),
            "N, least time between two notifications about a flow. The agent sends no more as a"
                    + " receiver, and refuses more as a sender. All hosts need the same value."),
    BETA(
            "beta",
            1,
            "1",
            "",
            1e-9,
            1,
            "β: a notification reduces the rate by β/2 of it (P4QCN, section 4)."),
    CYCLE_BYTES(
            "cycleBytes",
            150_000,
            "150000",
            "bytes",
            1,
            1e12,
            "Bytes that a flow sends in a cycle. P4QCN states no number; this is 802.1Qau's."),
    RECOVERY_CYCLES(
            "recoveryCycles",
            5,
            "5",
            "cycles",
            0,
            1000,
            "N_C, cycles of fast recovery after a reduction (PMQECN, Table 3)."),
    INCREASE_BPS(
            "increaseBps",
            0.05,
            "5 % of the line's rate",
            RATE,
            1,
            1e12,
            "R_A, step of active increase in each cycle after fast recovery.");

    private final Normal normal;

    P4qcnTunable(
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
