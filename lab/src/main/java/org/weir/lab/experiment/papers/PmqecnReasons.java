// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.experiment.papers;

import java.util.Map;
import java.util.function.DoublePredicate;
import org.weir.lab.experiment.Case;
import org.weir.lab.experiment.Statement;
import org.weir.lab.scheme.SchemeNames;

/**
 * Reasons for which some statements of PMQECN's paper are not reproduced, with the cases and
 * statements that prove them by runs: each case changes the named cause and nothing else.
 */
final class PmqecnReasons {
    private static final String PUBLISHED = SchemeNames.PMQECN_PUBLISHED;

    /** K = ω·11: thresholds that add up to the others' one; queue limits stay. */
    static final Case SMALL =
            new Case(
                    PUBLISHED + " K=ω·11",
                    PUBLISHED,
                    Map.of("capacityPackets", 11.0, "classLimitPackets", 64.0));

    /** The same with steps of a twentieth of the line's rate. */
    static final Case SMALL_STEPS =
            new Case(
                    PUBLISHED + " K=ω·11, R_A=0.5 Mb/s",
                    PUBLISHED,
                    Map.of("capacityPackets", 11.0, "classLimitPackets", 64.0, "increaseBps", 5e5));

    /** T_K = 0.17 · 52 ms, the time of 11 packets of 1000 bytes: the others' threshold. */
    static final Case TCN_ELEVEN =
            new Case("tcn T_K=8.8 ms", SchemeNames.TCN, Map.of("tcnRoundTripMs", 52.0));

    /** P4QCN with cuts by a seventh. */
    static final Case P4QCN_SOFT =
            new Case("p4qcn β=0.28", SchemeNames.P4QCN, Map.of("beta", 0.28));

    /** A port's queue without room above the thresholds. */
    static final Case P4QCN_TWELVE =
            new Case("p4qcn, queue of 12", SchemeNames.P4QCN, Map.of("queuePackets", 12.0));

    static final Case TCN_TWELVE =
            new Case(
                    "tcn T_K=8.8 ms, queue of 12",
                    SchemeNames.TCN,
                    Map.of("tcnRoundTripMs", 52.0, "queuePackets", 12.0));

    /** P4QCN whose senders hardly take what others give up. */
    static final Case P4QCN_SLOW =
            new Case("p4qcn R_AI=0.1 Mb/s", SchemeNames.P4QCN, Map.of("increaseBps", 1e5));

    private static final String THRESHOLDS =
            "three senders that always have data overload the port (Σλ ≥ Γ), so the published"
                    + " problem has no solution and the weights follow the loads. The thresholds"
                    + " K = ωN then add up to N = 64 packets, while the other schemes keep the"
                    + " whole port at about 11 packets or below";
    private static final String STEPS =
            "one step R_A is half the line rate: the switch needs 33 ms to measure it and sends"
                    + " the next feedback packet after 50 ms. Packets that arrive until then"
                    + " wait, whatever the threshold is. P4QCN's senders halve their rates at the"
                    + " first feedback packet";
    private static final String IDLE =
            "TCN's threshold, 0.17 of a round trip, is shorter than the time of two packets: its"
                    + " senders reduce so often that the port idles for a third of the time or"
                    + " more, and an idle port has no queue";
    private static final String FULL =
            "under PMQECN the port is full, so no scheme can carry more. P4QCN carries less"
                    + " because its senders halve their rates. The testbed's 124 and 150"
                    + " packets/s are a sixth of the lowest rate of its links, so the links did"
                    + " not limit them";
    private static final String MIRROR =
            "a P4QCN switch notifies each flow separately, and the other flow takes the released"
                    + " capacity at once: q2 is highest where q1 is lowest. The lowest second of"
                    + " q2 shows that q2 suffers";
    private static final String NO_LOSS =
            "the other schemes lose nothing: their senders get notified at 11 packets or below"
                    + " and do not fill a queue of 64, so no scheme can lose less";
    private static final String FULL_QUEUE =
            "the published thresholds K = ωN add up to N = 64 packets, the whole queue: the queue"
                    + " is full before the senders get notified. With thresholds that add up to"
                    + " 11, PMQECN loses nothing either";
    private static final String BOTH_TWELVE =
            ". With two changes, a queue of 12 packets and for TCN the same threshold as P4QCN's,"
                    + " the order is the published one";

    private PmqecnReasons() {}

    /**
     * Adds the reason for which PMQECN's value is not below that of a scheme with a marking
     * threshold of its own.
     */
    static Statement thresholds(Statement statement, String what, String quantity, String against) {
        return statement.because(
                THRESHOLDS,
                ReasonStatements.below(what, quantity, SMALL.label(), against),
                ReasonStatements.notBelow("goodput", "goodput", SMALL.label(), against));
    }

    /**
     * The same of its largest queue, where that is not all: of two causes one alone does not bring
     * the order back.
     */
    static Statement thresholdsAndSteps(
            Statement statement, String what, String quantity, String against) {
        return statement.because(
                THRESHOLDS
                        + ". Also, "
                        + STEPS
                        + ". With both changed, the order is the published one",
                ReasonStatements.below(what, quantity, SMALL_STEPS.label(), against),
                ReasonStatements.notBelow(what, quantity, SMALL.label(), against),
                ReasonStatements.notBelow("goodput", "goodput", SMALL_STEPS.label(), against));
    }

    /** The same where the other is TCN, which has a cause of its own. */
    static Statement thresholdsAndIdle(Statement statement, String what, String quantity) {
        return statement.because(
                THRESHOLDS
                        + ". Also, "
                        + STEPS
                        + ". And "
                        + IDLE
                        + ". With all three changed, the order is the published one",
                ReasonStatements.below(what, quantity, SMALL_STEPS.label(), TCN_ELEVEN.label()),
                ReasonStatements.notBelow(what, quantity, SMALL_STEPS.label(), SchemeNames.TCN),
                ReasonStatements.notBelow(what, quantity, SMALL.label(), TCN_ELEVEN.label()),
                ReasonStatements.notBelow(what, quantity, PUBLISHED, TCN_ELEVEN.label()),
                idle());
    }

    /** The same of the round trip. */
    static Statement thresholdsAndIdleAlike(Statement statement, String what, String quantity) {
        String ours = SMALL_STEPS.label();
        return statement.because(
                THRESHOLDS
                        + ". Also, "
                        + STEPS
                        + ". And "
                        + IDLE
                        + ". With all three changed, round trips are equal, and TCN's port still"
                        + " idles for a fifth of the time",
                ReasonStatements.ratio(
                        what, quantity, ours, TCN_ELEVEN.label(), "below 1.05", v -> v < 1.05),
                ReasonStatements.ratio(
                        "goodput",
                        "goodput",
                        ours,
                        TCN_ELEVEN.label(),
                        "above 1.15",
                        v -> v > 1.15),
                ReasonStatements.notBelow(what, quantity, PUBLISHED, TCN_ELEVEN.label()),
                idle());
    }

    private static Statement idle() {
        return ReasonStatements.ratio(
                "goodput",
                "goodput",
                SchemeNames.TCN,
                TCN_ELEVEN.label(),
                "below 0.75",
                v -> v < 0.75);
    }

    static Statement full(Statement statement) {
        return statement.because(
                FULL,
                full(PUBLISHED),
                throughput(SchemeNames.P4QCN, "below 0.95", v -> v < 0.95),
                throughput(PUBLISHED, "within 5 % of 1", v -> Math.abs(v - 1) < 0.05));
    }

    private static Statement full(String label) {
        return ReasonStatements.value(
                "goodput",
                "goodput",
                "Mb/s",
                label,
                "at least 9.8 of the link's 10",
                v -> v >= 9.8);
    }

    private static Statement throughput(String label, String bound, DoublePredicate holds) {
        return ReasonStatements.ratio(
                "mean throughput", "throughputMean", label, P4QCN_SOFT.label(), bound, holds);
    }

    static Statement mirror(Statement statement) {
        return statement.because(
                MIRROR,
                ReasonStatements.below(
                        "q2 where q1 is lowest", "q2AtQ1Lowest", P4QCN_SLOW.label(), PUBLISHED),
                correlation(SchemeNames.P4QCN, "below -0.8", v -> v < -0.8),
                correlation(P4QCN_SLOW.label(), "above -0.5", v -> v > -0.5));
    }

    private static Statement correlation(String label, String bound, DoublePredicate holds) {
        return ReasonStatements.value(
                "correlation of q1 and q2", "correlation", "", label, bound, holds);
    }

    /**
     * Adds the reason for which PMQECN's loss is not below that of a scheme with a marking
     * threshold.
     */
    static Statement fullQueue(Statement statement, String what, String quantity, String against) {
        return statement.because(
                FULL_QUEUE + ". Also, " + NO_LOSS,
                ReasonStatements.value(
                        "largest queue", "queueMax", "packets", PUBLISHED, "above 55", v -> v > 55),
                nothing(what, quantity, SMALL.label()),
                nothing(what, quantity, against));
    }

    static Statement fullQueueOfBoth(Statement statement) {
        return statement.because(
                FULL_QUEUE,
                nothing("q1's loss", "q1Loss", SMALL.label()),
                nothing("q2's loss", "q2Loss", SMALL.label()));
    }

    private static Statement nothing(String what, String quantity, String label) {
        return ReasonStatements.value(what, quantity, "%", label, "none", v -> v == 0);
    }

    /**
     * Adds the reason for which one scheme with a marking threshold does not lose less than
     * another.
     */
    static Statement noLoss(Statement statement, String what, String quantity) {
        return statement.because(
                NO_LOSS + BOTH_TWELVE,
                room(SchemeNames.P4QCN),
                room(SchemeNames.TCN),
                ReasonStatements.lossBelow(
                        what, quantity, P4QCN_TWELVE.label(), TCN_TWELVE.label()));
    }

    private static Statement room(String label) {
        return ReasonStatements.value(
                "largest queue", "queueMax", "packets", label, "below 64", v -> v < 64);
    }
}
