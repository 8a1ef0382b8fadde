// SPDX-License-Identifier: Apache-2.0
package org.weir.app.forwarding;

import java.util.HashMap;
import java.util.Map;
import org.onosproject.net.ConnectPoint;

/**
 * Limit of the packets by which questions leave the edge ports of the network. A question for an
 * unknown address goes out of each of them: a host that tries one address after another would else
 * keep the controller from answering others. Questions from one port may take half of it.
 */
final class QuestionLimit {

    /** Packets/s of all questions together; as many may leave at once after a pause of 1 s. */
    static final double PACKETS_PER_S = 10_000;

    private static final double PORT_SHARE = 0.5;
    private static final double MS_PER_S = 1000;

    private final Allowance all = new Allowance(PACKETS_PER_S);
    private final Map<ConnectPoint, Allowance> byPort = new HashMap<>();

    /** A number of packets that grows with time. A question may take more than there is left. */
    private static final class Allowance {
        private final double packetsPerS;
        private double left;
        private long countedMs;

        Allowance(double packetsPerS) {
            this.packetsPerS = packetsPerS;
            left = packetsPerS;
            countedMs = Long.MIN_VALUE;
        }

        double left(long nowMs) {
            if (countedMs != Long.MIN_VALUE) {
                left = Math.min(packetsPerS, left + (nowMs - countedMs) * packetsPerS / MS_PER_S);
            }
            countedMs = nowMs;
            return left;
        }

        boolean isFull(long nowMs) {
            return left(nowMs) >= packetsPerS;
        }
    }

    /**
     * Returns true if a question that came in by a port may go out now.
     *
     * @param from the port
     * @param nowMs monotonic time, ms
     */
    synchronized boolean hasRoom(ConnectPoint from, long nowMs) {
        Allowance own = byPort.get(from);
        return all.left(nowMs) > 0 && (own == null || own.left(nowMs) > 0);
    }

    /**
     * Counts the packets of a question that goes out.
     *
     * @param from the port by which it came in
     * @param packets number of ports by which it goes out
     * @param nowMs monotonic time, ms
     */
    synchronized void count(ConnectPoint from, int packets, long nowMs) {
        byPort.values().removeIf(own -> own.isFull(nowMs));
        all.left(nowMs);
        all.left -= packets;
        Allowance own =
                byPort.computeIfAbsent(from, none -> new Allowance(PACKETS_PER_S * PORT_SHARE));
        own.left(nowMs);
        own.left -= packets;
    }
}
