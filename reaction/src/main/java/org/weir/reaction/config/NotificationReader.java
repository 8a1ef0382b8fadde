// SPDX-License-Identifier: Apache-2.0
package org.weir.reaction.config;

import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;
import org.weir.control.policy.JsonField;
import org.weir.control.tuning.DeclaredNumber;
import org.weir.reaction.DcqcnReaction;
import org.weir.reaction.P4qcnReaction;
import org.weir.reaction.Reaction;
import org.weir.reaction.ReactionTunable;
import org.weir.reaction.Recovery;

/**
 * Reader of a {@code reaction} that obeys notifications: {@code dcqcn} or {@code p4qcn}. Only an
 * agent has it: the flows of a network file obey feedback.
 */
public final class NotificationReader {
    /** The kind of DCQCN. */
    public static final String DCQCN = "dcqcn";

    /** The kind of P4QCN. */
    public static final String P4QCN = "p4qcn";

    /** The kinds of reactions that obey notifications. */
    public static final Set<String> KINDS = Set.of(DCQCN, P4QCN);

    private static final String KIND = "kind";
    private static final double NS_PER_MS = 1e6;

    private final JsonField fields;
    private final long lineBps;
    private final boolean isDcqcn;

    /**
     * A reader of a reaction with one of the {@link #KINDS}.
     *
     * @param lineBps rate of the sender's line, bit/s
     * @throws org.weir.control.policy.PolicyException if a field is unknown
     */
    public NotificationReader(JsonField reaction, long lineBps) {
        isDcqcn = reaction.node().path(KIND).asText().equals(DCQCN);
        DeclaredNumber[] tunables = isDcqcn ? DcqcnTunable.values() : P4qcnTunable.values();
        Set<String> names =
                Arrays.stream(tunables).map(DeclaredNumber::fieldName).collect(Collectors.toSet());
        names.add(KIND);
        names.add(ReactionTunable.START_BPS.fieldName());
        names.add(ReactionTunable.LEAST_BPS.fieldName());
        fields = reaction.object(names);
        this.lineBps = lineBps;
    }

    /**
     * The reaction of a flow's sender.
     *
     * @throws org.weir.control.policy.PolicyException if a field is out of range
     */
    public Reaction reaction() {
        double startBps = whole(ReactionTunable.START_BPS, lineBps);
        double leastBps =
                whole(ReactionTunable.LEAST_BPS, ReactionTunable.LEAST_BPS.defaultValue(lineBps));
        return isDcqcn ? dcqcn(startBps, leastBps) : p4qcn(startBps, leastBps);
    }

    private DcqcnReaction dcqcn(double startBps, double leastBps) {
        return new DcqcnReaction(
                startBps,
                leastBps,
                number(DcqcnTunable.G),
                Math.round(NS_PER_MS * number(DcqcnTunable.ALPHA_TIMER_MS)),
                Math.round(NS_PER_MS * number(DcqcnTunable.CYCLE_MS)),
                Math.round(number(DcqcnTunable.COUNTER_BYTES)),
                (int) Math.round(number(DcqcnTunable.RECOVERY_CYCLES)),
                number(DcqcnTunable.INCREASE_BPS),
                number(DcqcnTunable.HYPER_INCREASE_BPS));
    }

    private P4qcnReaction p4qcn(double startBps, double leastBps) {
        Recovery recovery =
                new Recovery(
                        startBps,
                        leastBps,
                        number(P4qcnTunable.INCREASE_BPS),
                        (int) Math.round(number(P4qcnTunable.RECOVERY_CYCLES)));
        return new P4qcnReaction(
                recovery, number(P4qcnTunable.BETA), Math.round(number(P4qcnTunable.CYCLE_BYTES)));
    }

    /**
     * Least time between two notifications about a flow, ns.
     *
     * @throws org.weir.control.policy.PolicyException if it is out of range
     */
    public long intervalNs() {
        double intervalMs =
                isDcqcn
                        ? number(DcqcnTunable.NOTIFICATION_INTERVAL_MS)
                        : number(P4qcnTunable.NOTIFICATION_INTERVAL_MS);
        return Math.round(NS_PER_MS * intervalMs);
    }

    private double whole(ReactionTunable one, double normal) {
        return fields.integerOr(one.fieldName(), (long) one.min(), (long) one.max(), (long) normal);
    }

    private double number(LineNumber one) {
        return fields.numberOr(one.fieldName(), one.min(), one.max(), one.defaultValue(lineBps));
    }
}
