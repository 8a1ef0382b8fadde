// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.runtime.state;

import java.math.BigInteger;
import org.weir.bmv2.controlplane.state.MeterConfig;

/**
 * A three-colour marker, colour-blind: of two rates (RFC 2698), or of one rate when it has an
 * excess burst (RFC 2697). As in BMv2, tokens are counted from the time of its configuration, a
 * packet that exceeds the peak rate takes no tokens, and one that exceeds only the committed rate
 * takes those of the peak rate.
 */
public final class Meter {

    /** Within the committed rate. */
    public static final long GREEN = 0;

    /** Beyond the committed rate. */
    public static final long YELLOW = 1;

    /** Beyond the peak rate. */
    public static final long RED = 2;

    private static final long NS_PER_SECOND = 1_000_000_000L;

    private MeterConfig config;

    /** Those of the peak bucket, or of the excess bucket when there is one. */
    private long peakTokens;

    private long committedTokens;
    private long lastNs;
    private long peakCarry;
    private long committedCarry;
    private long carried;

    /**
     * Sets the rates and fills the buckets; null takes them away, so that all packets are green.
     */
    public void configure(MeterConfig newConfig, long nowNs) {
        config = newConfig;
        if (newConfig != null) {
            peakTokens =
                    newConfig.excessBurst() > 0 ? newConfig.excessBurst() : newConfig.peakBurst();
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
        long elapsedNs = nowNs - lastNs;
        lastNs = nowNs;
        return config.excessBurst() > 0
                ? markByExcess(tokens, elapsedNs)
                : markByPeak(tokens, elapsedNs);
    }

    private long markByPeak(long tokens, long elapsedNs) {
        long peakAdded = added(config.peakRate(), elapsedNs, peakCarry);
        peakCarry = carried;
        long committedAdded = added(config.committedRate(), elapsedNs, committedCarry);
        committedCarry = carried;
        peakTokens += Math.min(peakAdded, config.peakBurst() - peakTokens);
        committedTokens += Math.min(committedAdded, config.committedBurst() - committedTokens);
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

    /**
     * Colour by RFC 2697, section 3: tokens that the committed bucket has no room for go to the
     * excess bucket.
     */
    private long markByExcess(long tokens, long elapsedNs) {
        long added = added(config.committedRate(), elapsedNs, committedCarry);
        committedCarry = carried;
        long committed = Math.min(added, config.committedBurst() - committedTokens);
        committedTokens += committed;
        peakTokens += Math.min(added - committed, config.excessBurst() - peakTokens);
        if (committedTokens >= tokens) {
            committedTokens -= tokens;
            return GREEN;
        }
        if (peakTokens >= tokens) {
            peakTokens -= tokens;
            return YELLOW;
        }
        return RED;
    }

    /**
     * Whole tokens that a rate makes in a time, together with what was left of one before. The new
     * remainder, in billionths of a token, is in {@link #carried}.
     */
    private long added(long rate, long elapsedNs, long carry) {
        long product = rate * elapsedNs;
        long sum = product + carry;
        if (Math.multiplyHigh(rate, elapsedNs) != 0 || product < 0 || sum < 0) {
            return addedAfterLong(rate, elapsedNs, carry);
        }
        carried = sum % NS_PER_SECOND;
        return sum / NS_PER_SECOND;
    }

    /** Adds as {@link #added}, where the product does not fit in 64 bits. */
    private long addedAfterLong(long rate, long elapsedNs, long carry) {
        BigInteger[] parts =
                BigInteger.valueOf(rate)
                        .multiply(BigInteger.valueOf(elapsedNs))
                        .add(BigInteger.valueOf(carry))
                        .divideAndRemainder(BigInteger.valueOf(NS_PER_SECOND));
        carried = parts[1].longValue();
        return parts[0].min(BigInteger.valueOf(Long.MAX_VALUE)).longValue();
    }
}
