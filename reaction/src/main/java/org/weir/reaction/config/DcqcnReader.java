// SPDX-License-Identifier: Apache-2.0
package org.weir.reaction.config;

import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;
import org.weir.control.policy.JsonField;
import org.weir.reaction.DcqcnReaction;
import org.weir.reaction.ReactionTunable;

/**
 * Reader of a {@code reaction} of the kind {@code dcqcn}, which obeys notifications of receivers.
 * Only an agent has it: the flows of a network file obey feedback.
 */
public final class DcqcnReader {
    /** The kind. */
    public static final String KIND = "dcqcn";

    private static final double NS_PER_MS = 1e6;

    private final JsonField fields;
    private final long lineBps;

    private DcqcnReader(JsonField reaction, long lineBps) {
        Set<String> names =
                Arrays.stream(DcqcnTunable.values())
                        .map(DcqcnTunable::fieldName)
                        .collect(Collectors.toSet());
        names.add("kind");
        names.add(ReactionTunable.START_BPS.fieldName());
        names.add(ReactionTunable.LEAST_BPS.fieldName());
        fields = reaction.object(names);
        this.lineBps = lineBps;
    }

    /**
     * The reaction of a flow's sender.
     *
     * @param lineBps rate of the sender's line, bit/s
     * @throws org.weir.control.policy.PolicyException if a field is unknown or out of range
     */
    public static DcqcnReaction reaction(JsonField reaction, long lineBps) {
        DcqcnReader reader = new DcqcnReader(reaction, lineBps);
        return new DcqcnReaction(
                reader.whole(ReactionTunable.START_BPS, lineBps),
                reader.whole(
                        ReactionTunable.LEAST_BPS, ReactionTunable.LEAST_BPS.defaultValue(lineBps)),
                reader.number(DcqcnTunable.G),
                Math.round(NS_PER_MS * reader.number(DcqcnTunable.ALPHA_TIMER_MS)),
                Math.round(NS_PER_MS * reader.number(DcqcnTunable.CYCLE_MS)),
                Math.round(reader.number(DcqcnTunable.COUNTER_BYTES)),
                (int) Math.round(reader.number(DcqcnTunable.RECOVERY_CYCLES)),
                reader.number(DcqcnTunable.INCREASE_BPS),
                reader.number(DcqcnTunable.HYPER_INCREASE_BPS));
    }

    /** Least time between two notifications about a flow, ns. */
    public static long notificationIntervalNs(JsonField reaction, long lineBps) {
        return Math.round(
                NS_PER_MS
                        * new DcqcnReader(reaction, lineBps)
                                .number(DcqcnTunable.NOTIFICATION_INTERVAL_MS));
    }

    private double whole(ReactionTunable one, double normal) {
        return fields.integerOr(one.fieldName(), (long) one.min(), (long) one.max(), (long) normal);
    }

    private double number(DcqcnTunable one) {
        return fields.numberOr(one.fieldName(), one.min(), one.max(), one.defaultValue(lineBps));
    }
}
