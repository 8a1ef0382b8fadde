// SPDX-License-Identifier: Apache-2.0
package org.weir.app.drops;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.weir.app.DropCount;

/**
 * Adds up what the counters of one cause at one switch count. A counter's first value is its
 * baseline. One that goes backwards began anew at 0, as those of a switch that was restarted do.
 */
final class DropTally {

    private static final long NS_PER_MS = 1_000_000;

    private final Map<Object, Long> last = new HashMap<>();
    private long packets;
    private long lastIntervalPackets;
    private long readNs;
    private long intervalMs;
    private boolean read;
    private boolean intervalKnown;

    /**
     * Takes a reading.
     *
     * @param values the counters by whatever tells one from another, packets
     * @param timeNs time of the reading, ns
     */
    void read(Map<?, Long> values, long timeNs) {
        long counted = 0;
        boolean comparable = values.isEmpty();
        for (Map.Entry<?, Long> value : values.entrySet()) {
            Long before = last.get(value.getKey());
            long now = value.getValue();
            if (before != null) {
                counted += now >= before ? now - before : now;
                comparable = true;
            }
        }
        last.clear();
        last.putAll(values);
        packets += counted;
        intervalMs = (timeNs - readNs) / NS_PER_MS;
        intervalKnown = read && comparable && intervalMs > 0;
        lastIntervalPackets = counted;
        readNs = timeNs;
        read = true;
    }

    /** Takes note that the counters could not be read. */
    void miss() {
        intervalKnown = false;
    }

    /** Packets counted so far and in the last interval; empty before the first reading. */
    Optional<DropCount> count() {
        if (!read) {
            return Optional.empty();
        }
        return Optional.of(
                intervalKnown
                        ? DropCount.of(packets, lastIntervalPackets, intervalMs)
                        : DropCount.of(packets));
    }
}
