// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.traffic;

import org.weir.bmv2.controlplane.traffic.PortTraffic;
import org.weir.bmv2.controlplane.traffic.QueueConfig;
import org.weir.bmv2.controlplane.traffic.Sharing;

/**
 * Scheduler of a port's queues. A higher level goes before a lower one. The queues of a level take
 * turns in the order of their numbers: at its turn a queue gets its weight in packets (WRR) or its
 * weight times the quantum in bytes (DWRR) on top of what it could not use before, and sends as
 * long as that lasts. A queue that is empty or held back when it could send keeps nothing.
 *
 * <p>Turns in which nobody could send are reckoned together, so that a packet costs at most two
 * looks at each queue however small the quantum is.
 */
final class QueueScheduler {

    private static final int NOBODY = -1;

    private final PacketQueue[] queues;
    private final int[] members = new int[QueueConfig.MAX_LEVEL + 1];
    private final int[] turn = new int[QueueConfig.MAX_LEVEL + 1];
    private final long[] quantum = new long[PortTraffic.QUEUES];
    private final long[] credit = new long[PortTraffic.QUEUES];
    private boolean strict;
    private boolean countsBytes;

    QueueScheduler(PacketQueue[] queues) {
        this.queues = queues;
    }

    /** Starts anew with other levels, weights or ways of sharing. */
    void configure(PortTraffic traffic) {
        strict = true;
        countsBytes = traffic.sharing() == Sharing.DWRR;
        for (int i = 0; i <= QueueConfig.MAX_LEVEL; i++) {
            members[i] = 0;
            turn[i] = NOBODY;
        }
        for (int i = 0; i < PortTraffic.QUEUES; i++) {
            QueueConfig queue = traffic.queues().get(i);
            members[queue.level()] |= 1 << i;
            credit[i] = 0;
            quantum[i] = (long) queue.weight() * (countsBytes ? traffic.quantumBytes() : 1);
            strict &= queue.level() == i;
        }
    }

    /**
     * Chooses the queue whose packet goes now.
     *
     * @param ready queues that have a packet and may send, a bit for each
     * @return the queue's number, -1 when none is ready
     */
    int choose(int ready) {
        if (strict) {
            return Integer.SIZE - 1 - Integer.numberOfLeadingZeros(ready);
        }
        for (int i = QueueConfig.MAX_LEVEL; i >= 0; i--) {
            int sharing = ready & members[i];
            if (sharing != 0) {
                return share(i, sharing);
            }
        }
        return NOBODY;
    }

    /** Removes the credit of the chosen queue, which has given its last packet. */
    void emptied(int queue) {
        credit[queue] = 0;
    }

    private int share(int atLevel, int ready) {
        int at = turn[atLevel];
        if (at != NOBODY) {
            if ((ready >> at & 1) == 0) {
                credit[at] = 0;
            } else if (price(at) <= credit[at]) {
                credit[at] -= price(at);
                return at;
            }
        }
        int chosen = round(atLevel, ready);
        if (chosen == NOBODY) {
            skipRounds(ready);
            chosen = round(atLevel, ready);
        }
        return chosen;
    }

    /** Gives each queue its turn, up to the first that can send. */
    private int round(int atLevel, int ready) {
        for (int left = Integer.bitCount(ready); left > 0; left--) {
            int at = after(turn[atLevel], ready);
            turn[atLevel] = at;
            credit[at] += quantum[at];
            if (price(at) <= credit[at]) {
                credit[at] -= price(at);
                return at;
            }
        }
        return NOBODY;
    }

    /** Adds what all queues get in the rounds before the one in which the first can send. */
    private void skipRounds(int ready) {
        long rounds = Long.MAX_VALUE;
        for (int left = ready; left != 0; left &= left - 1) {
            int i = Integer.numberOfTrailingZeros(left);
            rounds = Math.min(rounds, (price(i) - credit[i] + quantum[i] - 1) / quantum[i]);
        }
        for (int left = ready; left != 0; left &= left - 1) {
            int i = Integer.numberOfTrailingZeros(left);
            credit[i] += (rounds - 1) * quantum[i];
        }
    }

    private long price(int queue) {
        return countsBytes ? queues[queue].headBytes() : 1;
    }

    /** The ready queue whose turn comes after another's. */
    private static int after(int queue, int ready) {
        int behind = ready & (-2 << queue);
        return Integer.numberOfTrailingZeros(queue == NOBODY || behind == 0 ? ready : behind);
    }
}
