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
            "Part of the rate's excess over the flow's part of λ* that one feedback packet"
                    + " removes, and as much more for each packet above the threshold.",
            "keeps a class that seldom meets a queue within a tenth of its part"),
    OVERLOAD(
            "overload",
            0.005,
            "",
            0,
            1,
            "Smallest reduction of a rate for each packet above the threshold that a feedback"
                    + " packet reports, as a part of the rate. Larger: a queue drains sooner when"
                    + " the target rates of a port add up to more than its rate, and rates vary"
                    + " more. Smaller: the queue stays longer. Example: a depth of 4 packets"
                    + " above the threshold reduces the rate by at least 2 %.",
            "suits target rates that together exceed the port's rate by a few percent"),
    OVERLOAD_LIMIT(
            "overloadLimit",
            0.05,
            "",
            0,
            1,
            "Largest reduction of a rate by overload, as a part of the rate. Larger: a queue"
                    + " drains sooner when the target rates of a port add up to much more than its"
                    + " rate. Smaller: bursts of other flows take less of a rate. Example: short"
                    + " TCP connections make a queue of 40 packets above the threshold. overload"
                    + " alone would take 20 % of the rates of all flows that meet it.",
            "suits target rates that together exceed the port's rate by a sixth"),
    SMOOTHING(
            "smoothing",
            0.1,
            "",
            0.001,
            1,
            "Weight of a new reading of λ in the average.",
            "gives λ within 5 % after ten readings of six packets each"),
    GROWTH(
            "growth",
            0.005,
            "",
            0,
            1,
            "Relative growth of a rate per cycle.",
            "fills the 5 % of a port that λ* leaves in ten cycles"),
    CATCH_UP(
            "catchUp",
            0.2,
            "",
            0,
            1,
            "Part of the difference to the flow's part of λ* that a rate below it regains per"
                    + " cycle.",
            "takes a class below its share back to it in half a second"),
    RESERVE(
            "reserve",
            0.05,
            "",
            0,
            1,
            "Relative excess over the flow's part of λ* up to which a rate grows within the quiet"
                    + " cycles.",
            "is the part of a port that λ* leaves free"),
    QUIET_CYCLES(
            "quietCycles",
            30,
            "cycles",
            0,
            1e6,
            "Number of cycles without feedback in which the rate grows by growth each, up to"
                    + " reserve above the flow's part of λ*. After them another sender has"
                    + " probably ended: the bound no longer holds, and each cycle grows by one"
                    + " growth more than the one before. Larger: free capacity is used later."
                    + " Smaller: it is used sooner, and a flow that seldom meets a queue takes"
                    + " more than its part. Example: growth 0.005. In the 31st cycle without"
                    + " feedback a rate grows by 1 %, in the 32nd by 1.5 %.",
            "is one and a half periods of the controller"),
    CYCLE_MS(
            "cycleMs",
            50,
            "ms",
            0.001,
            1e6,
            "Length of a cycle.",
            "is longer than a rate window and the feedback interval"),
    SETTLE_MS(
            "settleMs",
            60,
            "ms",
            0.001,
            1e6,
            "Settling time, in which a cut takes effect and the queue drains.",
            "is a rate window, a round trip and the agent's own delay");

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
            text +=
                    " at a rate window of 32.768 ms; proportional to the window of the host's rate,"
                            + " and longer where the port needs it";
        }
        declaration =
                new NumberDeclaration(
                        fieldName, text, unit, min, max, meaning + " The default " + reason + ".");
    }

    @Override
    public NumberDeclaration declaration() {
        return declaration;
    }

    /** The value for lines whose λ is measured over {@link RateWindow#LONGEST}. */
    double longestDefault() {
        return normal;
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
