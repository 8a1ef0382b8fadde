// SPDX-License-Identifier: Apache-2.0
package org.weir.bench.messages;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.weir.bench.messages.MessageArrivals.Arrival;
import org.weir.bench.messages.SentMessage.End;

/**
 * Sends messages to a {@link MessageReceiver}, each on a TCP connection of its own, at the times of
 * its arrivals: none waits for an earlier one. The connections are in the network namespace of the
 * thread that makes the sender. A message is finished when the receiver's answer has come.
 */
public final class MessageSender implements AutoCloseable {
    private static final int CHUNK_BYTES = 65_536;
    private static final int DSCP_SHIFT = 2;
    private static final long POLL_MS = 50;
    private static final long LONGEST_SELECT_MS = 100;
    private static final long CLOSE_MS = 5_000;

    private final InetSocketAddress receiver;
    private final int dscp;
    private final MessageArrivals arrivals;
    private final int mostOpen;
    private final ByteBuffer data = ByteBuffer.allocateDirect(CHUNK_BYTES);
    private final ByteBuffer answer = ByteBuffer.allocate(1);
    private final Selector selector = Selector.open();
    private final Thread thread = new Thread(this::run, "messages");
    private final long startNs = System.nanoTime();
    private final Set<Open> open = new LinkedHashSet<>();
    private final List<SentMessage> ended = new ArrayList<>();
    private final List<FailedMessage> failed = new ArrayList<>();
    private IOException failure;
    private volatile long nextDueNs;
    private volatile boolean ending;

    /** A message whose connection is open. */
    private static final class Open {
        private final Arrival arrival;
        private final SocketChannel socket;
        private final long beginNs;
        private long left;

        private Open(Arrival arrival, SocketChannel socket, long beginNs) {
            this.arrival = arrival;
            this.socket = socket;
            this.beginNs = beginNs;
            left = arrival.bytes();
        }
    }

    /** A message whose connection failed. */
    private record FailedMessage(Arrival arrival, long beginNs) {}

    /**
     * Begins to send.
     *
     * @param receiver its IPv4 address and TCP port
     * @param dscp of all packets, 0 to 63
     * @param mostOpen messages that may be open at once; one that arrives then is refused
     */
    public MessageSender(
            InetSocketAddress receiver, int dscp, MessageArrivals arrivals, int mostOpen)
            throws IOException {
        this.receiver = receiver;
        this.dscp = dscp;
        this.arrivals = arrivals;
        this.mostOpen = mostOpen;
        thread.setDaemon(true);
        thread.start();
    }

    private void run() {
        try {
            Arrival next = arrivals.next();
            while (!ending) {
                nextDueNs = next.dueNs();
                while (!ending && next.dueNs() <= System.nanoTime() - startNs) {
                    offer(next);
                    next = arrivals.next();
                }
                long waitNs = next.dueNs() - (System.nanoTime() - startNs);
                long waitMs = TimeUnit.NANOSECONDS.toMillis(waitNs) + 1;
                selector.select(this::advance, Math.max(1, Math.min(waitMs, LONGEST_SELECT_MS)));
            }
        } catch (IOException e) {
            setFailure(e);
        } finally {
            closeAll();
        }
    }

    private void offer(Arrival arrival) {
        synchronized (this) {
            if (open.size() >= mostOpen) {
                ended.add(new SentMessage(arrival, End.REFUSED, 0));
                return;
            }
        }
        // Of IPv4 alone: in a socket of both versions the DSCP is that of IPv6.
        SocketChannel socket;
        try {
            socket = SocketChannel.open(StandardProtocolFamily.INET);
        } catch (IOException e) {
            synchronized (this) {
                failed.add(new FailedMessage(arrival, System.nanoTime()));
            }
            setFailure(e);
            return;
        }
        Open message = new Open(arrival, socket, System.nanoTime());
        synchronized (this) {
            open.add(message);
        }
        try {
            socket.setOption(StandardSocketOptions.IP_TOS, dscp << DSCP_SHIFT);
            socket.configureBlocking(false);
            if (socket.connect(receiver)) {
                socket.register(selector, SelectionKey.OP_WRITE, message);
            } else {
                socket.register(selector, SelectionKey.OP_CONNECT, message);
            }
        } catch (IOException e) {
            fail(message, e);
        }
    }

    private void advance(SelectionKey key) {
        Open message = (Open) key.attachment();
        try {
            if (key.isConnectable() && message.socket.finishConnect()) {
                key.interestOps(SelectionKey.OP_WRITE);
            } else if (key.isWritable()) {
                write(key, message);
            } else if (key.isReadable()) {
                read(message);
            }
        } catch (IOException e) {
            fail(message, e);
        }
    }

    private void write(SelectionKey key, Open message) throws IOException {
        int written = -1;
        while (message.left > 0 && written != 0) {
            data.clear().limit((int) Math.min(CHUNK_BYTES, message.left));
            written = message.socket.write(data);
            message.left -= written;
        }
        if (message.left == 0) {
            message.socket.shutdownOutput();
            key.interestOps(SelectionKey.OP_READ);
        }
    }

    private void read(Open message) throws IOException {
        int count = message.socket.read(answer.clear());
        long nowNs = System.nanoTime();
        if (count < 0) {
            throw new IOException("closed without an answer");
        }
        if (count > 0) {
            synchronized (this) {
                open.remove(message);
                ended.add(new SentMessage(message.arrival, End.FINISHED, nowNs - message.beginNs));
            }
            message.socket.close();
        }
    }

    private void fail(Open message, IOException e) {
        try {
            message.socket.close();
        } catch (IOException second) {
            e.addSuppressed(second);
        }
        synchronized (this) {
            open.remove(message);
            failed.add(new FailedMessage(message.arrival, message.beginNs));
        }
        setFailure(e);
    }

    private synchronized void setFailure(IOException e) {
        if (failure == null) {
            failure = e;
        }
    }

    private void closeAll() {
        List<Open> rest;
        synchronized (this) {
            rest = List.copyOf(open);
        }
        for (Open message : rest) {
            try {
                message.socket.close();
            } catch (IOException e) {
                setFailure(e);
            }
        }
        try {
            selector.close();
        } catch (IOException e) {
            setFailure(e);
        }
    }

    /** The first failure of a connection or of the sender. */
    public synchronized Optional<IOException> failure() {
        return Optional.ofNullable(failure);
    }

    /** Time since the begin, ns: the time of the arrivals. */
    public long timeNs() {
        return System.nanoTime() - startNs;
    }

    /**
     * Waits until all messages that arrived in a time have ended, or the sender has.
     *
     * @param fromNs begin of the time of arrivals
     * @param untilNs end of that time, after which messages do not count
     * @param limitNs latest time, in the time of the arrivals, at which it stops to wait
     */
    public void awaitEnds(long fromNs, long untilNs, long limitNs) throws InterruptedException {
        while (timeNs() < limitNs
                && thread.isAlive()
                && (nextDueNs < untilNs || isOpen(fromNs, untilNs))) {
            TimeUnit.MILLISECONDS.sleep(POLL_MS);
        }
    }

    private synchronized boolean isOpen(long fromNs, long untilNs) {
        return open.stream().anyMatch(each -> isIn(each.arrival, fromNs, untilNs));
    }

    private static boolean isIn(Arrival arrival, long fromNs, long untilNs) {
        return arrival.dueNs() >= fromNs && arrival.dueNs() < untilNs;
    }

    /** Messages that arrived in a time, in no order. */
    public List<SentMessage> messages(long fromNs, long untilNs) {
        List<SentMessage> all = new ArrayList<>();
        long nowNs = System.nanoTime();
        synchronized (this) {
            all.addAll(ended);
            failed.forEach(
                    each ->
                            all.add(
                                    new SentMessage(
                                            each.arrival, End.FAILED, nowNs - each.beginNs)));
            open.forEach(
                    each ->
                            all.add(
                                    new SentMessage(
                                            each.arrival, End.UNFINISHED, nowNs - each.beginNs)));
        }
        return all.stream().filter(each -> isIn(each.arrival(), fromNs, untilNs)).toList();
    }

    /** Ends all messages, and waits for it. */
    @Override
    public void close() {
        ending = true;
        try {
            selector.wakeup();
            thread.join(CLOSE_MS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
