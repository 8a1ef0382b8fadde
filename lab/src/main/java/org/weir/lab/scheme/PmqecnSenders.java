// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.scheme;

import java.util.ArrayList;
import java.util.List;
import org.weir.reaction.PmqecnReaction;
import org.weir.reaction.Reaction;
import org.weir.reaction.WindowedReaction;
import org.weir.reaction.targetrate.GrowthLimit;
import org.weir.reaction.targetrate.TargetRateReaction;
import org.weir.reaction.targetrate.TargetRateTunable;
import org.weir.reaction.targetrate.UsedRateLimit;

/** Senders that may stand before Weir's switches: what steers them, and their parameters. */
enum PmqecnSenders {
    /** Feedback packets cut the rate to λ*&#47;λ of itself. */
    PAPER("cut by λ*/λ, N_C cycles of recovery, then steps (PMQECN Algorithm 3)") {
        @Override
        List<Parameter> parameters() {
            return SenderParameters.and(LEAST_RATIO);
        }

        @Override
        Reaction reaction(Values values) {
            return new PmqecnReaction(
                    SenderParameters.recovery(values),
                    values.msAsNs("cycleMs"),
                    values.get(LEAST_RATIO.name()));
        }
    },

    /** Feedback packets name the rate to go to. */
    TARGET_RATE("go to the rate that feedback names, hold it, then probe (ours)") {
        @Override
        List<Parameter> parameters() {
            List<Parameter> parameters = new ArrayList<>();
            parameters.add(SenderParameters.START_BPS);
            parameters.add(SenderParameters.LEAST_BPS);
            parameters.add(FEEDBACK_INTERVAL);
            for (TargetRateTunable one : TargetRateTunable.values()) {
                parameters.add(
                        new Parameter(
                                one.fieldName(),
                                one.unit(),
                                one.defaultValue(),
                                one.min(),
                                one.max(),
                                one.meaning(),
                                "ours: " + one.reason()));
            }
            parameters.add(LEAST_RATIO);
            parameters.add(WINDOW);
            return List.copyOf(parameters);
        }

        @Override
        Reaction reaction(Values values) {
            Reaction reaction =
                    new TargetRateReaction(
                            values.whole("startBps"),
                            values.whole("leastBps"),
                            values.get(LEAST_RATIO.name()),
                            values.get("startGrowth"),
                            values.get("margin"),
                            values.get("tolerance"),
                            values.msAsNs("rateWindowMs") / NS_PER_US,
                            values.get("stepPart"),
                            (int) values.whole("calmCycles"),
                            (int) values.whole("quietCycles"),
                            values.msAsNs("cycleMs"),
                            Math.round(values.msAsNs("settleMs") / NS_PER_US),
                            values.get("drainPackets"),
                            values.get("depthGain"),
                            values.get("depthStepPart"),
                            values.get("partExponent"),
                            values.get("arrivalGain"),
                            values.get("excessCycles"),
                            new GrowthLimit(
                                    values.get("growthLimit"),
                                    values.get("shortQueueGrowthLimit"),
                                    values.get("shortQueuePart")),
                            Math.max(1, Math.round(values.msAsNs("depthMs") / NS_PER_US)),
                            values.get("quietGrowth"),
                            new UsedRateLimit(
                                    values.get("firstUsedRatio"),
                                    values.get("quietUsedRatio"),
                                    values.get("usedRatio")));
            double windowNs = values.get(WINDOW.name()) * values.msAsNs("settleMs");
            return windowNs > 0 ? new WindowedReaction(reaction, windowNs) : reaction;
        }
    },

    /** Only marks control the sender: receivers acknowledge, and feedback packets are ignored. */
    DCTCP(Dctcp.SENDERS) {
        @Override
        List<Parameter> parameters() {
            return Dctcp.SENDER_PARAMETERS;
        }

        @Override
        Reaction reaction(Values values) {
            return Dctcp.reactionOf(values);
        }

        @Override
        boolean areAcknowledged() {
            return true;
        }
    };

    private static final double NS_PER_US = 1000;

    private static final Parameter FEEDBACK_INTERVAL =
            new Parameter(
                    SenderParameters.FEEDBACK_INTERVAL_MS.name(),
                    "ms",
                    TargetRateTunable.DEPTH_MS.defaultValue(),
                    0,
                    1e6,
                    SenderParameters.FEEDBACK_INTERVAL_MS.meaning(),
                    "ours: a cut shows in the next");

    private static final Parameter LEAST_RATIO =
            new Parameter(
                    "leastRatio",
                    "",
                    0.5,
                    0.001,
                    1,
                    "smallest λ*/λ that one feedback packet applies",
                    "the authors' code ignores smaller ones; ours applies this instead");

    private static final Parameter WINDOW =
            new Parameter(
                    "windowRoundTrips",
                    "",
                    0,
                    0,
                    1000,
                    "bytes of a message in flight, at most, over line rate × settleMs; 0: no limit",
                    "ours: PMQECN's senders have no window");

    private final String text;

    PmqecnSenders(String text) {
        this.text = text;
    }

    /** One line on how they react. */
    String text() {
        return text;
    }

    /** Their parameters, in the order in which they are listed. */
    abstract List<Parameter> parameters();

    abstract Reaction reaction(Values values);

    /** Whether receivers acknowledge each packet. */
    boolean areAcknowledged() {
        return false;
    }
}
