// SPDX-License-Identifier: Apache-2.0
package org.weir.acceptance;

import java.io.Closeable;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.DoublePredicate;
import org.weir.bmv2.ports.HostPort;
import org.weir.bmv2.ports.NetworkNamespace;
import org.weir.bmv2.ports.PacketSocketPort;
import org.weir.bmv2.ports.TimedTap;
import org.weir.wire.packet.FrameBuilder;

/**
 * A program in a host of PMQECN's Fig. 6 that sends UDP to h5 at a rate, and its packets at h5's
 * interface. What a late program has missed it makes up for, so that the rate holds on a busy
 * machine.
 */
final class PacedFlow implements Closeable {
    private static final int FRAME_BYTES = 1000;
    private static final int PAYLOAD_BYTES = 958;
    private static final byte[] H2_MAC = {0, 0, 0, 0, 0, 2};
    private static final byte[] H5_MAC = {0, 0, 0, 0, 0, 5};
    private static final byte[] H2 = {10, 0, 0, 2};
    private static final byte[] H5 = {10, 0, 0, 5};
    private static final int IP = 14;
    private static final int PORTS = 34;
    private static final int DSCPS = 64;
    private static final int POLL_MS = 200;
    private static final long WINDOW_MS = 1500;
    private static final long CLOSE_MS = 5_000;
    private static final long MOST_BEHIND_NS = 200_000_000L;
    private static final double NS_PER_SECOND = 1e9;

    private final AtomicLongArray arrived = new AtomicLongArray(DSCPS);
    private final Closeable sender;
    private final DatagramSocket receiver;
    private final Thread reader;
    private final long gapNs;
    private volatile boolean ending;

    /** Sender of one packet. */
    private interface Packet {
        void send() throws IOException;
    }

    private PacedFlow(long pid, int to, double rateBps, Closeable sender, Packet packet)
            throws IOException {
        this.sender = sender;
        gapNs = Math.round(Byte.SIZE * FRAME_BYTES * NS_PER_SECOND / rateBps);
        TimedTap tap = NetworkNamespace.call(namespace(pid, "h5"), () -> TimedTap.open("eth0"));
        // Nobody reads it: it keeps h5 from answering with ICMP errors.
        receiver = NetworkNamespace.call(namespace(pid, "h5"), () -> new DatagramSocket(to));
        reader = start(() -> read(tap, to));
        start(() -> send(packet));
    }

    /**
     * Starts a program.
     *
     * @param pid process of {@code weir up}
     * @param from port of the program in its host
     * @param to port of h5
     * @param rateBps rate of Ethernet frames, bit/s
     */
    static PacedFlow program(long pid, String host, int from, int to, int dscp, double rateBps)
            throws IOException {
        DatagramSocket socket =
                NetworkNamespace.call(namespace(pid, host), () -> new DatagramSocket(from));
        socket.setTrafficClass(dscp << 2);
        DatagramPacket packet =
                new DatagramPacket(
                        new byte[PAYLOAD_BYTES],
                        PAYLOAD_BYTES,
                        new InetSocketAddress("10.0.0.5", to));
        return new PacedFlow(pid, to, rateBps, socket, () -> socket.send(packet));
    }

    /**
     * Starts a program that sends frames of its own from h2, by a packet socket: UDP of DSCP 0 with
     * a priority tag, which is one of VLAN 0 (IEEE 802.1Q).
     *
     * @param priority PCP of the tag
     */
    static PacedFlow priorityTagged(long pid, int from, int to, int priority, double rateBps)
            throws IOException {
        HostPort wire =
                NetworkNamespace.call(namespace(pid, "h2"), () -> PacketSocketPort.open("eth0"));
        byte[] frame =
                FrameBuilder.ethernet(H5_MAC, H2_MAC)
                        .vlan(priority, 0)
                        .ipv4(H2, H5)
                        .udp(from, to)
                        .payload(new byte[PAYLOAD_BYTES])
                        .build();
        return new PacedFlow(
                pid, to, rateBps, wire::close, () -> wire.send(frame, 0, frame.length));
    }

    private static String namespace(long pid, String host) {
        return "weirhost-" + pid + "-" + host;
    }

    private static Thread start(Runnable part) {
        Thread thread = new Thread(part, "paced flow");
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    private void read(TimedTap tap, int port) {
        try (tap) {
            while (!ending) {
                tap.read((timeNs, start, length) -> take(start, length, port), POLL_MS);
            }
        } catch (IOException e) {
            // The interface is gone, and nothing more can arrive.
        }
    }

    private void take(byte[] start, int length, int port) {
        if (length >= PORTS + 4
                && start[IP - 2] == 0x08
                && start[IP - 1] == 0
                && start[PORTS + 2] == (byte) (port >> 8)
                && start[PORTS + 3] == (byte) port) {
            arrived.incrementAndGet((start[IP + 1] & 0xff) >> 2);
        }
    }

    private void send(Packet packet) {
        long dueNs = System.nanoTime();
        try {
            while (!ending) {
                packet.send();
                dueNs = Math.max(dueNs + gapNs, System.nanoTime() - MOST_BEHIND_NS);
                long waitNs = dueNs - System.nanoTime();
                if (waitNs > 0) {
                    Thread.sleep(waitNs / 1_000_000, (int) (waitNs % 1_000_000));
                }
            }
        } catch (IOException | InterruptedException e) {
            // Its socket or port is closed.
        }
    }

    /** Packets with a DSCP that have come to h5 so far. */
    long arrived(int dscp) {
        return arrived.get(dscp);
    }

    private long arrived() {
        long all = 0;
        for (int dscp = 0; dscp < DSCPS; dscp++) {
            all += arrived.get(dscp);
        }
        return all;
    }

    /** Part of what the program offers that comes to h5, measured from now on. */
    double goodput() throws InterruptedException {
        long before = arrived();
        long startNs = System.nanoTime();
        Thread.sleep(WINDOW_MS);
        return (double) (arrived() - before) * gapNs / (System.nanoTime() - startNs);
    }

    /** Waits until the goodput is as wanted. */
    void awaitGoodput(String when, DoublePredicate wanted, Duration limit) throws Exception {
        long endNs = System.nanoTime() + limit.toNanos();
        for (double part = goodput(); !wanted.test(part); part = goodput()) {
            if (System.nanoTime() > endNs) {
                throw new AssertionError(when + ": h5 gets " + part + " of what is sent");
            }
        }
    }

    @Override
    public void close() throws IOException {
        ending = true;
        sender.close();
        receiver.close();
        try {
            reader.join(CLOSE_MS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
