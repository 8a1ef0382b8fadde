// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.host.transport.tcp;

import java.util.List;
import org.weir.lab.host.transport.HostPort;
import org.weir.lab.host.transport.tcp.receive.EcnCounters;
import org.weir.lab.host.transport.tcp.receive.Receiver;
import org.weir.lab.host.transport.tcp.segment.SegmentFrames;
import org.weir.lab.host.transport.tcp.segment.SequenceNumbers;
import org.weir.lab.packet.AccEcnOption;
import org.weir.lab.packet.IpAddress;
import org.weir.lab.packet.MacAddress;
import org.weir.lab.packet.TcpFlags;
import org.weir.lab.packet.TcpOptions;
import org.weir.lab.packet.TcpSegment;

/** Writer of the segments that one end of a connection sends. */
final class SegmentWriter {
    private static final int MOST_RANGES = 4;
    private static final long US = 1000;
    private static final int[] NO_SACK = TcpOptions.NONE.sack();

    private final HostPort port;
    private final TcpConfig config;
    private final int firstNumber;
    private final int mss;
    private final SegmentFrames frames;
    private Agreement agreement;
    private int peerFirstNumber;
    private int heard;

    SegmentWriter(
            HostPort port,
            TcpConfig config,
            FlowKey key,
            IpAddress own,
            int dscp,
            int firstNumber,
            MacAddress peerMac) {
        this.port = port;
        this.config = config;
        this.firstNumber = firstNumber;
        mss = config.frameBytes() - TcpSegment.headerBytes(own.isIpv4(), 0);
        frames =
                new SegmentFrames(
                        new SegmentFrames.Addresses(
                                peerMac,
                                port.config().mac(),
                                own,
                                key.peer(),
                                key.ownPort(),
                                key.peerPort(),
                                dscp),
                        port::frameLike,
                        mss - TcpOptions.TIMESTAMP_BYTES,
                        config.algorithm().ecnCodepoint());
    }

    /** Takes what the handshake has agreed on, and the peer's first number and timestamp. */
    void agree(Agreement agreed, int peerNumber, int timestamp) {
        agreement = agreed;
        peerFirstNumber = peerNumber;
        heard = timestamp;
    }

    /** Takes a timestamp to echo. */
    void hear(int timestamp) {
        heard = timestamp;
    }

    /** Timestamp that is echoed (RFC 7323: TS.Recent). */
    int heard() {
        return heard;
    }

    /** Payload of a full segment, bytes. */
    int segmentBytes() {
        int optionBytes = agreement.timestamps() ? TcpOptions.TIMESTAMP_BYTES : 0;
        return Math.min(agreement.peerMss(), mss) - optionBytes;
    }

    private int clockUs() {
        return (int) (port.engine().nowNs() / US);
    }

    /** A SYN that asks for all options. */
    byte[] syn() {
        TcpOptions options =
                new TcpOptions(mss, Agreement.shift(config), true, true, clockUs(), 0, NO_SACK);
        return syn(TcpFlags.SYN | EcnFeedback.synFlags(config), 0, options);
    }

    /**
     * A SYN-ACK with the options that the peer's SYN asked for.
     *
     * @param ecnField of the SYN's IP header
     */
    byte[] synAnswer(int ecnField) {
        boolean timestamps = agreement.timestamps();
        TcpOptions options =
                new TcpOptions(
                        mss,
                        agreement.scaled() ? Agreement.shift(config) : -1,
                        agreement.sack(),
                        timestamps,
                        timestamps ? clockUs() : 0,
                        timestamps ? heard : 0,
                        NO_SACK,
                        accurate() ? new EcnCounters().option() : null);
        int flags = TcpFlags.SYN | TcpFlags.ACK;
        return syn(flags | agreement.ecn().answerFlags(ecnField), peerFirstNumber + 1, options);
    }

    private byte[] syn(int flags, int acknowledgement, TcpOptions options) {
        return frames.frame(
                new SegmentFrames.Header(
                        config.ecnOnEveryPacket(),
                        firstNumber,
                        acknowledgement,
                        flags,
                        Agreement.synWindow(config.bufferBytes()),
                        options),
                0);
    }

    /** A segment with data or FIN; without bytes its payload is zeros. */
    byte[] data(
            boolean ecnCapable, long from, int flags, Receiver receiver, int length, byte[] bytes) {
        SegmentFrames.Header header =
                header(ecnCapable, from, flags | ecnFlags(receiver), receiver, NO_SACK);
        return bytes == null ? frames.frame(header, length) : frames.frame(header, bytes);
    }

    /** An acknowledgement without data. */
    byte[] acknowledgement(long next, Receiver receiver) {
        return acknowledgement(next, receiver, ecnFlags(receiver));
    }

    /** The acknowledgement of a SYN-ACK, which says with AccECN how that came. */
    byte[] handshakeAcknowledgement(long next, Receiver receiver, int ecnField) {
        int flags = accurate() ? EcnFeedback.handshakeFlags(ecnField) : ecnFlags(receiver);
        return acknowledgement(next, receiver, flags);
    }

    private byte[] acknowledgement(long next, Receiver receiver, int flags) {
        int[] sack = sack(receiver);
        SegmentFrames.Header header = header(false, next, flags, receiver, sack);
        if (accurate()) {
            AccEcnOption option = receiver.marks().option();
            int otherBytes = header.options().bytes();
            header =
                    header.with(
                            otherBytes + AccEcnOption.FULL_BYTES > TcpOptions.MAX_BYTES
                                    ? option.shortened()
                                    : option);
        }
        return frames.frame(header, 0);
    }

    private boolean accurate() {
        return agreement.ecn() == EcnFeedback.ACCURATE;
    }

    private int ecnFlags(Receiver receiver) {
        return switch (agreement.ecn()) {
            case NONE -> 0;
            case CLASSIC -> receiver.echoes() ? TcpFlags.ECE : 0;
            case ACCURATE -> EcnFeedback.flags(receiver.marks().cePackets());
        };
    }

    private SegmentFrames.Header header(
            boolean ecnCapable, long from, int flags, Receiver receiver, int[] sack) {
        boolean timestamps = agreement.timestamps();
        return new SegmentFrames.Header(
                ecnCapable || config.ecnOnEveryPacket() && agreement.ecn() != EcnFeedback.NONE,
                SequenceNumbers.of(firstNumber + 1 + from),
                SequenceNumbers.of(peerFirstNumber + 1 + receiver.next()),
                TcpFlags.ACK | flags,
                agreement.headerWindow(config.bufferBytes()),
                new TcpOptions(
                        -1,
                        -1,
                        false,
                        timestamps,
                        timestamps ? clockUs() : 0,
                        timestamps ? heard : 0,
                        sack));
    }

    private int[] sack(Receiver receiver) {
        if (!agreement.sack()) {
            return NO_SACK;
        }
        int otherBytes = agreement.timestamps() ? TcpOptions.TIMESTAMP_BYTES : 0;
        otherBytes += accurate() ? AccEcnOption.SHORT_BYTES : 0;
        int most = Math.min(MOST_RANGES, TcpOptions.rangesBeside(otherBytes));
        List<long[]> ranges = receiver.ranges(most);
        int[] edges = new int[2 * ranges.size()];
        for (int i = 0; i < edges.length; i++) {
            edges[i] = SequenceNumbers.of(peerFirstNumber + 1 + ranges.get(i / 2)[i % 2]);
        }
        return edges;
    }
}
