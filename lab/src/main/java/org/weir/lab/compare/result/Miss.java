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
 * @param events kinds of the events under way in the period or a part of it
 * @param cause of the miss
 * @param wanted packets that would have arrived with the receiver's line for the class alone
 * @param received packets
 * @param resent packets
 * @param latePart part of the received packets above the target for the 99th percentile
 * @param waited mean queueing delay, t; NaN without packets
 * @param target for it, t; infinite without one
 * @param lineUse packets of all classes that arrived at the host over those that fit its line, and
 *     the rate of a sender that ignores feedback
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

    /**
     * Reads the columns of {@link #line}, whose numbers are rounded.
     *
     * @throws IllegalArgumentException naming what is wrong
     */
    static Miss read(String[] words) {
        int columns = HEAD.split(",").length;
        if (words.length != columns) {
            throw new IllegalArgumentException(
                    "must have " + columns + " columns, has " + words.length);
        }
        return new Miss(
                TrafficClass.valueOf(words[3]),
                Integer.parseInt(words[4]),
                Integer.parseInt(words[5]),
                words[6].isEmpty() ? List.of() : List.of(words[6].split("\\+")),
                MissCause.named(words[7]),
                Integer.parseInt(words[8]),
                Integer.parseInt(words[9]),
                Integer.parseInt(words[10]),
                Double.parseDouble(words[11]),
                Double.parseDouble(words[12]),
                Double.parseDouble(words[13]),
                Double.parseDouble(words[14]));
    }

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
                cause.nameInFile(),
                wanted,
                received,
                resent,
                latePart,
                waited,
                target,
                lineUse);
    }
}
