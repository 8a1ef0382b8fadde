// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.host.transport;

import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import org.weir.lab.packet.IpAddress;
import org.weir.lab.packet.MacAddress;
import org.weir.wire.packet.InternetChecksum;

/**
 * Transport that differs from {@link RateTransport} as TCP does: IP protocol 6, segments with byte
 * numbers, each acknowledged, a congestion window that doubles, then grows by one segment in a
 * round trip, and halves on three acknowledgements of the same byte; timeout with go-back-N. No
 * options, no handshake: it only shows that the plug-in point carries such a transport.
 */
final class WindowTransport implements Transport {
    static final int SEGMENT_BYTES = 1000;
    private static final int TCP = 6;
    private static final int HEADERS = 14 + 20 + 20;
    private static final int DATA_PORT = 80;
    private static final long TIMEOUT_NS = 3_000_000;
    private static final int DUPLICATES = 3;

    /** Greatest window that any message has had, bytes, and how often one was halved. */
    long greatestWindowBytes;

    int halvings;

    @Override
    public Endpoint start(HostPort port) {
        return new Side(port);
    }

    private final class Side implements Endpoint {
        private final HostPort port;
        private final Map<Integer, Sending> sending = new HashMap<>();
        private final Map<Integer, Long> expected = new HashMap<>();

        Side(HostPort port) {
            this.port = port;
        }

        @Override
        public void send(Message message) {
            port.resolve(
                    message.destination(),
                    mac -> {
                        Sending one = new Sending(message, mac);
                        sending.put(message.id(), one);
                        transmit(one);
                        watch(one);
                    });
        }

        private void transmit(Sending one) {
            while (one.next < one.message.bytes()
                    && one.next < one.acknowledged + (long) one.windowBytes) {
                segment(one, one.next);
                one.next += Math.min(SEGMENT_BYTES, one.message.bytes() - one.next);
            }
        }

        private void segment(Sending one, long from) {
            int bytes = (int) Math.min(SEGMENT_BYTES, one.message.bytes() - from);
            byte[] frame = new byte[HEADERS + bytes];
            boolean last = from + bytes == one.message.bytes();
            fill(frame, one.mac, one.message.destination(), one.message.dscp());
            ByteBuffer tcp = ByteBuffer.wrap(frame, 34, 20).slice();
            tcp.putShort((short) (10_000 + one.message.id())).putShort((short) DATA_PORT);
            tcp.putInt((int) from).putInt(0).put((byte) 0x50).put((byte) (last ? 1 : 0));
            port.send(frame);
        }

        private void watch(Sending one) {
            long before = one.acknowledged;
            port.engine()
                    .scheduleAfter(
                            TIMEOUT_NS,
                            () -> {
                                if (one.acknowledged >= one.message.bytes()) {
                                    return;
                                }
                                if (one.acknowledged == before) {
                                    one.windowBytes = SEGMENT_BYTES;
                                    one.next = one.acknowledged;
                                    transmit(one);
                                }
                                watch(one);
                            });
        }

        @Override
        public boolean receive(byte[] frame) {
            if (frame.length < HEADERS || frame[12] != 8 || frame[13] != 0 || frame[23] != TCP) {
                return false;
            }
            ByteBuffer tcp = ByteBuffer.wrap(frame, 34, 20).slice();
            int from = tcp.getShort() & 0xffff;
            int to = tcp.getShort() & 0xffff;
            long number = tcp.getInt() & 0xffff_ffffL;
            long acknowledgement = tcp.getInt() & 0xffff_ffffL;
            if (to == DATA_PORT) {
                onData(frame, from, number, (frame[47] & 1) != 0);
            } else {
                onAcknowledgement(sending.get(to - 10_000), acknowledgement);
            }
            return true;
        }

        private void onData(byte[] frame, int from, long number, boolean last) {
            int id = from - 10_000;
            long next = expected.getOrDefault(id, 0L);
            int bytes = frame.length - HEADERS;
            if (number == next) {
                next += bytes;
                expected.put(id, next);
                port.log().received(id, 0, bytes);
                if (last) {
                    port.log().delivered(id, port.engine().nowNs());
                }
            }
            byte[] answer = new byte[HEADERS];
            MacAddress sender = new MacAddress(frame[11] & 0xff);
            fill(answer, sender, IpAddress.of(frame, 26, 4), 0);
            ByteBuffer tcp = ByteBuffer.wrap(answer, 34, 20).slice();
            tcp.putShort((short) DATA_PORT).putShort((short) from).putInt(0).putInt((int) next);
            tcp.put((byte) 0x50).put((byte) 0x10);
            port.send(answer);
        }

        private void onAcknowledgement(Sending one, long acknowledged) {
            if (acknowledged > one.acknowledged) {
                double slow = one.windowBytes < one.slowStartBytes ? 1 : 0;
                one.windowBytes += SEGMENT_BYTES * (slow > 0 ? 1 : SEGMENT_BYTES / one.windowBytes);
                greatestWindowBytes = Math.max(greatestWindowBytes, (long) one.windowBytes);
                one.acknowledged = acknowledged;
                one.next = Math.max(one.next, acknowledged);
                one.duplicates = 0;
            } else if (++one.duplicates == DUPLICATES) {
                halvings++;
                one.windowBytes = Math.max(SEGMENT_BYTES, one.windowBytes / 2);
                one.slowStartBytes = one.windowBytes;
                one.next = one.acknowledged;
            }
            transmit(one);
        }

        @Override
        public void onPortFree() {
            // Acknowledgements alone allow packets to be sent.
        }

        private void fill(byte[] frame, MacAddress to, IpAddress destination, int dscp) {
            ByteBuffer bytes = ByteBuffer.wrap(frame);
            putMac(bytes, to);
            putMac(bytes, port.config().mac());
            bytes.putShort((short) 0x0800).put((byte) 0x45).put((byte) (dscp << 2));
            bytes.putShort((short) (frame.length - 14)).putInt(0x4000).put((byte) 64);
            bytes.put((byte) TCP).putShort((short) 0).put(port.config().ipv4().bytes());
            bytes.put(destination.bytes());
            bytes.putShort(24, (short) InternetChecksum.of(frame, 14, 20));
        }

        private static void putMac(ByteBuffer bytes, MacAddress mac) {
            bytes.putShort((short) (mac.value() >>> 32)).putInt((int) mac.value());
        }
    }

    private static final class Sending {
        private final Message message;
        private final MacAddress mac;
        private double windowBytes = 2 * SEGMENT_BYTES;
        private double slowStartBytes = 1e9;
        private long next;
        private long acknowledged;
        private int duplicates;

        Sending(Message message, MacAddress mac) {
            this.message = message;
            this.mac = mac;
        }
    }
}
