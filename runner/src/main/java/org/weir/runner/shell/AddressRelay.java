// SPDX-License-Identifier: Apache-2.0
package org.weir.runner.shell;

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
 * Relay of TCP connections from an address in this network namespace to a server in another one, in
 * both directions.
 */
public final class AddressRelay implements AutoCloseable {
    private static final int BUFFER_BYTES = 1 << 16;

    private final ServerSocketChannel listener;
    private final Connector server;
    private final Set<SocketChannel> open = ConcurrentHashMap.newKeySet();
    private final Thread acceptor;
    private volatile boolean closed;

    /** Maker of connections to the server. */
    @FunctionalInterface
    public interface Connector {
        /**
         * Connects.
         *
         * @throws IOException when the server is not there
         */
        SocketChannel connect() throws IOException;
    }

    /**
     * Starts to pass on.
     *
     * @param listener from {@link #listen}; closed with the relay
     */
    public AddressRelay(ServerSocketChannel listener, Connector server) {
        this.listener = listener;
        this.server = server;
        acceptor = start("relay-" + listener.socket().getLocalPort(), this::acceptAll);
    }

    /** Connects to a local socket, which has a path and leads out of every network namespace. */
    public static SocketChannel connectLocally(Path socket) throws IOException {
        SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
        try {
            channel.connect(UnixDomainSocketAddress.of(socket));
            return channel;
        } catch (IOException e) {
            channel.close();
            throw e;
        }
    }

    /** Connects to a TCP address, from the namespace of the thread that calls. */
    public static SocketChannel connect(String host, int port) throws IOException {
        SocketChannel channel = SocketChannel.open();
        try {
            channel.connect(new InetSocketAddress(InetAddress.getByName(host), port));
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            return channel;
        } catch (IOException e) {
            channel.close();
            throw e;
        }
    }

    /**
     * Listens at a TCP address, in the namespace of the thread that calls.
     *
     * @param port 0 for a free one
     * @throws IOException when the address is not to be had; the message names it
     */
    public static ServerSocketChannel listen(String host, int port) throws IOException {
        ServerSocketChannel listener = ServerSocketChannel.open();
        try {
            listener.setOption(StandardSocketOptions.SO_REUSEADDR, true);
            listener.bind(new InetSocketAddress(InetAddress.getByName(host), port));
            return listener;
        } catch (IOException e) {
            listener.close();
            throw new IOException(host + ":" + port + ": " + e.getMessage(), e);
        }
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
            // A server that does not answer keeps nobody else waiting.
            start("relay-to-server", () -> serve(client));
        }
    }

    private void serve(SocketChannel client) {
        try {
            client.setOption(StandardSocketOptions.TCP_NODELAY, true);
            SocketChannel connection = server.connect();
            open.add(connection);
            start("relay-from-server", () -> pump(connection, client));
            if (closed) {
                closeAll();
            }
            pump(client, connection);
        } catch (IOException e) {
            // The server is not there: its client sees the connection end, and comes again.
            end(client);
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
