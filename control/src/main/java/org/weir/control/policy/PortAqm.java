// SPDX-License-Identifier: Apache-2.0
package org.weir.control.policy;

import java.util.Collections;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.weir.control.PortId;

/**
 * Active queue management of a port: the algorithm that acts beside the thresholds of its settings,
 * or in their place, and its parameters. Immutable.
 */
public final class PortAqm {
    /** A scheme. */
    public enum Scheme {
        /** Thresholds and feedback packets alone. */
        NONE("none"),

        /**
         * CoDel, RFC 8289: marks departing packets, or drops them if their sender does not support
         * ECN.
         */
        CODEL("codel"),

        /**
         * Reverse path marking: CoDel that sets ECE on a TCP flow's acknowledgements instead of CE
         * on its data.
         */
        RPM("rpm"),

        /** Activity-based congestion management: drops packets of the most active users first. */
        ABC("abc");

        private final String word;

        Scheme(String word) {
            this.word = word;
        }

        /** The scheme's name in a policy. */
        public String word() {
            return word;
        }
    }

    /** Default of {@link #targetUs}, as RFC 8289, section 4.2, advises. */
    public static final long DEFAULT_TARGET_US = 5_000;

    /** Default of {@link #intervalUs}, as RFC 8289, section 4.3, advises. */
    public static final long DEFAULT_INTERVAL_US = 100_000;

    /** Default of {@link #expiryUs}. */
    public static final long DEFAULT_EXPIRY_US = 60_000_000;

    /** Largest target, interval and age of an acknowledgement, µs. */
    public static final long MAX_DELAY_US = 60_000_000;

    /** Largest expiry, µs; 32 bits hold it. */
    public static final long MAX_EXPIRY_US = 3_600_000_000L;

    /** No scheme. */
    public static final PortAqm NONE =
            new PortAqm(Scheme.NONE, 0, 0, 0, 0, Set.of(), true, Optional.empty());

    private final Scheme scheme;
    private final long targetUs;
    private final long intervalUs;
    private final long returnUs;
    private final long expiryUs;
    private final Set<Long> ackPorts;
    private final boolean thresholds;
    private final Optional<ActivityThresholds> activity;

    private PortAqm(
            Scheme scheme,
            long targetUs,
            long intervalUs,
            long returnUs,
            long expiryUs,
            Set<Long> ackPorts,
            boolean thresholds,
            Optional<ActivityThresholds> activity) {
        this.scheme = scheme;
        this.targetUs = targetUs;
        this.intervalUs = intervalUs;
        this.returnUs = returnUs;
        this.expiryUs = expiryUs;
        this.ackPorts = Collections.unmodifiableSet(new TreeSet<>(ackPorts));
        this.thresholds = thresholds;
        this.activity = activity;
    }

    /**
     * CoDel.
     *
     * @param targetUs delay that a queue may keep, µs, 1 to {@link #MAX_DELAY_US}
     * @param intervalUs time for which the delay may be above that, µs, above the target and at
     *     most {@link #MAX_DELAY_US}; the longest round trip
     */
    public static PortAqm codel(long targetUs, long intervalUs) {
        return new PortAqm(
                Scheme.CODEL, targetUs, intervalUs, 0, 0, Set.of(), true, Optional.empty());
    }

    /**
     * CoDel with reverse path marking.
     *
     * @param targetUs as for CoDel
     * @param intervalUs as for CoDel
     * @param returnUs largest age of a flow's last acknowledgement at which the reverse path is
     *     used, µs, 1 to {@link #MAX_DELAY_US}
     * @param expiryUs time for which a flow is remembered without an acknowledgement, µs, at least
     *     {@code returnUs} and at most {@link #MAX_EXPIRY_US}
     * @param ackPorts ports of the same switch by which acknowledgements come in; empty for the
     *     port itself
     */
    public static PortAqm rpm(
            long targetUs, long intervalUs, long returnUs, long expiryUs, Set<Long> ackPorts) {
        return new PortAqm(
                Scheme.RPM,
                targetUs,
                intervalUs,
                returnUs,
                expiryUs,
                ackPorts,
                true,
                Optional.empty());
    }

    /**
     * Activity-based congestion management.
     *
     * @param activity thresholds of each queue of the port
     */
    public static PortAqm abc(ActivityThresholds activity) {
        return new PortAqm(Scheme.ABC, 0, 0, 0, 0, Set.of(), true, Optional.of(activity));
    }

    /**
     * The same algorithm in place of the port's thresholds: it alone marks packets, and the switch
     * sends no feedback packets.
     */
    public PortAqm alone() {
        return new PortAqm(
                scheme, targetUs, intervalUs, returnUs, expiryUs, ackPorts, false, activity);
    }

    /** The same algorithm beside the port's thresholds. */
    public PortAqm besideThresholds() {
        return new PortAqm(
                scheme, targetUs, intervalUs, returnUs, expiryUs, ackPorts, true, activity);
    }

    /** True if the thresholds of the port's settings are in force, too. */
    public boolean thresholds() {
        return thresholds;
    }

    /** The scheme. */
    public Scheme scheme() {
        return scheme;
    }

    /** Thresholds of the port's queues; empty but for ABC. */
    public Optional<ActivityThresholds> activity() {
        return activity;
    }

    /** Delay that a queue may keep, µs; 0 but for CoDel and RPM. */
    public long targetUs() {
        return targetUs;
    }

    /** Time for which the delay may be above the target, µs; 0 but for CoDel and RPM. */
    public long intervalUs() {
        return intervalUs;
    }

    /**
     * Largest age of a flow's last acknowledgement at which the reverse path is used, µs; 0 but for
     * RPM.
     */
    public long returnUs() {
        return returnUs;
    }

    /** Time for which a flow is remembered without an acknowledgement, µs; 0 but for RPM. */
    public long expiryUs() {
        return expiryUs;
    }

    /**
     * Ports by which the acknowledgements of a port's flows come in.
     *
     * @param port the port that has this scheme
     * @return those stated, or the port itself; none but for RPM
     */
    public Set<Long> ackPorts(PortId port) {
        if (scheme != Scheme.RPM) {
            return Set.of();
        }
        return ackPorts.isEmpty() ? Set.of(port.port()) : ackPorts;
    }

    @Override
    public boolean equals(Object other) {
        if (!(other instanceof PortAqm)) {
            return false;
        }
        PortAqm that = (PortAqm) other;
        return scheme == that.scheme
                && targetUs == that.targetUs
                && intervalUs == that.intervalUs
                && returnUs == that.returnUs
                && expiryUs == that.expiryUs
                && ackPorts.equals(that.ackPorts)
                && thresholds == that.thresholds
                && activity.equals(that.activity);
    }

    @Override
    public int hashCode() {
        return Objects.hash(
                scheme, targetUs, intervalUs, returnUs, expiryUs, ackPorts, thresholds, activity);
    }

    @Override
    public String toString() {
        switch (scheme) {
            case NONE:
                return scheme.word();
            case ABC:
                return scheme.word() + " " + activity.orElseThrow();
            default:
                return scheme.word() + " " + targetUs + "/" + intervalUs + " us";
        }
    }
}
