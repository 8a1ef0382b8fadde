// SPDX-License-Identifier: Apache-2.0
package org.weir.bench.hosts;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.weir.bmv2.ports.HostPort;
import org.weir.bmv2.ports.NetworkNamespace;
import org.weir.bmv2.ports.PacketSocketPort;

/** Flood of ARP requests from one host, each from another Ethernet and IPv4 address. */
final class ArpFlood implements AutoCloseable {
    private static final int FRAME_BYTES = 60;
    private static final int BATCH = 64;
    private static final double NS_PER_SECOND = 1e9;
    private static final long CLOSE_MS = 5_000;
    private static final int SOURCES = 0x0a80_0000;
    private static final int SOURCE_BITS = 22;

    private final HostPort port;
    private final Thread sender;
    private volatile boolean ending;

    /**
     * Starts a flood.
     *
     * @param namespace namespace of the host
     * @param rateFps frames/s, or less where the host cannot send so many
     * @param seed of the addresses
     */
    ArpFlood(String namespace, double rateFps, long seed) throws IOException {
        port = NetworkNamespace.call(namespace, () -> PacketSocketPort.open("eth0"));
        sender = new Thread(() -> send(rateFps, new SplittableRandom(seed)), "flood");
        sender.setDaemon(true);
        sender.start();
    }

    private void send(double rateFps, SplittableRandom random) {
        long gapNs = Math.round(BATCH * NS_PER_SECOND / rateFps);
        long dueNs = System.nanoTime();
        try {
            while (!ending) {
                for (int i = 0; i < BATCH; i++) {
                    byte[] frame = request(random);
                    port.add(frame, 0, frame.length);
                }
                port.flush();
                // What a busy host has missed is not made up for.
                dueNs = Math.max(dueNs + gapNs, System.nanoTime() - gapNs);
                long waitNs = dueNs - System.nanoTime();
                if (waitNs > 0) {
                    TimeUnit.NANOSECONDS.sleep(waitNs);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** A request of a locally administered address and an address of 10.128.0.0/10. */
    private static byte[] request(SplittableRandom random) {
        int source = SOURCES | random.nextInt(1 << SOURCE_BITS);
        int target = SOURCES | random.nextInt(1 << SOURCE_BITS);
        return arp(0x0600_0000_0000L | random.nextInt() & 0xffff_ffffL, source, target);
    }

    /**
     * An ARP request as a broadcast frame.
     *
     * @param mac address of the sender, which also is the frame's source
     * @param source IPv4 address of the sender
     * @param target IPv4 address that is asked for
     */
    static byte[] arp(long mac, int source, int target) {
        ByteBuffer frame = ByteBuffer.allocate(FRAME_BYTES);
        frame.putShort((short) 0xffff).putInt(0xffff_ffff);
        putMac(frame, mac).putShort((short) 0x0806);
        frame.putShort((short) 1).putShort((short) 0x0800).putShort((short) 0x0604);
        frame.putShort((short) 1);
        putMac(frame, mac).putInt(source);
        putMac(frame, 0).putInt(target);
        return frame.array();
    }

    private static ByteBuffer putMac(ByteBuffer frame, long mac) {
        return frame.putShort((short) (mac >>> 32)).putInt((int) mac);
    }

    /** Frames that the host has sent so far. */
    long sentFrames() {
        return port.counters().txPackets();
    }

    /** Ends the flood. */
    @Override
    public void close() {
        ending = true;
        try {
            sender.join(CLOSE_MS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        port.close();
    }
}
