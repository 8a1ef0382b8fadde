// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.host.transport;

import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import org.weir.lab.host.config.HostConfig;
import org.weir.lab.packet.Ipv4;
import org.weir.lab.packet.MacAddress;
import org.weir.lab.packet.UdpPacket;
import org.weir.reaction.RateControl;
import org.weir.reaction.Reaction;
import org.weir.reaction.packet.Acknowledgement;

/**
 * The sending side of a message: the next packet to send, and the time at which the rate allows it.
 */
final class MessageSender {
    private static final int DESTINATION_PORT = 5001;
    private static final int HOP_LIMIT = 64;
    private static final int ECT_1 = 1;
    private static final int ECT_0 = 2;
    private static final double USED_WEIGHT = 0.25;
    private static final long NS_PER_SECOND = 1_000_000_000L;

    private final RateTransport transport;
    private final HostConfig host;
    private final Message message;
    private final int sourcePort;
    private final RateControl control;
    private final int total;
    private final BitSet toResend = new BitSet();
    private final Map<Integer, Long> resentNs = new HashMap<>();
    private MacAddress destinationMac;
    private byte[] model;
    private final Flight flight = new Flight();
    private int acknowledged;
    private boolean asking;
    private long dueNs;
    private long lastSentNs;
    private int lastFrameBytes;

    /** Length of the last frame that was not a probe, bytes; 0 before the first. */
    private int lastDataBytes;

    /** Smoothed time from one packet to the next, ns; 0 before the second. */
    private double usedGapNs;

    /** True if the sender had nothing to send after its last packet, or a full window. */
    private boolean hasPaused;

    private ProbeTimer timer;
    private boolean hasProbed;

    private long cycle;

    MessageSender(
            RateTransport transport,
            HostConfig host,
            Message message,
            int sourcePort,
            RateControl control) {
        this.transport = transport;
        this.host = host;
        this.message = message;
        this.sourcePort = sourcePort;
        this.control = control;
        total = transport.packetsOf(message);
    }

    void useTimer(ProbeTimer one) {
        timer = one;
    }

    ProbeTimer timer() {
        return timer;
    }

    /** True if the last packet was a probe. */
    boolean hasProbed() {
        return hasProbed;
    }

    void startTo(MacAddress mac) {
        destinationMac = mac;
    }

    Message message() {
        return message;
    }

    RateControl control() {
        return control;
    }

    int sourcePort() {
        return sourcePort;
    }

    /** Whether a packet swaps this message's addresses and ports. */
    boolean isAbout(UdpPacket packet) {
        return packet.destinationPort() == sourcePort
                && packet.sourcePort() == DESTINATION_PORT
                && packet.source().equals(message.destination());
    }

    /** Whether it has packets that were never sent or are to be sent again. */
    boolean hasPackets() {
        return destinationMac != null && (flight.sent() < total || asking || !toResend.isEmpty());
    }

    /** Whether the window keeps a new packet back; what is to be sent again does not wait. */
    boolean isWindowFull() {
        return toResend.isEmpty() && !asking && isFlightFull();
    }

    private boolean isFlightFull() {
        return flight.isFull(lastDataBytes, control.windowBytes());
    }

    /** Takes the acknowledgement of a packet. */
    void onAcknowledgement(Acknowledgement told) {
        flight.onArrived(told.number());
        control.onAcknowledgement(told, flight.sent());
    }

    /** Time at which the rate allows the next packet, ns. */
    long dueNs() {
        return dueNs;
    }

    /** Adapts the time of the next packet to a changed rate. */
    void onRate() {
        if (lastFrameBytes > 0) {
            long gapNs =
                    (lastFrameBytes * 8L * NS_PER_SECOND + control.rateBps() - 1)
                            / control.rateBps();
            dueNs = lastSentNs + gapNs;
        }
    }

    /**
     * Rate at which the last packets were sent while there were any to send, bit/s; infinite before
     * the second.
     */
    double usedBps() {
        return lastDataBytes * 8.0 * NS_PER_SECOND / usedGapNs;
    }

    /** Begins another cycle of the rate control; ends those begun before. */
    long nextCycle() {
        return ++cycle;
    }

    boolean isCycle(long one) {
        return one == cycle;
    }

    /** The next packet's frame: one to send again, a new one, or a probe. */
    byte[] next(long nowNs, HostPort port) {
        int number;
        boolean asks = asking;
        asking = false;
        if (!toResend.isEmpty()) {
            number = toResend.nextSetBit(0);
            toResend.clear(number);
            resentNs.put(number, nowNs);
            port.log().resent(message.id());
            asks |= toResend.isEmpty() && flight.sent() == total;
        } else if (flight.sent() < total && !(asks && isFlightFull())) {
            number = flight.sent();
            asks |= number + 1 == total || needsStatus(number);
            flight.onSent();
        } else {
            number = MessagePacket.PROBE;
            asks = true;
        }
        if (asks) {
            flight.onAsk(nowNs);
        }
        byte[] frame = frame(port, new MessagePacket(message.id(), number, total, nowNs, asks));
        if (control.tag() != 0) {
            Ipv4.setIdentification(frame, control.tag());
        }
        hasProbed = number == MessagePacket.PROBE;
        if (!hasProbed) {
            control.onSent(frame.length);
            measureGap(nowNs - lastSentNs);
            lastDataBytes = frame.length;
        }
        lastSentNs = nowNs;
        lastFrameBytes = frame.length;
        hasPaused = !hasPackets() || isWindowFull();
        onRate();
        return frame;
    }

    private void measureGap(long gapNs) {
        if (lastDataBytes > 0 && !hasPaused) {
            usedGapNs += usedGapNs == 0 ? gapNs : USED_WEIGHT * (gapNs - usedGapNs);
        }
    }

    private boolean needsStatus(int number) {
        return control.asksForStatus()
                && flight.needsStatus(
                        transport.frameBytes(message.bytes(), number), control.windowBytes());
    }

    private byte[] frame(HostPort port, MessagePacket packet) {
        int bytes =
                packet.isProbe()
                        ? 0
                        : transport.frameBytes(message.bytes(), packet.number())
                                - MessagePacket.FRAME_BYTES;
        if (bytes < transport.payloadBytes()) {
            return port.frameLike(whole(packet, bytes));
        }
        if (model == null) {
            model = whole(packet, bytes);
        }
        byte[] frame = port.frameLike(model);
        UdpPacket.rewrite(frame, MessagePacket.CHANGING_OFFSET, packet.changing());
        return frame;
    }

    private byte[] whole(MessagePacket packet, int bytes) {
        return new UdpPacket(
                        destinationMac,
                        host.mac(),
                        host.ipv4(),
                        message.destination(),
                        message.dscp(),
                        isScalable() ? ECT_1 : ECT_0,
                        HOP_LIMIT,
                        sourcePort,
                        DESTINATION_PORT,
                        packet.toPayload(bytes))
                .toFrame();
    }

    private boolean isScalable() {
        return transport.reaction().filter(Reaction::isScalable).isPresent();
    }

    /** Takes the feedback of the receiver. */
    void onStatus(MessageStatus status) {
        asking = false;
        acknowledged = Math.max(acknowledged, status.next());
        int sentBefore = flight.onStatus(status.aboutNs());
        for (MessageStatus.Range range : status.missing()) {
            // What was never sent is not missing, and what was sent again since may yet come.
            int to = Math.min(range.to(), sentBefore);
            for (int number = range.from(); number < to; number++) {
                if (resentNs.getOrDefault(number, Long.MIN_VALUE) < status.aboutNs()) {
                    toResend.set(number);
                }
            }
        }
        toResend.clear(0, acknowledged);
    }

    /** Whether all has come. */
    boolean isDone() {
        return acknowledged >= total;
    }

    /** Has the next packet ask for a status: a probe, if there is no other. */
    void ask() {
        asking = true;
    }
}
