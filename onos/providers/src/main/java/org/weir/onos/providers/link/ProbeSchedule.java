// SPDX-License-Identifier: Apache-2.0
package org.weir.onos.providers.link;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.onosproject.net.ConnectPoint;

/**
 * Decides in which rounds a port is probed: in every round after it has come up, later now and
 * then. The slow ports take turns, so that rounds are alike. Ports with links do not wait for those
 * without: a failure that no port reports is found by their probes only.
 */
final class ProbeSchedule {
    /** Rounds in a row in which a port is probed after it has come up. */
    static final int EAGER_ROUNDS = 4;

    /** Afterwards a port is probed once in this many rounds, or in more where there are many. */
    static final int STEADY_ROUNDS = 10;

    /** Number of ports without links that are probed in a round then. */
    static final int STEADY_PORTS_PER_ROUND = 24;

    /** Number of ports with links that are probed in a round then. */
    static final int LINK_PORTS_PER_ROUND = 240;

    /** Rounds for which a port is probed more often whose link has been lost by proof. */
    static final int DOUBT_ROUNDS = 600;

    /** Most rounds between two probes of such a port; there are fewer at first. */
    static final int DOUBT_PAUSE = 32;

    private final Map<ConnectPoint, Integer> roundsByPort = new HashMap<>();
    private final Set<ConnectPoint> withLinks = new HashSet<>();

    /** The round in which each port lost its link, although it stayed up. */
    private final Map<ConnectPoint, Integer> lostRounds = new HashMap<>();

    private int round;

    /** Begins a round. */
    synchronized void nextRound() {
        round++;
    }

    /** Starts anew with a port that has come up. */
    synchronized void restart(ConnectPoint port) {
        roundsByPort.remove(port);
        lostRounds.remove(port);
    }

    /** Takes note of a port that has lost its link, although it stays up. */
    synchronized void lost(ConnectPoint port) {
        lostRounds.put(port, round);
    }

    /**
     * Whether a port is probed in this round. To be asked once per round.
     *
     * @param port the port
     * @param isUrgent whether its link is in doubt
     * @param hasLink whether a link begins or ends there
     */
    synchronized boolean isDue(ConnectPoint port, boolean isUrgent, boolean hasLink) {
        int rounds = roundsByPort.merge(port, 1, Integer::sum);
        if (hasLink) {
            withLinks.add(port);
        } else {
            withLinks.remove(port);
        }
        return isUrgent
                || rounds <= EAGER_ROUNDS
                || isDoubtful(port)
                || Math.floorMod(port.hashCode() + round, steadyRounds(hasLink)) == 0;
    }

    /** After 1, 2, 4 rounds and so on, then each time after the longest pause. */
    private boolean isDoubtful(ConnectPoint port) {
        Integer since = lostRounds.get(port);
        if (since == null) {
            return false;
        }
        int age = round - since;
        if (age > DOUBT_ROUNDS) {
            lostRounds.remove(port);
        }
        return age > 0 && (Integer.bitCount(age) == 1 || age % DOUBT_PAUSE == 0);
    }

    private int steadyRounds(boolean hasLink) {
        int ports =
                hasLink
                        ? withLinks.size() / LINK_PORTS_PER_ROUND
                        : (roundsByPort.size() - withLinks.size()) / STEADY_PORTS_PER_ROUND;
        return Math.max(STEADY_ROUNDS, ports);
    }
}
