// SPDX-License-Identifier: Apache-2.0
package org.weir.app.delivery;

/**
 * Times between the attempts to deliver an event: they double from the first to the longest. An
 * event is given up when its attempts have lasted too long.
 */
final class RetryRule {

    /** The rule of webhooks: 1 s, 2 s, 4 s … 60 s, for an hour. */
    static final RetryRule USUAL = new RetryRule(1_000, 60_000, 3_600_000);

    private static final int MOST_DOUBLINGS = 30;

    private final long firstMs;
    private final long longestMs;
    private final long giveUpMs;

    /**
     * A rule.
     *
     * @param firstMs time from the first failure to the next attempt, ms
     * @param longestMs longest time between two attempts, ms
     * @param giveUpMs time from the first attempt after which there is no other, ms
     */
    RetryRule(long firstMs, long longestMs, long giveUpMs) {
        this.firstMs = firstMs;
        this.longestMs = longestMs;
        this.giveUpMs = giveUpMs;
    }

    /**
     * Time to the next attempt, ms.
     *
     * @param failures failures one after the other, at least 1
     */
    long delayMs(int failures) {
        int doublings = Math.min(failures - 1, MOST_DOUBLINGS);
        return Math.min(longestMs, firstMs << doublings);
    }

    /** Time from the first attempt after which there is no other, ms. */
    long giveUpMs() {
        return giveUpMs;
    }
}
