// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.ports;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
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
    @CsvSource({"10.0.0.1, 10.0.0.2, 24", "fd00::1, fd00::2, 64"})
    void aggregatesBecomeTheFramesOfAWire(String from, String to, int prefix) throws Exception {
        AtomicInteger longest = new AtomicInteger();
        try (TestNamespace one = TestNamespace.create();
                TestNamespace cable = TestNamespace.create();
                TestNamespace other = TestNamespace.create()) {
            attach(cable, one, "a", from + "/" + prefix);
            attach(cable, other, "b", to + "/" + prefix);
            try (HostPort a = open(cable, "a");
                    HostPort b = open(cable, "b")) {
                a.start(to(b, longest), up -> {});
                b.start(to(a, longest), up -> {});
                byte[] sent = new byte[BYTES];
                new Random(1).nextBytes(sent);
                try (ServerSocket server =
                        NetworkNamespace.call(
                                other.name(),
                                () -> new ServerSocket(7000, 1, InetAddress.getByName(to)))) {
                    CompletableFuture<byte[]> read =
                            CompletableFuture.supplyAsync(() -> readAll(server));
                    try (Socket client = NetworkNamespace.call(one.name(), Socket::new)) {
                        NetworkNamespace.call(
                                one.name(),
                                () -> {
                                    client.connect(new InetSocketAddress(to, 7000), 20_000);
                                    return null;
                                });
                        client.getOutputStream().write(sent);
                    }
                    assertThat(read.get(60, TimeUnit.SECONDS)).isEqualTo(sent);
                }
                assertThat(a.counters().rxErrors() + b.counters().rxErrors()).isZero();
                assertThat(a.counters().txErrors() + b.counters().txErrors()).isZero();
                assertThat(longest).hasValue(MTU_FRAME_BYTES);
            }
        }
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
}
