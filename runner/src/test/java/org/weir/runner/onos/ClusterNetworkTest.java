// SPDX-License-Identifier: Apache-2.0
package org.weir.runner.onos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.weir.bmv2.ports.NetworkNamespace;
import org.weir.runner.shell.Command;
import org.weir.runner.shell.NetworkNamespaces;

/** Real packets between the namespaces of servers, some of which are cut off. */
@Timeout(120)
class ClusterNetworkTest {
    private static final int PORT = 5000;

    /** Silence after that nothing is expected any more, ms; a cut network is silent for ever. */
    private static final int SILENT_MS = 1000;

    /** Longest that TCP waits before it sends again what was lost while the network was cut, ms. */
    private static final int ARRIVES_MS = 30_000;

    private ClusterNetwork network;
    private ServerSocket server;

    @BeforeEach
    void start() throws IOException {
        assumeTrue(NetworkNamespaces.isRoot(), "needs root, for network namespaces");
        assumeTrue(Command.find("ip").isPresent(), "needs ip (Debian: iproute2)");
        network = new ClusterNetwork(Map.of("onos-1", "10.0.0.1", "onos-2", "10.0.0.2"));
        server = NetworkNamespace.call(network.namespace("onos-2"), () -> new ServerSocket(PORT));
    }

    @AfterEach
    void stop() throws IOException {
        if (network == null) {
            return;
        }
        server.close();
        String router = network.namespace("router");
        network.close();
        assertThat(Command.run(List.of("ip", "netns", "list"), "").output())
                .doesNotContain(router)
                .doesNotContain(network.namespace("onos-1"));
    }

    private Socket connect(String from, int longestMs) throws IOException {
        return NetworkNamespace.call(
                network.namespace(from),
                () -> {
                    Socket socket = new Socket();
                    socket.connect(new InetSocketAddress("10.0.0.2", PORT), longestMs);
                    return socket;
                });
    }

    private static void send(Socket socket) throws IOException {
        socket.getOutputStream().write(1);
    }

    private static int receive(Socket socket, int longestMs) throws IOException {
        socket.setSoTimeout(longestMs);
        return socket.getInputStream().read();
    }

    /** No side hears that the other is gone; what was sent arrives once the network is healed. */
    @Test
    void packetsAreDroppedBothWaysWhileAServerIsCutOff() throws IOException {
        try (Socket one = connect("onos-1", ARRIVES_MS);
                Socket other = server.accept()) {
            send(one);
            assertThat(receive(other, ARRIVES_MS)).isEqualTo(1);

            network.partition("onos-1");
            send(one);
            send(other);
            assertThatThrownBy(() -> receive(other, SILENT_MS))
                    .isInstanceOf(SocketTimeoutException.class);
            assertThatThrownBy(() -> receive(one, SILENT_MS))
                    .isInstanceOf(SocketTimeoutException.class);
            assertThatThrownBy(() -> connect("onos-1", SILENT_MS).close())
                    .isInstanceOf(SocketTimeoutException.class);

            network.heal("onos-1");
            assertThat(receive(other, ARRIVES_MS)).isEqualTo(1);
            assertThat(receive(one, ARRIVES_MS)).isEqualTo(1);
        }
    }

    @Test
    void theMachineAndTheSwitchesReachAServerThatIsCutOffFromTheOthersOnly() throws IOException {
        try (ServerSocket switchServer = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            int port;
            try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
                port = free.getLocalPort();
            }
            try (ServerSocket node =
                    NetworkNamespace.call(
                            network.namespace("onos-1"), () -> new ServerSocket(port))) {
                network.relayIn("127.0.0.1", port, "onos-1");
                String relayed = network.relayOut("127.0.0.1", switchServer.getLocalPort());
                network.partition("onos-1");
                assertReaches("127.0.0.1", port, node);
                NetworkNamespace.call(
                        network.namespace("onos-1"),
                        () -> {
                            int colon = relayed.indexOf(':');
                            assertReaches(
                                    relayed.substring(0, colon),
                                    Integer.parseInt(relayed.substring(colon + 1)),
                                    switchServer);
                            return true;
                        });
                network.heal("onos-1");
                network.isolate("onos-1");
                try (Socket client = new Socket("127.0.0.1", port)) {
                    node.setSoTimeout(SILENT_MS);
                    assertThatThrownBy(node::accept).isInstanceOf(SocketTimeoutException.class);
                }
            }
        }
    }

    private static void assertReaches(String host, int port, ServerSocket server)
            throws IOException {
        try (Socket client = new Socket(host, port);
                Socket accepted = server.accept()) {
            send(client);
            assertThat(receive(accepted, ARRIVES_MS)).isEqualTo(1);
            send(accepted);
            assertThat(receive(client, ARRIVES_MS)).isEqualTo(1);
        }
    }

    @Test
    void aServerIsCutOffOnceAndHealedOnce() throws IOException {
        assertThatThrownBy(() -> network.heal("onos-1")).hasMessage("onos-1 is not cut off");
        network.partition("onos-1");
        assertThatThrownBy(() -> network.isolate("onos-1"))
                .hasMessage("onos-1 is cut off; \"heal onos-1\" first");
        network.heal("onos-1");
        network.isolate("onos-1");
    }
}
