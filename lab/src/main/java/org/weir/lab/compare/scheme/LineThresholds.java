// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.compare.scheme;

import org.weir.lab.program.PortThresholds;

/**
 * Thresholds of packets in proportion to a port's rate, so that each is the same time, and all at
 * half of the queue at most.
 *
 * @param hostBps rate of the hosts' lines, bit/s
 * @param frameBytes length of a full packet's frame, bytes
 */
record LineThresholds(long hostBps, int frameBytes) implements PortThresholds {
    private static final double US_PER_SECOND = 1e6;

    @Override
    public long packets(double hostPackets, Port port) {
        double packets = hostPackets * port.rateBps() / hostBps;
        return atLeastOne(Math.min(packets, mostPackets(port)));
    }

    @Override
    public long waitUs(long hostWaitUs, Port port) {
        double packetUs = Byte.SIZE * frameBytes * US_PER_SECOND / port.rateBps();
        return atLeastOne(Math.min(hostWaitUs, mostPackets(port) * packetUs));
    }

    private static double mostPackets(Port port) {
        return PortBuffer.LARGEST_THRESHOLD * port.queuePackets();
    }

    private static long atLeastOne(double value) {
        return Math.max(1, Math.round(value));
    }
}
