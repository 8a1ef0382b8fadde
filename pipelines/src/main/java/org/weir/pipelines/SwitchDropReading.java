// SPDX-License-Identifier: Apache-2.0
package org.weir.pipelines;

/** Packets that a program dropped before they came to a queue, since its counters began. */
public final class SwitchDropReading {

    private final long unroutedPackets;
    private final long expiredPackets;
    private final long malformedPackets;

    /**
     * A reading.
     *
     * @param unroutedPackets packets without a route
     * @param expiredPackets packets whose hop count ran out
     * @param malformedPackets packets that the parser or a checksum refused
     */
    public SwitchDropReading(long unroutedPackets, long expiredPackets, long malformedPackets) {
        this.unroutedPackets = unroutedPackets;
        this.expiredPackets = expiredPackets;
        this.malformedPackets = malformedPackets;
    }

    /** Packets without a route. */
    public long unroutedPackets() {
        return unroutedPackets;
    }

    /** Packets whose hop count ran out. */
    public long expiredPackets() {
        return expiredPackets;
    }

    /** Packets that the parser or a checksum refused. */
    public long malformedPackets() {
        return malformedPackets;
    }
}
