// SPDX-License-Identifier: Apache-2.0
package org.weir.bench.compare;

import java.util.Random;
import org.weir.wire.feedback.FeedbackMessage;

/** Random Ethernet frames with ARP, IPv4 and IPv6, UDP, TCP and ICMP in them. */
final class IpFrames {

    private static final int ARP = 0x0806;
    private static final int IPV4 = 0x0800;
    private static final int IPV6 = 0x86dd;
    private static final int MOST_PAYLOAD_BYTES = 1400;

    private final FieldValues values;

    /**
     * Makes frames with values for dst_addr and src_addr of 48, 32 and 128 bits under the names
     * mac, ipv4 and ipv6, and src_port, dst_port, dscp and ttl.
     */
    IpFrames(FieldValues values) {
        this.values = values;
    }

    /** Appends a frame, with right IPv4 checksums but for one in sixteen. */
    void append(FrameBuilder frame, Random random) {
        frame.put(values.pick("mac", 48, random), 48).put(values.pick("mac", 48, random), 48);
        switch (random.nextInt(8)) {
            case 0 ->
                    frame.put(ARP, 16)
                            .put(1, 16)
                            .put(IPV4, 16)
                            .put(6, 8)
                            .put(4, 8)
                            .random(22, random);
            case 1 ->
                    frame.put(values.pick("ether_type", 16, random), 16)
                            .random(random.nextInt(60), random);
            case 2, 3 -> ipv6(frame, random);
            default -> ipv4(frame, random);
        }
    }

    private void ipv4(FrameBuilder frame, Random random) {
        frame.put(IPV4, 16);
        int start = frame.length();
        int optionWords = random.nextInt(4) == 0 ? 1 + random.nextInt(10) : 0;
        int protocol = protocol(random, 1);
        boolean isFragment = random.nextInt(10) == 0;
        frame.put(4, 4).put(5 + optionWords, 4);
        frame.put(values.pick("dscp", 6, random), 6).put(random.nextInt(4), 2);
        frame.put(0, 16).put(random.nextInt(1 << 16), 16).put(isFragment ? 1 : 2, 3);
        frame.put(isFragment ? random.nextInt(3) : 0, 13);
        frame.put(values.pick("ttl", 8, random), 8).put(protocol, 8).put(0, 16);
        frame.put(values.pick("ipv4", 32, random), 32).put(values.pick("ipv4", 32, random), 32);
        frame.random(optionWords * 4, random);
        int end = frame.length();
        transport(frame, protocol, random);
        frame.set16(start + 2, frame.length() - start);
        if (random.nextInt(16) != 0) {
            frame.set16(start + 10, frame.checksum(start, end));
        }
    }

    private void ipv6(FrameBuilder frame, Random random) {
        frame.put(IPV6, 16).put(6, 4).put(values.pick("dscp", 6, random), 6);
        frame.put(random.nextInt(4), 2).put(random.nextInt(1 << 20), 20);
        int length = frame.length();
        int protocol = protocol(random, 58);
        frame.put(0, 16).put(protocol, 8).put(values.pick("ttl", 8, random), 8);
        frame.put(values.pick("ipv6", 128, random), 128);
        frame.put(values.pick("ipv6", 128, random), 128);
        int start = frame.length();
        transport(frame, protocol, random);
        frame.set16(length, frame.length() - start);
    }

    private static int protocol(Random random, int icmp) {
        return switch (random.nextInt(8)) {
            case 0 -> icmp;
            case 1 -> random.nextInt(256);
            case 2, 3, 4 -> 6;
            default -> 17;
        };
    }

    private void transport(FrameBuilder frame, int protocol, Random random) {
        int payload =
                random.nextInt(6) == 0 ? random.nextInt(MOST_PAYLOAD_BYTES) : random.nextInt(64);
        if (protocol == 6 || protocol == 17) {
            frame.put(values.pick("src_port", 16, random), 16);
            frame.put(values.pick("dst_port", 16, random), 16);
            if (protocol == 6) {
                frame.random(16, random);
            } else {
                feedbackOrUdp(frame, payload, random);
                return;
            }
        } else {
            frame.random(4, random);
        }
        frame.random(payload, random);
    }

    /** UDP; one in eight as long as Weir's feedback packet, mostly with its magic number. */
    private static void feedbackOrUdp(FrameBuilder frame, int payload, Random random) {
        if (random.nextInt(8) != 0) {
            frame.put(8 + payload, 16).random(2 + payload, random);
            return;
        }
        frame.put(40, 16).random(2, random);
        frame.put(random.nextInt(4) != 0 ? FeedbackMessage.MAGIC : random.nextInt(), 32);
        frame.random(28 + random.nextInt(20), random);
    }
}
