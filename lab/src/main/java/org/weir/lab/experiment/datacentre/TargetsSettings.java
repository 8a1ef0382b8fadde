// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.experiment.datacentre;

import java.util.List;
import java.util.function.ToDoubleFunction;
import org.weir.lab.experiment.datacentre.FastLineSettings.Line;
import org.weir.lab.experiment.datacentre.FastLineSettings.Setting;
import org.weir.reaction.FeedbackTimes;
import org.weir.reaction.targetrate.MessageDefault;

/**
 * Parameters of Weir's own scheme for messages, on lines of any rate: times by the rule of {@link
 * FeedbackTimes}. docs/datacentre.md tells how the others were chosen.
 */
final class TargetsSettings {
    private static final String RULE = "ours, by the line's rate and its round trip; ";
    private static final String OURS = "ours: messages come and go in less than a policy's period";

    /** B's mean and the 99th percentiles over class A's mean, as in netcfg/pmqecn-fig6 or near. */
    private static final double B_MEAN = 2.5;

    private static final double A_P99 = 5;
    private static final double B_P99 = 15;

    private static final List<Setting> ALL =
            List.of(
                    times("aDelayMs", FeedbackTimes::targetMs, "25 packets of 1000 bytes"),
                    times("aP99DelayMs", all -> A_P99 * all.targetMs(), "five times A's mean"),
                    times("bDelayMs", all -> B_MEAN * all.targetMs(), "2.5 times A's mean"),
                    times("bP99DelayMs", all -> B_P99 * all.targetMs(), "15 times A's mean"),
                    times("feedbackLagMs", FeedbackTimes::thresholdLagMs, "half of A's mean"),
                    times("feedbackIntervalMs", FeedbackTimes::settleMs, "a cut shows in the next"),
                    times("settleMs", FeedbackTimes::settleMs, "every feedback counts"),
                    times("cycleMs", FeedbackTimes::cycleMs, "outlasts three feedback intervals"),
                    times("periodMs", FeedbackTimes::periodMs, "readings of 12 500 packets"),
                    times(
                            "usualPacketBytes",
                            FeedbackTimes::packetBytes,
                            "the network's full packets"),
                    times(
                            "leastPacketBytes",
                            FeedbackTimes::packetBytes,
                            "a standing queue consists of full packets"),
                    times("reportIntervalMs", all -> all.periodMs() / 20, "twenty in a period"),
                    times("depthMs", FeedbackTimes::settleMs, "the feedback interval"),
                    messages(MessageDefault.QUIET_GROWTH),
                    messages(MessageDefault.DEPTH_GAIN),
                    fixed("depthStepPart", 0.035, "fills the port within thirty cycles"),
                    messages(MessageDefault.PART_EXPONENT),
                    fixed("growthLimit", 0.2, "many small rates do not fill the queue"),
                    fixed("shortQueueGrowthLimit", 1, "a small rate doubles where there is room"),
                    fixed("shortQueuePart", 0.1, "nine of a hundred packets are a long queue"),
                    messages(MessageDefault.ARRIVAL_GAIN),
                    messages(MessageDefault.STEP_PART),
                    messages(MessageDefault.QUIET_CYCLES),
                    messages(MessageDefault.CALM_CYCLES),
                    messages(MessageDefault.MARGIN),
                    fixed(
                            "leastRatio",
                            MessageDefault.LEAST_RATIO,
                            "a burst at line rate ends in a round trip"),
                    messages(MessageDefault.USED_RATIO),
                    messages(MessageDefault.FIRST_USED_RATIO),
                    messages(MessageDefault.QUIET_USED_RATIO),
                    fixed("increasePackets", 0.15, "senders of DCTCP: several share a short queue"),
                    fixed("commonLimit", 1, "room that other classes leave is a burst's"),
                    fixed("weightLevels", 1, "a burst keeps its priority"),
                    fixed("prepared", 1, "a network has settings before it has messages"));

    private TargetsSettings() {}

    /** All of them. */
    static List<Setting> all() {
        return ALL;
    }

    private static Setting times(
            String parameter, ToDoubleFunction<FeedbackTimes> value, String reason) {
        return new Setting(parameter, line -> value.applyAsDouble(line.times()), RULE + reason);
    }

    private static Setting messages(MessageDefault one) {
        return fixed(one.tunable().fieldName(), one.value(), one.reason());
    }

    private static Setting fixed(String parameter, double value, String reason) {
        return new Setting(parameter, (Line line) -> value, OURS + ", " + reason);
    }
}
