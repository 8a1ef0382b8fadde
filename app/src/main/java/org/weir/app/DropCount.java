// SPDX-License-Identifier: Apache-2.0
package org.weir.app;

import java.util.OptionalDouble;
import java.util.OptionalLong;

/** Packets that a switch dropped for one cause. */
public final class DropCount {

    private static final double MS_PER_S = 1e3;

    private final long packets;
    private final OptionalLong lastIntervalPackets;
    private final long intervalMs;

    private DropCount(long packets, OptionalLong lastIntervalPackets, long intervalMs) {
        this.packets = packets;
        this.lastIntervalPackets = lastIntervalPackets;
        this.intervalMs = intervalMs;
    }

    /**
     * A count whose latest reading was not the first.
     *
     * @param packets packets since the first reading
     * @param lastIntervalPackets those of them between the last two readings
     * @param intervalMs time between the two, ms, more than 0
     */
    public static DropCount of(long packets, long lastIntervalPackets, long intervalMs) {
        return new DropCount(packets, OptionalLong.of(lastIntervalPackets), intervalMs);
    }

    /**
     * A count that was read only once, or could not be read lately.
     *
     * @param packets packets since the first reading, as far as is known
     */
    public static DropCount of(long packets) {
        return new DropCount(packets, OptionalLong.empty(), 0);
    }

    /** Packets since the switch was first read, which is at the application's start. */
    public long packets() {
        return packets;
    }

    /** Packets between the last two readings; empty when that is not known. */
    public OptionalLong lastIntervalPackets() {
        return lastIntervalPackets;
    }

    /** Time between the last two readings, in ms; 0 when that is not known. */
    public long intervalMs() {
        return intervalMs;
    }

    /** Packets per second between the last two readings; empty when that is not known. */
    public OptionalDouble packetsPerSecond() {
        return lastIntervalPackets.isPresent()
                ? OptionalDouble.of(lastIntervalPackets.getAsLong() * MS_PER_S / intervalMs)
                : OptionalDouble.empty();
    }
}
