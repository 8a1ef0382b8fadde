// SPDX-License-Identifier: Apache-2.0
package org.weir.reaction;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.weir.reaction.packet.Acknowledgement;
import org.weir.reaction.packet.HopTelemetry;

/**
 * HPCC's reaction point (Li et al., SIGCOMM 2019, Algorithm 1). From the telemetry of two
 * acknowledgements it computes how many bytes are in flight on each link, over the link's rate
 * times the base round trip T; U is the largest, averaged over T. A rate is the reference rate over
 * U/η, or grows by steps while U is below η. The reference changes once in a round trip. Bytes in
 * flight are at most rate times T.
 *
 * <p>Clocks of switches have a resolution of 1 µs: a link whose clock has not moved since the last
 * acknowledgement keeps its measurement, and is compared with the next one. Measurements of another
 * path are forgotten.
 *
 * @param startBps rate at the start, bit/s
 * @param leastBps rate below which it does not go, bit/s
 * @param roundTripNs T, ns, above 0
 * @param utilization η, above 0 to 1
 * @param maxStage additive increases before the next multiplicative adjustment
 * @param increaseBps additive increase, bit/s: W_AI over T
 */
public record HpccReaction(
        double startBps,
        double leastBps,
        long roundTripNs,
        double utilization,
        int maxStage,
        double increaseBps)
        implements Reaction {
    private static final double NS_PER_US = 1000;
    private static final double BPS_PER_KBPS = 1000;
    private static final long WRAP = 0xffff_ffffL;

    @Override
    public RateControl start(long lineBps) {
        return new Control(lineBps);
    }

    private final class Control extends AcknowledgedRate {
        private final Map<Integer, Link> links = new HashMap<>();
        private double referenceBps;
        private double inFlight = 1;
        private int stage;
        private long updated = -1;

        Control(long lineBps) {
            super(startBps, lineBps, roundTripNs);
            referenceBps = rateBps;
        }

        @Override
        public void onAcknowledgement(Acknowledgement told, long nextNumber) {
            if (!measure(told.hops())) {
                return;
            }
            boolean roundTrip = told.number() >= updated;
            if (inFlight >= utilization || stage >= maxStage) {
                set(referenceBps / (inFlight / utilization) + increaseBps);
                stage = roundTrip ? 0 : stage;
            } else {
                set(referenceBps + increaseBps);
                stage = roundTrip ? stage + 1 : stage;
            }
            if (roundTrip) {
                referenceBps = rateBps;
                updated = nextNumber;
            }
        }

        private void set(double bps) {
            rateBps = Math.min(lineBps, Math.max(Math.min(leastBps, lineBps), bps));
        }

        /**
         * Updates U once the link with most in flight has a new measurement; false otherwise. Each
         * link's time counts with its own measurement only.
         */
        private boolean measure(List<HopTelemetry> hops) {
            if (!isPathOf(hops)) {
                links.clear();
                hops.forEach(hop -> links.put(hop.hop(), new Link(hop)));
                return false;
            }
            double most = -1;
            double mostNs = 0;
            for (HopTelemetry now : hops) {
                Link link = links.get(now.hop());
                double ns = link.take(now);
                if (!link.isMeasured()) {
                    // A maximum without this link would take another one for the bottleneck.
                    return false;
                }
                if (link.inFlight > most) {
                    most = link.inFlight;
                    mostNs = ns;
                }
            }
            double part = Math.min(1, mostNs / roundTripNs);
            inFlight += part * (most - inFlight);
            return mostNs > 0;
        }

        private boolean isPathOf(List<HopTelemetry> hops) {
            return links.size() == hops.size()
                    && hops.stream().allMatch(hop -> links.containsKey(hop.hop()));
        }
    }

    /** A link of the present path, with its last telemetry and measurement. */
    private final class Link {
        private HopTelemetry last;

        /** Bytes in flight over rate times T; negative before the first measurement. */
        private double inFlight = -1;

        Link(HopTelemetry first) {
            last = first;
        }

        boolean isMeasured() {
            return inFlight >= 0;
        }

        /** Measures since the last telemetry; time between both, ns, 0 if the clock stands. */
        double take(HopTelemetry now) {
            double ns = (now.timeUs() - last.timeUs() & WRAP) * NS_PER_US;
            if (ns == 0) {
                return 0;
            }
            double bps = now.rateKbps() * BPS_PER_KBPS;
            double sentBits = (now.sentBytes() - last.sentBytes() & WRAP) * Byte.SIZE;
            double depth = Math.min(now.depthBytes(), last.depthBytes());
            double queued = depth * Byte.SIZE / (bps * roundTripNs);
            inFlight = (queued + sentBits / ns / bps) * AcknowledgedRate.NS_PER_SECOND;
            last = now;
            return ns;
        }
    }
}
