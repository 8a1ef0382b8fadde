// SPDX-License-Identifier: Apache-2.0
package org.weir.bench.messages;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardProtocolFamily;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Receives messages: it reads each connection to its end, and answers with one byte. Its socket is
 * in the network namespace of the thread that makes the receiver.
 */
public final class MessageReceiver implements AutoCloseable {
    private static final int BUFFER_BYTES = 65_536;
    private static final int BACKLOG = 1024;
    private static final long CLOSE_MS = 5_000;

    private final ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER_BYTES);
    private final AtomicLong received = new AtomicLong();
    private final Selector selector = Selector.open();
    private final ServerSocketChannel server =
            ServerSocketChannel.open(StandardProtocolFamily.INET);
    private final Thread thread = new Thread(this::run, "message-receiver");
    private volatile boolean ending;

    /**
     * Begins to receive.
     *
     * @param port TCP port on all IPv4 addresses; 0 for any that is free
     */
    public MessageReceiver(int port) throws IOException {
        try {
            server.bind(new InetSocketAddress(port), BACKLOG);
            server.configureBlocking(false);
            server.register(selector, SelectionKey.OP_ACCEPT);
        } catch (IOException e) {
            closeAll();
            throw e;
        }
        thread.setDaemon(true);
        thread.start();
    }

    /** Its TCP port. */
    public int port() throws IOException {
        return ((InetSocketAddress) server.getLocalAddress()).getPort();
    }

    /** Data received so far, bytes. */
    public long receivedBytes() {
        return received.get();
    }

    private void run() {
        try {
            while (!ending) {
                selector.select(this::advance);
            }
        } catch (IOException e) {
            // Its messages do not finish any more, which their sender shows.
        } finally {
            closeAll();
        }
    }

    private void advance(SelectionKey key) {
        try {
            if (key.isAcceptable()) {
                accept();
            } else {
                read(key, (SocketChannel) key.channel());
            }
        } catch (IOException e) {
            // The connection broke, which its sender shows.
            close(key);
        }
    }

    private void accept() throws IOException {
        SocketChannel accepted = server.accept();
        if (accepted != null) {
            accepted.configureBlocking(false);
            accepted.register(selector, SelectionKey.OP_READ);
        }
    }

    private void read(SelectionKey key, SocketChannel socket) throws IOException {
        int count = socket.read(buffer.clear());
        while (count > 0) {
            received.addAndGet(count);
            count = socket.read(buffer.clear());
        }
        if (count < 0) {
            socket.write(ByteBuffer.allocate(1));
            close(key);
        }
    }

    private void close(SelectionKey key) {
        // A failed accept is not the end of the socket that listens.
        if (key.channel() != server) {
            try {
                key.channel().close();
            } catch (IOException e) {
                key.cancel();
            }
        }
    }

    private void closeAll() {
        for (SelectionKey key : List.copyOf(selector.keys())) {
            close(key);
        }
        try {
            server.close();
            selector.close();
        } catch (IOException e) {
            // Nothing depends on it any more.
        }
    }

    /** Ends all connections, and waits for it. */
    @Override
    public void close() {
        ending = true;
        selector.wakeup();
        try {
            thread.join(CLOSE_MS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
