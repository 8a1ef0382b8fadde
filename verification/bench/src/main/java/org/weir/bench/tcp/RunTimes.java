// SPDX-License-Identifier: Apache-2.0
package org.weir.bench.tcp;

/**
 * Times of a run.
 *
 * @param seconds length of the run, s
 * @param warmUpSeconds beginning of it that the figures leave out, s
 */
record RunTimes(int seconds, int warmUpSeconds) {
    private static final long NS_PER_SECOND = 1_000_000_000L;

    long endNs() {
        return seconds * NS_PER_SECOND;
    }

    long warmUpNs() {
        return warmUpSeconds * NS_PER_SECOND;
    }

    /** Time that the figures are of, s. */
    double measuredSeconds() {
        return seconds - warmUpSeconds;
    }
}
