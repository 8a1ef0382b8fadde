// SPDX-License-Identifier: Apache-2.0
package org.weir.control.depth;

/**
 * The unit in which a switch program counts the depth of its queues, their thresholds and limits.
 * The controller counts in packets of the class's mean length; a traffic manager counts in cells of
 * its memory, so that many short packets make one unit. Immutable.
 */
public final class DepthUnit {

    /** One packet, whatever its length. */
    public static final DepthUnit PACKET = new DepthUnit(0, 0, 1);

    private final int cellBytes;
    private final int headerBytes;
    private final double unitsPerCell;

    private DepthUnit(int cellBytes, int headerBytes, double unitsPerCell) {
        this.cellBytes = cellBytes;
        this.headerBytes = headerBytes;
        this.unitsPerCell = unitsPerCell;
    }

    /**
     * A number of cells.
     *
     * @param cellBytes length of a cell, above 0
     * @param headerBytes bytes that a packet takes beside those that its counters count
     * @param unitsPerCell units that a cell makes, above 0
     */
    public static DepthUnit ofCells(int cellBytes, int headerBytes, double unitsPerCell) {
        return new DepthUnit(cellBytes, headerBytes, unitsPerCell);
    }

    /**
     * The units that a packet makes.
     *
     * @param packetBytes mean length of the packets of a class, as counters count it
     * @return above 0; 1 if packets are counted
     */
    public double perPacket(double packetBytes) {
        return cellBytes == 0
                ? 1
                : Math.ceil((packetBytes + headerBytes) / cellBytes) * unitsPerCell;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof DepthUnit
                && cellBytes == ((DepthUnit) other).cellBytes
                && headerBytes == ((DepthUnit) other).headerBytes
                && unitsPerCell == ((DepthUnit) other).unitsPerCell;
    }

    @Override
    public int hashCode() {
        return 31 * cellBytes + headerBytes;
    }

    @Override
    public String toString() {
        return cellBytes == 0 ? "packets" : cellBytes + "-byte cells × " + unitsPerCell;
    }
}
