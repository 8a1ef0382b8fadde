// SPDX-License-Identifier: Apache-2.0
package org.weir.agent.notification;

import org.weir.agent.feedback.FeedbackFrames;
import org.weir.reaction.packet.CongestionNotification;
import org.weir.wire.packet.FrameBuilder;

/** Frames about the flow of {@link FeedbackFrames}: UDP from 10.0.0.1:5000 to 10.0.0.5:6000. */
public final class NotificationFrames {
    private static final byte[] HERE = {0, 0, 0, 0, 0, 1};
    private static final byte[] THERE = {0, 0, 0, 0, 0, 5};
    private static final int CE = 3;

    private NotificationFrames() {}

    /** A notification of 10.0.0.5 to 10.0.0.1. */
    public static byte[] ipv4(long timeUs) {
        return with(new CongestionNotification(0, 0, 0, timeUs).toPayload(), CE);
    }

    /** The same of fd00::5 to fd00::1. */
    static byte[] ipv6(long timeUs) {
        return FrameBuilder.ethernet(HERE, THERE)
                .ipv6(address("fd00::5"), address("fd00::1"))
                .udp(6000, 5000)
                .trafficClass(CE)
                .payload(new CongestionNotification(0, 0, 0, timeUs).toPayload())
                .build();
    }

    /** A datagram of 10.0.0.5 to 10.0.0.1 with any payload. */
    public static byte[] with(byte[] payload, int trafficClass) {
        return FrameBuilder.ethernet(HERE, THERE)
                .ipv4(address("10.0.0.5"), address("10.0.0.1"))
                .udp(6000, 5000)
                .trafficClass(trafficClass)
                .payload(payload)
                .build();
    }

    private static byte[] address(String literal) {
        return FeedbackFrames.address(literal).getAddress();
    }
}
