// SPDX-License-Identifier: Apache-2.0
package org.weir.agent.feedback;

import java.net.InetAddress;
import java.net.UnknownHostException;
import org.weir.wire.feedback.FeedbackMessage;
import org.weir.wire.packet.FrameBuilder;

/** Frames of feedback packets about one flow from 10.0.0.1 or fd00::1, as a switch builds them. */
public final class FeedbackFrames {
    private static final byte[] HERE = {0, 0, 0, 0, 0, 1};
    private static final byte[] THERE = {0, 0, 0, 0, 0, 5};
    private static final int TRAFFIC_CLASS = FeedbackMessage.DSCP << 2 | FeedbackMessage.ECN;

    private FeedbackFrames() {}

    /** Feedback about UDP from 10.0.0.1:5000 to 10.0.0.5:6000, of class 1. */
    public static FeedbackMessage message(long arrivalKbps, long targetKbps, long sequence) {
        return new FeedbackMessage(
                1, FlowKey.UDP, arrivalKbps, targetKbps, 10, 4, 1000 * sequence, 4, sequence);
    }

    /** The flow of {@link #ipv4}. */
    public static FlowKey flow() {
        return new FlowKey(address("10.0.0.1"), address("10.0.0.5"), FlowKey.UDP, 5000, 6000);
    }

    /** An IPv4 frame. */
    public static byte[] ipv4(FeedbackMessage message) {
        return builder(false).trafficClass(TRAFFIC_CLASS).payload(message.toPayload()).build();
    }

    /** An IPv4 frame of a VLAN, or with a priority only if the VLAN is 0. */
    public static byte[] tagged(FeedbackMessage message, int vlan) {
        return builder(false)
                .vlan(5, vlan)
                .trafficClass(TRAFFIC_CLASS)
                .payload(message.toPayload())
                .build();
    }

    /** An IPv4 frame about a flow from another address. */
    public static byte[] to(String address, FeedbackMessage message) {
        return payloadTo(address, message.toPayload());
    }

    /** An IPv4 frame to another address with any payload. */
    public static byte[] payloadTo(String address, byte[] payload) {
        return FrameBuilder.ethernet(HERE, THERE)
                .ipv4(address("10.0.0.5").getAddress(), address(address).getAddress())
                .dontFragment()
                .udp(6000, 5000)
                .trafficClass(TRAFFIC_CLASS)
                .payload(payload)
                .build();
    }

    /** An IPv6 frame. */
    public static byte[] ipv6(FeedbackMessage message) {
        return builder(true).trafficClass(TRAFFIC_CLASS).payload(message.toPayload()).build();
    }

    /** A frame with any payload. */
    public static byte[] with(byte[] payload, int trafficClass, int hopLimit) {
        return builder(false)
                .trafficClass(trafficClass)
                .hopLimit(hopLimit)
                .payload(payload)
                .build();
    }

    private static FrameBuilder builder(boolean ipv6) {
        FrameBuilder frame = FrameBuilder.ethernet(HERE, THERE);
        if (ipv6) {
            frame.ipv6(address("fd00::5").getAddress(), address("fd00::1").getAddress());
        } else {
            frame.ipv4(address("10.0.0.5").getAddress(), address("10.0.0.1").getAddress());
            frame.dontFragment();
        }
        return frame.udp(6000, 5000);
    }

    /** An address; no name is looked up. */
    public static InetAddress address(String literal) {
        try {
            return InetAddress.getByName(literal);
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException(e);
        }
    }
}
