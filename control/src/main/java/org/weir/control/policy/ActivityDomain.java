// SPDX-License-Identifier: Apache-2.0
package org.weir.control.policy;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.weir.control.PortId;

/**
 * Metering of users at the edge of an ABC domain (docs/abc.md), the same in all switches.
 * Immutable.
 */
public final class ActivityDomain {
    /** Users that a switch can meter. */
    public static final int MAX_USERS = 1024;

    /** Default of {@link #meterMemoryMs}, M_AM of P4-ABC, section 6.1.3. */
    public static final long DEFAULT_METER_MEMORY_MS = 3000;

    /** Default of {@link #referenceBps}, R_r of P4-ABC, section 6.1.3. */
    public static final long DEFAULT_REFERENCE_BPS = 10_000;

    /** Smallest reference rate, bit/s. */
    public static final long MIN_REFERENCE_BPS = 1000;

    /** Largest reference rate, bit/s. */
    public static final long MAX_REFERENCE_BPS = 1_000_000_000;

    /** Defaults: each host is a user of weight 1. */
    public static final ActivityDomain DEFAULT =
            new ActivityDomain(DEFAULT_METER_MEMORY_MS, DEFAULT_REFERENCE_BPS, List.of());

    private static final double DEFAULT_WEIGHT = 1;

    private final long meterMemoryMs;
    private final long referenceBps;
    private final List<ActivityUser> users;

    /**
     * @param meterMemoryMs memory of a user's measured rate, ms, {@value
     *     ActivityThresholds#MIN_MEMORY_MS} to {@value ActivityThresholds#MAX_MEMORY_MS}
     * @param referenceBps rate at which a user of weight 1 has activity 0, bit/s
     * @param users users that the policy lists
     */
    public ActivityDomain(long meterMemoryMs, long referenceBps, List<ActivityUser> users) {
        this.meterMemoryMs = meterMemoryMs;
        this.referenceBps = referenceBps;
        this.users = List.copyOf(users);
    }

    /** Memory of a user's measured rate, ms. */
    public long meterMemoryMs() {
        return meterMemoryMs;
    }

    /** Rate at which a user of weight 1 has activity 0, bit/s. */
    public long referenceBps() {
        return referenceBps;
    }

    /** Users that the policy lists. */
    public List<ActivityUser> users() {
        return users;
    }

    /**
     * The user that an address at a port belongs to: the one of the longest prefix; of two equal
     * prefixes, the one that names the port.
     *
     * @param port port to hosts
     * @param address address of a host, in network byte order
     * @return empty if the policy does not list it: the host is a user of weight 1
     */
    public Optional<ActivityUser> userOf(PortId port, byte[] address) {
        ActivityUser best = null;
        for (ActivityUser user : users) {
            boolean isHere = user.port().map(port::equals).orElse(true);
            if (isHere && user.prefix().contains(address) && (best == null || beats(user, best))) {
                best = user;
            }
        }
        return Optional.ofNullable(best);
    }

    private static boolean beats(ActivityUser user, ActivityUser best) {
        int length = user.prefix().prefixLength();
        int bestLength = best.prefix().prefixLength();
        return length > bestLength || length == bestLength && user.port().isPresent();
    }

    /** Weight of a host at a port by itself: its user's, or 1. */
    public double weightOf(PortId port, byte[] address) {
        return userOf(port, address).map(ActivityUser::weight).orElse(DEFAULT_WEIGHT);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ActivityDomain
                && meterMemoryMs == ((ActivityDomain) other).meterMemoryMs
                && referenceBps == ((ActivityDomain) other).referenceBps
                && users.equals(((ActivityDomain) other).users);
    }

    @Override
    public int hashCode() {
        return Objects.hash(meterMemoryMs, referenceBps, users);
    }
}
