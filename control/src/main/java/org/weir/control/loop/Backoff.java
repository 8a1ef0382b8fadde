// SPDX-License-Identifier: Apache-2.0
package org.weir.control.loop;

/**
 * Growing pauses between attempts at something that fails. The first two retries need no pause;
 * each further pause is twice as long as the one before, up to a longest one.
 *
 * <p>Example: pauses from 100 ms to 30 s. Attempts that fail at once are due at 0, 0, 0, 0.1, 0.3,
 * 0.7, 1.5 s and so on.
 *
 * <p>Not safe for use by several threads.
 */
public final class Backoff {
    private static final int PROMPT_RETRIES = 2;

    private final long firstNs;
    private final long longestNs;
    private int failures;
    private long pauseNs;
    private long dueNs;

    /**
     * A first attempt is due.
     *
     * @param firstNs first pause, ns
     * @param longestNs longest pause, ns
     */
    public Backoff(long firstNs, long longestNs) {
        this.firstNs = firstNs;
        this.longestNs = longestNs;
    }

    /**
     * Takes note that an attempt has failed.
     *
     * @param beganNs time at which it began, ns; the pause begins then, too
     */
    public void failed(long beganNs) {
        failures++;
        if (failures > PROMPT_RETRIES) {
            pauseNs = pauseNs == 0 ? firstNs : Math.min(2 * pauseNs, longestNs);
        }
        dueNs = beganNs + pauseNs;
    }

    /** Forgets the failures: an attempt succeeded, or something else is attempted. */
    public void reset() {
        failures = 0;
        pauseNs = 0;
    }

    /** True if the next attempt is due. */
    public boolean isDue(long nowNs) {
        return failures == 0 || nowNs - dueNs >= 0;
    }
}
