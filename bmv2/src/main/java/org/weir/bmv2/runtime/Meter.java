// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.runtime;

import org.weir.bmv2.control.MeterConfig;

/**
 * A two-rate three-colour marker, colour-blind (RFC 2698). As in BMv2, tokens are counted from the
 * time of its configuration, a packet that exceeds the peak rate takes no tokens, and one that
 * exceeds only the committed rate takes those of the peak rate.
 */
public final class Meter {

    /** Within the committed rate. */
    public static final long GREEN = 0;

    /** Beyond the committed rate. */
    public static final long YELLOW = 1;

    /** Beyond the peak rate. */
    public static final long RED = 2;

    private MeterConfig config;
    private long peakTokens;
    private long committedTokens;
    private long lastNs;
    private long peakCarry;
    private long committedCarry;

    /**
     * Sets the rates and fills the buckets; null takes them away, so that all packets are green.
     */
    public void configure(MeterConfig newConfig, long nowNs) {
        config = newConfig;
        if (newConfig != null) {
            peakTokens = newConfig.peakBurst();
            committedTokens = newConfig.committedBurst();
            lastNs = nowNs;
            peakCarry = 0;
            committedCarry = 0;
        }
    }

    /** The rates; null when there are none. */
    public MeterConfig config() {
        return config;
    }

    /** The colour of a packet that takes some tokens. */
    public long mark(long tokens, long nowNs) {
        if (config == null) {
            return GREEN;
        }
        refill(nowNs);
        if (peakTokens < tokens) {
            return RED;
        }
        peakTokens -= tokens;
        if (committedTokens < tokens) {
            return YELLOW;
        }
        committedTokens -= tokens;
        return GREEN;
    }

    private void refill(long nowNs) {
        long elapsedNs = nowNs - lastNs;
        lastNs = nowNs;
        // Whole seconds first, so that no product overflows.
        long seconds = elapsedNs / 1_000_000_000L;
        long nanos = elapsedNs % 1_000_000_000L;
        peakCarry += nanos * config.peakRate();
        committedCarry += nanos * config.committedRate();
        peakTokens =
                Math.min(
                        config.peakBurst(),
                        peakTokens + seconds * config.peakRate() + peakCarry / 1_000_000_000L);
        committedTokens =
                Math.min(
                        config.committedBurst(),
                        committedTokens
                                + seconds * config.committedRate()
                                + committedCarry / 1_000_000_000L);
        peakCarry %= 1_000_000_000L;
        committedCarry %= 1_000_000_000L;
    }
}
