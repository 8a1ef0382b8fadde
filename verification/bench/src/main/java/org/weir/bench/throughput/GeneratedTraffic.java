// SPDX-License-Identifier: Apache-2.0
package org.weir.bench.throughput;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.weir.bmv2.pcap.CaptureFormat;
import org.weir.bmv2.pcap.CaptureWriter;
import org.weir.wire.packet.InternetChecksum;

/** UDP and TCP between hosts behind four ports, the same packets whenever they are asked for. */
abstract class GeneratedTraffic implements Traffic {

    static final int PORTS = 4;
    static final int HOSTS_PER_PORT = 64;

    private static final long GAP_NS = 10_000;
    private static final int ETHERNET_BYTES = 14;
    private static final int IPV4_BYTES = 20;

    /** IMIX, the usual mix of sizes on the Internet: 7 to 4 to 1. */
    private static final int[] FRAME_BYTES = {64, 64, 64, 64, 64, 64, 64, 594, 594, 594, 594, 1514};

    @Override
    public final List<Integer> ports() {
        return List.of(1, 2, 3, 4);
    }

    static long mac(int port, int host) {
        return 0x0200_0000_0000L | (long) port << 8 | host;
    }

    static int address(int port, int host) {
        return 0x0a00_0000 | port << 8 | host;
    }

    @Override
    public final void write(Path file, int port, int packets) throws IOException {
        Random random = new Random(port);
        try (CaptureWriter writer =
                CaptureWriter.create(file, CaptureFormat.PCAP_MICROS, "port" + port)) {
            for (int i = 0; i < packets / PORTS; i++) {
                writer.write((long) i * GAP_NS * PORTS + port * GAP_NS, frame(port, random));
            }
        }
    }

    private static byte[] frame(int port, Random random) {
        byte[] frame = new byte[FRAME_BYTES[random.nextInt(FRAME_BYTES.length)]];
        int to = 1 + random.nextInt(PORTS);
        int host = random.nextInt(HOSTS_PER_PORT);
        int toHost = random.nextInt(HOSTS_PER_PORT);
        put(frame, 0, mac(to, toHost), 6);
        put(frame, 6, mac(port, host), 6);
        put(frame, 12, 0x0800, 2);
        int ip = ETHERNET_BYTES;
        frame[ip] = 0x45;
        // DSCP EF, AF41 or best effort; ECT(0).
        frame[ip + 1] = (byte) (new int[] {46, 34, 0}[random.nextInt(3)] << 2 | 2);
        put(frame, ip + 2, frame.length - ip, 2);
        frame[ip + 8] = 64;
        frame[ip + 9] = (byte) (random.nextBoolean() ? 17 : 6);
        put(frame, ip + 12, address(port, host), 4);
        put(frame, ip + 16, address(to, toHost), 4);
        put(frame, ip + 10, InternetChecksum.of(frame, ip, IPV4_BYTES), 2);
        int transport = ip + IPV4_BYTES;
        put(frame, transport, 1024 + random.nextInt(64), 2);
        put(frame, transport + 2, 5000 + random.nextInt(16), 2);
        put(frame, transport + 4, frame.length - transport, 2);
        return frame;
    }

    private static void put(byte[] frame, int at, long value, int bytes) {
        for (int i = 0; i < bytes; i++) {
            frame[at + i] = (byte) (value >>> 8 * (bytes - 1 - i));
        }
    }

    static byte[] bytes(long value, int bytes) {
        byte[] array = new byte[bytes];
        put(array, 0, value, bytes);
        return array;
    }
}
