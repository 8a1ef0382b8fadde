// SPDX-License-Identifier: Apache-2.0
package org.weir.app;

import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.function.ToLongFunction;
import org.weir.control.policy.ActivityThresholds;

/** The scheme of active queue management that runs on a port. Immutable. */
public final class AqmView {

    /** No scheme: thresholds and feedback packets alone. */
    public static final AqmView NONE = new AqmView("none", 0, 0, 0, 0, List.of(), true, null, 0);

    private final String scheme;
    private final long targetUs;
    private final long intervalUs;
    private final long returnUs;
    private final long expiryUs;
    private final List<Long> ackPorts;
    private final boolean thresholds;
    private final long averageMemoryMs;
    private final long averagePackets;
    private final OptionalLong qMinPackets;
    private final OptionalLong qBasePackets;
    private final OptionalLong gammaPackets;

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
     * @param activity thresholds of ABC; null of another scheme
     * @param averagePackets packets over which the switch's program averages the activity; 0 if it
     *     has the policy's memory instead, and of another scheme
     */
    public AqmView(
            String scheme,
            long targetUs,
            long intervalUs,
            long returnUs,
            long expiryUs,
            Collection<Long> ackPorts,
            boolean thresholds,
            ActivityThresholds activity,
            long averagePackets) {
        this.scheme = Objects.requireNonNull(scheme);
        this.targetUs = targetUs;
        this.intervalUs = intervalUs;
        this.returnUs = returnUs;
        this.expiryUs = expiryUs;
        this.ackPorts = List.copyOf(ackPorts);
        this.thresholds = thresholds;
        averageMemoryMs = activity == null || averagePackets > 0 ? 0 : activity.averageMemoryMs();
        this.averagePackets = averagePackets;
        qMinPackets = of(activity, ActivityThresholds::qMinPackets);
        qBasePackets = of(activity, ActivityThresholds::qBasePackets);
        gammaPackets = of(activity, ActivityThresholds::gammaPackets);
    }

    private static OptionalLong of(
            ActivityThresholds activity, ToLongFunction<ActivityThresholds> value) {
        return activity == null
                ? OptionalLong.empty()
                : OptionalLong.of(value.applyAsLong(activity));
    }

    /** Name of the scheme: {@code none}, {@code codel}, {@code rpm} or {@code abc}. */
    public String scheme() {
        return scheme;
    }

    /** Delay that a queue may keep, in µs; of CoDel and RPM only. */
    public OptionalLong targetUs() {
        return stated(targetUs);
    }

    /** Time for which the delay may be above that, µs; of CoDel and RPM only. */
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

    /** Memory of the mean activity, ms; of ABC only, and empty where it has none. */
    public OptionalLong averageMemoryMs() {
        return stated(averageMemoryMs);
    }

    /** Packets over which the activity is averaged; of ABC without a memory only. */
    public OptionalLong averagePackets() {
        return stated(averagePackets);
    }

    /** Depth up to which no packet is dropped for its activity; of ABC only. */
    public OptionalLong qMinPackets() {
        return qMinPackets;
    }

    /** Depth above which packets of mean activity are dropped; of ABC only. */
    public OptionalLong qBasePackets() {
        return qBasePackets;
    }

    /** Packets by which that depth is smaller for twice the rate; of ABC only. */
    public OptionalLong gammaPackets() {
        return gammaPackets;
    }

    private static OptionalLong stated(long value) {
        return value == 0 ? OptionalLong.empty() : OptionalLong.of(value);
    }
}
