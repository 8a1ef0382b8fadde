// SPDX-License-Identifier: Apache-2.0
package org.weir.acceptance;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.StandardProtocolFamily;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.weir.bmv2.ports.NetworkNamespace;
import org.weir.bmv2.ports.TimedTap;
import org.weir.wire.feedback.FeedbackMessage;

/**
 * Two TCP connections with ECN in the hosts of PMQECN's Fig. 6, from h1 and h2 to h5, and what
 * passes the interfaces of h1 and h5: acknowledgements whose ECE a switch has set, and h1's answers
 * to them.
 */
final class ReverseMarks implements Closeable {
    private static final String RECEIVER = "10.0.0.5";
    private static final int FIRST_PORT = 6101;
    private static final int BUFFER_BYTES = 16_384;
    private static final int POLL_MS = 200;
    private static final long CLOSE_MS = 5_000;

    private static final int IP = 14;
    private static final int TRANSPORT = IP + 20;
    private static final int IPV4 = 0x0800;
    private static final int TCP = 6;
    private static final int UDP = 17;
    private static final int SYN = 0x02;
    private static final int ECE = 0x40;
    private static final int CWR = 0x80;

    private final long pid;
    private final List<Closeable> open = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();
    private final Set<Long> leftWithoutEce = new HashSet<>();
    private final Set<Long> arrivedWithEce = new HashSet<>();
    private boolean prompted;
    private int reductions;
    private int feedbackFrames;
    private volatile boolean ending;

    /** Starts them in the hosts of a run of {@code weir up}. */
    ReverseMarks(long pid) throws Exception {
        this.pid = pid;
        watch("h5", this::atReceiver);
        watch("h1", this::atSender);
        for (int host = 1; host <= 2; host++) {
            String[] ecn = {"ip", "-n", namespace("h" + host), "route", "replace"};
            List<String> route = new ArrayList<>(List.of(ecn));
            route.addAll(List.of(RECEIVER + "/32", "dev", "eth0"));
            route.addAll(List.of("congctl", "cubic", "features", "ecn"));
            Shell.run(Shell.home(), route.toArray(String[]::new)).orFail();
            send("h" + host, FIRST_PORT + host - 1);
        }
    }

    private String namespace(String host) {
        return "weirhost-" + pid + "-" + host;
    }

    private void watch(String host, TimedTap.Listener listener) throws IOException {
        TimedTap tap = NetworkNamespace.call(namespace(host), () -> TimedTap.open("eth0"));
        run(
                () -> {
                    try (tap) {
                        while (!ending) {
                            tap.read(listener, POLL_MS);
                        }
                    }
                });
    }

    private void send(String host, int port) throws IOException {
        ServerSocket server = NetworkNamespace.call(namespace("h5"), () -> new ServerSocket(port));
        SocketChannel sender =
                NetworkNamespace.call(
                        namespace(host), () -> SocketChannel.open(StandardProtocolFamily.INET));
        open.addAll(List.of(sender, server));
        run(
                () -> {
                    try (Socket accepted = server.accept();
                            InputStream in = accepted.getInputStream()) {
                        byte[] buffer = new byte[BUFFER_BYTES];
                        while (in.read(buffer) >= 0) {
                            // It only has to be taken.
                        }
                    }
                });
        run(
                () -> {
                    sender.connect(new InetSocketAddress(RECEIVER, port));
                    ByteBuffer chunk = ByteBuffer.allocate(BUFFER_BYTES);
                    while (!ending) {
                        sender.write(chunk.clear());
                    }
                });
    }

    /** A part that may fail when its socket is closed. */
    private interface Part {
        void run() throws IOException;
    }

    private void run(Part part) {
        Thread thread =
                new Thread(
                        () -> {
                            try {
                                part.run();
                            } catch (IOException e) {
                                // Its socket is closed; what is missing then, the test sees.
                            }
                        },
                        "reverse marks");
        thread.setDaemon(true);
        thread.start();
        threads.add(thread);
    }

    private synchronized void atReceiver(long timeNs, byte[] start, int length) {
        feedbackFrames += isFeedback(start, length) ? 1 : 0;
        if (isTcp(start, length)
                && port(start, 0) == FIRST_PORT
                && (flags(start) & (ECE | SYN)) == 0) {
            leftWithoutEce.add(identity(start));
        }
    }

    private synchronized void atSender(long timeNs, byte[] start, int length) {
        feedbackFrames += isFeedback(start, length) ? 1 : 0;
        if (!isTcp(start, length)) {
            return;
        }
        if (port(start, 0) == FIRST_PORT && (flags(start) & (ECE | SYN)) == ECE) {
            arrivedWithEce.add(identity(start));
            prompted = true;
        } else if (port(start, 2) == FIRST_PORT
                && (flags(start) & (CWR | SYN)) == CWR
                && prompted) {
            reductions++;
            prompted = false;
        }
    }

    private static boolean isTcp(byte[] start, int length) {
        return isIpv4(start, length, TCP);
    }

    private static boolean isIpv4(byte[] start, int length, int protocol) {
        ByteBuffer frame = ByteBuffer.wrap(start, 0, length);
        return length >= TRANSPORT + 20
                && (frame.getShort(12) & 0xffff) == IPV4
                && frame.get(IP + 9) == protocol;
    }

    private static boolean isFeedback(byte[] start, int length) {
        return isIpv4(start, length, UDP)
                && ByteBuffer.wrap(start).getInt(TRANSPORT + 8) == FeedbackMessage.MAGIC;
    }

    private static int port(byte[] start, int offset) {
        return ByteBuffer.wrap(start).getShort(TRANSPORT + offset) & 0xffff;
    }

    private static int flags(byte[] start) {
        return start[TRANSPORT + 13] & 0xff;
    }

    /** What an acknowledgement keeps on its way: IPv4's identification, and its number. */
    private static long identity(byte[] start) {
        ByteBuffer frame = ByteBuffer.wrap(start);
        return (frame.getShort(IP + 4) & 0xffffL) << 32
                | frame.getInt(TRANSPORT + 8) & 0xffff_ffffL;
    }

    /** Acknowledgements that left h5 without ECE and came to h1 with it. */
    synchronized long setBySwitch() {
        return arrivedWithEce.stream().filter(leftWithoutEce::contains).count();
    }

    /** Waits until so many came to h1, and it has answered ECE with CWR as often. */
    void await(int count, Duration limit) throws Exception {
        long endNs = System.nanoTime() + limit.toNanos();
        while (reductions() < count || setBySwitch() < count) {
            if (System.nanoTime() > endNs) {
                throw new AssertionError(
                        "h1 has reduced its window "
                                + reductions()
                                + " times; a switch has set ECE on "
                                + setBySwitch()
                                + " acknowledgements");
            }
            Thread.sleep(POLL_MS);
        }
    }

    private synchronized int reductions() {
        return reductions;
    }

    /** Feedback packets that came to h1 or h5. */
    synchronized int feedbackFrames() {
        return feedbackFrames;
    }

    /** What {@code ss -ti} prints of h1's connection. */
    String socket() throws Exception {
        return Shell.run(
                        Shell.home(),
                        "ss",
                        "-N",
                        namespace("h1"),
                        "-tinH",
                        "dport",
                        "=",
                        ":" + FIRST_PORT)
                .orFail();
    }

    @Override
    public void close() throws IOException {
        ending = true;
        for (Closeable socket : open) {
            socket.close();
        }
        try {
            for (Thread thread : threads) {
                thread.join(CLOSE_MS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
