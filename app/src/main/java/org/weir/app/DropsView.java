// SPDX-License-Identifier: Apache-2.0
package org.weir.app;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * Packets that a switch dropped outside the queues of classes, by cause. Unknown counts are absent.
 */
public final class DropsView {

    /** Drops of a switch that was not read yet: none is known. */
    public static final DropsView UNKNOWN = new DropsView(Map.of());

    private final Map<DropCause, DropCount> counts = new EnumMap<>(DropCause.class);

    /**
     * Drops.
     *
     * @param counts the counts that are known
     */
    public DropsView(Map<DropCause, DropCount> counts) {
        this.counts.putAll(counts);
    }

    /**
     * The count of a cause.
     *
     * @param cause cause
     * @return empty when it is not known
     */
    public Optional<DropCount> count(DropCause cause) {
        return Optional.ofNullable(counts.get(cause));
    }

    /** Packets of all causes that are known; empty when none is. */
    public OptionalLong packets() {
        return counts.isEmpty()
                ? OptionalLong.empty()
                : OptionalLong.of(counts.values().stream().mapToLong(DropCount::packets).sum());
    }

    /** Packets per second of all causes whose last interval is known; empty when none is. */
    public OptionalDouble packetsPerSecond() {
        double[] known =
                counts.values().stream()
                        .map(DropCount::packetsPerSecond)
                        .filter(OptionalDouble::isPresent)
                        .mapToDouble(OptionalDouble::getAsDouble)
                        .toArray();
        return known.length == 0
                ? OptionalDouble.empty()
                : OptionalDouble.of(Arrays.stream(known).sum());
    }
}
