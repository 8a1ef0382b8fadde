// SPDX-License-Identifier: Apache-2.0
package org.weir.reaction.targetrate;

/**
 * Limit of a rate when feedback comes, as multiples of the used rate: the rate at which the sender
 * really sent its last packets. Where many messages share their host's line, each uses less than it
 * is permitted, and a cut of the permitted rate would change nothing.
 *
 * <p>After the start and after a quiet time the limit may be lower: the rate was then above what
 * the port can carry for a round trip or more, so that the packets under way make the queue longer
 * than the feedback tells. Example: a message starts at a line rate of 10 Gb/s and shares the line
 * with three others, so that it uses 2.5 Gb/s. With {@code first} 0.4 its first feedback permits at
 * most 1 Gb/s.
 *
 * @param first at the first feedback; {@link #ANY} for no limit
 * @param quiet at feedback after {@code quietCycles} without it; {@link #ANY} for no limit
 * @param busy at all other feedback; {@link #ANY} for no limit
 */
public record UsedRateLimit(double first, double quiet, double busy) {
    /** A ratio that does not limit the rate. */
    public static final double ANY = 0;

    /** Feedback reduces the permitted rate, whatever the used one is. */
    public static final UsedRateLimit NONE = new UsedRateLimit(ANY, ANY, ANY);

    /**
     * A limit.
     *
     * @throws IllegalArgumentException if a ratio is negative
     */
    public UsedRateLimit {
        if (!(first >= 0 && quiet >= 0 && busy >= 0)) {
            throw new IllegalArgumentException(
                    "ratios must not be negative: " + first + ", " + quiet + ", " + busy);
        }
    }

    /**
     * The limit as a rate, bit/s.
     *
     * @param isFirst true for the first feedback
     * @param isQuiet true for feedback after the quiet cycles
     * @param usedBps used rate, bit/s; infinite if it is not known
     * @return infinite without a limit
     */
    double bps(boolean isFirst, boolean isQuiet, double usedBps) {
        double ratio = isFirst ? first : isQuiet ? quiet : busy;
        return ratio == ANY ? Double.POSITIVE_INFINITY : ratio * usedBps;
    }
}
