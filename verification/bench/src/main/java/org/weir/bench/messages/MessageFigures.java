// SPDX-License-Identifier: Apache-2.0
package org.weir.bench.messages;

import java.util.List;
import org.weir.bench.messages.SentMessage.End;
import org.weir.lab.stats.Sample;

/**
 * Figures of messages. One that began and did not finish counts with its time until now: too
 * little, but it is not left out.
 *
 * @param offered number of messages that arrived
 * @param finished of them
 * @param unfinished of them: still open, or failed
 * @param failed of the unfinished ones
 * @param refused of the offered ones
 * @param medianMs median of the times from connecting to the answer; NaN of none, as the others
 * @param p99Ms 99th percentile of these times
 * @param medianSlowdown median of the slowdowns
 * @param p99Slowdown 99th percentile of the slowdowns
 */
public record MessageFigures(
        int offered,
        int finished,
        int unfinished,
        int failed,
        int refused,
        double medianMs,
        double p99Ms,
        double medianSlowdown,
        double p99Slowdown) {
    private static final double NS_PER_MS = 1e6;
    private static final double MEDIAN = 0.5;
    private static final double P99 = 0.99;

    /** Figures of messages on a path. */
    public static MessageFigures of(List<SentMessage> messages, EmptyNetwork empty) {
        List<SentMessage> begun =
                messages.stream().filter(each -> each.end() != End.REFUSED).toList();
        double[] times = begun.stream().mapToDouble(each -> each.timeNs()).sorted().toArray();
        double[] slowdowns =
                begun.stream()
                        .mapToDouble(each -> each.timeNs() / empty.timeNs(each.arrival().bytes()))
                        .sorted()
                        .toArray();
        int finished = count(messages, End.FINISHED);
        return new MessageFigures(
                messages.size(),
                finished,
                begun.size() - finished,
                count(messages, End.FAILED),
                count(messages, End.REFUSED),
                Sample.percentile(times, MEDIAN) / NS_PER_MS,
                Sample.percentile(times, P99) / NS_PER_MS,
                Sample.percentile(slowdowns, MEDIAN),
                Sample.percentile(slowdowns, P99));
    }

    private static int count(List<SentMessage> messages, End end) {
        return (int) messages.stream().filter(each -> each.end() == end).count();
    }
}
