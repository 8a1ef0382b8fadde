// SPDX-License-Identifier: Apache-2.0
package org.weir.tofino.model;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.Random;
import org.weir.wire.packet.InternetChecksum;

/**
 * Random packets of every kind: IPv4 with options, fragments and wrong checksums, IPv6, TCP, UDP,
 * ICMP, ARP, LLDP, truncated ones, and packets from the controller; on demand with up to three VLAN
 * tags. Ports behind IPv4 options are such that no rule of {@link ForwardingRules} asks for them.
 */
public final class ForwardingFrames {

    public static final int NETWORK = 0x0A000000;
    public static final BigInteger NETWORK_6 = new BigInteger("20010db8", 16).shiftLeft(96);
    public static final int COPIED_PORT = 53;
    private static final byte[] NO_OPTIONS = {};

    /** A packet as one port, or the controller, sends it. */
    public record Received(int port, byte[] frame) {}

    private final Random random;

    /** Of its own, so that the frames behind the tags are those without. */
    private final Random tagRandom;

    private final boolean tagged;

    private ForwardingFrames(long seed, boolean tagged) {
        random = new Random(seed);
        tagRandom = new Random(seed);
        this.tagged = tagged;
    }

    /**
     * Frames without tags.
     *
     * @param seed two of the same seed give the same frames
     */
    public static ForwardingFrames untagged(long seed) {
        return new ForwardingFrames(seed, false);
    }

    /**
     * The same frames; two thirds have one or two tags, a few have three or end within their tags.
     */
    public static ForwardingFrames tagged(long seed) {
        return new ForwardingFrames(seed, true);
    }

    /** The next packet; one of 20 is the controller's. */
    public Received next() {
        int port = 1 + random.nextInt(BothPrograms.PORTS);
        byte[] frame = tagged ? withTags(frame(random)) : frame(random);
        if (frame.length < Frames.SHORTEST || random.nextInt(20) != 0) {
            return new Received(port, frame);
        }
        byte[] with = new byte[frame.length + 2];
        with[0] = (byte) (port >>> 1);
        with[1] = (byte) (port << 7);
        System.arraycopy(frame, 0, with, 2, frame.length);
        return new Received(BothPrograms.CPU, with);
    }

    private byte[] withTags(byte[] frame) {
        byte[] tags = Frames.tags(tagRandom);
        byte[] with = Frames.tagged(frame, tags);
        switch (tagRandom.nextInt(40)) {
            case 0:
                return Frames.tagged(with, Frames.randomTag(tagRandom));
            case 1:
                return tags.length == 0
                        ? with
                        : Arrays.copyOf(with, Frames.ETHERNET + tagRandom.nextInt(tags.length));
            default:
                return with;
        }
    }

    private byte[] frame(Random random) {
        byte[] payload = new byte[random.nextInt(random.nextInt(8) == 0 ? 1400 : 60)];
        random.nextBytes(payload);
        byte[] frame =
                switch (random.nextInt(12)) {
                    case 0 -> Frames.ethernet(0x0806, payload);
                    case 1 -> Frames.ethernet(0x88CC, payload);
                    case 2 -> Frames.ethernet(random.nextInt(0x10000) | 0x9000, payload);
                    case 3 -> withOptions(random, payload);
                    case 4, 5, 6 -> ipv6(random, payload);
                    default -> ipv4(random, payload);
                };
        if (random.nextInt(30) == 0) {
            frame[11] = 0x66;
        }
        return frame;
    }

    private static int hops(Random random) {
        return random.nextInt(10) == 0 ? random.nextInt(3) : 1 + random.nextInt(255);
    }

    private static int target(Random random) {
        return NETWORK | random.nextInt(5) << 8 | random.nextInt(256);
    }

    private static int tos(Random random) {
        return (random.nextInt(4) == 0 ? 46 : random.nextInt(64)) << 2 | random.nextInt(4);
    }

    private static int protocol(Random random) {
        return new int[] {6, 6, 17, 17, 17, 1, 58, 132}[random.nextInt(8)];
    }

    private static int port(Random random) {
        int[] ports = {23, COPIED_PORT, 4999, 5000, 5999, 6000, 5990, 65_535, 0};
        return random.nextBoolean() ? random.nextInt(0x10000) : ports[random.nextInt(ports.length)];
    }

    private static byte[] transport(Random random, int protocol, byte[] payload) {
        return switch (protocol) {
            case 6 -> Frames.tcp(port(random), port(random), payload);
            case 17 -> Frames.udp(port(random), port(random), payload);
            default -> payload;
        };
    }

    private static byte[] ipv4(Random random, byte[] payload) {
        int protocol = protocol(random);
        byte[] frame =
                Frames.ipv4(
                        NETWORK | random.nextInt(256),
                        target(random),
                        tos(random),
                        hops(random),
                        protocol,
                        NO_OPTIONS,
                        transport(random, protocol, payload));
        if (random.nextInt(20) == 0) {
            // Wrong, whatever it was.
            frame[24] ^= (byte) (1 << random.nextInt(8));
        } else if (random.nextInt(20) == 0) {
            // A later fragment: the checksum has to be right again.
            frame[21] = 9;
            frame[24] = 0;
            frame[25] = 0;
            int sum = InternetChecksum.of(frame, Frames.ETHERNET, 20);
            frame[24] = (byte) (sum >>> 8);
            frame[25] = (byte) sum;
        } else if (random.nextInt(30) == 0) {
            frame[14] = (byte) (0x40 | random.nextInt(5));
        } else if (random.nextInt(20) == 0) {
            return Arrays.copyOf(frame, Frames.ETHERNET + random.nextInt(20));
        }
        return frame;
    }

    private static byte[] withOptions(Random random, byte[] payload) {
        byte[] options = new byte[4 * (1 + random.nextInt(10))];
        random.nextBytes(options);
        return Frames.ipv4(
                NETWORK | random.nextInt(256),
                NETWORK | (random.nextBoolean() ? 1 : 3) << 8 | random.nextInt(256),
                tos(random),
                hops(random),
                17,
                options,
                Frames.udp(1000 + random.nextInt(1000), 1000 + random.nextInt(1000), payload));
    }

    private static byte[] ipv6(Random random, byte[] payload) {
        byte[] source = NETWORK_6.or(BigInteger.valueOf(random.nextInt(256))).toByteArray();
        byte[] target =
                NETWORK_6
                        .or(BigInteger.valueOf(random.nextInt(4)).shiftLeft(80))
                        .or(BigInteger.valueOf(random.nextInt(2)).shiftLeft(64))
                        .or(BigInteger.valueOf(random.nextInt(256)))
                        .toByteArray();
        int protocol = protocol(random);
        byte[] frame =
                Frames.ipv6(
                        source,
                        target,
                        tos(random),
                        hops(random),
                        protocol,
                        transport(random, protocol, payload));
        return random.nextInt(20) == 0
                ? Arrays.copyOf(frame, Frames.ETHERNET + random.nextInt(40))
                : frame;
    }
}
