// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.workload;

import java.util.List;
import org.weir.lab.host.transport.PacketTransport;
import org.weir.lab.topology.LineSpec;

/** Time that a message takes in a network that carries nothing else. */
public final class IdealTime {
    private static final long NS_PER_SECOND = 1_000_000_000L;

    private IdealTime() {}

    /**
     * Time from the first bit sent to the last packet's arrival, ns: each node sends a packet on
     * when it has all of it and the line is free.
     *
     * @param path the lines from host to host, at least one
     */
    public static long ns(PacketTransport transport, long messageBytes, List<LineSpec> path) {
        long[] freeNs = new long[path.size()];
        long packets = (messageBytes + transport.payloadBytes() - 1) / transport.payloadBytes();
        long arrivedNs = 0;
        for (int packet = 0; packet < packets; packet++) {
            long bits = 8L * transport.frameBytes(messageBytes, packet);
            arrivedNs = 0;
            for (int line = 0; line < freeNs.length; line++) {
                long rateBps = path.get(line).rateBps();
                long transmitNs = (bits * NS_PER_SECOND + rateBps - 1) / rateBps;
                freeNs[line] = Math.max(arrivedNs, freeNs[line]) + transmitNs;
                arrivedNs = freeNs[line] + path.get(line).delayNs();
            }
        }
        return arrivedNs;
    }

    /** Time that one frame takes from its first bit sent to its arrival, ns. */
    public static long ofFrame(int frameBytes, List<LineSpec> path) {
        long bits = 8L * frameBytes;
        long arrivedNs = 0;
        for (LineSpec line : path) {
            arrivedNs +=
                    (bits * NS_PER_SECOND + line.rateBps() - 1) / line.rateBps() + line.delayNs();
        }
        return arrivedNs;
    }
}
