// SPDX-License-Identifier: Apache-2.0
package org.weir.reaction;

import org.weir.control.tuning.DeclaredNumber;
import org.weir.control.tuning.NumberDeclaration;
import org.weir.control.tuning.ReferenceTable;

/**
 * Every number of a {@link PmqecnReaction}, declared once: its field in a flow's {@code reaction},
 * default, unit, range and meaning.
 */
public enum ReactionTunable implements DeclaredNumber {
    START_BPS(
            "startBps",
            1_000_000,
            false,
            "bit/s",
            1,
            Reaction.MAX_LINE_BPS,
            "Rate at the start, at most the host's rate. The default is PMQECN's."),
    LEAST_BPS(
            "leastBps",
            0.001,
            true,
            "bit/s",
            1,
            Reaction.MAX_LINE_BPS,
            "Smallest rate to which feedback reduces a sender. The default of share,"
                    + " target-rate and messages is less where the port is slower than the host's line."),
    INCREASE_BPS(
            "increaseBps",
            0.05,
            true,
            "bit/s",
            1,
            Reaction.MAX_LINE_BPS,
            "R_A, the growth of the target rate in each cycle of active increase."),
    CYCLE_MS(
            "cycleMs",
            50,
            false,
            "ms",
            1,
            86_400_000,
            "Length of a cycle. It must be longer than the switch's rate window (33 ms) and the"
                    + " feedback interval."),
    RECOVERY_CYCLES(
            "recoveryCycles",
            5,
            false,
            "cycles",
            0,
            1000,
            "N_C, cycles of fast recovery before active increase. The default is PMQECN's."),
    LEAST_RATIO(
            "leastRatio",
            0.5,
            false,
            "",
            0.001,
            1,
            "Smallest λ*/λ that one feedback packet may apply. λ lags by its window, so without"
                    + " this bound a burst at the start of a flow could stop it.");

    private final double normal;
    private final boolean ofLine;
    private final NumberDeclaration declaration;

    ReactionTunable(
            String fieldName,
            double normal,
            boolean ofLine,
            String unit,
            double min,
            double max,
            String help) {
        this.normal = normal;
        this.ofLine = ofLine;
        String text =
                ofLine
                        ? ReferenceTable.number(Math.round(1000 * normal) / 10.0)
                                + " % of the host's rate"
                        : ReferenceTable.number(normal);
        declaration = new NumberDeclaration(fieldName, text, unit, min, max, help);
    }

    @Override
    public NumberDeclaration declaration() {
        return declaration;
    }

    /** The value where nothing else is said, for a host whose line has the given rate, bit/s. */
    public double defaultValue(long lineBps) {
        return ofLine ? Math.max(min(), Math.floor(normal * lineBps)) : normal;
    }

    /** All of them as a Markdown table. */
    public static String reference() {
        return ReferenceTable.of(values());
    }
}
