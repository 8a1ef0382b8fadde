// SPDX-License-Identifier: Apache-2.0
package org.weir.app;

import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;

/** The scheme of active queue management that runs on a port. Immutable. */
public final class AqmView {

    /** No scheme: thresholds and feedback packets alone. */
    public static final AqmView NONE = new AqmView("none", 0, 0, 0, 0, List.of(), true);

    private final String scheme;
    private final long targetUs;
    private final long intervalUs;
    private final long returnUs;
    private final long expiryUs;
    private final List<Long> ackPorts;
    private final boolean thresholds;

    /**
     * A view; a number that the scheme does not have is 0.
     *
     * @param scheme name of the scheme as the policy has it
     * @param targetUs delay that a queue may keep, µs
     * @param intervalUs time for which the delay may be above that, µs
     * @param returnUs largest age of a flow's last acknowledgement at which the reverse path is
     *     used, µs
     * @param expiryUs time for which a flow is remembered without an acknowledgement, µs
     * @param ackPorts ports by which acknowledgements come in
     * @param thresholds whether the thresholds of the settings mark too
     */
    public AqmView(
            String scheme,
            long targetUs,
            long intervalUs,
            long returnUs,
            long expiryUs,
            Collection<Long> ackPorts,
            boolean thresholds) {
        this.scheme = Objects.requireNonNull(scheme);
        this.targetUs = targetUs;
        this.intervalUs = intervalUs;
        this.returnUs = returnUs;
        this.expiryUs = expiryUs;
        this.ackPorts = List.copyOf(ackPorts);
        this.thresholds = thresholds;
    }

    /** Name of the scheme: {@code none}, {@code codel} or {@code rpm}. */
    public String scheme() {
        return scheme;
    }

    /** Delay that a queue may keep, in µs; empty without a scheme. */
    public OptionalLong targetUs() {
        return stated(targetUs);
    }

    /** Time for which the delay may be above that, µs; empty without an algorithm. */
    public OptionalLong intervalUs() {
        return stated(intervalUs);
    }

    /**
     * Largest age of a flow's last acknowledgement at which the reverse path is used, µs; of RPM
     * only.
     */
    public OptionalLong returnUs() {
        return stated(returnUs);
    }

    /** Time for which a flow is remembered without an acknowledgement, µs; of RPM only. */
    public OptionalLong expiryUs() {
        return stated(expiryUs);
    }

    /** Ports by which acknowledgements come in, in ascending order; none but for RPM. */
    public List<Long> ackPorts() {
        return ackPorts;
    }

    /** Whether the thresholds of the settings mark too, and feedback packets are made. */
    public boolean thresholds() {
        return thresholds;
    }

    private static OptionalLong stated(long value) {
        return value == 0 ? OptionalLong.empty() : OptionalLong.of(value);
    }
}
