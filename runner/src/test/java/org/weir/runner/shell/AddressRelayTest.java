// SPDX-License-Identifier: Apache-2.0
package org.weir.runner.shell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class AddressRelayTest {
    private static final int BYTES = 300_000;

    @TempDir Path folder;

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private static AddressRelay relay(int port, Path socket) throws IOException {
        return new AddressRelay(
                AddressRelay.listen("127.0.0.1", port), () -> AddressRelay.connectLocally(socket));
    }

    @Test
    void bytesGoBothWaysAndTheEndToo() throws Exception {
        Path path = folder.resolve("socket");
        int port = freePort();
        byte[] sent = new byte[BYTES];
        new Random(1).nextBytes(sent);
        try (ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            server.bind(UnixDomainSocketAddress.of(path));
            CompletableFuture<Void> echo = CompletableFuture.runAsync(() -> echo(server));
            try (AddressRelay relay = relay(port, path);
                    Socket client = new Socket("127.0.0.1", port)) {
                CompletableFuture<byte[]> received =
                        CompletableFuture.supplyAsync(() -> read(client));
                client.getOutputStream().write(sent);
                assertThat(received.get()).isEqualTo(sent);
                echo.get();
                assertThat(client.getInputStream().read()).isEqualTo(-1);
            }
        }
    }

    private static byte[] read(Socket client) {
        try {
            return client.getInputStream().readNBytes(BYTES);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Sends back what comes until it has been all, then hangs up. */
    private static void echo(ServerSocketChannel server) {
        try (SocketChannel peer = server.accept()) {
            ByteBuffer buffer = ByteBuffer.allocate(1000);
            for (int left = BYTES; left > 0; left -= buffer.position(0).limit()) {
                peer.read(buffer.clear());
                buffer.flip();
                while (buffer.hasRemaining()) {
                    peer.write(buffer);
                }
            }
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void withoutAServerTheConnectionEnds() throws Exception {
        int port = freePort();
        try (AddressRelay relay = relay(port, folder.resolve("nobody"));
                Socket client = new Socket("127.0.0.1", port)) {
            assertThat(client.getInputStream().read()).isEqualTo(-1);
        }
    }

    @Test
    void onceClosedNobodyIsLetIn() throws Exception {
        int port = freePort();
        relay(port, folder.resolve("nobody")).close();

        assertThatThrownBy(() -> new Socket("127.0.0.1", port).close())
                .isInstanceOf(IOException.class);
    }
}
