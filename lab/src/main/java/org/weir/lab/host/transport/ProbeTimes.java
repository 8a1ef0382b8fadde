// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.host.transport;

/**
 * Times after which a sender that hears nothing probes, all in ns.
 *
 * <p>Before the first sample of the round trip a sender waits {@code firstNs}, then the timeout of
 * RFC 6298 (smoothed round trip and four times its variation), between {@code leastNs} and {@code
 * mostNs}. Each probe without an answer doubles the time, up to {@code mostNs}.
 *
 * @param firstNs time before the first sample, above 0
 * @param leastNs shortest time after it, above 0
 * @param mostNs longest time, at least the two others
 */
public record ProbeTimes(long firstNs, long leastNs, long mostNs) {
    private static final int MOST_PATIENCE = 8;

    /** Checks the order. */
    public ProbeTimes {
        if (firstNs < 1 || leastNs < 1 || mostNs < Math.max(firstNs, leastNs)) {
            throw new IllegalArgumentException(
                    "probe times must be above 0, the longest last, not "
                            + firstNs
                            + ", "
                            + leastNs
                            + ", "
                            + mostNs);
        }
    }

    /** Times that begin with a fixed one and never go below it. */
    public static ProbeTimes from(long timeNs) {
        return new ProbeTimes(timeNs, timeNs, MOST_PATIENCE * timeNs);
    }

    /** Time to wait after a number of probes without an answer. */
    long afterNs(RoundTrip measured, int unanswered) {
        double oneNs =
                measured.isKnown() ? Math.max(leastNs, measured.timeoutNs()) : (double) firstNs;
        int patience = Math.min(MOST_PATIENCE, 1 << Math.min(unanswered, Integer.SIZE - 2));
        return Math.round(Math.min(mostNs, patience * oneNs));
    }
}
