// SPDX-License-Identifier: Apache-2.0
package org.weir.reaction.targetrate;

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
            "Relative growth of a rate per cycle before its first feedback.",
            "takes a sender from 1 Mb/s to 10 Mb/s in a second"),
    MARGIN(
            "margin",
            0.001,
            "",
            0,
            1,
            "Smallest relative reduction of a rate by a cut.",
            "equals ten steps at line rate"),
    TOLERANCE(
            "tolerance",
            0.1,
            "",
            0,
            1,
            "Relative difference between λ and λ* that counts as equal.",
            "is twice the controller's loadHysteresis"),
    STEP_PART(
            "stepPart",
            0.0001,
            "",
            0,
            1,
            "Growth of a rate per cycle (a step), as a part of the line rate.",
            "lets three senders add one packet to a queue in a second, at 10 Mb/s"),
    CALM_CYCLES(
            "calmCycles",
            5,
            "cycles",
            0,
            1e6,
            "Number of cycles without feedback after which the next feedback reduces the rate only"
                    + " by the margin.",
            "assumes that the rate is nearly right after this time"),
    QUIET_CYCLES(
            "quietCycles",
            5,
            "cycles",
            0,
            1e6,
            "Number of cycles (cycleMs) without feedback in which the rate grows by one step"
                    + " each. After them another sender has probably ended, and each cycle adds"
                    + " one step more than the one before. Larger: free capacity is used later."
                    + " Smaller: it is used sooner, and queues are longer when the load varies."
                    + " Example: 5 cycles of 100 ms. The rate grows by 5 steps in the first 0.5 s"
                    + " without feedback, and by 1 + 2 + 3 + 4 + 5 steps in the next 0.5 s.",
            "is half a period of the controller"),
    DRAIN_PACKETS(
            "drainPackets",
            0.75,
            "packets",
            0,
            1000,
            "Feedback drains a queue to this many packets below the threshold.",
            "is below 1, because with 1 the port's queue would run empty at times"),
    DEPTH_GAIN(
            "depthGain",
            0.5,
            "",
            0,
            1,
            "Part of the class's excess by which feedback about a depth reduces the senders'"
                    + " rates. The excess is measured by the packets above the planned depth. At 0"
                    + " senders use λ*/λ.",
            "leaves the rest to the next feedback, because depths are whole packets"),
    DEPTH_STEP_PART(
            "depthStepPart",
            0.016,
            "",
            0,
            1,
            "Growth in cycleMs of the rate of a flow that is alone in its class, while feedback"
                    + " is about depths, as a part of the geometric mean of the line rate and λ."
                    + " A flow that has the part p of its class grows p^partExponent times as much."
                    + " Larger: a port fills sooner when another sender ends, and its queues are"
                    + " longer. Smaller: queues are shorter, and the port may have idle time."
                    + " Example: line rate 10 Mb/s, λ 2.5 Mb/s, so a mean of 5 Mb/s. The rate"
                    + " grows by 80 kb/s in 100 ms.",
            "fills a port whose senders have enough to send"),
    PART_EXPONENT(
            "partExponent",
            0.75,
            "",
            0,
            1,
            "Exponent of a flow's part of its class in its growth (depthStepPart). With 0 all flows"
                    + " of a class grow by the same amount, so n flows grow n times as fast as"
                    + " one. With 1 they grow in proportion to their rates and do not become"
                    + " equal. Smaller: rates become equal sooner, and the slowest messages after"
                    + " a burst take less time; queues are longer where a class has many flows."
                    + " Example: a flow has 1/16 of its class. With 0.75 it grows by 1/8 of what a"
                    + " flow alone does, with 0.5 by 1/4.",
            "lets sixteen flows grow twice as fast as one"),
    GROWTH_LIMIT(
            "growthLimit",
            1,
            "",
            0.001,
            1000,
            "Largest growth of a rate in cycleMs while feedback is about depths (depthStepPart), as"
                    + " a part of the rate. It limits small rates: with a small partExponent"
                    + " they would otherwise multiply in a cycle, and many of them would fill a"
                    + " queue. Larger: the slowest messages after a burst take less time, and"
                    + " queues are longer. Example: the growth by depthStepPart is 80 kb/s, the"
                    + " rate 200 kb/s. With 0.2 it grows by 40 kb/s.",
            "lets a rate double in a cycle"),
    SHORT_QUEUE_GROWTH_LIMIT(
            "shortQueueGrowthLimit",
            1,
            "",
            0.001,
            1000,
            "growthLimit where a queue is short: the packets above the planned depth, and one more,"
                    + " are a small part (shortQueuePart) of those that the class sends in"
                    + " cycleMs. In between the limit is linear. Below growthLimit it has no"
                    + " effect. Larger: small rates of fast lines recover sooner from a burst."
                    + " Example: growthLimit 0.2, shortQueueGrowthLimit 1, shortQueuePart 0.1, and"
                    + " a class that sends 100 packets in a cycle. With one packet above the"
                    + " planned depth the limit is 0.84, with nine 0.2.",
            "equals that of long queues"),
    SHORT_QUEUE_PART(
            "shortQueuePart",
            0.1,
            "",
            0.001,
            1000,
            "Packets above the planned depth, as a part of those that the class sends in cycleMs,"
                    + " from which growthLimit applies, and not shortQueueGrowthLimit. Larger:"
                    + " rates grow sooner, and queues are longer.",
            "is a tenth of what a class sends in a cycle"),
    ARRIVAL_GAIN(
            "arrivalGain",
            1,
            "",
            0.001,
            1,
            "Weight of the newest λ in its mean over a flow's feedback. A flow's part of its class"
                    + " is its rate divided by the larger of the two. Smaller: a λ that was"
                    + " counted from few packets cuts small rates less. Example: four feedback"
                    + " packets tell 10, 10, 10 and 2 Mb/s. With 0.25 the mean is 8 Mb/s, and a"
                    + " flow of 1 Mb/s has an eighth of the class instead of half.",
            "uses the newest alone, which suffices where its window contains many packets"),
    EXCESS_CYCLES(
            "excessCycles",
            0,
            "cycles",
            0,
            1000,
            "Time over which a flow averages the excess of its class, as a multiple of depthMs;"
                    + " 0 for the newest alone. Larger: bursts of other flows reduce its rate less,"
                    + " and the queue is longer after the load has risen. Example: new connections"
                    + " send 20 Mb/s too much for 10 ms, once in 50 ms. With 0 a flow of a tenth of"
                    + " the class gives up a tenth of 20 Mb/s each time, times depthGain; with 5 a"
                    + " tenth of about 5 Mb/s.",
            "is for senders that all heed feedback from their first packets on"),
    DEPTH_MS(
            "depthMs",
            10,
            "ms",
            0.001,
            1e6,
            "Time in which a cut shows in the depth, and length of a cycle while feedback is about"
                    + " depths.",
            "is a round trip over a queue of a few packets"),
    QUIET_GROWTH(
            "quietGrowth",
            0,
            "",
            0,
            1,
            "Relative growth of a rate in the first cycle after the quiet ones; each further cycle"
                    + " adds as much again. At 0 the rate grows by steps.",
            "keeps a short queue short"),
    FIRST_USED_RATIO(
            "firstUsedRatio",
            UsedRateLimit.ANY,
            "",
            0,
            100,
            "Largest rate at a flow's first feedback, as a multiple of the rate at which it really"
                    + " sent its last packets; 0 for no limit. Example: a flow starts at its line's"
                    + " 10 Gb/s and shares the line with three others, so it sends 2.5 Gb/s. With"
                    + " 0.4 its first feedback permits 1 Gb/s at most.",
            "is for flows that do not share their host's line"),
    QUIET_USED_RATIO(
            "quietUsedRatio",
            UsedRateLimit.ANY,
            "",
            0,
            100,
            "The same at feedback after quietCycles without it.",
            "is no limit"),
    USED_RATIO(
            "usedRatio",
            UsedRateLimit.ANY,
            "",
            0,
            100,
            "The same at all other feedback.",
            "is no limit"),
    CYCLE_MS(
            "cycleMs",
            100,
            "ms",
            0.001,
            1e6,
            "Length of a cycle.",
            "is longer than two rate windows and a round trip"),
    SETTLE_MS(
            "settleMs",
            80,
            "ms",
            0.001,
            1e6,
            "Settling time T, in which a cut takes effect and the queue drains.",
            "is two rate windows and a round trip");

    private final double normal;
    private final String meaning;
    private final String reason;

    /** True for times: they must be longer than the rate window. */
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
    public double defaultValue() {
        return normal;
    }

    /**
     * The value for a line, bit/s: what has to outlast the window of λ goes with it ({@link
     * RateWindow#forRate}).
     */
    public double defaultValue(long lineBps) {
        return forLine(normal, lineBps);
    }

    /** A value for {@link RateWindow#LONGEST}, as the value for a line, bit/s. */
    double forLine(double value, long lineBps) {
        return outlastsWindow
                ? value * RateWindow.forRate(lineBps).us() / RateWindow.MAX_US
                : value;
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
