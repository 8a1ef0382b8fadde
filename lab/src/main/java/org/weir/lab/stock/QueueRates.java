// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.stock;

import org.weir.lab.network.SwitchSpec;

/**
 * The rates of stock BMv2's queues. BMv2 holds each (port, priority) to a rate of its own, in
 * packets/s.
 */
final class QueueRates {
    private static final int BITS_PER_BYTE = 8;

    private final int packetBytes;
    private final double lower;

    /**
     * @param packetBytes length of the packets for which the rates are right
     */
    QueueRates(int packetBytes) {
        this.packetBytes = packetBytes;
        this.lower = Double.parseDouble(System.getProperty("stock.lower", "1"));
    }

    /** The rate of a priority of a port, packets/s. */
    long ratePps(SwitchSpec.PortSpec port, int priority) {
        double f = priority >= Integer.getInteger("stock.top", 6) ? 1 : lower;
        return f < 0
                ? 0
                : Math.max(
                        1, Math.round(f * port.rateBps() / ((long) BITS_PER_BYTE * packetBytes)));
    }
}
