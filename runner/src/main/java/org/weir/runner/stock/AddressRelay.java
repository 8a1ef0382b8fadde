// SPDX-License-Identifier: Apache-2.0
package org.weir.runner.stock;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Passes on what comes to a TCP address to a server's local socket, and back: the server is in
 * another network namespace, where the address does not lead.
 */
final class AddressRelay implements AutoCloseable {
    private static final int BUFFER_BYTES = 1 << 16;

    private final ServerSocketChannel listener;
    private final Path socket;
    private final Set<SocketChannel> open = ConcurrentHashMap.newKeySet();
    private final Thread acceptor;
    private volatile boolean closed;

    /**
     * Listens.
     *
     * @throws IOException when the address is not to be had
     */
    AddressRelay(String host, int port, Path socket) throws IOException {
        this.socket = socket;
        listener = ServerSocketChannel.open();
        try {
            listener.setOption(StandardSocketOptions.SO_REUSEADDR, true);
            listener.bind(new InetSocketAddress(InetAddress.getByName(host), port));
        } catch (IOException e) {
            listener.close();
            throw new StockException(host + ":" + port + ": " + e.getMessage(), e);
        }
        acceptor = start("relay-" + port, this::acceptAll);
    }

    private static Thread start(String name, Runnable task) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    private void acceptAll() {
        while (!closed) {
            SocketChannel client;
            try {
                client = listener.accept();
            } catch (IOException e) {
                return;
            }
            open.add(client);
            try {
                client.setOption(StandardSocketOptions.TCP_NODELAY, true);
                SocketChannel server = SocketChannel.open(StandardProtocolFamily.UNIX);
                open.add(server);
                server.connect(UnixDomainSocketAddress.of(socket));
                start("relay-to-switch", () -> pump(client, server));
                start("relay-from-switch", () -> pump(server, client));
                if (closed) {
                    closeAll();
                }
            } catch (IOException e) {
                // The switch is not there: its client sees the connection end, and comes again.
                end(client);
            }
        }
    }

    private void pump(SocketChannel from, SocketChannel to) {
        ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER_BYTES);
        try {
            while (from.read(buffer) >= 0) {
                buffer.flip();
                while (buffer.hasRemaining()) {
                    to.write(buffer);
                }
                buffer.clear();
            }
        } catch (IOException e) {
            // One side is gone: so is the connection.
        } finally {
            end(from);
            end(to);
        }
    }

    private void end(SocketChannel channel) {
        open.remove(channel);
        try {
            channel.close();
        } catch (IOException e) {
            // It is of no more use either way.
        }
    }

    private void closeAll() {
        open.forEach(this::end);
    }

    @Override
    public void close() {
        closed = true;
        try {
            listener.close();
        } catch (IOException e) {
            // Closed or not, nobody is let in any more.
        }
        closeAll();
        // Linux gives the address back only when the thread has left its call.
        boolean interrupted = false;
        while (acceptor.isAlive()) {
            try {
                acceptor.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
