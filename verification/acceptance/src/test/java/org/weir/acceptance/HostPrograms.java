// SPDX-License-Identifier: Apache-2.0
package org.weir.acceptance;

import java.io.IOException;
import java.io.InputStream;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.net.URI;
import java.net.URLConnection;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.DoublePredicate;
import org.weir.bmv2.ports.NetworkNamespace;

/**
 * Programs in the hosts of a run of PMQECN's Fig. 6: h1, h2 and h3 send to h5 in the classes A, B
 * and C, more than the line between the switches carries; h2 by TCP, the others by UDP. Their
 * sockets are this process's, in the hosts' namespaces.
 */
final class HostPrograms implements AutoCloseable {
    private static final int FIRST_PORT = 6001;
    private static final List<Integer> DSCPS = List.of(46, 34, 0);
    private static final int TCP = 1;
    private static final int PAYLOAD_BYTES = 958;
    private static final int BUFFER_BYTES = 16_384;

    /** Packets that a program sends between two waits of {@link #WAIT_MS}: 8 Mb/s. */
    private static final int BURST = 5;

    private static final int WAIT_MS = 5;
    private static final long ENOUGH_BYTES = 200_000;

    /** A host's agent and this test may both wait for a processor when the machine is busy. */
    private static final int METRICS_MS = 60_000;

    /** ECN field of senders that react to marks: ECT(0). */
    private static final int ECT_0 = 2;

    private static final String FEEDBACK = "weir_agent_feedback_accepted_total{";

    private final long pid;
    private final boolean ect;
    private final AtomicLongArray received = new AtomicLongArray(DSCPS.size());
    private final List<AutoCloseable> sockets = new ArrayList<>();
    private final List<DatagramSocket> udpSenders = new ArrayList<>();
    private volatile boolean ending;

    /**
     * Starts them in the hosts of a run of {@code weir up}.
     *
     * @param ect whether UDP datagrams are ECN-capable, so that switches mark them
     */
    HostPrograms(long pid, boolean ect) throws Exception {
        this.pid = pid;
        this.ect = ect;
        for (int i = 0; i < DSCPS.size(); i++) {
            if (i == TCP) {
                startTcp(i);
            } else {
                startUdp(i);
            }
        }
    }

    private static String namespace(long pid, String host) {
        return "weirhost-" + pid + "-" + host;
    }

    private <T extends AutoCloseable> T open(String host, java.util.concurrent.Callable<T> socket)
            throws IOException {
        T opened = NetworkNamespace.call(namespace(pid, host), socket);
        sockets.add(opened);
        return opened;
    }

    private void startUdp(int index) throws Exception {
        InetSocketAddress there = new InetSocketAddress("10.0.0.5", FIRST_PORT + index);
        DatagramSocket receiver = open("h5", () -> new DatagramSocket(there.getPort()));
        DatagramSocket sender = open("h" + (index + 1), () -> new DatagramSocket());
        sender.setTrafficClass(DSCPS.get(index) << 2 | (ect ? ECT_0 : 0));
        udpSenders.add(sender);
        run(
                () -> {
                    DatagramPacket packet =
                            new DatagramPacket(new byte[BUFFER_BYTES], BUFFER_BYTES);
                    while (!ending) {
                        packet.setLength(BUFFER_BYTES);
                        receiver.receive(packet);
                        received.addAndGet(index, packet.getLength());
                    }
                });
        run(
                () -> {
                    DatagramPacket packet =
                            new DatagramPacket(new byte[PAYLOAD_BYTES], PAYLOAD_BYTES, there);
                    while (!ending) {
                        for (int i = 0; i < BURST; i++) {
                            sender.send(packet);
                        }
                        Thread.sleep(WAIT_MS);
                    }
                });
    }

    private void startTcp(int index) throws Exception {
        InetSocketAddress there = new InetSocketAddress("10.0.0.5", FIRST_PORT + index);
        ServerSocket server = open("h5", () -> new ServerSocket(there.getPort()));
        // Of IPv4 alone: in a socket of both versions the DSCP is that of IPv6.
        SocketChannel sender =
                open("h" + (index + 1), () -> SocketChannel.open(StandardProtocolFamily.INET));
        sender.setOption(StandardSocketOptions.IP_TOS, DSCPS.get(index) << 2);
        run(
                () -> {
                    try (Socket accepted = server.accept();
                            InputStream in = accepted.getInputStream()) {
                        byte[] buffer = new byte[BUFFER_BYTES];
                        for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                            received.addAndGet(index, n);
                        }
                    }
                });
        run(
                () -> {
                    sender.connect(there);
                    ByteBuffer chunk = ByteBuffer.allocate(BUFFER_BYTES);
                    while (!ending) {
                        sender.write(chunk.clear());
                    }
                });
    }

    /** A part of a program. */
    private interface Part {
        void run() throws IOException, InterruptedException;
    }

    private static void run(Part part) {
        Thread thread =
                new Thread(
                        () -> {
                            try {
                                part.run();
                            } catch (IOException | InterruptedException e) {
                                // Its socket is closed; what is missing then, the test sees.
                            }
                        },
                        "host program");
        thread.setDaemon(true);
        thread.start();
    }

    /** Waits until h5 has received much in every class. */
    void awaitReceived(Duration limit) throws Exception {
        long endNs = System.nanoTime() + limit.toNanos();
        for (int i = 0; i < DSCPS.size(); i++) {
            while (received.get(i) < ENOUGH_BYTES) {
                if (System.nanoTime() > endNs) {
                    throw new AssertionError("h5 has received, in bytes: " + received);
                }
                Thread.sleep(50);
            }
        }
    }

    /** Waits until the agents of all three hosts have obeyed feedback. */
    void awaitFeedback(Duration limit) throws Exception {
        for (int host = 1; host <= DSCPS.size(); host++) {
            awaitMetric("h" + host, FEEDBACK, limit);
        }
    }

    /**
     * Waits until a metric of a host's agent is above 0.
     *
     * @param prefix of its line, without the value; the values of several such lines are added
     */
    void awaitMetric(String host, String prefix, Duration limit) throws Exception {
        awaitMetric(host, prefix, value -> value > 0, limit);
    }

    /** Waits until a metric of a host's agent is as wanted. */
    void awaitMetric(String host, String prefix, DoublePredicate wanted, Duration limit)
            throws Exception {
        long endNs = System.nanoTime() + limit.toNanos();
        while (!wanted.test(metric(host, prefix))) {
            if (System.nanoTime() > endNs) {
                throw new AssertionError(
                        host + "'s agent: " + prefix + "is " + metric(host, prefix));
            }
            Thread.sleep(100);
        }
    }

    /** Value of a metric of a host's agent; see {@link #awaitMetric}. */
    double metric(String host, String prefix) throws IOException {
        String metrics =
                NetworkNamespace.call(
                        namespace(pid, host),
                        () -> {
                            URLConnection connection =
                                    URI.create("http://127.0.0.1:9464/metrics")
                                            .toURL()
                                            .openConnection();
                            connection.setConnectTimeout(METRICS_MS);
                            connection.setReadTimeout(METRICS_MS);
                            // A kept connection would serve the next host's request, too.
                            connection.setRequestProperty("Connection", "close");
                            try (InputStream in = connection.getInputStream()) {
                                return new String(in.readAllBytes(), StandardCharsets.UTF_8);
                            }
                        });
        return metrics.lines()
                .filter(line -> line.startsWith(prefix))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' '))))
                .sum();
    }

    /** Packets that wait in the UDP senders' sockets: nobody but a switch sends them any. */
    int feedbackInSockets() throws IOException {
        int packets = 0;
        for (DatagramSocket socket : udpSenders) {
            socket.setSoTimeout(200);
            try {
                socket.receive(new DatagramPacket(new byte[BUFFER_BYTES], BUFFER_BYTES));
                packets++;
            } catch (SocketTimeoutException e) {
                // Nothing has come.
            }
        }
        return packets;
    }

    /** ICMP messages "destination unreachable" that a host has sent since its start. */
    static long icmpErrorsSent(long pid, String host) throws IOException {
        // The file shows the namespace of the thread that reads it.
        List<String> icmp =
                NetworkNamespace.call(
                        namespace(pid, host),
                        () ->
                                Files.readAllLines(Path.of("/proc/thread-self/net/snmp")).stream()
                                        .filter(line -> line.startsWith("Icmp: "))
                                        .toList());
        int column = List.of(icmp.get(0).split(" ")).indexOf("OutDestUnreachs");
        return Long.parseLong(icmp.get(1).split(" ")[column]);
    }

    @Override
    public void close() throws Exception {
        ending = true;
        for (AutoCloseable socket : sockets) {
            socket.close();
        }
    }
}
