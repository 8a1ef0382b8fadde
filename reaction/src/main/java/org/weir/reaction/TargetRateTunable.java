// SPDX-License-Identifier: Apache-2.0
package org.weir.reaction;

import org.weir.control.RateWindow;
import org.weir.control.tuning.DeclaredNumber;
import org.weir.control.tuning.NumberDeclaration;
import org.weir.control.tuning.ReferenceTable;

/**
 * Tunables of a {@link TargetRateReaction} beside a sender's first and least rate, declared once:
 * the field in a flow's {@code reaction} and the name in an experiment, default, unit, range,
 * meaning and reason.
 */
public enum TargetRateTunable implements DeclaredNumber {
    START_GROWTH(
            "startGrowth",
            0.25,
            "",
            0,
            1,
            "Part of itself by which a rate grows in a cycle until its first feedback.",
            "a sender of 1 Mb/s is at 10 Mb/s in a second"),
    MARGIN(
            "margin",
            0.001,
            "",
            0,
            1,
            "Part of itself that a rate gives up with a cut.",
            "what ten steps add at the line's rate"),
    TOLERANCE(
            "tolerance",
            0.1,
            "",
            0,
            1,
            "Part of λ* by which λ may differ from it without being more or less.",
            "twice the controller's loadHysteresis"),
    STEP_PART(
            "stepPart",
            0.0001,
            "",
            0,
            1,
            "Step by which a rate grows in a cycle, as a part of the line's.",
            "three senders' add a packet to a queue in a second, at 10 Mb/s"),
    CALM_CYCLES(
            "calmCycles",
            5,
            "cycles",
            0,
            1e6,
            "Cycles without feedback after which the next one cuts by no more than the margin.",
            "a rate that has fitted so long is nearly right"),
    QUIET_CYCLES(
            "quietCycles",
            30,
            "cycles",
            0,
            1e6,
            "Cycles of one step each; then somebody has left, and each cycle takes one step more.",
            "three periods of the controller"),
    DRAIN_PACKETS(
            "drainPackets",
            0.75,
            "packets",
            0,
            1000,
            "Packets below the threshold to which feedback drains a queue.",
            "a whole one empties the port's queue at times"),
    GROWTH_GAIN(
            "growthGain",
            0,
            "",
            0,
            1,
            "Part of the queue's growth between two feedback packets that a rate gives up. At 0 λ*/λ"
                    + " decides.",
            "at 10 Mb/s feedback is rarer than readings of λ"),
    QUIET_GROWTH(
            "quietGrowth",
            0,
            "",
            0,
            1,
            "Part of itself by which a rate grows in the first cycle after the quiet ones, and as"
                    + " much more in each further one. At 0 it grows by steps.",
            "steps leave a queue of few packets as it is"),
    CYCLE_MS(
            "cycleMs",
            100,
            "ms",
            0.001,
            1e6,
            "Length of a cycle.",
            "outlasts two windows of λ and a round trip"),
    SETTLE_MS(
            "settleMs",
            80,
            "ms",
            0.001,
            1e6,
            "T, time in which a cut shows and its queue drains.",
            "two windows of λ and a round trip");

    private final double normal;
    private final String meaning;
    private final String reason;

    /** True for times: they have to outlast the window over which λ is measured. */
    private final boolean outlastsWindow;

    private final NumberDeclaration declaration;

    TargetRateTunable(
            String fieldName,
            double normal,
            String unit,
            double min,
            double max,
            String meaning,
            String reason) {
        this.normal = normal;
        this.meaning = meaning;
        this.reason = reason;
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

    /** The value for lines whose λ is measured over {@link RateWindow#LONGEST}. */
    public double defaultValue() {
        return normal;
    }

    /**
     * The value for a line, bit/s: what has to outlast the window of λ goes with it ({@link
     * RateWindow#forRate}).
     */
    public double defaultValue(long lineBps) {
        return outlastsWindow
                ? normal * RateWindow.forRate(lineBps).us() / RateWindow.MAX_US
                : normal;
    }

    /** The meaning, a sentence. */
    public String meaning() {
        return meaning;
    }

    /** Reason for the default. */
    public String reason() {
        return reason;
    }

    /** All of them as a Markdown table. */
    public static String reference() {
        return ReferenceTable.of(values());
    }
}
