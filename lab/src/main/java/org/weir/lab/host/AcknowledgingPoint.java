// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.host;

import org.weir.lab.packet.UdpPacket;
import org.weir.reaction.packet.Acknowledgement;
import org.weir.reaction.packet.CongestionNotification;
import org.weir.reaction.packet.HopTelemetry;

/**
 * Acknowledges each packet: its number, whether it is marked, and what switches stamped on it. The
 * acknowledgement has the DSCP of notifications and, without telemetry, their form, so that
 * switches queue it with them. It is not ECN-capable, so that they neither mark nor stamp it.
 */
final class AcknowledgingPoint implements ReceiverPoint {
    private static final int HOP_LIMIT = 64;
    private static final int CONGESTION_EXPERIENCED = 3;

    private final boolean onlyStamped;

    /**
     * @param onlyStamped to acknowledge packets with telemetry only; others are of senders that
     *     have no use for it
     */
    AcknowledgingPoint(boolean onlyStamped) {
        this.onlyStamped = onlyStamped;
    }

    @Override
    public byte[] onPacket(UdpPacket packet, long number) {
        if (onlyStamped && HopTelemetry.bytesIn(packet.payload()) == 0) {
            return null;
        }
        Acknowledgement told =
                new Acknowledgement(
                        number,
                        packet.ecn() == CONGESTION_EXPERIENCED,
                        HopTelemetry.of(packet.payload()));
        return new UdpPacket(
                        packet.sourceMac(),
                        packet.destinationMac(),
                        packet.destination(),
                        packet.source(),
                        CongestionNotification.DSCP,
                        0,
                        HOP_LIMIT,
                        packet.destinationPort(),
                        packet.sourcePort(),
                        told.toPayload())
                .toFrame();
    }
}
