// SPDX-License-Identifier: Apache-2.0
package org.weir.agent.feedback;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Memory of the last sequence number and time of each origin of feedback. A switch numbers the
 * feedback of a queue, so that to one flow the numbers grow and the times do not shrink. Both are
 * compared modulo 2^32: the clock of a Tofino has 32 bits of µs. An origin from which nothing was
 * accepted for {@link #RESTART_NS} may begin anew, as a switch does that was restarted.
 *
 * <p>So may one of which {@link #ENOUGH_REFUSED} refused packets in a row follow each other in
 * number and time, with none accepted in between: after a reroute, another switch may be as far
 * away and have the same port number, and a forged number far ahead must not silence the real
 * switch. A replay of as many packets in their order passes too, while the switch itself is silent.
 */
final class Freshness {
    /** Time after which an origin may begin anew, ns. */
    static final long RESTART_NS = 10_000_000_000L;

    /** Refused packets that follow each other, the last of which is accepted. */
    static final int ENOUGH_REFUSED = 3;

    private final Map<FeedbackPacket.Origin, Heard> origins;

    /** A packet that came, and how many came in a row up to it that follow each other. */
    private record Last(long sequence, long timeUs, long heardNs, int row) {
        static Last of(FeedbackPacket packet, long nowNs, int row) {
            return new Last(packet.message().sequence(), packet.message().timeUs(), nowNs, row);
        }

        /** Reason why a packet does not follow this one. */
        Optional<Refusal> refuses(FeedbackPacket packet, long nowNs) {
            if (nowNs - heardNs >= RESTART_NS) {
                return Optional.empty();
            }
            if ((int) (packet.message().sequence() - sequence) <= 0) {
                return Optional.of(Refusal.REPLAYED);
            }
            return (int) (packet.message().timeUs() - timeUs) < 0
                    ? Optional.of(Refusal.OLD)
                    : Optional.empty();
        }
    }

    /** The last packets of an origin. */
    private static final class Heard {
        private final Last accepted;

        /** The last one that was refused after it; null without one. */
        private Last refused;

        Heard(Last accepted) {
            this.accepted = accepted;
        }
    }

    /**
     * A memory without origins.
     *
     * @param mostOrigins origins that it knows at most; the longest silent one is forgotten first
     */
    Freshness(int mostOrigins) {
        origins =
                new LinkedHashMap<>(16, 0.75f, true) {
                    private static final long serialVersionUID = 1L;

                    @Override
                    protected boolean removeEldestEntry(
                            Map.Entry<FeedbackPacket.Origin, Heard> eldest) {
                        return size() > mostOrigins;
                    }
                };
    }

    /**
     * Compares a packet with what its origin sent before, and takes note of it if it is refused.
     *
     * @param nowNs time of its arrival, ns
     */
    Optional<Refusal> check(FeedbackPacket packet, long nowNs) {
        Heard heard = origins.get(packet.origin());
        if (heard == null) {
            return Optional.empty();
        }
        Optional<Refusal> refusal = heard.accepted.refuses(packet, nowNs);
        if (refusal.isPresent()) {
            Last before = heard.refused;
            boolean follows = before != null && before.refuses(packet, nowNs).isEmpty();
            heard.refused = Last.of(packet, nowNs, follows ? before.row + 1 : 1);
            return heard.refused.row >= ENOUGH_REFUSED ? Optional.empty() : refusal;
        }
        return refusal;
    }

    /** Takes note of a packet that was accepted. */
    void accept(FeedbackPacket packet, long nowNs) {
        origins.put(packet.origin(), new Heard(Last.of(packet, nowNs, 1)));
    }
}
