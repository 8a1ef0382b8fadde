// SPDX-License-Identifier: Apache-2.0
package org.weir.agent.notification;

import java.net.InetAddress;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.weir.agent.feedback.FlowKey;
import org.weir.agent.feedback.Refusal;
import org.weir.reaction.packet.CongestionNotification;

/**
 * The checks that a well-formed notification has to pass before it is obeyed. Its source is the
 * flow's receiver, because the flow follows from its addresses. It has no signature, so one that
 * passes is possible, not proven.
 *
 * <p>A receiver writes the time of its decision, and decides at most once per interval. So to one
 * flow the times grow by the interval at least; a tenth of it is left to the adjustment of its
 * clock. They grow by at most {@link #AHEAD_NS} more than this host's time, so that one forged
 * packet with a time far ahead does not silence the receiver. A receiver that was silent for {@link
 * #RESTART_NS} may begin with any time, as one does whose clock was set.
 */
final class NotificationCheck {
    /** Time after which a flow's receiver may begin anew, ns. */
    static final long RESTART_NS = 10_000_000_000L;

    /**
     * Time by which a receiver's clock may go on further than this host's between two packets, ns:
     * the first was late by so much, or the clock was adjusted.
     */
    static final long AHEAD_NS = 1_000_000_000L;

    private static final long NS_PER_US = 1000;

    private final Predicate<InetAddress> addresses;
    private final Predicate<FlowKey> hasSocket;
    private final long leastUs;
    private final Map<FlowKey, Last> flows;

    private record Last(long timeUs, long heardNs) {}

    /**
     * A check without memory of any flow.
     *
     * @param addresses true for the interface's addresses at the moment
     * @param hasSocket true for flows whose local port a socket of this host has
     * @param intervalNs least time between two notifications about a flow, ns
     * @param mostFlows flows that it knows at most; the longest silent one is forgotten first
     */
    NotificationCheck(
            Predicate<InetAddress> addresses,
            Predicate<FlowKey> hasSocket,
            long intervalNs,
            int mostFlows) {
        this.addresses = addresses;
        this.hasSocket = hasSocket;
        leastUs = intervalNs * 9 / 10 / NS_PER_US;
        flows = Newest.map(mostFlows);
    }

    /**
     * Checks a notification.
     *
     * @param nowNs time of its arrival, ns, by a clock that never goes back
     * @return reason to refuse it; empty if none is known
     */
    Optional<Refusal> check(FlowKey flow, CongestionNotification told, long nowNs) {
        if (!addresses.test(flow.local())) {
            return Optional.of(Refusal.FOREIGN_ADDRESS);
        }
        Last last = flows.get(flow);
        if (last != null && nowNs - last.heardNs < RESTART_NS) {
            if (told.timeUs() <= last.timeUs) {
                return Optional.of(Refusal.REPLAYED);
            }
            if (told.timeUs() - last.timeUs < leastUs) {
                return Optional.of(Refusal.TOO_EARLY);
            }
            if (told.timeUs() - last.timeUs > (nowNs - last.heardNs + AHEAD_NS) / NS_PER_US) {
                return Optional.of(Refusal.AHEAD);
            }
        }
        return hasSocket.test(flow) ? Optional.empty() : Optional.of(Refusal.NO_SOCKET);
    }

    /** Remembers a notification that is obeyed. */
    void accept(FlowKey flow, CongestionNotification told, long nowNs) {
        flows.put(flow, new Last(told.timeUs(), nowNs));
    }

    /** A map that forgets its longest unused entry when it is full. */
    static final class Newest {
        private Newest() {}

        static <T> Map<FlowKey, T> map(int mostFlows) {
            return new LinkedHashMap<>(16, 0.75f, true) {
                private static final long serialVersionUID = 1L;

                @Override
                protected boolean removeEldestEntry(Map.Entry<FlowKey, T> eldest) {
                    return size() > mostFlows;
                }
            };
        }
    }
}
