// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.ports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * TCP between two unmodified hosts whose interfaces leave cutting and checksums to hardware that
 * there is none of, with two ports as the cable between them.
 */
class OffloadsTest {

    private static final int BYTES = 4_000_000;
    private static final int MTU_FRAME_BYTES = 1514;

    @ParameterizedTest
    @CsvSource({
        "10.0.0.1, 10.0.0.2, 24, false",
        "10.0.0.1, 10.0.0.2, 24, true",
        "fd00::1, fd00::2, 64, false",
        "fd00::1, fd00::2, 64, true"
    })
    void aggregatesBecomeTheFramesOfAWire(String from, String to, int prefix, boolean marked)
            throws Exception {
        AtomicInteger longest = new AtomicInteger();
        AtomicInteger reduced = new AtomicInteger();
        try (TestNamespace one = TestNamespace.create();
                TestNamespace cable = TestNamespace.create();
                TestNamespace other = TestNamespace.create()) {
            attach(cable, one, "a", from + "/" + prefix);
            attach(cable, other, "b", to + "/" + prefix);
            try (HostPort a = open(cable, "a");
                    HostPort b = open(cable, "b")) {
                if (marked) {
                    useEcn(one, to);
                    useEcn(other, from);
                }
                a.start(marked ? marking(to(b, longest), reduced) : to(b, longest), up -> {});
                b.start(to(a, longest), up -> {});
                assertThat(sentAndRead(one, other, to)).isTrue();
                assertThat(a.counters().rxErrors() + b.counters().rxErrors()).isZero();
                assertThat(a.counters().txErrors() + b.counters().txErrors()).isZero();
                assertThat(longest).hasValue(MTU_FRAME_BYTES);
                assertThat(reduced.get() > 0).as("a frame has CWR").isEqualTo(marked);
            }
        }
    }

    /** Linux makes one aggregate of TCP in a tunnel, in front of which are the tunnel's headers. */
    @ParameterizedTest
    @CsvSource({
        "vxlan id 5 dstport 4789 noudpcsum, 192.168.7, 24",
        "vxlan id 5 dstport 4789 udpcsum, 192.168.7, 24",
        "vxlan id 5 dstport 4789 udpcsum, fd07::, 64",
        "gretap, 192.168.7, 24",
        "gre, 192.168.7, 24",
        "ipip, 192.168.7, 24"
    })
    void tcpInATunnelArrives(String kind, String prefix, int length) throws Exception {
        AtomicInteger longest = new AtomicInteger();
        String separator = prefix.contains(":") ? "" : ".";
        String from = prefix + separator + "1";
        String to = prefix + separator + "2";
        try (TestNamespace one = TestNamespace.create();
                TestNamespace cable = TestNamespace.create();
                TestNamespace other = TestNamespace.create()) {
            attach(cable, one, "a", "10.0.0.1/24");
            attach(cable, other, "b", "10.0.0.2/24");
            tunnel(one, kind, "10.0.0.1", "10.0.0.2", from + "/" + length);
            tunnel(other, kind, "10.0.0.2", "10.0.0.1", to + "/" + length);
            try (HostPort a = open(cable, "a");
                    HostPort b = open(cable, "b")) {
                a.start(to(b, longest), up -> {});
                b.start(to(a, longest), up -> {});
                assertThat(sentAndRead(one, other, to)).isTrue();
                assertThat(a.counters().rxErrors() + b.counters().rxErrors()).isZero();
                assertThat(longest).hasValue(MTU_FRAME_BYTES);
            }
        }
    }

    private static void tunnel(
            TestNamespace host, String kind, String local, String remote, String address)
            throws Exception {
        String device = kind.startsWith("vxlan") ? " dev eth0" : "";
        try {
            host.ip(
                    "link add name tun7 type %s local %s remote %s%s"
                            .formatted(kind, local, remote, device));
        } catch (IOException e) {
            assumeFalse(e.getMessage().contains("Unknown device type"), e.getMessage());
            throw e;
        }
        host.run("sysctl", "-q", "-w", "net.ipv6.conf.tun7.disable_ipv6=0");
        host.ip("link set dev tun7 up");
        host.ip("addr add " + address + " dev tun7" + (address.contains(":") ? " nodad" : ""));
    }

    /** Sends bytes by TCP; whether the other host reads the same. */
    private static boolean sentAndRead(TestNamespace one, TestNamespace other, String to)
            throws Exception {
        byte[] sent = new byte[BYTES];
        new Random(1).nextBytes(sent);
        try (ServerSocket server =
                NetworkNamespace.call(
                        other.name(), () -> new ServerSocket(7000, 1, InetAddress.getByName(to)))) {
            CompletableFuture<byte[]> read = CompletableFuture.supplyAsync(() -> readAll(server));
            try (Socket client = NetworkNamespace.call(one.name(), Socket::new)) {
                NetworkNamespace.call(
                        one.name(),
                        () -> {
                            client.connect(new InetSocketAddress(to, 7000), 20_000);
                            return null;
                        });
                CompletableFuture.runAsync(() -> writeAll(client, sent)).get(60, TimeUnit.SECONDS);
            }
            return Arrays.equals(read.get(60, TimeUnit.SECONDS), sent);
        }
    }

    private static void writeAll(Socket client, byte[] sent) {
        try {
            client.getOutputStream().write(sent);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Connections to a peer use ECN. */
    private static void useEcn(TestNamespace host, String peer) throws Exception {
        host.ip("route add " + peer + " dev eth0 features ecn");
    }

    /** Marks every tenth frame of a connection with ECN, and counts the frames with CWR. */
    private static FrameListener marking(FrameListener next, AtomicInteger reduced) {
        AtomicInteger count = new AtomicInteger();
        return new FrameListener() {
            @Override
            public void frame(byte[] buffer, int offset, int length) {
                byte[] frame = Arrays.copyOfRange(buffer, offset, offset + length);
                boolean ipv6 = (frame[14] & 0xf0) == 0x60;
                int ect = ipv6 ? 0x20 : 0x02;
                int ce = ipv6 ? 0x30 : 0x03;
                if (length > 70 && (frame[15] & ce) == ect) {
                    if (frame[ipv6 ? 67 : 47] < 0) {
                        reduced.incrementAndGet();
                    }
                    if (count.incrementAndGet() % 10 == 0) {
                        frame[15] |= (byte) ce;
                        if (!ipv6) {
                            InternetChecksum.put(frame, 24, 0);
                            InternetChecksum.put(
                                    frame,
                                    24,
                                    InternetChecksum.ofSum(InternetChecksum.sum(frame, 14, 34)));
                        }
                    }
                }
                next.frame(frame, 0, length);
            }

            @Override
            public void endOfBatch() {
                next.endOfBatch();
            }
        };
    }

    private static byte[] readAll(ServerSocket server) {
        try (Socket accepted = server.accept();
                InputStream in = accepted.getInputStream()) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static HostPort open(TestNamespace namespace, String name) throws Exception {
        return NetworkNamespace.call(namespace.name(), () -> PacketSocketPort.open(name));
    }

    private static FrameListener to(HostPort other, AtomicInteger longest) {
        return new FrameListener() {
            @Override
            public void frame(byte[] buffer, int offset, int length) {
                longest.accumulateAndGet(length, Math::max);
                other.add(buffer, offset, length);
            }

            @Override
            public void endOfBatch() {
                other.flush();
            }
        };
    }

    /** Gives a host an interface whose other end is the cable's. */
    private static void attach(TestNamespace cable, TestNamespace host, String end, String address)
            throws Exception {
        cable.ip("link add name " + end + " type veth peer name eth0 netns " + host.name());
        host.run("sysctl", "-q", "-w", "net.ipv6.conf.eth0.disable_ipv6=0");
        cable.ip("link set dev " + end + " up");
        host.ip("link set dev eth0 up");
        host.ip("addr add " + address + " dev eth0" + (address.contains(":") ? " nodad" : ""));
    }

    /** Every flag and number of a cut aggregate, against values worked out by hand. */
    @Test
    void headersOfTheFramesAreRight() throws Exception {
        byte[] aggregate = new byte[54 + 2500];
        new Random(2).nextBytes(aggregate);
        ByteBuffer in = ByteBuffer.wrap(aggregate);
        in.putShort(12, (short) 0x0800);
        in.putInt(14, 0x45000000 | 2540);
        in.putInt(18, 0xfffe4000);
        in.putInt(22, 0x40060000);
        in.putInt(38, 0xffffff00);
        // CWR, ACK, PSH, FIN
        in.putInt(46, 0x50991000);
        Arrivals frames = new Arrivals();
        assertThat(new Segmentation(frames).cut(aggregate, 0, aggregate.length, 34, 1000, 1))
                .isTrue();
        int[] payloads = {1000, 1000, 500};
        int[] flags = {0x90, 0x10, 0x19};
        int[] identifications = {0xfffe, 0xffff, 0x0000};
        for (int i = 0; i < 3; i++) {
            byte[] frame = frames.next();
            ByteBuffer out = ByteBuffer.wrap(frame);
            assertThat(frame).hasSize(54 + payloads[i]);
            assertThat(out.getShort(16)).isEqualTo((short) (40 + payloads[i]));
            assertThat(out.getShort(18)).isEqualTo((short) identifications[i]);
            assertThat(out.getInt(38)).isEqualTo(0xffffff00 + i * 1000);
            assertThat(frame[47]).isEqualTo((byte) flags[i]);
            assertThat(InternetChecksum.ofSum(InternetChecksum.sum(frame, 14, 34))).isZero();
            assertThat(
                            InternetChecksum.ofSum(
                                    InternetChecksum.sum(frame, 26, 34)
                                            + 6
                                            + (20 + payloads[i])
                                            + InternetChecksum.sum(frame, 34, frame.length)))
                    .isZero();
            assertThat(Arrays.copyOfRange(frame, 54, frame.length))
                    .isEqualTo(
                            Arrays.copyOfRange(
                                    aggregate, 54 + 1000 * i, 54 + 1000 * i + payloads[i]));
        }
        assertThat(frames.isEmpty()).isTrue();
    }

    /**
     * The type of an aggregate with CWR has its highest bit set ({@code GSO_ECN}): it is cut as any
     * other, with and without a VLAN tag to put back.
     */
    @ParameterizedTest
    @CsvSource({"0x01, 0", "0x81, 0", "0x04, 0", "0x84, 0", "0x81, 0x81000064"})
    void anAggregateWithCongestionWindowReducedIsCut(String gsoType, String vlan) throws Exception {
        int type = Integer.decode(gsoType);
        int tag = Long.decode(vlan).intValue();
        boolean ipv6 = (type & 0x7f) == 4;
        int transport = ipv6 ? 54 : 34;
        int headers = transport + 20;
        ByteBuffer in = ByteBuffer.allocate(Offloads.HEADER_BYTES + headers + 2500);
        in.order(ByteOrder.nativeOrder());
        in.put(0, (byte) 1).put(1, (byte) type);
        in.putShort(2, (short) headers).putShort(4, (short) 1000);
        in.putShort(6, (short) transport).putShort(8, (short) 16);
        in.order(ByteOrder.BIG_ENDIAN);
        int at = Offloads.HEADER_BYTES;
        in.putShort(at + 12, (short) (ipv6 ? 0x86dd : 0x0800));
        in.put(at + 14, (byte) (ipv6 ? 0x60 : 0x45));
        in.put(at + (ipv6 ? 20 : 23), (byte) 6);
        // CWR, ACK, PSH
        in.putShort(at + transport + 12, (short) 0x5098);
        Arrivals frames = new Arrivals();

        assertThat(
                        new Offloads(frames)
                                .take(in.order(ByteOrder.nativeOrder()), 0, in.capacity(), tag))
                .isTrue();

        int tagBytes = tag == 0 ? 0 : 4;
        int[] flags = {0x90, 0x10, 0x18};
        int[] payloads = {1000, 1000, 500};
        for (int i = 0; i < 3; i++) {
            byte[] frame = frames.next();
            assertThat(frame).hasSize(tagBytes + headers + payloads[i]);
            assertThat(frame[tagBytes + transport + 13]).isEqualTo((byte) flags[i]);
        }
        assertThat(frames.isEmpty()).isTrue();
    }
}
