// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.experiment.rpm;

import java.util.Map;
import org.weir.lab.experiment.Case;
import org.weir.lab.experiment.Statement;

/** Reasons for which statements of RPM's paper are not reproduced, and the runs that test them. */
final class RpmReasons {
    /** Quantile of the normal distribution: of two equal schemes, 5 % of pairs differ more. */
    private static final double TWO_SIDED_95 = 1.96;

    private static final String SCATTER =
            "two single runs differ by more than the published gain. The paper tells neither the"
                    + " number of its runs nor an interval; its own index for equal round trips is"
                    + " 0.89";
    private static final String HANDSHAKE =
            "a SYN and a retransmission are not ECN-capable, so CoDel drops them with both schemes."
                    + " Flows that wait for a timeout dominate the mean";
    private static final String AGAIN =
            HANDSHAKE
                    + ". Without them: a switch with RPM sets ECE once, a receiver for a round"
                    + " trip. So with RPM windows grow again a round trip earlier, and CoDel marks"
                    + " more often. The rest is unknown: it becomes smaller, but does not vanish,"
                    + " where senders take ECE an acknowledgement later";
    private static final String SAWTOOTH =
            "the model's window comes to rest where it is stable. A NewReno flow's does not: it"
                    + " halves at each mark and grows until the next one";

    /** (W − W/2) / (2 · 3W/4): swing of a window that grows from W/2 to W. */
    private static final double SWING_OF_HALVING = 1.0 / 3;

    private static final double SWING_WITHIN = 0.1;

    /** Above this, one scheme's windows are reduced more often than the other's. */
    private static final double MORE_OFTEN = 1.1;

    private static final String EVERY_PACKET = ", ECN on every packet";
    private static final String HELD = EVERY_PACKET + ", windows held after a mark";
    private static final String LATER = HELD + ", ECE taken an acknowledgement later";

    /** Below this part of a difference, what was taken away is most of its reason. */
    private static final double SMALL_PART = 1.0 / 3;

    private RpmReasons() {}

    /**
     * Adds the reason for which Jain's index does not rise by the published gain.
     *
     * @param gain published difference of the two cases
     */
    static Statement scatter(Statement statement, String forward, String reverse, double gain) {
        return statement.because(
                SCATTER,
                new Statement(
                        "1.96 standard deviations of the difference between two single runs,"
                                + " above the published gain",
                        "",
                        Double.NaN,
                        means ->
                                TWO_SIDED_95
                                        * Math.hypot(
                                                means.deviation(forward, "jain"),
                                                means.deviation(reverse, "jain")),
                        value -> value > gain,
                        ""));
    }

    /** The case in which every packet of a case's connections is ECN-capable. */
    static Case everyPacket(String label, String scheme, double control) {
        return new Case(
                everyPacket(label),
                scheme,
                Map.of("control", control, CompletionScenario.ECN_ON_EVERY_PACKET, 1.0));
    }

    /** The same case with windows that do not grow in the round trip after a mark. */
    static Case held(String label, String scheme, double control) {
        return held(label + HELD, scheme, control, 0);
    }

    /** That case with marks that senders take an acknowledgement later. */
    static Case later(String label, String scheme, double control) {
        return held(label + LATER, scheme, control, 1);
    }

    private static Case held(String label, String scheme, double control, double markDelayAcks) {
        return new Case(
                label,
                scheme,
                Map.of(
                        "control",
                        control,
                        CompletionScenario.ECN_ON_EVERY_PACKET,
                        1.0,
                        CompletionScenario.HELD_AFTER_MARK,
                        1.0,
                        CompletionScenario.MARK_DELAY,
                        markDelayAcks));
    }

    private static String everyPacket(String label) {
        return label + EVERY_PACKET;
    }

    /** Adds the reason for which flows of a few segments do not end earlier with RPM. */
    static Statement handshake(Statement statement, String forward, String reverse, int segments) {
        return statement.because(
                HANDSHAKE, completion(forward, everyPacket(reverse), segments, EVERY_PACKET));
    }

    /**
     * Adds the reasons for which flows that do not fit into the initial window do not end earlier.
     * Over CoDel-FWD the receiver's ECE holds windows, whatever the parameter says.
     */
    static Statement again(Statement statement, String forward, String reverse, int segments) {
        return statement.because(
                AGAIN,
                completion(forward, everyPacket(reverse), segments, EVERY_PACKET),
                reductions(forward, everyPacket(reverse), EVERY_PACKET, true),
                reductions(forward, reverse + HELD, HELD, false),
                completion(forward, reverse + HELD, segments, HELD),
                remainder(forward, reverse, segments));
    }

    /** Difference that is left without both causes, as a part of that with both. */
    private static Statement remainder(String forward, String reverse, int segments) {
        String quantity = CompletionScenario.name(segments);
        return new Statement(
                words(LATER)
                        + ": mean completion of "
                        + segments
                        + " MSS, RPM less CoDel-FWD, over the same with neither, below 1/3",
                "",
                Double.NaN,
                means -> {
                    double base = means.of(everyPacket(forward), quantity);
                    return (means.of(reverse + LATER, quantity) - base)
                            / (means.of(everyPacket(reverse), quantity) - base);
                },
                value -> value < SMALL_PART,
                "");
    }

    private static Statement completion(
            String forward, String reverse, int segments, String change) {
        return Statement.lower(
                CompletionScenario.name(segments),
                reverse,
                everyPacket(forward),
                words(change)
                        + ": mean completion of "
                        + segments
                        + " MSS, RPM over CoDel-FWD, below 1");
    }

    private static Statement reductions(
            String forward, String reverse, String change, boolean more) {
        return new Statement(
                words(change)
                        + ": reductions after marks, RPM over CoDel-FWD, "
                        + (more ? "above " : "below ")
                        + MORE_OFTEN,
                "",
                Double.NaN,
                means ->
                        means.of(reverse, CompletionScenario.REDUCTIONS)
                                / means.of(everyPacket(forward), CompletionScenario.REDUCTIONS),
                value -> more ? value > MORE_OFTEN : value < MORE_OFTEN,
                "");
    }

    private static String words(String change) {
        return change.substring(2);
    }

    /**
     * Adds the reason for which the window of packets swings in the model's stable case.
     *
     * @param stable case
     */
    static Statement sawtooth(Statement statement, String stable) {
        return statement.because(
                SAWTOOTH,
                new Statement(
                        "swing in the stable case: that of one halving, within 10 %",
                        "",
                        SWING_OF_HALVING,
                        means -> means.of(stable, "windowSwing"),
                        value ->
                                Math.abs(value - SWING_OF_HALVING)
                                        <= SWING_WITHIN * SWING_OF_HALVING,
                        ""));
    }
}
