// SPDX-License-Identifier: Apache-2.0
package org.weir.runner.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.weir.bmv2.ports.NetworkNamespace;
import org.weir.control.RateWindow;
import org.weir.lab.program.WeirProgram;
import org.weir.runner.InputException;
import org.weir.runner.shell.Command;
import org.weir.wire.feedback.FeedbackMessage;

/**
 * Programs in hosts with agents, over two of our switches with Weir's program; skipped where
 * namespaces cannot be made.
 */
@Timeout(240)
class HostAgentsTest {
    private static final int PORT = 5000;
    private static final long TARGET_KBPS = 2000;
    private static final double TARGET_BPS = 1000.0 * TARGET_KBPS;
    private static final long NS_PER_SECOND = 1_000_000_000L;

    @TempDir private Path logs;
    private NamespaceNetwork network;
    private final AtomicBoolean ended = new AtomicBoolean();

    @BeforeEach
    void start() throws Exception {
        try {
            HostAgents.check();
        } catch (InputException e) {
            assumeTrue(false, "agents are not tested here: " + e.getMessage());
        }
        network = new NamespaceNetwork();
        WeirProgram s1 = network.program("s1");
        // Marking and feedback by rate: whoever sends more than λ* is told, whatever waits.
        network.call(
                () -> {
                    s1.virtualQueue(
                            NamespaceNetwork.MIDDLE,
                            0,
                            16,
                            FeedbackMessage.BY_RATE,
                            200,
                            TARGET_KBPS,
                            40_000);
                    s1.useSettings(NamespaceNetwork.MIDDLE, 16, RateWindow.ofUs(32768));
                    return s1;
                });
    }

    @AfterEach
    void end() throws Exception {
        ended.set(true);
        if (network != null) {
            network.close();
        }
    }

    private void startAgents() throws Exception {
        network.hosts().startAgents("share", logs);
        for (String host : List.of("h1", "h5")) {
            until(() -> log(host).contains("obeys feedback"), () -> log(host));
        }
    }

    private String log(String host) throws IOException {
        return Files.readString(logs.resolve(host + ".log"));
    }

    /** A condition that may throw. */
    private interface Condition {
        boolean holds() throws Exception;
    }

    /** A text that may throw. */
    private interface Text {
        String get() throws Exception;
    }

    private static void until(Condition condition, Text otherwise) throws Exception {
        long endNs = System.nanoTime() + 60 * NS_PER_SECOND;
        while (!condition.holds()) {
            assertThat(System.nanoTime()).as(otherwise.get()).isLessThan(endNs);
            Thread.sleep(50);
        }
    }

    private double metric(String host, String name) throws Exception {
        String text =
                NetworkNamespace.call(
                        network.namespace(host),
                        () ->
                                HttpClient.newHttpClient()
                                        .send(
                                                HttpRequest.newBuilder(
                                                                URI.create(
                                                                        "http://"
                                                                                + HostAgents.METRICS
                                                                                + "/metrics"))
                                                        .build(),
                                                HttpResponse.BodyHandlers.ofString())
                                        .body());
        Matcher line =
                Pattern.compile("^" + Pattern.quote(name) + " (\\S+)$", Pattern.MULTILINE)
                        .matcher(text);
        return line.find() ? Double.parseDouble(line.group(1)) : 0;
    }

    private double rateBps() throws Exception {
        return metric("h1", "weir_agent_lowest_rate_bits_per_second");
    }

    /** Bytes that the class has brought to s1's port to s2. */
    private long arrivals() throws Exception {
        return network.call(
                () -> network.program("s1").arrivals(NamespaceNetwork.MIDDLE, 0).bytes());
    }

    private void assertObeys() throws Exception {
        until(
                () -> rateBps() < 1.1 * TARGET_BPS,
                () -> "the rate is " + rateBps() + "; " + log("h1"));
        // A class of one flow: it comes back to above λ* after each cut, and is cut again.
        long start = arrivals();
        until(() -> arrivals() - start >= 1_000_000, () -> "nothing arrives any more");
        assertThat(rateBps()).isBetween(0.3 * TARGET_BPS, 1.8 * TARGET_BPS);
        assertThat(unreachables()).isZero();
    }

    /** ICMP destination unreachable messages that h1 has sent. */
    private long unreachables() throws Exception {
        String output =
                Command.run(
                                List.of(
                                        "ip",
                                        "netns",
                                        "exec",
                                        network.namespace("h1"),
                                        "cat",
                                        "/proc/net/snmp"),
                                "")
                        .output();
        List<String> icmp = output.lines().filter(line -> line.startsWith("Icmp: ")).toList();
        int column = List.of(icmp.get(0).split(" ")).indexOf("OutDestUnreachs");
        return Long.parseLong(icmp.get(1).split(" ")[column]);
    }

    @Test
    void aUdpProgramKeepsToTheTargetRateAndReceivesNoFeedback() throws Exception {
        startAgents();
        try (DatagramSocket program =
                NetworkNamespace.call(network.namespace("h1"), () -> new DatagramSocket(PORT))) {
            InetAddress h5 = InetAddress.getByName("10.0.0.5");
            Thread sender =
                    new Thread(
                            () -> {
                                // 4 Mb/s, in bursts of 5 ms.
                                while (!ended.get()) {
                                    try {
                                        for (int i = 0; i < 2; i++) {
                                            program.send(
                                                    new DatagramPacket(
                                                            new byte[1250], 1250, h5, PORT + 1));
                                        }
                                        Thread.sleep(5);
                                    } catch (IOException | InterruptedException e) {
                                        return;
                                    }
                                }
                            });
            sender.start();
            assertObeys();
            assertThat(metric("h1", "weir_agent_feedback_accepted_total{class=\"0\"}"))
                    .isPositive();
            program.setSoTimeout(500);
            boolean received = true;
            try {
                program.receive(new DatagramPacket(new byte[100], 100));
            } catch (SocketTimeoutException e) {
                received = false;
            }
            assertThat(received).as("feedback in the socket").isFalse();
            ended.set(true);
            sender.join();
        }
    }

    @Test
    void aTcpProgramKeepsToTheTargetRate() throws Exception {
        startAgents();
        try (ServerSocket server =
                NetworkNamespace.call(network.namespace("h5"), () -> new ServerSocket(PORT))) {
            Thread receiver =
                    new Thread(
                            () -> {
                                try (Socket socket = server.accept();
                                        InputStream in = socket.getInputStream()) {
                                    in.transferTo(OutputStream.nullOutputStream());
                                } catch (IOException e) {
                                    // The test has ended.
                                }
                            });
            receiver.start();
            try (Socket socket =
                    NetworkNamespace.call(
                            network.namespace("h1"), () -> new Socket("10.0.0.5", PORT))) {
                Thread sender =
                        new Thread(
                                () -> {
                                    try {
                                        while (!ended.get()) {
                                            socket.getOutputStream().write(new byte[10_000]);
                                        }
                                    } catch (IOException e) {
                                        // The test has ended.
                                    }
                                });
                sender.start();
                assertObeys();
                ended.set(true);
                socket.close();
                sender.join();
            }
            receiver.join();
        }
    }

    @Test
    void anAgentThatEndsIsReported() throws Exception {
        startAgents();
        assertThat(network.hosts().agentFailure()).isEmpty();
        ProcessHandle agent =
                ProcessHandle.current().children().filter(HostAgentsTest::isAgent).findAny().get();

        agent.destroyForcibly();

        until(() -> network.hosts().agentFailure().isPresent(), () -> "no agent has ended");
        assertThat(network.hosts().agentFailure().get())
                .matches("agent of h[15] ended with exit code 137; see " + logs + "/h[15]\\.log");
    }

    /** By its whole command line: the class path is too long for {@link ProcessHandle.Info}. */
    private static boolean isAgent(ProcessHandle process) {
        Path command = Path.of("/proc", Long.toString(process.pid()), "cmdline");
        try {
            return Files.readString(command).contains(HostAgents.METRICS);
        } catch (IOException e) {
            return false;
        }
    }
}
