// SPDX-License-Identifier: Apache-2.0
package org.weir.reaction;

import org.weir.reaction.packet.Acknowledgement;

/**
 * DCTCP (Alizadeh et al., SIGCOMM 2010; RFC 8257) of a sender that paces its packets, as the
 * simulator of HPCC's authors has it (rdma-hw.cc, HandleAckDctcp). Once in a round trip α moves by
 * g towards the part of packets that were marked. The first mark cuts the rate by α/2, at most once
 * in a round trip; in a round trip without a cut the rate grows by whole packets in a round trip.
 * Bytes in flight are at most rate times base round trip.
 *
 * @param startBps rate at the start, bit/s
 * @param leastBps rate below which no cut goes, bit/s
 * @param g weight of the newest part in α, above 0 to 1
 * @param roundTripNs base round trip, ns, above 0
 * @param increasePackets packets in a round trip by which the rate grows
 */
public record DctcpReaction(
        double startBps, double leastBps, double g, long roundTripNs, double increasePackets)
        implements Reaction {

    @Override
    public RateControl start(long lineBps) {
        return new Control(lineBps);
    }

    private final class Control extends AcknowledgedRate {
        private double alpha = 1;
        private long batchEnd = -1;
        private long packets;
        private long marked;
        private long cutEnd = -1;

        Control(long lineBps) {
            super(startBps, lineBps, roundTripNs);
        }

        @Override
        public void onAcknowledgement(Acknowledgement told, long nextNumber) {
            packets++;
            marked += told.marked() ? 1 : 0;
            boolean roundTrip = told.number() >= batchEnd;
            if (roundTrip) {
                if (batchEnd >= 0) {
                    alpha += g * ((double) marked / packets - alpha);
                }
                packets = 0;
                marked = 0;
                batchEnd = nextNumber;
            }
            boolean reduced = told.number() < cutEnd;
            if (told.marked() && !reduced) {
                rateBps = Math.min(rateBps, Math.max(leastBps, rateBps * (1 - alpha / 2)));
                cutEnd = nextNumber;
            } else if (roundTrip && !reduced) {
                double more = increasePackets * packetBytes * Byte.SIZE;
                rateBps = Math.min(lineBps, rateBps + more * NS_PER_SECOND / roundTripNs);
            }
        }
    }
}
