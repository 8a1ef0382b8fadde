// SPDX-License-Identifier: Apache-2.0
package org.weir.tofino.tm;

import org.weir.tofino.bfrt.Entry;

/** Counters that the traffic manager keeps of a queue or a port. Immutable. */
public final class TmCounters {
    private final long droppedPackets;
    private final long usageCells;
    private final long watermarkCells;

    private TmCounters(long droppedPackets, long usageCells, long watermarkCells) {
        this.droppedPackets = droppedPackets;
        this.usageCells = usageCells;
        this.watermarkCells = watermarkCells;
    }

    static TmCounters read(Entry entry) {
        return new TmCounters(
                entry.number("drop_count_packets"),
                entry.number("usage_cells"),
                entry.number("watermark_cells"));
    }

    /** Packets dropped since the counter was cleared. */
    public long droppedPackets() {
        return droppedPackets;
    }

    /** Cells in use now. */
    public long usageCells() {
        return usageCells;
    }

    /** Most cells ever in use since the counter was cleared. */
    public long watermarkCells() {
        return watermarkCells;
    }
}
