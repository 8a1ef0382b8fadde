// SPDX-License-Identifier: Apache-2.0
package org.weir.agent.feedback;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Memory of the last sequence number and time of each origin of feedback. A switch numbers the
 * feedback of a queue, so that to one flow the numbers grow and the times do not shrink. Both are
 * compared modulo 2^32: the clock of a Tofino has 32 bits of µs. An origin from which nothing was
 * accepted for {@link #RESTART_NS} may begin anew, as a switch does that was restarted: so long a
 * replay is refused for sure.
 */
final class Freshness {
    /** Time after which an origin may begin anew, ns. */
    static final long RESTART_NS = 10_000_000_000L;

    private final Map<FeedbackPacket.Origin, Last> origins;

    private record Last(long sequence, long timeUs, long heardNs) {}

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
                            Map.Entry<FeedbackPacket.Origin, Last> eldest) {
                        return size() > mostOrigins;
                    }
                };
    }

    /**
     * Compares a packet with what its origin sent before.
     *
     * @param nowNs time of its arrival, ns
     */
    Optional<Refusal> check(FeedbackPacket packet, long nowNs) {
        Last last = origins.get(packet.origin());
        if (last == null || nowNs - last.heardNs >= RESTART_NS) {
            return Optional.empty();
        }
        if ((int) (packet.message().sequence() - last.sequence) <= 0) {
            return Optional.of(Refusal.REPLAYED);
        }
        return (int) (packet.message().timeUs() - last.timeUs) < 0
                ? Optional.of(Refusal.OLD)
                : Optional.empty();
    }

    /** Takes note of a packet that was accepted. */
    void accept(FeedbackPacket packet, long nowNs) {
        Last last = new Last(packet.message().sequence(), packet.message().timeUs(), nowNs);
        origins.put(packet.origin(), last);
    }
}
