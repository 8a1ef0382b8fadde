// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.experiment.papers;

import java.util.Map;
import java.util.function.DoublePredicate;
import org.weir.lab.experiment.Case;
import org.weir.lab.experiment.Statement;

/**
 * Why some of what PMQECN's paper shows does not come out, with the cases and statements that show
 * it by runs: each case changes what its reason names and nothing else.
 */
final class PmqecnReasons {
    private static final String PUBLISHED = "pmqecn-published";

    /** The published programme for a port of as many packets as the others' thresholds. */
    static final Case SMALL =
            new Case(PUBLISHED + " N=11", PUBLISHED, Map.of("capacityPackets", 11.0));

    /** T_K = 0.17 · 52 ms, the time of 11 packets of 1000 bytes: the others' threshold. */
    static final Case TCN_ELEVEN =
            new Case("tcn T_K=8.8 ms", "tcn", Map.of("tcnRoundTripMs", 52.0));

    /** P4QCN with cuts by a seventh. */
    static final Case P4QCN_SOFT = new Case("p4qcn β=0.28", "p4qcn", Map.of("beta", 0.28));

    /** A port's queue without room above the thresholds. */
    static final Case P4QCN_TWELVE =
            new Case("p4qcn, queue of 12", "p4qcn", Map.of("queuePackets", 12.0));

    static final Case TCN_TWELVE =
            new Case(
                    "tcn T_K=8.8 ms, queue of 12",
                    "tcn",
                    Map.of("tcnRoundTripMs", 52.0, "queuePackets", 12.0));

    /** P4QCN whose senders hardly take what others give up. */
    static final Case P4QCN_SLOW =
            new Case("p4qcn R_AI=0.1 Mb/s", "p4qcn", Map.of("increaseBps", 1e5));

    /** The published programme where a class may have as many packets waiting as the port. */
    static final Case SHARED =
            new Case(PUBLISHED + ", no own limits", PUBLISHED, Map.of("ownLimits", 0.0));

    private static final String THRESHOLDS =
            "three senders that always have more to send overload the port, so that the published"
                    + " programme has no solution (Σλ below Γ) and its weights follow the loads; its"
                    + " thresholds K = ωN then add up to N = 64 packets, where the others keep the"
                    + " whole port near K = 11 or below";
    private static final String IDLE =
            "TCN's threshold, 0.17 of a round trip, is below two packets' time: its senders are cut"
                    + " so often that the port idles for a third of the time or more, and where nothing"
                    + " is sent nothing waits";
    private static final String FULL =
            "the port is full under PMQECN, and nothing can carry more; what P4QCN carries less, it"
                    + " loses by halving. The testbed's 124 and 150 packets/s are a sixth of the"
                    + " fewest that its links carry, so that its links did not limit them";
    private static final String MIRROR =
            "a P4QCN switch tells each flow by itself, and the other takes at once what one gives"
                    + " up: q2 is highest where q1 is lowest. That q2 is hurt its lowest second shows";
    private static final String OWN_LIMIT =
            "PMQECN loses by its own division: weights, and with them each class's part of the 64"
                    + " packets, follow the loads, and the program drops what finds its class's part"
                    + " full, while the port's queue has room";
    private static final String NO_LOSS =
            "under the others nothing is lost: senders told at 11 packets or below do not fill a"
                    + " queue of 64, so that there is no loss to be less than";

    private PmqecnReasons() {}

    /** Why PMQECN's value is not below another's that keeps the port at a threshold of its own. */
    static Statement thresholds(Statement statement, String what, String quantity, String against) {
        return statement.because(
                THRESHOLDS,
                Shown.below(what, quantity, SMALL.label(), against),
                full(SMALL.label()));
    }

    /**
     * The same where the other is TCN: of its two causes one alone does not bring the order back.
     */
    static Statement thresholdsAndIdle(Statement statement, String what, String quantity) {
        return statement.because(
                THRESHOLDS + "; and " + IDLE + ". Both changed, the order is the published one",
                Shown.below(what, quantity, SMALL.label(), TCN_ELEVEN.label()),
                Shown.notBelow(what, quantity, SMALL.label(), "tcn"),
                Shown.notBelow(what, quantity, PUBLISHED, TCN_ELEVEN.label()),
                Shown.ratio(
                        "goodput",
                        "goodput",
                        "tcn",
                        TCN_ELEVEN.label(),
                        "below 0.75",
                        v -> v < 0.75));
    }

    static Statement full(Statement statement) {
        return statement.because(
                FULL,
                full(PUBLISHED),
                throughput("p4qcn", "below 0.95", v -> v < 0.95),
                throughput(PUBLISHED, "within 5 % of 1", v -> Math.abs(v - 1) < 0.05));
    }

    private static Statement full(String label) {
        return Shown.value(
                "goodput",
                "goodput",
                "Mb/s",
                label,
                "at least 9.8 of the link's 10",
                v -> v >= 9.8);
    }

    private static Statement throughput(String label, String bound, DoublePredicate holds) {
        return Shown.ratio(
                "mean throughput", "throughputMean", label, P4QCN_SOFT.label(), bound, holds);
    }

    static Statement mirror(Statement statement) {
        return statement.because(
                MIRROR,
                Shown.below("q2 where q1 is lowest", "q2AtQ1Lowest", P4QCN_SLOW.label(), PUBLISHED),
                correlation("p4qcn", "below -0.8", v -> v < -0.8),
                correlation(P4QCN_SLOW.label(), "above -0.5", v -> v > -0.5));
    }

    private static Statement correlation(String label, String bound, DoublePredicate holds) {
        return Shown.value("correlation of q1 and q2", "correlation", "", label, bound, holds);
    }

    /** Why PMQECN's loss is not below that of another, which keeps to a threshold. */
    static Statement ownLimit(Statement statement, String what, String quantity) {
        return statement.because(
                OWN_LIMIT + "; " + NO_LOSS,
                room(PUBLISHED),
                Shown.ratio(what, quantity, SHARED.label(), PUBLISHED, "below 0.5", v -> v < 0.5),
                Shown.lossBelow(what, quantity, SHARED.label(), TCN_TWELVE.label()));
    }

    static Statement ownLimitOfSmallerLoad(Statement statement) {
        return statement.because(
                OWN_LIMIT + ". q2 has a tenth of the load",
                room(PUBLISHED),
                Shown.ratio(
                        "q2's loss",
                        "q2Loss",
                        SHARED.label(),
                        PUBLISHED,
                        "below 0.1",
                        v -> v < 0.1));
    }

    /** Why one of those that keep to a threshold does not lose less than another. */
    static Statement noLoss(Statement statement, String what, String quantity) {
        return statement.because(
                NO_LOSS,
                room("p4qcn"),
                room("tcn"),
                Shown.lossBelow(what, quantity, P4QCN_TWELVE.label(), TCN_TWELVE.label()));
    }

    private static Statement room(String label) {
        return Shown.value("largest queue", "queueMax", "packets", label, "below 64", v -> v < 64);
    }
}
