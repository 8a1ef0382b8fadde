// SPDX-License-Identifier: Apache-2.0
package org.weir.tofino.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.weir.tofino.model.stage.KeyMatch;
import org.weir.wire.feedback.FeedbackMessage;
import org.weir.wire.p4.MatchFields;
import org.weir.wire.p4.Parameters;
import org.weir.wire.p4.WeirEgress;
import org.weir.wire.p4.WeirIngress;

/** Packets of one class from one port to another, and the feedback packets that they cause. */
public final class FeedbackFrames {

    public static final int SENDER_PORT = 1;
    public static final int RECEIVER_PORT = 4;
    public static final int CLASS = 2;

    /** Index of the class's counters. */
    public static final int QUEUE = RECEIVER_PORT * 8 + CLASS;

    public static final int SENDERS = 0x0A000100;
    public static final int RECEIVERS = 0x0A000500;
    public static final long TARGET_RATE_KBPS = 123_456;
    public static final long NEVER_US = 0xFFFF_FFFFL;

    private static final int FEEDBACK_4 = 14 + 20 + 8 + 32;
    private static final int FEEDBACK_6 = 14 + 40 + 8 + 32;
    private static final byte[] PREFIX_6 = Frames.bytes("20010db8000000000000000000000000");

    private FeedbackFrames() {}

    /** Adds the routes, the class of all packets, and reports that never come. */
    public static void addEntries(BothPrograms both) {
        addRoutesAndClass(both);
        both.add(
                WeirEgress.Telemetry.REPORTING,
                0,
                Map.of(MatchFields.EGRESS_PORT, KeyMatch.exact(RECEIVER_PORT)),
                WeirEgress.Telemetry.SET_REPORT_INTERVAL,
                Map.of(Parameters.INTERVAL_US, NEVER_US),
                Parameters.INTERVAL_US);
    }

    /** Adds the routes, and the class of all packets. */
    public static void addRoutesAndClass(BothPrograms both) {
        for (int port : new int[] {SENDER_PORT, RECEIVER_PORT}) {
            both.add(
                    WeirIngress.Forwarding.IPV4_ROUTES,
                    0,
                    Map.of(
                            MatchFields.IPV4_DST,
                            KeyMatch.lpm(port == SENDER_PORT ? SENDERS : RECEIVERS, 24)),
                    WeirIngress.Forwarding.SET_OUTPUT,
                    Map.of("port", (long) port),
                    "port");
            byte[] prefix = PREFIX_6.clone();
            prefix[7] = (byte) port;
            both.add(
                    WeirIngress.Forwarding.IPV6_ROUTES,
                    0,
                    Map.of(MatchFields.IPV6_DST, new KeyMatch.Lpm(new BigInteger(1, prefix), 64)),
                    WeirIngress.Forwarding.SET_OUTPUT,
                    Map.of("port", (long) port),
                    "port");
        }
        for (String table :
                List.of(WeirIngress.Classifier.IPV4_CLASSES, WeirIngress.Classifier.IPV6_CLASSES)) {
            both.add(
                    table,
                    1,
                    Map.of(),
                    WeirIngress.Classifier.SET_CLASS,
                    Map.of(Parameters.CLASS_ID, (long) CLASS),
                    Parameters.CLASS_ID);
        }
    }

    /** A UDP packet to the receivers. */
    public static byte[] udp(int sender, int receiver, int ecn, int from, int to) {
        return Frames.ipv4(
                SENDERS | sender,
                RECEIVERS | receiver,
                46 << 2 | ecn,
                64,
                17,
                new byte[0],
                Frames.udp(from, to, new byte[200]));
    }

    /** A random packet to the receivers, without tags. */
    public static byte[] flow(Random random) {
        byte[] payload = new byte[random.nextInt(300)];
        random.nextBytes(payload);
        int protocol = new int[] {6, 17, 1, 58, 132}[random.nextInt(5)];
        int from = random.nextInt(0x10000);
        int to = random.nextInt(0x10000);
        byte[] transport =
                switch (protocol) {
                    case 6 -> Frames.tcp(from, to, payload);
                    case 17 -> Frames.udp(from, to, payload);
                    default -> Arrays.copyOf(payload, payload.length + 20);
                };
        int tos = random.nextInt(256);
        int hops = 2 + random.nextInt(254);
        if (random.nextBoolean()) {
            byte[] options = new byte[random.nextInt(3) == 0 ? 4 * random.nextInt(11) : 0];
            random.nextBytes(options);
            return Frames.ipv4(
                    SENDERS | random.nextInt(256),
                    RECEIVERS | random.nextInt(256),
                    tos,
                    hops,
                    protocol,
                    options,
                    transport);
        }
        byte[] source = PREFIX_6.clone();
        source[7] = SENDER_PORT;
        source[15] = (byte) random.nextInt(256);
        byte[] target = PREFIX_6.clone();
        target[7] = RECEIVER_PORT;
        target[15] = (byte) random.nextInt(256);
        return Frames.ipv6(source, target, tos, hops, protocol, transport);
    }

    /** Length of the feedback for a packet without tags, bytes. */
    public static int length(byte[] plain) {
        return isIpv4(plain) ? FEEDBACK_4 : FEEDBACK_6;
    }

    public static boolean isIpv4(byte[] plain) {
        return plain[12] == 8;
    }

    /** Bytes of a packet without tags that the arrival rate counts. */
    public static long countedBytes(byte[] plain) {
        int ip = isIpv4(plain) ? Frames.u16(plain, 16) : 40 + Frames.u16(plain, 18);
        return (long) ip + Frames.ETHERNET;
    }

    /** The tags with PCP 6 and DEI 0, as feedback has them. */
    public static byte[] raised(byte[] tags) {
        byte[] raised = tags.clone();
        for (int i = 2; i < raised.length; i += 4) {
            raised[i] = (byte) (raised[i] & 0x0F | 6 << 5);
        }
        return raised;
    }

    public static long arrivalRateKbps(byte[] feedback, int length) {
        return FeedbackMessage.parse(feedback, length - FeedbackMessage.BYTES)
                .orElseThrow()
                .arrivalRateKbps();
    }

    /** Without checksum of UDP, arrival rate and time, which are the targets' own. */
    public static byte[] comparable(byte[] feedback, int length) {
        byte[] bytes = Arrays.copyOf(feedback, length);
        int shim = length - FeedbackMessage.BYTES;
        Arrays.fill(bytes, shim - 2, shim, (byte) 0);
        Arrays.fill(bytes, shim + 8, shim + 12, (byte) 0);
        Arrays.fill(bytes, shim + 20, shim + 26, (byte) 0);
        return bytes;
    }

    /** The switch's time in the feedback, microseconds. */
    public static long timeUs(byte[] feedback, int length) {
        return Frames.u32(feedback, length - FeedbackMessage.BYTES + 22);
    }

    /** The only frame that a port sent. */
    public static byte[] only(List<BothPrograms.Sent> sent, int port) {
        List<BothPrograms.Sent> found = sent.stream().filter(each -> each.port() == port).toList();
        assertThat(found).as("%s", sent).hasSize(1);
        return found.get(0).frame();
    }
}
