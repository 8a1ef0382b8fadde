// SPDX-License-Identifier: Apache-2.0
package org.weir.tofino.model;

import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.Random;
import java.util.Set;
import org.weir.wire.packet.FrameBuilder;

/** Ethernet frames as hosts send them, at least 60 bytes without the frame check sequence. */
public final class Frames {

    public static final int SHORTEST = 60;
    public static final int ETHERNET = 14;

    /** Offset of the tags of IEEE 802.1Q, bytes. */
    private static final int TAGS = 12;

    private static final int TAG = 4;
    private static final Set<Integer> TAG_TYPES = Set.of(0x8100, 0x88A8);

    private static final byte[] TO = bytes("0200000000ee");
    private static final byte[] FROM = bytes("0200000000aa");

    private Frames() {}

    public static byte[] bytes(String hex) {
        return HexFormat.of().parseHex(hex);
    }

    public static byte[] ethernet(int etherType, byte[] payload) {
        return FrameBuilder.ethernet(TO, FROM)
                .etherType(etherType)
                .payload(payload)
                .padTo(SHORTEST)
                .build();
    }

    /** IP between two addresses, of IPv4 or IPv6. */
    public static FrameBuilder between(byte[] source, byte[] target) {
        FrameBuilder frame = FrameBuilder.ethernet(TO, FROM).padTo(SHORTEST);
        return source.length == 4
                ? frame.ipv4(source, target).identification(0x1234).dontFragment()
                : frame.ipv6(source, target).flowLabel(0x54321);
    }

    /**
     * IPv4 with a right header checksum.
     *
     * @param options whole words
     */
    public static byte[] ipv4(
            int source,
            int target,
            int tos,
            int ttl,
            int protocol,
            byte[] options,
            byte[] payload) {
        return between(address(source), address(target))
                .trafficClass(tos)
                .hopLimit(ttl)
                .options(options)
                .protocol(protocol)
                .payload(payload)
                .build();
    }

    private static byte[] address(int value) {
        return ByteBuffer.allocate(4).putInt(value).array();
    }

    public static byte[] ipv6(
            byte[] source, byte[] target, int trafficClass, int hops, int next, byte[] payload) {
        return between(source, target)
                .trafficClass(trafficClass)
                .hopLimit(hops)
                .protocol(next)
                .payload(payload)
                .build();
    }

    /** A checksum that is not right, which the programs do not look at. */
    public static byte[] udp(int from, int to, byte[] payload) {
        return ByteBuffer.allocate(8 + payload.length)
                .putShort((short) from)
                .putShort((short) to)
                .putShort((short) (8 + payload.length))
                .putShort((short) 0xBEEF)
                .put(payload)
                .array();
    }

    public static byte[] tcp(int from, int to, byte[] payload) {
        return ByteBuffer.allocate(20 + payload.length)
                .putShort((short) from)
                .putShort((short) to)
                .putInt(0x01020304)
                .putInt(0x05060708)
                .putInt(0x50101234)
                .putInt(0xABCD0000)
                .put(payload)
                .array();
    }

    /** The frame with tags in front of its EtherType. */
    public static byte[] tagged(byte[] frame, byte[] tags) {
        return ByteBuffer.allocate(frame.length + tags.length)
                .put(frame, 0, TAGS)
                .put(tags)
                .put(frame, TAGS, frame.length - TAGS)
                .array();
    }

    /** Length of a frame's tags, bytes; at most two count. */
    public static int tagBytes(byte[] frame) {
        int bytes = 0;
        while (bytes < 2 * TAG && TAG_TYPES.contains(u16(frame, TAGS + bytes))) {
            bytes += TAG;
        }
        return bytes;
    }

    /** The frame without its tags. */
    public static byte[] untagged(byte[] frame) {
        int tags = tagBytes(frame);
        return ByteBuffer.allocate(frame.length - tags)
                .put(frame, 0, TAGS)
                .put(frame, TAGS + tags, frame.length - TAGS - tags)
                .array();
    }

    /** A tag of IEEE 802.1Q. */
    public static byte[] tag(int type, int priority, boolean dropEligible, int vlanId) {
        return ByteBuffer.allocate(TAG)
                .putShort((short) type)
                .putShort((short) (priority << 13 | (dropEligible ? 1 << 12 : 0) | vlanId))
                .array();
    }

    /** Up to two random tags, of few VLANs. */
    public static byte[] tags(Random random) {
        ByteBuffer tags = ByteBuffer.allocate(random.nextInt(3) * TAG);
        while (tags.hasRemaining()) {
            tags.put(randomTag(random));
        }
        return tags.array();
    }

    public static byte[] randomTag(Random random) {
        int[] vlans = {0, 7, 100, 1000, 4095, random.nextInt(4096)};
        return tag(
                random.nextInt(3) == 0 ? 0x88A8 : 0x8100,
                random.nextInt(8),
                random.nextBoolean(),
                vlans[random.nextInt(vlans.length)]);
    }

    public static int u16(byte[] bytes, int at) {
        return (bytes[at] & 0xFF) << 8 | bytes[at + 1] & 0xFF;
    }

    public static long u32(byte[] bytes, int at) {
        return (long) u16(bytes, at) << 16 | u16(bytes, at + 2);
    }
}
