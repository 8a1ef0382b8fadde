// SPDX-License-Identifier: Apache-2.0
package org.weir.runner.stock;

import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.weir.lab.engine.Engine;
import org.weir.lab.packet.UdpPacket;
import org.weir.wire.feedback.FeedbackMessage;

/**
 * Puts the times in a stock switch's feedback packets on the network's clock, as if the switches'
 * clocks were synchronised: BMv2 counts from its own start. Only what the switch itself has made is
 * changed, which shows in the hop limit: another switch's packet has made one hop more.
 */
final class FeedbackClock {
    /** Hop limit of a feedback packet that has just been routed by the switch that made it. */
    private static final int FIRST_HOP_LIMIT = 63;

    private static final int PROBES = 16;
    private static final long CALL_TIMEOUT_SECONDS = 10;
    private static final long NS_PER_US = 1000;
    private static final long TIME_MASK = 0xffff_ffff_ffffL;

    private final long offsetUs;

    /**
     * @param offsetUs the network's clock less the switch's, µs
     */
    FeedbackClock(long offsetUs) {
        this.offsetUs = offsetUs;
    }

    /** Compares the clocks; the quickest of some answers is the most exact. */
    static FeedbackClock measure(QueueControl control, Engine engine) throws IOException {
        long offsetUs = 0;
        long quickestNs = Long.MAX_VALUE;
        for (int probe = 0; probe < PROBES; probe++) {
            long beforeNs = nowNs(engine);
            long switchUs = control.elapsedUs();
            long afterNs = nowNs(engine);
            if (afterNs - beforeNs < quickestNs) {
                quickestNs = afterNs - beforeNs;
                offsetUs = (beforeNs + afterNs) / 2 / NS_PER_US - switchUs;
            }
        }
        return new FeedbackClock(offsetUs);
    }

    private static long nowNs(Engine engine) throws StockException {
        try {
            return engine.call(engine::nowNs).get(CALL_TIMEOUT_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw new StockException("the network's clock does not answer", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StockException("interrupted", e);
        }
    }

    /** A frame as it is to go on: a new one for a feedback packet of the switch. */
    byte[] translate(byte[] frame) {
        if (frame.length != UdpPacket.headerBytes(true) + FeedbackMessage.BYTES
                && frame.length != UdpPacket.headerBytes(false) + FeedbackMessage.BYTES) {
            return frame;
        }
        return UdpPacket.parse(frame)
                .filter(packet -> packet.hopLimit() == FIRST_HOP_LIMIT)
                .flatMap(this::translate)
                .map(UdpPacket::toFrame)
                .orElse(frame);
    }

    private Optional<UdpPacket> translate(UdpPacket packet) {
        return FeedbackMessage.parse(packet.ecn(), packet.payload())
                .map(
                        message ->
                                new FeedbackMessage(
                                        message.classId(),
                                        message.protocol(),
                                        message.arrivalRateKbps(),
                                        message.targetRateKbps(),
                                        message.depthPackets(),
                                        message.thresholdPackets(),
                                        message.timeUs() + offsetUs & TIME_MASK,
                                        message.egressPort(),
                                        message.sequence()))
                .map(
                        message ->
                                new UdpPacket(
                                        packet.destinationMac(),
                                        packet.sourceMac(),
                                        packet.source(),
                                        packet.destination(),
                                        packet.dscp(),
                                        packet.ecn(),
                                        packet.hopLimit(),
                                        packet.sourcePort(),
                                        packet.destinationPort(),
                                        message.toPayload()));
    }
}
