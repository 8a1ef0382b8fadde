// SPDX-License-Identifier: Apache-2.0
package org.weir.agent.feedback;

import java.net.InetAddress;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The checks that a well-formed feedback packet has to pass before it is obeyed. The format has
 * neither a signature nor the name of the switch, so a packet that passes is possible, not proven.
 */
public final class FeedbackCheck {
    private final Predicate<InetAddress> addresses;
    private final Set<Integer> classes;
    private final Predicate<FlowKey> hasSocket;
    private final Freshness freshness;

    /**
     * @param addresses true for the interface's addresses at the moment
     * @param classes class indices of the network
     * @param hasSocket true for flows whose local port a socket of this host has
     * @param mostOrigins origins whose sequence numbers are remembered
     */
    public FeedbackCheck(
            Predicate<InetAddress> addresses,
            Set<Integer> classes,
            Predicate<FlowKey> hasSocket,
            int mostOrigins) {
        this.addresses = addresses;
        this.classes = Set.copyOf(classes);
        this.hasSocket = hasSocket;
        freshness = new Freshness(mostOrigins);
    }

    /**
     * Checks a packet.
     *
     * @param nowNs time of its arrival, ns, by a clock that never goes back
     * @return reason to refuse it; empty if none is known
     */
    public Optional<Refusal> check(FeedbackPacket packet, long nowNs) {
        if (!addresses.test(packet.flow().local())) {
            return Optional.of(Refusal.FOREIGN_ADDRESS);
        }
        if (!classes.contains(packet.message().classId())) {
            return Optional.of(Refusal.UNKNOWN_CLASS);
        }
        if (packet.message().targetRateKbps() == 0) {
            return Optional.of(Refusal.ZERO_TARGET);
        }
        Optional<Refusal> stale = freshness.check(packet, nowNs);
        if (stale.isPresent()) {
            return stale;
        }
        return hasSocket.test(packet.flow()) ? Optional.empty() : Optional.of(Refusal.NO_SOCKET);
    }

    /** Remembers a packet that is obeyed; later packets of its origin must be newer. */
    public void accept(FeedbackPacket packet, long nowNs) {
        freshness.accept(packet, nowNs);
    }
}
