// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.experiment.datacentre;

import java.util.List;
import java.util.function.ToDoubleFunction;
import org.weir.lab.experiment.datacentre.FastLineSettings.Line;
import org.weir.lab.experiment.datacentre.FastLineSettings.Setting;
import org.weir.reaction.FeedbackTimes;

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
                    fixed("quietGrowth", 0.05, "doubles a rate in ten cycles without feedback"),
                    fixed("depthGain", 0.7, "a cut shows in part before the next feedback"),
                    fixed("depthStepPart", 0.035, "fills the port within thirty cycles"),
                    fixed("partExponent", 0.25, "rates become equal soon after a burst"),
                    fixed("growthLimit", 0.2, "many small rates do not fill the queue"),
                    fixed("shortQueueGrowthLimit", 1, "a small rate doubles where there is room"),
                    fixed("shortQueuePart", 0.1, "nine of a hundred packets are a long queue"),
                    fixed("arrivalGain", 0.25, "a low λ of a few packets does not count alone"),
                    fixed("stepPart", 0.005, "makes flows of a class alike, and fills the port"),
                    fixed("quietCycles", 2, "a rate that fits for two cycles may grow"),
                    fixed("calmCycles", 2, "as many"),
                    fixed("margin", 0.01, "the depth shows the rest"),
                    fixed("leastRatio", 0.1, "a burst at line rate ends in a round trip"),
                    fixed("usedRatio", 1, "messages of a host share its line"),
                    fixed("firstUsedRatio", 0.4, "drains the burst before feedback came"),
                    fixed("quietUsedRatio", 0.8, "drains what growth without feedback added"),
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

    private static Setting fixed(String parameter, double value, String reason) {
        return new Setting(parameter, (Line line) -> value, OURS + ", " + reason);
    }
}
