// SPDX-License-Identifier: Apache-2.0
package org.weir.bench.tcp;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardProtocolFamily;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.weir.bmv2.ports.NetworkNamespace;

/** Connections of the machine's own TCP from one namespace to another, which send without end. */
final class SocketFlows implements Closeable {
    private static final int BLOCK_BYTES = 1 << 16;

    private final String sender;
    private final int port;
    private final ServerSocketChannel server;
    private final List<Closeable> open = new ArrayList<>();

    /** Listens in the receiver's namespace. */
    SocketFlows(String sender, String receiver, int port) throws IOException {
        this.sender = sender;
        this.port = port;
        server =
                NetworkNamespace.call(
                        receiver,
                        () ->
                                ServerSocketChannel.open(StandardProtocolFamily.INET)
                                        .bind(new InetSocketAddress(port)));
        keep(server);
        run("accept", this::accept);
    }

    private void accept() throws IOException {
        while (true) {
            SocketChannel accepted = server.accept();
            keep(accepted);
            run("receive", () -> receive(accepted));
        }
    }

    private static void receive(SocketChannel from) throws IOException {
        ByteBuffer block = ByteBuffer.allocateDirect(BLOCK_BYTES);
        while (from.read(block) >= 0) {
            block.clear();
        }
    }

    /** Opens connections to an address, one after the other, and returns at once. */
    void begin(int count, String address) throws IOException {
        InetSocketAddress peer = new InetSocketAddress(InetAddress.getByName(address), port);
        List<SocketChannel> channels = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            SocketChannel channel =
                    NetworkNamespace.call(
                            sender, () -> SocketChannel.open(StandardProtocolFamily.INET));
            keep(channel);
            channels.add(channel);
        }
        for (int i = 0; i < count; i++) {
            SocketChannel channel = channels.get(i);
            long delayNs = i * TcpCase.BEGIN_GAP_NS;
            run(
                    "send",
                    () -> {
                        TimeUnit.NANOSECONDS.sleep(delayNs);
                        channel.connect(peer);
                        send(channel);
                    });
        }
    }

    private static void send(SocketChannel to) throws IOException {
        ByteBuffer block = ByteBuffer.allocateDirect(BLOCK_BYTES);
        while (true) {
            to.write(block);
            block.clear();
        }
    }

    /** A step that ends when its channel is closed. */
    private interface Step {
        void run() throws IOException, InterruptedException;
    }

    private static void run(String name, Step step) {
        Thread thread =
                new Thread(
                        () -> {
                            try {
                                step.run();
                            } catch (IOException e) {
                                // Closed at the run's end; a run whose connection fails has no
                                // samples of it and says so.
                            } catch (InterruptedException e) {
                                Thread.currentThread().interrupt();
                            }
                        },
                        "tcp-" + name);
        thread.setDaemon(true);
        thread.start();
    }

    private synchronized void keep(Closeable channel) {
        open.add(channel);
    }

    @Override
    public synchronized void close() throws IOException {
        for (Closeable each : open) {
            each.close();
        }
    }
}
