// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.compare.result;

import java.util.List;
import java.util.Locale;
import org.weir.lab.workload.TrafficClass;

/**
 * A missed class-period. Times are in packet times t, what a full packet takes on a host's line.
 *
 * @param ofClass the class
 * @param host number of the receiver, from 0
 * @param period from 0
 * @param events kinds of the events under way at the period's beginning
 * @param cause of the miss
 * @param wanted packets that would have arrived with the receiver's line for the class alone
 * @param received packets
 * @param resent packets
 * @param latePart part of the received packets above the target for the 99th percentile
 * @param waited mean queueing delay, t; NaN without packets
 * @param target for it, t; infinite without one
 * @param lineUse packets of all classes that arrived at the host over those that fit its line
 */
public record Miss(
        TrafficClass ofClass,
        int host,
        int period,
        List<String> events,
        MissCause cause,
        int wanted,
        int received,
        int resent,
        double latePart,
        double waited,
        double target,
        double lineUse) {
    /** Head of {@link #line}. */
    public static final String HEAD =
            "network,scheme,seed,class,host,period,events,cause,wanted,received,resent,"
                    + "late_part,waited_t,target_t,line_use";

    /** Whether an event was under way; endless messages are none, since they last all the run. */
    boolean isDuringEvent() {
        return events.stream().anyMatch(one -> !one.equals("bulk"));
    }

    /** The miss as a line of CSV. */
    public String line(RunRow run) {
        return String.format(
                Locale.ROOT,
                "%s,%s,%d,%s,%d,%d,%s,%s,%d,%d,%d,%.4f,%.3f,%.3f,%.3f",
                run.network(),
                run.scheme(),
                run.seed(),
                ofClass,
                host,
                period,
                String.join("+", events),
                cause.name().toLowerCase(Locale.ROOT).replace('_', '-'),
                wanted,
                received,
                resent,
                latePart,
                waited,
                target,
                lineUse);
    }
}
