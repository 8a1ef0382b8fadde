// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.host.transport.tcp.segment;

import java.nio.ByteBuffer;
import java.util.function.UnaryOperator;
import org.weir.lab.packet.AccEcnOption;
import org.weir.lab.packet.IpAddress;
import org.weir.lab.packet.MacAddress;
import org.weir.lab.packet.TcpOptions;
import org.weir.lab.packet.TcpSegment;
import org.weir.wire.packet.FrameBuilder;
import org.weir.wire.packet.InternetChecksum;

/**
 * Frames of one direction of a connection. Most differ in a few words of the header only: such a
 * frame is a copy of one that was made once, with these words and the checksum changed (RFC 1624).
 */
public final class SegmentFrames {
    private static final int SEQUENCE_AT = 4;
    private static final int ACKNOWLEDGEMENT_AT = 8;
    private static final int FLAGS_AT = 12;
    private static final int WINDOW_AT = 14;
    private static final int CHECKSUM_AT = 16;
    private static final int TIMESTAMP_AT = 24;
    private static final int MOST_RANGES = 4;
    private static final int MOST_WORDS = AccEcnOption.FULL_BYTES / 4;

    private final Addresses addresses;
    private final UnaryOperator<byte[]> copy;
    private final int fullBytes;
    private final int ecnCodepoint;

    /** By AccECN's words, ranges, ECN capability, timestamps and payload: none or a full one. */
    private final byte[][] models = new byte[(MOST_WORDS + 1) * 2 * (MOST_RANGES + 1) * 2 * 2][];

    /**
     * Addresses of one direction.
     *
     * @param destinationMac of the next hop
     * @param sourceMac of this host
     * @param source IP address of this host
     * @param destination IP address of the peer
     * @param sourcePort 0 to 65535
     * @param destinationPort 0 to 65535
     * @param dscp 0 to 63
     */
    public record Addresses(
            MacAddress destinationMac,
            MacAddress sourceMac,
            IpAddress source,
            IpAddress destination,
            int sourcePort,
            int destinationPort,
            int dscp) {}

    /**
     * Header of one segment.
     *
     * @param ecnCapable whether the packet is ECT(0) or ECT(1)
     * @param sequence number of the first byte
     * @param acknowledgement number of the next byte expected
     * @param flags of {@link org.weir.lab.packet.TcpFlags}
     * @param window as in the header
     * @param options of the segment
     */
    public record Header(
            boolean ecnCapable,
            int sequence,
            int acknowledgement,
            int flags,
            int window,
            TcpOptions options) {
        /** The same with AccECN. */
        public Header with(AccEcnOption option) {
            return new Header(
                    ecnCapable, sequence, acknowledgement, flags, window, options.with(option));
        }
    }

    /**
     * @param copy gives a frame of its own with a model's bytes
     * @param fullBytes payload of a full segment
     * @param ecnCodepoint ECN field of ECN-capable packets, 1 or 2
     */
    public SegmentFrames(
            Addresses addresses, UnaryOperator<byte[]> copy, int fullBytes, int ecnCodepoint) {
        this.addresses = addresses;
        this.copy = copy;
        this.fullBytes = fullBytes;
        this.ecnCodepoint = ecnCodepoint;
    }

    /** A frame with a payload. */
    public byte[] frame(Header header, byte[] payload) {
        return copy.apply(build(header, payload));
    }

    /** A frame whose payload is zeros. */
    public byte[] frame(Header header, int payloadBytes) {
        TcpOptions options = header.options();
        boolean usual = payloadBytes == 0 || payloadBytes == fullBytes;
        if (!usual || options.mss() >= 0 || options.sackPermitted() || options.windowScale() >= 0) {
            return frame(header, new byte[payloadBytes]);
        }
        return rewritten(copy.apply(model(header, payloadBytes)), header);
    }

    private byte[] model(Header header, int payloadBytes) {
        TcpOptions options = header.options();
        AccEcnOption accEcn = options.accEcn();
        int index = accEcn == null ? 0 : accEcn.bytes() / 4;
        index = (MOST_RANGES + 1) * index + options.sack().length / 2;
        index = 2 * index + (header.ecnCapable() ? 1 : 0);
        index = 2 * index + (options.hasTimestamps() ? 1 : 0);
        index = 2 * index + (payloadBytes == 0 ? 0 : 1);
        if (models[index] == null) {
            TcpOptions blank =
                    new TcpOptions(
                            -1,
                            -1,
                            false,
                            options.hasTimestamps(),
                            0,
                            0,
                            new int[options.sack().length],
                            accEcn);
            models[index] =
                    build(
                            new Header(header.ecnCapable(), 0, 0, 0, 0, blank),
                            new byte[payloadBytes]);
        }
        return models[index];
    }

    private byte[] rewritten(byte[] frame, Header header) {
        ByteBuffer bytes = ByteBuffer.wrap(frame);
        TcpOptions options = header.options();
        int tcpAt =
                TcpSegment.headerBytes(addresses.source().isIpv4(), 0) - TcpSegment.HEADER_BYTES;
        long sum = ~bytes.getShort(tcpAt + CHECKSUM_AT) & 0xffff;
        sum += put(bytes, tcpAt + SEQUENCE_AT, header.sequence());
        sum += put(bytes, tcpAt + ACKNOWLEDGEMENT_AT, header.acknowledgement());
        int flags = bytes.getShort(tcpAt + FLAGS_AT) & 0xffff | header.flags();
        bytes.putShort(tcpAt + FLAGS_AT, (short) flags);
        bytes.putShort(tcpAt + WINDOW_AT, (short) header.window());
        sum += header.flags() + header.window();
        int optionAt = tcpAt + TcpSegment.HEADER_BYTES;
        if (options.hasTimestamps()) {
            sum += put(bytes, tcpAt + TIMESTAMP_AT, options.timestamp());
            sum += put(bytes, tcpAt + TIMESTAMP_AT + 4, options.timestampEcho());
            optionAt += TcpOptions.TIMESTAMP_BYTES;
        }
        int[] sack = options.sack();
        for (int i = 0; i < sack.length; i++) {
            sum += put(bytes, optionAt + 4 + 4 * i, sack[i]);
        }
        if (options.accEcn() != null) {
            sum += replace(bytes, optionAt + sackBytes(sack), options.accEcn());
        }
        bytes.putShort(tcpAt + CHECKSUM_AT, (short) InternetChecksum.of(sum));
        return frame;
    }

    /** Writes a word where zeros were; what it adds to the sum. */
    private static long put(ByteBuffer bytes, int at, int word) {
        bytes.putInt(at, word);
        return word & 0xffff_ffffL;
    }

    private static int sackBytes(int[] sack) {
        return sack.length == 0 ? 0 : 4 + 4 * sack.length;
    }

    /** Writes an option over another one of its length; the difference of the sum (RFC 1624). */
    private static long replace(ByteBuffer bytes, int at, AccEcnOption option) {
        int length = option.bytes();
        long sum = 0;
        for (int i = at; i < at + length; i += 4) {
            sum += ~bytes.getInt(i) & 0xffff_ffffL;
        }
        bytes.position(at);
        option.write(bytes);
        for (int i = at; i < at + length; i += 4) {
            sum += bytes.getInt(i) & 0xffff_ffffL;
        }
        return sum;
    }

    private byte[] build(Header header, byte[] payload) {
        FrameBuilder frame =
                FrameBuilder.ethernet(
                        addresses.destinationMac().bytes(), addresses.sourceMac().bytes());
        byte[] source = addresses.source().bytes();
        byte[] destination = addresses.destination().bytes();
        if (addresses.source().isIpv4()) {
            frame.ipv4(source, destination).dontFragment();
        } else {
            frame.ipv6(source, destination);
        }
        return frame.trafficClass(addresses.dscp() << 2 | (header.ecnCapable() ? ecnCodepoint : 0))
                .tcp(
                        addresses.sourcePort(),
                        addresses.destinationPort(),
                        header.sequence(),
                        header.acknowledgement(),
                        header.flags(),
                        header.window(),
                        header.options().toBytes())
                .payload(payload)
                .build();
    }
}
