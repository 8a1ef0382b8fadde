// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.host;

import org.weir.lab.engine.Engine;
import org.weir.lab.packet.UdpPacket;
import org.weir.reaction.packet.CongestionNotification;

/**
 * A receiver's part of a three-point scheme (DCQCN's notification point): when marked packets of a
 * flow arrive, tells its sender so, at most once per interval.
 */
final class NotificationPoint implements ReceiverPoint {
    private static final int HOP_LIMIT = 64;
    private static final int CONGESTION_EXPERIENCED = 3;

    private final Engine engine;
    private final long intervalNs;
    private boolean hasNotified;
    private long lastNs;

    /**
     * One flow's.
     *
     * @param intervalNs least time between two notifications, ns
     */
    NotificationPoint(Engine engine, long intervalNs) {
        this.engine = engine;
        this.intervalNs = intervalNs;
    }

    @Override
    public byte[] onPacket(UdpPacket packet, long number) {
        long nowNs = engine.nowNs();
        if (packet.ecn() != CONGESTION_EXPERIENCED
                || (hasNotified && nowNs < lastNs + intervalNs)) {
            return null;
        }
        hasNotified = true;
        lastNs = nowNs;
        CongestionNotification told = new CongestionNotification(0, 0, 0, nowNs / 1000);
        return new UdpPacket(
                        packet.sourceMac(),
                        packet.destinationMac(),
                        packet.destination(),
                        packet.source(),
                        CongestionNotification.DSCP,
                        CONGESTION_EXPERIENCED,
                        HOP_LIMIT,
                        packet.destinationPort(),
                        packet.sourcePort(),
                        told.toPayload())
                .toFrame();
    }
}
