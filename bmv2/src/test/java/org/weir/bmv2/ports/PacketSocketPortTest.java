// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.ports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetSocketAddress;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Both ends of a veth pair. */
class PacketSocketPortTest {

    private final Arrivals atV = new Arrivals();
    private final Arrivals atW = new Arrivals();
    private TestNamespace namespace;

    @BeforeEach
    void makeVeth() throws IOException {
        namespace = TestNamespace.create();
        namespace.veth("v1", "w1");
    }

    @AfterEach
    void removeNamespace() throws IOException {
        if (namespace != null) {
            namespace.close();
        }
    }

    private PacketSocketPort open(String name) throws IOException {
        return NetworkNamespace.call(namespace.name(), () -> PacketSocketPort.open(name));
    }

    private PacketSocketPort start(String name, Arrivals arrivals) throws Exception {
        PacketSocketPort port = open(name);
        port.start(arrivals, arrivals);
        arrivals.awaitLink(true);
        return port;
    }

    /** A frame of IEEE's local experimental type, which no kernel answers. */
    private static byte[] frame(Random random, int bytes) {
        byte[] frame = new byte[bytes];
        random.nextBytes(frame);
        frame[0] = 2;
        frame[12] = (byte) 0x88;
        frame[13] = (byte) 0xb5;
        return frame;
    }

    @Test
    void framesComeAsTheyWereSentAndOwnOnesDoNotComeBack() throws Exception {
        Random random = new Random(1);
        try (HostPort v = start("v1", atV);
                HostPort w = start("w1", atW)) {
            for (int bytes = 14; bytes <= 1514; bytes += 15) {
                byte[] one = frame(random, bytes);
                byte[] other = frame(random, bytes);
                assertThat(v.send(one, 0, bytes)).isTrue();
                byte[] shifted = new byte[bytes + 7];
                System.arraycopy(other, 0, shifted, 5, bytes);
                w.add(shifted, 5, bytes);
                w.flush();
                // Had v1 read its own frame, that would be the next one.
                assertThat(atV.next()).isEqualTo(other);
                assertThat(atW.next()).isEqualTo(one);
            }
            HostPortCounters counters = v.counters();
            assertThat(counters.txPackets()).isEqualTo(101);
            assertThat(counters.rxPackets()).isEqualTo(101);
            assertThat(counters.rxBytes()).isEqualTo(101 * 764);
            assertThat(counters.txBytes()).isEqualTo(101 * 764);
        }
    }

    @Test
    void batchesKeepTheirOrder() throws Exception {
        Random random = new Random(2);
        byte[][] frames = new byte[1000][];
        try (HostPort v = start("v1", atV);
                HostPort w = start("w1", atW)) {
            for (int i = 0; i < frames.length; i++) {
                frames[i] = frame(random, 14 + random.nextInt(1500));
                v.add(frames[i], 0, frames[i].length);
            }
            v.flush();
            for (byte[] frame : frames) {
                assertThat(atW.next()).isEqualTo(frame);
            }
            assertThat(w.counters().rxDropped()).isZero();
        }
    }

    @ParameterizedTest
    @CsvSource({"8100, 1", "8100, 3", "88a8, 2", "88a8, 1"})
    void vlanTagsArePutBack(String tpid, int tags) throws Exception {
        byte[] tagged = frame(new Random(3), 200);
        for (int i = 0; i < tags; i++) {
            int type = i == 0 ? Integer.parseInt(tpid, 16) : 0x8100;
            tagged[12 + 4 * i] = (byte) (type >> 8);
            tagged[13 + 4 * i] = (byte) type;
        }
        tagged[12 + 4 * tags] = (byte) 0x88;
        tagged[13 + 4 * tags] = (byte) 0xb5;
        try (HostPort v = start("v1", atV);
                HostPort w = start("w1", atW)) {
            v.send(tagged, 0, tagged.length);
            assertThat(atW.next()).isEqualTo(tagged);
            assertThat(w.counters().rxErrors()).isZero();
        }
    }

    /** Hosts leave the checksum to their interface's hardware, and a veth pair has none. */
    @Test
    void checksumsAreCompleted() throws Exception {
        namespace.ip("addr add 10.0.0.1/24 dev w1");
        namespace.ip("neigh add 10.0.0.2 lladdr 02:00:00:00:00:02 dev w1");
        try (HostPort v = start("v1", atV);
                DatagramSocket host =
                        NetworkNamespace.call(namespace.name(), () -> new DatagramSocket(4000))) {
            byte[] payload = new byte[101];
            new Random(4).nextBytes(payload);
            host.send(
                    new DatagramPacket(
                            payload, payload.length, new InetSocketAddress("10.0.0.2", 5000)));
            byte[] frame = atV.next();
            assertThat(frame).hasSize(14 + 20 + 8 + 101);
            // Over the addresses, the protocol, the length and the datagram the sum is 0.
            long sum =
                    InternetChecksum.sum(frame, 26, 34)
                            + 17
                            + 109
                            + InternetChecksum.sum(frame, 34, frame.length);
            assertThat(InternetChecksum.ofSum(sum)).isZero();
            assertThat(v.counters().rxErrors()).isZero();
        }
    }

    @Test
    void linkFollowsTheInterfaceEvenToANewOneOfItsName() throws Exception {
        byte[] frame = frame(new Random(5), 60);
        try (HostPort v = start("v1", atV)) {
            namespace.ip("link set w1 down");
            atV.awaitLink(false);
            assertThat(v.isUp()).isFalse();
            namespace.ip("link set w1 up");
            atV.awaitLink(true);
            namespace.ip("link del v1");
            atV.awaitLink(false);
            assertThat(v.send(frame, 0, frame.length)).isFalse();
            assertThat(v.counters().txDropped()).isEqualTo(1);
            namespace.veth("v1", "w1");
            atV.awaitLink(true);
            try (HostPort w = start("w1", atW)) {
                assertThat(v.send(frame, 0, frame.length)).isTrue();
                assertThat(atW.next()).isEqualTo(frame);
                w.send(frame, 0, frame.length);
                assertThat(atV.next()).isEqualTo(frame);
            }
        }
    }

    @Test
    void whatIsNotReadInTimeIsCounted() throws Exception {
        int frames = 200_000;
        CountDownLatch go = new CountDownLatch(1);
        byte[] frame = frame(new Random(6), 60);
        byte[] last = frame(new Random(7), 61);
        try (HostPort v = start("v1", atV);
                HostPort w = open("w1")) {
            w.start(
                    (buffer, offset, length) -> {
                        try {
                            go.await();
                        } catch (InterruptedException e) {
                            throw new IllegalStateException(e);
                        }
                        if (length == last.length) {
                            atW.frame(buffer, offset, length);
                        }
                    },
                    atW);
            atW.awaitLink(true);
            for (int i = 0; i < frames; i++) {
                v.add(frame, 0, frame.length);
            }
            v.flush();
            assertThat(v.counters().txPackets()).isEqualTo(frames);
            long dropped = w.counters().rxDropped();
            assertThat(dropped).isPositive();
            go.countDown();
            do {
                v.send(last, 0, last.length);
            } while (atW.isEmpty());
            atW.next();
            Arrivals.await(
                    () -> w.counters().rxPackets() + w.counters().rxDropped(),
                    v.counters().txPackets());
        }
    }

    @Test
    void framesThatNoInterfaceTakesAreErrors() throws Exception {
        try (HostPort v = start("v1", atV);
                HostPort w = start("w1", atW)) {
            assertThat(v.send(new byte[2000], 0, 2000)).as("above the MTU").isFalse();
            assertThat(v.send(new byte[100_000], 0, 100_000)).isFalse();
            assertThat(v.send(new byte[13], 0, 13)).as("shorter than a header").isFalse();
            byte[] good = frame(new Random(8), 60);
            v.add(good, 0, good.length);
            v.add(new byte[2000], 0, 2000);
            v.add(good, 0, good.length);
            v.flush();
            assertThat(atW.next()).isEqualTo(good);
            assertThat(atW.next()).isEqualTo(good);
            assertThat(v.counters().txErrors()).isEqualTo(4);
            assertThat(v.counters().txPackets()).isEqualTo(2);
            assertThat(w.counters().rxPackets()).isEqualTo(2);
        }
    }

    @Test
    void closedPortsSendNothing() throws Exception {
        HostPort v = start("v1", atV);
        v.close();
        v.close();
        assertThat(v.isUp()).isFalse();
        assertThat(v.send(new byte[60], 0, 60)).isFalse();
        assertThat(v.counters().txDropped()).isEqualTo(1);
        assertThatThrownBy(() -> v.start(atV, atV)).hasMessage("v1: has been closed");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "nothere | nothere: there is no such interface",
                "sixteen-letters- | 1 to 15 bytes",
                "a/b | without space, / and :"
            })
    void wrongNamesAreRefused(String name, String message) {
        assertThatThrownBy(() -> open(name))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(message);
    }

    @Test
    void missingNamespaceIsNamed() {
        assertThatThrownBy(() -> NetworkNamespace.call("weir-none", () -> 1))
                .hasMessage("network namespace weir-none: No such file or directory");
    }
}
