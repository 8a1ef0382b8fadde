// SPDX-License-Identifier: Apache-2.0
package org.weir.onos.providers.link;

import java.util.HashMap;
import java.util.Map;
import org.onosproject.net.ConnectPoint;

/**
 * Decides in which rounds a port is probed: in every round after it has come up, later now and
 * then. The slow ports take turns, so that rounds are alike.
 */
final class ProbeSchedule {
    /** Rounds in a row in which a port is probed after it has come up. */
    static final int EAGER_ROUNDS = 4;

    /** Afterwards a port is probed once in this many rounds, or in more where there are many. */
    static final int STEADY_ROUNDS = 10;

    /** Number of ports that are probed in a round then. */
    static final int STEADY_PORTS_PER_ROUND = 24;

    private final Map<ConnectPoint, Integer> roundsByPort = new HashMap<>();
    private int round;

    /** Begins a round. */
    synchronized void nextRound() {
        round++;
    }

    /** Starts anew with a port that has come up. */
    synchronized void restart(ConnectPoint port) {
        roundsByPort.remove(port);
    }

    /**
     * Whether a port is probed in this round. To be asked once per round.
     *
     * @param port the port
     * @param isUrgent whether its link is in doubt
     */
    synchronized boolean isDue(ConnectPoint port, boolean isUrgent) {
        int rounds = roundsByPort.merge(port, 1, Integer::sum);
        return isUrgent
                || rounds <= EAGER_ROUNDS
                || Math.floorMod(port.hashCode() + round, steadyRounds()) == 0;
    }

    private int steadyRounds() {
        return Math.max(STEADY_ROUNDS, roundsByPort.size() / STEADY_PORTS_PER_ROUND);
    }
}
