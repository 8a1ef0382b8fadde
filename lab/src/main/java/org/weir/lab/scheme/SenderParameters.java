// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.scheme;

import java.util.ArrayList;
import java.util.List;
import org.weir.reaction.HalvingReaction;
import org.weir.reaction.Reaction;
import org.weir.reaction.Recovery;

/** Parameters that the senders of PMQECN's and P4QCN's testbeds share. */
final class SenderParameters {
    static final Parameter START_BPS =
            new Parameter(
                    "startBps",
                    "bit/s",
                    1e6,
                    1,
                    1e12,
                    "rate of a sender at the start",
                    "PMQECN section 5, Algorithm 3");
    static final Parameter LEAST_BPS =
            new Parameter(
                    "leastBps",
                    "bit/s",
                    1e5,
                    1,
                    1e12,
                    "rate below which no cut goes",
                    "not published; a hundredth of the line");
    static final Parameter INCREASE_BPS =
            new Parameter(
                    "increaseBps",
                    "bit/s",
                    5e6,
                    1,
                    1e12,
                    "R_A, the step of active increase",
                    "PMQECN Algorithm 3; P4QCN section 4");
    static final Parameter RECOVERY_CYCLES =
            new Parameter(
                    "recoveryCycles",
                    "cycles",
                    5,
                    0,
                    1000,
                    "N_C, cycles of fast recovery",
                    "PMQECN Algorithm 3; P4QCN section 4");
    static final Parameter CYCLE_MS =
            new Parameter(
                    "cycleMs",
                    "ms",
                    1000,
                    0.001,
                    1e6,
                    "length of a sender's cycle",
                    "not published; the authors' code ends one a second");
    static final Parameter FEEDBACK_INTERVAL_MS =
            new Parameter(
                    "feedbackIntervalMs",
                    "ms",
                    50,
                    0,
                    1e6,
                    "least time between two notifications to a flow, from a switch or a receiver",
                    "DCQCN's 50 µs in the testbed's time: its round trips are 1000 times longer");

    static final Parameter BASE_ROUND_TRIP_MS =
            new Parameter(
                    "baseRoundTripMs",
                    "ms",
                    7.8,
                    0.001,
                    1e6,
                    "T, round trip of a packet between the farthest hosts of an empty network",
                    "PMQECN section 5: three links of 1.3 ms each with 1000 bytes, and back");

    /** Text of the reaction of senders that learn only that there is congestion. */
    static final String HALVING =
            "halve (RFC 3168 section 6.1.2), recover in cycles of time as PMQECN's testbed";

    private SenderParameters() {}

    static List<Parameter> all() {
        return List.of(
                START_BPS,
                LEAST_BPS,
                INCREASE_BPS,
                RECOVERY_CYCLES,
                CYCLE_MS,
                FEEDBACK_INTERVAL_MS);
    }

    /** Start and recovery of such a sender. */
    static Recovery recovery(Values values) {
        return new Recovery(
                values.get(START_BPS.name()),
                values.get(LEAST_BPS.name()),
                values.get(INCREASE_BPS.name()),
                (int) values.whole(RECOVERY_CYCLES.name()));
    }

    /** The reaction of which {@link #HALVING} tells. */
    static Reaction halving(Values values) {
        return new HalvingReaction(recovery(values), values.msAsNs(CYCLE_MS.name()));
    }

    /** All of these and others after them. */
    static List<Parameter> and(Parameter... others) {
        List<Parameter> parameters = new ArrayList<>(all());
        parameters.addAll(List.of(others));
        return List.copyOf(parameters);
    }
}
