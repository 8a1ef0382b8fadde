// SPDX-License-Identifier: Apache-2.0
package org.weir.runner.stock;

import org.weir.lab.network.SwitchSpec;

/**
 * Shares a port's rate between its priorities by the only means that stock BMv2 has: a rate of its
 * own, in packets/s, for each (port, priority). Given the port's rate each, the priorities together
 * would send eight times what the port carries.
 *
 * <p>What the switch sends to the line is measured now and then. While it is more than the line
 * carries, the lowest priorities lose their rates first, then the next; while it is less, they get
 * them back in the opposite order. So the line's rate is kept and high priorities go first, but
 * over tenths of a second rather than from packet to packet. Every priority keeps a small part of
 * the rate: BMv2 sets the time of a packet's departure when it arrives, and a rate of nothing would
 * hold packets for good that came while it was in force.
 *
 * <p>The highest priority always has the whole rate: it is for control traffic.
 */
final class RateShare {
    private static final double BITS_PER_BYTE = 8;

    /** Part of the port's rate that every priority keeps. */
    private static final double LEAST_SHARE = 1.0 / 16;

    /**
     * Time in which a surplus is worked off, s: shares change by a factor e in this time when it is
     * 100 %.
     */
    private static final double RESPONSE_SECONDS = 0.5;

    /** Time in which packets that wait in front of the line are to be gone, s. */
    private static final double DRAIN_SECONDS = 0.5;

    /** Packets that may wait in front of the line: it stays busy. */
    private static final int USUAL_WAITING_PACKETS = 2;

    private final double ratePps;
    private final int shared;
    private double levels;

    /**
     * A port all of whose priorities have its rate.
     *
     * @param port its rate
     * @param priorities number of priorities
     * @param packetBytes length of the packets for which the rates are right
     */
    RateShare(SwitchSpec.PortSpec port, int priorities, int packetBytes) {
        ratePps = port.rateBps() / (BITS_PER_BYTE * packetBytes);
        shared = priorities - 1;
        levels = shared;
    }

    /**
     * Takes note of what the switch has sent.
     *
     * @param load part of the line's rate that has come to it since the last call
     * @param waitingPackets packets that wait in front of the line
     * @param seconds since the last call
     */
    void observe(double load, int waitingPackets, double seconds) {
        double excess = Math.max(0, waitingPackets - USUAL_WAITING_PACKETS);
        double spare = 1 - load - excess / (ratePps * DRAIN_SECONDS);
        double changed = levels * Math.exp(spare * seconds / RESPONSE_SECONDS);
        levels = Math.min(shared, Math.max(LEAST_SHARE, changed));
    }

    /**
     * The rate of a priority.
     *
     * @param priority 0 the lowest
     * @return packets/s, at least 1
     */
    long ratePps(int priority) {
        int above = shared - 1 - priority;
        double share = above < 0 ? 1 : Math.min(1, Math.max(LEAST_SHARE, levels - above));
        return Math.max(1, Math.round(share * ratePps));
    }
}
