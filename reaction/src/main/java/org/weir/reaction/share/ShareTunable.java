// SPDX-License-Identifier: Apache-2.0
package org.weir.reaction.share;

import org.weir.control.RateWindow;
import org.weir.control.tuning.DeclaredNumber;
import org.weir.control.tuning.NumberDeclaration;
import org.weir.control.tuning.ReferenceTable;

/**
 * Tunables of a {@link ShareReaction} beside a sender's first and least rate and least ratio,
 * declared once: field of the {@code reaction}, default, unit, range, meaning and reason.
 */
public enum ShareTunable implements DeclaredNumber {
    GAIN(
            "gain",
            0.5,
            "",
            0,
            1,
            "Part of the rate's excess over the flow's part of λ* that one feedback takes away, and"
                    + " as much more for each packet above the threshold.",
            "a class that seldom finds a queue keeps within a tenth of its part"),
    OVERLOAD(
            "overload",
            0.005,
            "",
            0,
            1,
            "Part of itself that a rate gives up for each packet above the threshold, at least.",
            "the targets of a port's classes together may be a few percent more than it has"),
    SMOOTHING(
            "smoothing",
            0.1,
            "",
            0.001,
            1,
            "Weight of a new reading of λ in the average.",
            "ten readings of six packets are right to 5 %"),
    GROWTH(
            "growth",
            0.005,
            "",
            0,
            1,
            "Part of itself by which a rate grows in a cycle.",
            "λ* leaves 5 % of a port, which ten cycles fill"),
    CATCH_UP(
            "catchUp",
            0.2,
            "",
            0,
            1,
            "Part of the way to the flow's part of λ* that a cycle takes a rate below it.",
            "a class that was held below its share is there in half a second"),
    QUIET_CYCLES(
            "quietCycles",
            30,
            "cycles",
            0,
            1e6,
            "Cycles without feedback of equal growth; then somebody has left, and each cycle grows"
                    + " by one part more.",
            "one period of the controller and a half"),
    CYCLE_MS(
            "cycleMs",
            50,
            "ms",
            0.001,
            1e6,
            "Length of a cycle.",
            "outlasts a window of λ and the feedback interval"),
    SETTLE_MS(
            "settleMs",
            60,
            "ms",
            0.001,
            1e6,
            "Time in which a cut shows and its queue drains.",
            "a window of λ, a round trip and the agent's own time");

    private final double normal;
    private final String meaning;
    private final boolean outlastsWindow;
    private final NumberDeclaration declaration;

    ShareTunable(
            String fieldName,
            double normal,
            String unit,
            double min,
            double max,
            String meaning,
            String reason) {
        this.normal = normal;
        this.meaning = meaning;
        outlastsWindow = unit.equals("ms");
        String text = ReferenceTable.number(normal);
        if (outlastsWindow) {
            text += ", with the window of λ of the host's rate: so much at 32.768 ms";
        }
        declaration =
                new NumberDeclaration(
                        fieldName, text, unit, min, max, meaning + " The default: " + reason + ".");
    }

    @Override
    public NumberDeclaration declaration() {
        return declaration;
    }

    /** The value for a line, bit/s: times go with the window of λ ({@link RateWindow#forRate}). */
    public double defaultValue(long lineBps) {
        return outlastsWindow
                ? normal * RateWindow.forRate(lineBps).us() / RateWindow.MAX_US
                : normal;
    }

    /** The meaning, a sentence. */
    public String meaning() {
        return meaning;
    }

    /** All of them as a Markdown table. */
    public static String reference() {
        return ReferenceTable.of(values());
    }
}
