// SPDX-License-Identifier: Apache-2.0
package org.weir.runner.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.weir.bmv2.controlplane.table.ActionCall;
import org.weir.bmv2.controlplane.table.MatchKey;
import org.weir.bmv2.controlplane.table.TableEntry;
import org.weir.bmv2.ports.NetworkNamespace;
import org.weir.control.RateWindow;
import org.weir.lab.host.config.HostConfig;
import org.weir.lab.program.WeirProgram;
import org.weir.runner.InputException;
import org.weir.runner.shell.Command;
import org.weir.runner.shell.OwnedNamespaces;
import org.weir.runner.shell.StartedProcess;
import org.weir.wire.p4.WeirIngress;

/**
 * Programs of this machine in the hosts of a network, over two of our switches with Weir's program;
 * skipped where namespaces cannot be made.
 */
@Timeout(180)
class HostNamespacesTest {
    private static final int PORT = 5000;
    private static final int ECT_0 = 2;

    /** s1's port to h1. */
    private static final int TO_H1 = 1;

    private NamespaceNetwork network;

    @BeforeEach
    void start() throws Exception {
        network = new NamespaceNetwork();
    }

    @AfterEach
    void end() throws Exception {
        if (network != null) {
            network.close();
            assertThat(namespaces()).isEmpty();
            assertThat(folders()).isEmpty();
        }
    }

    private String namespace(String host) {
        return network.namespace(host);
    }

    private static List<String> namespaces() throws Exception {
        String own = HostPlan.PREFIX + ProcessHandle.current().pid() + "-";
        return Command.run(List.of("ip", "netns", "list"), "")
                .output()
                .lines()
                .filter(line -> line.startsWith(own))
                .toList();
    }

    private static List<String> folders() throws Exception {
        String own = HostPlan.PREFIX + ProcessHandle.current().pid() + "-";
        List<String> found = new ArrayList<>();
        if (Files.isDirectory(OwnedNamespaces.FOLDER)) {
            try (var folders = Files.newDirectoryStream(OwnedNamespaces.FOLDER, own + "*")) {
                folders.forEach(folder -> found.add(folder.toString()));
            }
        }
        return found;
    }

    @Test
    void everyHostReachesEveryOther() throws Exception {
        for (HostConfig from : network.network().spec().hosts()) {
            for (HostConfig to : network.network().spec().hosts()) {
                for (Object ip : List.of(to.ipv4(), to.ipv6().orElseThrow())) {
                    InetAddress address = InetAddress.getByName(ip.toString());
                    boolean answers =
                            NetworkNamespace.call(
                                    namespace(from.name()), () -> address.isReachable(10_000));
                    assertThat(answers).as("%s to %s", from.name(), ip).isTrue();
                }
            }
        }
        assertThat(namespaces()).hasSize(network.network().spec().hosts().size() + 1);
    }

    @Test
    void namesOfHostsAreKnownAndTheMachineHasNoInterfaceMore() throws Exception {
        Command.Outcome names =
                Command.run(
                        List.of("ip", "netns", "exec", namespace("h2"), "cat", "/etc/hosts"), "");
        assertThat(names.output()).contains("10.0.0.5 h5").contains("fd00:0:0:0:0:0:0:1 h1");
        Command.Outcome links = Command.run(List.of("ip", "-o", "link"), "");
        assertThat(links.output()).doesNotContain(HostPlan.PREFIX).doesNotContain(": p0");
    }

    @Test
    void tcpArrivesWholeAtTheRateOfTheLine() throws Exception {
        int bytes = 1_000_000;
        ServerSocket server = NetworkNamespace.call(namespace("h5"), () -> new ServerSocket(PORT));
        CompletableFuture<Long> received =
                CompletableFuture.supplyAsync(
                        () -> {
                            try (server;
                                    Socket socket = server.accept();
                                    InputStream in = socket.getInputStream()) {
                                return in.transferTo(OutputStream.nullOutputStream());
                            } catch (IOException e) {
                                throw new UncheckedIOException(e);
                            }
                        });
        long startNs = System.nanoTime();
        try (Socket socket =
                NetworkNamespace.call(namespace("h1"), () -> new Socket("10.0.0.5", PORT))) {
            socket.getOutputStream().write(new byte[bytes]);
        }
        assertThat(received.get(120, TimeUnit.SECONDS)).isEqualTo(bytes);
        // The line takes 0.8 s for the payload alone; how much longer says nothing of this code.
        assertThat(System.nanoTime() - startNs).isGreaterThan(800_000_000L);
    }

    /** Nothing else tells of these losses: the frames never reach a switch. */
    @Test
    void framesThatOverflowTheQueueOfAHostAreCounted() throws Exception {
        int count = 3000;
        HostFrames before = frames("h1");
        try (DatagramSocket socket =
                NetworkNamespace.call(namespace("h1"), () -> new DatagramSocket(PORT))) {
            InetAddress h5 = InetAddress.getByName("10.0.0.5");
            for (int i = 0; i < count; i++) {
                socket.send(new DatagramPacket(new byte[1400], 1400, h5, PORT + 1));
            }
        }
        HostFrames after = frames("h1");
        long deadlineNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (after.sentFrames() + after.lostFrames() < before.sentFrames() + count
                && System.nanoTime() < deadlineNs) {
            Thread.sleep(100);
            after = frames("h1");
        }
        assertThat(after.sentFrames() + after.lostFrames())
                .isGreaterThanOrEqualTo(before.sentFrames() + count);
        assertThat(after.overflowFrames() + after.missedFrames()).isPositive();
        assertThat(after.unreadableFrames()).isZero();
        assertThat(after.lossText()).startsWith("h1: ");
    }

    private HostFrames frames(String host) throws Exception {
        return network.call(() -> network.hosts().frames()).stream()
                .filter(frames -> frames.host().equals(host))
                .findFirst()
                .orElseThrow();
    }

    /** A user gives both hosts a larger MTU, as on any network. */
    @Test
    void jumboFramesPassWhenBothHostsHaveThem() throws Exception {
        for (String host : List.of("h1", "h5")) {
            Command.require(
                    List.of("ip", "-n", namespace(host), "link", "set", "eth0", "mtu", "9000"), "");
        }
        int bytes = 8900;
        try (DatagramSocket receiver =
                        NetworkNamespace.call(namespace("h5"), () -> new DatagramSocket(PORT));
                DatagramSocket sender =
                        NetworkNamespace.call(namespace("h1"), () -> new DatagramSocket())) {
            receiver.setSoTimeout(20_000);
            sender.send(
                    new DatagramPacket(
                            new byte[bytes], bytes, InetAddress.getByName("10.0.0.5"), PORT));
            DatagramPacket received = new DatagramPacket(new byte[10_000], 10_000);
            receiver.receive(received);
            assertThat(received.getLength()).isEqualTo(bytes);
        }
        assertThat(frames("h1").lostFrames()).isZero();
    }

    /** The last sample of a run may come after its end. */
    @Test
    void noFramesAreCountedAfterTheEnd() throws Exception {
        network.hosts().close();
        assertThat(network.call(() -> network.hosts().frames())).isEmpty();
    }

    @Test
    void feedbackReachesASocketOnlyWhereItIsLetThrough() throws Exception {
        WeirProgram s1 = network.program("s1");
        network.call(
                () -> {
                    s1.virtualQueue(NamespaceNetwork.MIDDLE, 0, 4, 3, 200, 2000, 10_000);
                    s1.useSettings(NamespaceNetwork.MIDDLE, 4, RateWindow.ofUs(32768));
                    return s1;
                });
        assertThat(feedbackInSocket()).as("as it was before there was an edge").isTrue();
        network.call(
                () -> {
                    network.network()
                            .node("s1")
                            .device()
                            .orElseThrow()
                            .table(WeirIngress.Agents.HOST_PORTS)
                            .orElseThrow()
                            .insert(
                                    new TableEntry(
                                            List.of(new MatchKey.Exact(new byte[] {TO_H1})),
                                            0,
                                            ActionCall.of(WeirIngress.Agents.ASK_FOR_AGENT)));
                    return s1;
                });
        assertThat(feedbackInSocket()).isFalse();
        long withheld =
                network.call(
                        () ->
                                network.network()
                                        .node("s1")
                                        .device()
                                        .orElseThrow()
                                        .counter(WeirIngress.Agents.WITHHELD)
                                        .orElseThrow()
                                        .read(TO_H1)
                                        .packets());
        assertThat(withheld).isPositive();
    }

    /** Overloads s1's port to s2 from UDP sockets; whether that in h1 received anything. */
    private boolean feedbackInSocket() throws Exception {
        try (DatagramSocket socket =
                        NetworkNamespace.call(namespace("h1"), () -> new DatagramSocket(PORT));
                DatagramSocket other =
                        NetworkNamespace.call(namespace("h2"), () -> new DatagramSocket())) {
            socket.setTrafficClass(ECT_0);
            socket.setSoTimeout(2000);
            InetAddress h5 = InetAddress.getByName("10.0.0.5");
            // Two hosts' worth: one port of the same rate alone builds no queue behind it.
            for (int i = 0; i < 100; i++) {
                socket.send(new DatagramPacket(new byte[1400], 1400, h5, PORT + 1));
                other.send(new DatagramPacket(new byte[1400], 1400, h5, PORT + 1));
            }
            try {
                socket.receive(new DatagramPacket(new byte[2000], 2000));
                return true;
            } catch (SocketTimeoutException e) {
                return false;
            }
        }
    }

    @Test
    void whatAKilledRunLeftGoesAndWhatIsNotOursStays() throws Exception {
        Process gone = new ProcessBuilder("true").start();
        StartedProcess owner = new StartedProcess(gone.pid(), "2000-01-01T00:00:00Z");
        gone.waitFor();
        String left = HostPlan.PREFIX + owner.pid() + "-h1";
        String half = HostPlan.PREFIX + owner.pid() + "-h2";
        String foreign = HostPlan.PREFIX + owner.pid() + "-h3";
        for (String name : List.of(left, half)) {
            Files.createDirectories(OwnedNamespaces.FOLDER.resolve(name));
            Files.writeString(
                    OwnedNamespaces.FOLDER.resolve(name).resolve("hosts"),
                    OwnedNamespaces.ownerLine(owner) + "\n");
        }
        Command.require(List.of("ip", "netns", "add", left), "");
        Command.require(List.of("ip", "netns", "add", foreign), "");
        Process inside = new ProcessBuilder("ip", "netns", "exec", left, "sleep", "1000").start();
        try {
            while (Command.run(List.of("ip", "netns", "pids", left), "").output().isBlank()) {
                Thread.sleep(20);
            }
            assertThat(OwnedNamespaces.removeLeftovers(HostPlan.PREFIX))
                    .containsExactly(left, half);
            assertThat(inside.waitFor(10, TimeUnit.SECONDS)).isTrue();
            assertThat(OwnedNamespaces.FOLDER.resolve(left)).doesNotExist();
            assertThat(OwnedNamespaces.FOLDER.resolve(half)).doesNotExist();
            assertThat(Path.of("/var/run/netns", left)).doesNotExist();
            assertThat(Path.of("/var/run/netns", foreign)).as("nobody said whose it is").exists();
            assertThat(namespaces()).as("those of a run that goes on").isNotEmpty();
        } finally {
            inside.destroyForcibly();
            Command.run(List.of("ip", "netns", "del", foreign), "");
        }
    }

    @Test
    void namesThatNoNamespaceCanHaveAreRefused() {
        HostConfig host = network.network().spec().hosts().get(0);
        HostConfig odd =
                new HostConfig(
                        "a/b",
                        host.mac(),
                        host.ipv4(),
                        host.ipv6(),
                        host.rateBps(),
                        host.queueFrames(),
                        0);
        assertThatThrownBy(() -> HostNamespaces.check(List.of(host, odd)))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("a/b");
    }
}
