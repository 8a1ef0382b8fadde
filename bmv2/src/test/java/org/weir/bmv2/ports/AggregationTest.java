// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.ports;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Joined frames, cut again by {@link Offloads}, are the frames that were joined. */
class AggregationTest {

    private static final int MESSAGES = 64;
    private static final int MAX_FRAME_BYTES = 65536 + 18;
    private static final int TCP = 6;
    private static final int UDP = 17;
    private static final int ACK = 0x10;
    private static final int PSH = 0x08;

    private final Random random = new Random(1);
    private final Aggregation aggregation = new Aggregation(MESSAGES, MAX_FRAME_BYTES, true);
    private final List<byte[]> received = new ArrayList<>();
    private final Offloads offloads =
            new Offloads(
                    (buffer, offset, length) ->
                            received.add(Arrays.copyOfRange(buffer, offset, offset + length)));

    /** A flow of frames that Linux's sender could have cut from one aggregate. */
    private final class Flow {
        private final boolean ipv6;
        private final int protocol;
        private final int tags;
        private final int port = random.nextInt(65536);
        private final byte[] options = new byte[random.nextInt(4) * 4];
        private int sequence = random.nextInt();
        private int id = random.nextInt();

        Flow(boolean ipv6, int protocol, int tags) {
            this.ipv6 = ipv6;
            this.protocol = protocol;
            this.tags = tags;
            random.nextBytes(options);
        }

        byte[] next(int payload, int flags) {
            int network = 14 + 4 * tags;
            int transport = network + (ipv6 ? 40 : 20);
            int headers = transport + (protocol == TCP ? 20 + options.length : 8);
            byte[] frame = new byte[headers + payload];
            ByteBuffer out = ByteBuffer.wrap(frame);
            out.putLong(0, 0x0200000000020200L).putInt(8, 1);
            for (int i = 0; i < tags; i++) {
                out.putShort(12 + 4 * i, (short) 0x8100).putShort(14 + 4 * i, (short) (7 + i));
            }
            out.putShort(network - 2, (short) (ipv6 ? 0x86dd : 0x0800));
            int length = frame.length - transport;
            if (ipv6) {
                out.put(network, (byte) 0x60).putShort(network + 4, (short) length);
                out.put(network + 6, (byte) protocol).put(network + 7, (byte) 64);
                out.put(network + 23, (byte) 1).put(network + 39, (byte) 2);
            } else {
                out.put(network, (byte) 0x45).putShort(network + 2, (short) (length + 20));
                out.putShort(network + 4, (short) id++).put(network + 6, (byte) 0x40);
                out.put(network + 8, (byte) 64).put(network + 9, (byte) protocol);
                out.putInt(network + 12, 0x0a000001).putInt(network + 16, 0x0a000002);
            }
            out.putShort(transport, (short) port).putShort(transport + 2, (short) 5001);
            byte[] data = new byte[payload];
            random.nextBytes(data);
            out.put(headers, data);
            if (protocol == TCP) {
                out.putInt(transport + 4, sequence).putInt(transport + 8, 77);
                out.put(transport + 12, (byte) (20 + options.length << 2));
                out.put(transport + 13, (byte) flags).putShort(transport + 14, (short) 500);
                out.put(transport + 20, options);
                sequence += payload;
            } else {
                out.putShort(transport + 4, (short) length);
            }
            complete(frame, network, transport);
            return frame;
        }

        private void complete(byte[] frame, int network, int transport) {
            ByteBuffer out = ByteBuffer.wrap(frame);
            if (!ipv6) {
                out.putShort(network + 10, (short) 0);
                int sum = InternetChecksum.ofSum(InternetChecksum.sum(frame, network, transport));
                out.putShort(network + 10, (short) sum);
            }
            int field = transport + (protocol == TCP ? 16 : 6);
            out.putShort(field, (short) 0);
            int addresses = network + (ipv6 ? 8 : 12);
            long sum =
                    InternetChecksum.sum(frame, addresses, transport)
                            + protocol
                            + (frame.length - transport)
                            + InternetChecksum.sum(frame, transport, frame.length);
            InternetChecksum.put(frame, field, InternetChecksum.ofSum(sum));
        }
    }

    private void add(byte[] frame) {
        byte[] shifted = new byte[frame.length + 3];
        System.arraycopy(frame, 0, shifted, 3, frame.length);
        aggregation.add(shifted, 3, frame.length);
    }

    /** Takes all messages as a receiver would; returns their number. */
    private int deliver() {
        aggregation.end();
        int messages = aggregation.messages();
        MessageBatch batch = aggregation.batch();
        for (int i = 0; i < messages; i++) {
            int before = received.size();
            assertThat(offloads.take(batch.frames(), batch.offset(i), batch.bytesToSend(i), 0))
                    .isTrue();
            assertThat(received).hasSize(before + aggregation.frames(i));
            int bytes = 0;
            for (byte[] frame : received.subList(before, received.size())) {
                bytes += frame.length;
            }
            assertThat(bytes).isEqualTo(aggregation.frameBytes(i));
        }
        aggregation.clear();
        return messages;
    }

    @ParameterizedTest
    @CsvSource({"false, 6, 0", "true, 6, 0", "false, 6, 1", "true, 17, 2", "false, 17, 0"})
    void framesOfOneAggregateBecomeOneAgain(boolean ipv6, int protocol, int tags) {
        Flow flow = new Flow(ipv6, protocol, tags);
        List<byte[]> sent = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            sent.add(flow.next(i < 39 ? 1000 : 333, i < 39 ? ACK : ACK | PSH));
        }
        sent.forEach(this::add);

        assertThat(deliver()).isEqualTo(1);
        assertThat(received).containsExactlyElementsOf(sent);
    }

    @Test
    void anAggregateIsNoLongerThanAnIpPacket() {
        Flow flow = new Flow(false, TCP, 0);
        for (int i = 0; i < 100; i++) {
            add(flow.next(1448, ACK));
        }

        assertThat(deliver()).isEqualTo(3);
        assertThat(received).hasSize(100);
    }

    @Test
    void linuxCutsAtMost64Datagrams() {
        Flow flow = new Flow(false, UDP, 0);
        for (int i = 0; i < 129; i++) {
            add(flow.next(22, 0));
        }

        assertThat(deliver()).isEqualTo(3);
    }

    /** Each row: offset in the second of two IPv4 frames of TCP, and the bits that differ. */
    @ParameterizedTest
    @CsvSource({
        "0, 1, destination address",
        "15, 3, CE mark",
        "18, 1, identification",
        "20, 64, DF",
        "22, 1, TTL",
        "26, 1, source",
        "34, 1, port",
        "38, 128, sequence number",
        "42, 1, acknowledgement",
        "47, 64, ECE",
        "47, 128, CWR",
        "47, 2, SYN",
        "48, 1, window",
    })
    void framesWithOtherHeadersStayAlone(int at, int bits, String field) {
        Flow flow = new Flow(false, TCP, 0);
        byte[] first = flow.next(500, ACK);
        byte[] second = flow.next(500, ACK);
        second[at] ^= (byte) bits;
        flow.complete(second, 14, 34);
        add(first);
        add(second);

        assertThat(deliver()).as(field).isEqualTo(2);
        assertThat(received).containsExactly(first, second);
    }

    @ParameterizedTest
    @CsvSource({"0", "1", "2"})
    void framesWithAWrongChecksumStayAlone(int broken) {
        Flow flow = new Flow(false, TCP, 0);
        List<byte[]> sent = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            byte[] frame = flow.next(500, ACK);
            if (i == broken) {
                frame[400] ^= 1;
            }
            sent.add(frame);
        }
        sent.forEach(this::add);

        assertThat(deliver()).isEqualTo(broken == 1 ? 3 : 2);
        assertThat(received).containsExactlyElementsOf(sent);
    }

    @Test
    void anyFramesArriveAsTheyWereSent() {
        List<Flow> flows = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            flows.add(new Flow(i % 2 == 0, i % 3 == 0 ? UDP : TCP, i % 5 / 2));
        }
        List<byte[]> sent = new ArrayList<>();
        int messages = 0;
        while (sent.size() < 20_000) {
            Flow flow = flows.get(random.nextInt(flows.size()));
            int payload = random.nextInt(8) == 0 ? random.nextInt(3) : 1 + random.nextInt(1400);
            for (int run = random.nextInt(60); run >= 0; run--) {
                byte[] frame = flow.next(payload, random.nextInt(20) == 0 ? ACK | PSH : ACK);
                if (random.nextInt(8) == 0) {
                    frame[random.nextInt(frame.length)] ^= (byte) (1 << random.nextInt(8));
                }
                int length = random.nextInt(50) == 0 ? 14 + random.nextInt(46) : frame.length;
                frame = Arrays.copyOf(frame, Math.min(length, frame.length));
                if (aggregation.isFull() || random.nextInt(100) == 0) {
                    messages += deliver();
                }
                add(frame);
                sent.add(frame);
            }
        }
        messages += deliver();

        assertThat(received).containsExactlyElementsOf(sent);
        assertThat(messages).isLessThan(sent.size() / 2);
    }
}
