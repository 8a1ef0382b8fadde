// SPDX-License-Identifier: Apache-2.0
package org.weir.agent.feedback;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketAddress;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** With sockets of this machine; skipped where Linux cannot be asked about them. */
@Timeout(120)
class SocketLookupTest {
    private final List<String> said = new ArrayList<>();
    private SocketLookup sockets;

    @BeforeEach
    void open() {
        sockets = new SocketLookup(0, flow -> false, said::add);
        assumeTrue(said.isEmpty(), () -> "not tested here: " + said);
    }

    @AfterEach
    void close() {
        sockets.close();
    }

    private static FlowKey flow(int protocol, SocketAddress local, SocketAddress remote) {
        InetSocketAddress own = (InetSocketAddress) local;
        InetSocketAddress other = (InetSocketAddress) remote;
        return new FlowKey(
                own.getAddress(), other.getAddress(), protocol, own.getPort(), other.getPort());
    }

    private static FlowKey toPort(FlowKey flow, int remotePort) {
        return new FlowKey(
                flow.local(), flow.remote(), flow.protocol(), flow.localPort(), remotePort);
    }

    /** Each connection ends in TIME_WAIT, and the next one counts without any time in between. */
    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1", "::1"})
    void aConnectionCountsFromItsBeginningToItsEnd(String address) throws Exception {
        InetAddress loopback = InetAddress.getByName(address);
        try (ServerSocket server = new ServerSocket(0, 50, loopback)) {
            SocketAddress listening = server.getLocalSocketAddress();
            for (int i = 0; i < 200; i++) {
                FlowKey sending;
                try (Socket client = new Socket(loopback, server.getLocalPort());
                        Socket accepted = server.accept()) {
                    sending = flow(FlowKey.TCP, client.getLocalSocketAddress(), listening);
                    assertThat(sockets.test(sending)).isTrue();
                    assertThat(
                                    sockets.test(
                                            flow(
                                                    FlowKey.TCP,
                                                    accepted.getLocalSocketAddress(),
                                                    accepted.getRemoteSocketAddress())))
                            .isTrue();
                    assertThat(sockets.test(toPort(sending, 9))).as("another end").isFalse();
                    // The side that closes first remembers the connection in TIME_WAIT.
                    client.shutdownOutput();
                    assertThat(accepted.getInputStream().read()).isEqualTo(-1);
                }
                assertThat(sockets.test(sending)).as("it is remembered only").isFalse();
            }
            assertThat(
                            sockets.test(
                                    flow(
                                            FlowKey.TCP,
                                            listening,
                                            new InetSocketAddress(address, 9))))
                    .as("it listens")
                    .isFalse();
        }
    }

    @Test
    void aDatagramSocketThatIsConnectedSendsToItsOtherEndOnly() throws Exception {
        InetSocketAddress other = new InetSocketAddress("127.0.0.1", 9);
        try (DatagramSocket socket =
                new DatagramSocket(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), 0))) {
            FlowKey sending = flow(FlowKey.UDP, socket.getLocalSocketAddress(), other);
            assertThat(sockets.test(sending)).isTrue();
            assertThat(sockets.test(toPort(sending, 10))).isTrue();
            socket.connect(other);
            assertThat(sockets.test(sending)).isTrue();
            assertThat(sockets.test(toPort(sending, 10))).isFalse();
            socket.close();
            assertThat(sockets.test(sending)).isFalse();
        }
    }

    @Test
    void aSocketOfAllAddressesSendsFromEach() throws Exception {
        // Java binds it to IPv6's and IPv4's addresses at once.
        try (DatagramSocket socket = new DatagramSocket(0)) {
            for (String each : new String[] {"127.0.0.1", "::1"}) {
                InetSocketAddress local = new InetSocketAddress(each, socket.getLocalPort());
                assertThat(sockets.test(flow(FlowKey.UDP, local, new InetSocketAddress(each, 9))))
                        .isTrue();
            }
        }
    }

    @Test
    void aProtocolWithoutSocketsPasses() {
        InetAddress own = InetAddress.getLoopbackAddress();
        assertThat(sockets.test(new FlowKey(own, own, 47, 0, 0))).isTrue();
    }
}
