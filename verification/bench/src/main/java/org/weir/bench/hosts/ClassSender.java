// SPDX-License-Identifier: Apache-2.0
package org.weir.bench.hosts;

import java.io.IOException;
import java.io.InputStream;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.concurrent.atomic.AtomicLong;
import org.weir.bmv2.ports.NetworkNamespace;

/** A program in one host that sends all it can to a program in another, in one class. */
public final class ClassSender implements ClassProgram {
    /** Payload of a UDP packet, bytes: 1000 with the headers. */
    private static final int PAYLOAD_BYTES = 958;

    private static final int CHUNK_BYTES = 16_384;
    private static final int DSCP_SHIFT = 2;
    private static final double NS_PER_SECOND = 1e9;
    private static final double BITS_PER_BYTE = 8;

    private final AtomicLong received = new AtomicLong();
    private final AutoCloseable from;
    private final AutoCloseable to;
    private volatile boolean ending;

    private ClassSender(AutoCloseable from, AutoCloseable to) {
        this.from = from;
        this.to = to;
    }

    /**
     * Starts a TCP connection.
     *
     * @param from namespace of the sender
     * @param to namespace of the receiver
     * @param address IPv4 address of the receiver
     */
    public static ClassSender tcp(String from, String to, String address, int port, int dscp)
            throws IOException {
        ServerSocket server = NetworkNamespace.call(to, () -> new ServerSocket(port));
        // Of IPv4 alone: in a socket of both versions the DSCP is that of IPv6.
        SocketChannel socket =
                NetworkNamespace.call(from, () -> SocketChannel.open(StandardProtocolFamily.INET));
        socket.setOption(StandardSocketOptions.IP_TOS, dscp << DSCP_SHIFT);
        socket.connect(new InetSocketAddress(address, port));
        ClassSender sender = new ClassSender(socket, server);
        sender.run(
                () -> {
                    try (Socket accepted = server.accept();
                            InputStream in = accepted.getInputStream()) {
                        byte[] buffer = new byte[CHUNK_BYTES];
                        for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                            sender.received.addAndGet(n);
                        }
                    }
                });
        sender.run(
                () -> {
                    ByteBuffer chunk = ByteBuffer.allocate(CHUNK_BYTES);
                    while (!sender.ending) {
                        socket.write(chunk.clear());
                    }
                });
        return sender;
    }

    /**
     * Starts a UDP flow of 1000-byte packets, whose payloads begin with their number.
     *
     * @param rateBps rate at which the program sends, or less where its host does not let it
     */
    public static ClassSender udp(
            String from, String to, String address, int port, int dscp, double rateBps)
            throws IOException {
        DatagramSocket receiver = NetworkNamespace.call(to, () -> new DatagramSocket(port));
        DatagramSocket socket = NetworkNamespace.call(from, () -> new DatagramSocket());
        socket.setTrafficClass(dscp << DSCP_SHIFT);
        ClassSender sender = new ClassSender(socket, receiver);
        sender.run(
                () -> {
                    byte[] buffer = new byte[CHUNK_BYTES];
                    DatagramPacket packet = new DatagramPacket(buffer, buffer.length);
                    while (!sender.ending) {
                        packet.setLength(buffer.length);
                        receiver.receive(packet);
                        sender.received.addAndGet(packet.getLength());
                    }
                });
        sender.run(
                () -> {
                    InetSocketAddress there = new InetSocketAddress(address, port);
                    ByteBuffer payload = ByteBuffer.allocate(PAYLOAD_BYTES);
                    DatagramPacket packet =
                            new DatagramPacket(payload.array(), PAYLOAD_BYTES, there);
                    long number = 0;
                    long gapNs = Math.round(8 * 1000 * NS_PER_SECOND / rateBps);
                    long dueNs = System.nanoTime();
                    while (!sender.ending) {
                        payload.putLong(0, number++);
                        socket.send(packet);
                        // What a blocked send has missed is not made up for.
                        dueNs = Math.max(dueNs + gapNs, System.nanoTime() - gapNs);
                        long waitNs = dueNs - System.nanoTime();
                        if (waitNs > 0) {
                            Thread.sleep(waitNs / 1_000_000, (int) (waitNs % 1_000_000));
                        }
                    }
                });
        return sender;
    }

    /** A part of a program. */
    private interface Part {
        void run() throws IOException, InterruptedException;
    }

    private void run(Part part) {
        Thread thread =
                new Thread(
                        () -> {
                            try {
                                part.run();
                            } catch (IOException | InterruptedException e) {
                                // The flow has ended: its socket is closed.
                            }
                        },
                        "sender");
        thread.setDaemon(true);
        thread.start();
    }

    /** Payload received so far, bytes. */
    public long receivedBytes() {
        return received.get();
    }

    @Override
    public Window measure() {
        long before = receivedBytes();
        long startNs = System.nanoTime();
        return () ->
                BITS_PER_BYTE
                        * NS_PER_SECOND
                        * (receivedBytes() - before)
                        / (System.nanoTime() - startNs);
    }

    @Override
    public void close() throws IOException {
        ending = true;
        try {
            from.close();
            to.close();
        } catch (IOException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
