// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.experiment.papers;

import java.util.HashMap;
import java.util.Map;
import java.util.function.DoublePredicate;
import org.weir.lab.experiment.Case;
import org.weir.lab.experiment.Statement;
import org.weir.lab.scheme.SchemeNames;

/**
 * Reasons for which some statements of P4QCN's paper are not reproduced, with the cases and
 * statements that prove them by runs: each case changes the named cause and nothing else.
 */
final class P4qcnReasons {
    private static final String WORST = P4qcnExperiments.WORST;

    /** A queue shorter than the 14 packets that P4QCN leaves waiting. */
    static final Case FULL_QUEUE =
            worst("p4qcn, queue of 13", SchemeNames.P4QCN, "queuePackets", 13);

    static final Case FULL_QUEUE_THREE_POINT =
            worst(
                    "p4qcn-three-point, queue of 13",
                    SchemeNames.P4QCN_THREE_POINT,
                    "queuePackets",
                    13);

    /** A queue that four packets of each of three ports fit into. */
    static final Case FULL_QUEUE_PFC =
            worst(
                    "p4qcn-pfc t=4, queue of 13",
                    SchemeNames.P4QCN_PFC,
                    Map.of("queuePackets", 13.0, "pfcPackets", 4.0, "pfcResumePackets", 2.0));

    /** Flow control with a threshold that its queue reaches. */
    static final Case EARLY_PFC =
            worst(
                    "p4qcn-pfc t=8",
                    SchemeNames.P4QCN_PFC,
                    Map.of("pfcPackets", 8.0, "pfcResumePackets", 6.0));

    private static final String FAR = ", links of 20 ms";
    private static final String SOFT = "p4qcn K=3 β=0.01" + FAR;

    private static final String STANDING =
            "the port of 7 Mb/s is offered up to 9 Mb/s: without P4QCN its queue is always full"
                    + " (64 packets of 1.7 ms each). P4QCN moves the waiting time to its senders:"
                    + " measured from the time when the application has a packet, the delay is"
                    + " higher with P4QCN";
    private static final String ROOM =
            "senders get notified at 11 packets and leave 14 waiting, which fit into a queue of"
                    + " 64: nothing is lost even without flow control";
    private static final String BOTH_SMALL =
            ". With two changes the order is the published one: a queue of 13 packets, and a"
                    + " flow-control threshold of 4 packets for each of three ports, which fit"
                    + " into this queue";
    private static final String UNREACHED =
            "flow control's threshold, 14 packets from one ingress port, is never reached,"
                    + " because senders get notified at 11 packets of a port that three of them"
                    + " share";
    private static final String NO_GAP =
            "a paused port idles only if its queue runs empty before its peers' next packets"
                    + " arrive: three packets last 5 ms here, pause and resume take 0.4 ms";
    private static final String SENT_LATER =
            NO_GAP
                    + ". Also, paused traffic is sent later, while traffic that P4QCN's senders"
                    + " do not send after halving is missing from the port. With longer gaps and"
                    + " cuts of 0.5 % the order is the published one; with longer gaps alone it"
                    + " is not";

    private P4qcnReasons() {}

    private static Case worst(String what, String scheme, String parameter, double value) {
        return worst(what, scheme, Map.of(parameter, value));
    }

    private static Case worst(String what, String scheme, Map<String, Double> settings) {
        Map<String, Double> all = new HashMap<>(settings);
        all.put("backgroundBps", 5e6);
        return new Case(what, scheme, all);
    }

    /** Fig. 17's cases at low thresholds, with links so long that pauses leave gaps. */
    static Case[] gaps() {
        return new Case[] {
            far(
                    "pfc t=3" + FAR,
                    SchemeNames.PFC,
                    Map.of("pfcPackets", 3.0, "pfcResumePackets", 1.0)),
            far(
                    "pfc t=19" + FAR,
                    SchemeNames.PFC,
                    Map.of("pfcPackets", 19.0, "pfcResumePackets", 17.0)),
            far(
                    "p4qcn K=3" + FAR,
                    SchemeNames.P4QCN,
                    Map.of("qMinPackets", 3.0, "qMaxPackets", 3.0)),
            far(
                    SOFT,
                    SchemeNames.P4QCN,
                    Map.of("qMinPackets", 3.0, "qMaxPackets", 3.0, "beta", 0.01))
        };
    }

    private static Case far(String label, String scheme, Map<String, Double> settings) {
        Map<String, Double> all = new HashMap<>(settings);
        all.put("linkDelayMs", 20.0);
        all.put("backgroundBps", P4qcnExperiments.SLIGHT_BPS);
        return new Case(label, scheme, all);
    }

    static Statement standing(Statement statement) {
        return statement.because(
                STANDING,
                queue(SchemeNames.DROP_TAIL + WORST, "at least 64", v -> v >= 64),
                ReasonStatements.below(
                        "delay from when the application has it",
                        "delayOffered",
                        SchemeNames.DROP_TAIL + WORST,
                        SchemeNames.P4QCN + WORST));
    }

    static Statement room(Statement statement) {
        return statement.because(
                ROOM + BOTH_SMALL,
                queue(SchemeNames.P4QCN + WORST, "below 20", v -> v < 20),
                ReasonStatements.lossBelow(
                        "loss", "loss", FULL_QUEUE_PFC.label(), FULL_QUEUE.label()));
    }

    private static Statement queue(String label, String bound, DoublePredicate holds) {
        return ReasonStatements.value("largest queue", "queueMax", "packets", label, bound, holds);
    }

    static Statement unreached(Statement statement) {
        return statement.because(
                UNREACHED,
                ReasonStatements.value(
                        "pauses", "pauses", "", SchemeNames.P4QCN_PFC + WORST, "none", v -> v == 0),
                ReasonStatements.below(
                        "mean delay", "delay", SchemeNames.P4QCN + WORST, EARLY_PFC.label()));
    }

    static Statement roomOfBoth(Statement statement) {
        return statement.because(
                ROOM + ". With a queue of 13 packets, the order is the published one",
                ReasonStatements.lossBelow(
                        "loss", "loss", FULL_QUEUE.label(), FULL_QUEUE_THREE_POINT.label()));
    }

    static Statement noGap(Statement statement) {
        return statement.because(NO_GAP, utilisation(true, "pfc t=19" + FAR));
    }

    static Statement sentLater(Statement statement) {
        return statement.because(
                SENT_LATER, utilisation(true, SOFT), utilisation(false, "p4qcn K=3" + FAR));
    }

    private static Statement utilisation(boolean below, String against) {
        String what = "utilisation";
        return below
                ? ReasonStatements.below(what, what, "pfc t=3" + FAR, against)
                : ReasonStatements.notBelow(what, what, "pfc t=3" + FAR, against);
    }
}
