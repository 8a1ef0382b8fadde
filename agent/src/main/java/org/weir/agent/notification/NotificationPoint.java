// SPDX-License-Identifier: Apache-2.0
package org.weir.agent.notification;

import java.net.InetAddress;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.weir.agent.feedback.FlowKey;
import org.weir.agent.feedback.UdpFrame;
import org.weir.reaction.packet.CongestionNotification;
import org.weir.wire.packet.FrameBuilder;

/**
 * A receiver's part of DCQCN (Zhu et al., SIGCOMM 2015, section 3.1): when marked packets of a UDP
 * flow arrive, tells its sender so, at most once per interval.
 */
final class NotificationPoint {
    private static final int MAC_BYTES = 6;
    private static final long MOST_TIME_US = 0xffff_ffff_ffffL;
    private static final int TRAFFIC_CLASS =
            CongestionNotification.DSCP << 2 | UdpFrame.CONGESTION_EXPERIENCED;

    private final Predicate<InetAddress> addresses;
    private final long intervalNs;
    private final Map<FlowKey, Long> toldNs;

    /**
     * A point that has told nobody.
     *
     * @param addresses true for the interface's addresses at the moment
     * @param intervalNs least time between two notifications about a flow, ns
     * @param mostFlows flows that it knows at most; the longest silent one is forgotten first
     */
    NotificationPoint(Predicate<InetAddress> addresses, long intervalNs, int mostFlows) {
        this.addresses = addresses;
        this.intervalNs = intervalNs;
        toldNs = NotificationCheck.Newest.map(mostFlows);
    }

    /**
     * Takes a frame that has arrived.
     *
     * @param buffer holds the frame's first bytes
     * @param length of the frame, bytes
     * @param nowNs time, ns, by a clock that never goes back
     * @param timeUs time of day, µs
     * @return the frame to send; empty if it is unmarked, no UDP datagram to this host, or too
     *     early
     */
    Optional<byte[]> onFrame(byte[] buffer, int length, long nowNs, long timeUs) {
        UdpFrame udp = UdpFrame.read(buffer, length).orElse(null);
        if (udp == null
                || udp.ecn() != UdpFrame.CONGESTION_EXPERIENCED
                || !addresses.test(udp.destination())) {
            return Optional.empty();
        }
        FlowKey answer = udp.answeredFlow(FlowKey.UDP);
        Long lastNs = toldNs.get(answer);
        if (lastNs != null && nowNs - lastNs < intervalNs) {
            return Optional.empty();
        }
        toldNs.put(answer, nowNs);
        return Optional.of(frame(udp, answer, timeUs));
    }

    private static byte[] frame(UdpFrame marked, FlowKey answer, long timeUs) {
        byte[] header = marked.frame();
        FrameBuilder frame =
                FrameBuilder.ethernet(
                        Arrays.copyOfRange(header, MAC_BYTES, 2 * MAC_BYTES),
                        Arrays.copyOf(header, MAC_BYTES));
        byte[] from = answer.local().getAddress();
        byte[] to = answer.remote().getAddress();
        if (answer.isIpv6()) {
            frame.ipv6(from, to);
        } else {
            frame.ipv4(from, to).dontFragment();
        }
        return frame.udp(answer.localPort(), answer.remotePort())
                .trafficClass(TRAFFIC_CLASS)
                .payload(new CongestionNotification(0, 0, 0, timeUs & MOST_TIME_US).toPayload())
                .build();
    }
}
