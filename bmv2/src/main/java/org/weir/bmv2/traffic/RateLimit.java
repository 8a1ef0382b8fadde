// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.traffic;

import org.weir.bmv2.controlplane.traffic.QueueConfig;

/**
 * Limit of so many units (bits, packets) a second, by the generic cell rate algorithm in its
 * virtual scheduling form (ITU-T I.371, annex A), in whole nanoseconds with the remainder carried
 * on: a backlog is served at exactly the rate, however long it lasts.
 */
final class RateLimit {

    private static final long NANOS_PER_SECOND = 1_000_000_000L;

    private final long unitsPerSecond;

    /** Time by which a packet may be early, ns. */
    private final long toleranceNs;

    /** Time at which the next packet would go at an even pace, ns. */
    private long theoreticalNs;

    /** Remainder of that time, in units of 1/unitsPerSecond ns. */
    private long carry;

    RateLimit(long unitsPerSecond, long burstUnits) {
        this.unitsPerSecond = unitsPerSecond;
        // A burst of 10^9 bytes in bits is 8*10^9, and the product fits only below 9.2*10^9.
        this.toleranceNs =
                burstUnits / unitsPerSecond * NANOS_PER_SECOND
                        + burstUnits % unitsPerSecond * NANOS_PER_SECOND / unitsPerSecond;
    }

    /**
     * A limit in the place of another; a debt stays as many units as before. Null stands for no
     * limit.
     */
    static RateLimit changed(RateLimit before, long unitsPerSecond, long burstUnits, long nowNs) {
        if (unitsPerSecond == QueueConfig.UNLIMITED) {
            return null;
        }
        RateLimit after = new RateLimit(unitsPerSecond, burstUnits);
        if (before != null) {
            double owedNs = Math.max(0, before.theoreticalNs - nowNs);
            after.theoreticalNs = nowNs + (long) (owedNs * before.unitsPerSecond / unitsPerSecond);
        }
        return after;
    }

    /** Time from which a packet may go, ns. */
    long eligibleNs() {
        return theoreticalNs - toleranceNs;
    }

    /** Notes that a packet goes at a time, {@link #eligibleNs()} or later. */
    void charge(long timeNs, long units) {
        if (timeNs > theoreticalNs) {
            theoreticalNs = timeNs;
            carry = 0;
        }
        long scaled = units * NANOS_PER_SECOND + carry;
        theoreticalNs += scaled / unitsPerSecond;
        carry = scaled % unitsPerSecond;
    }
}
