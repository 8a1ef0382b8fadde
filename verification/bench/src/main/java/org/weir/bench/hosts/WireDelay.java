// SPDX-License-Identifier: Apache-2.0
package org.weir.bench.hosts;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.weir.bmv2.ports.NetworkNamespace;
import org.weir.bmv2.ports.TimedTap;

/**
 * One-way delays of a flow's packets from wire to wire: from the moment at which a packet leaves
 * the sender's queueing discipline to the moment at which it reaches the receiver's interface. Both
 * ends are namespaces of one machine, so they have one clock. A packet is known by its position:
 * TCP's source port and sequence number, or the number at the beginning of a UDP payload. Of a
 * segment that TCP sends again, the last time before it arrives counts.
 */
final class WireDelay implements AutoCloseable {
    private static final String INTERFACE = "eth0";
    private static final int POLL_MS = 200;
    private static final int IP = 14;
    private static final int IPV4 = 0x0800;
    private static final int TCP = 6;
    private static final int UDP = 17;
    private static final int UDP_BYTES = 8;
    private static final int VERSION_AND_LENGTH = 0x45;
    private static final double NS_PER_MS = 1e6;
    private static final long CLOSE_MS = 5_000;

    private final int port;
    private final List<Seen> left = new ArrayList<>();
    private final List<Seen> came = new ArrayList<>();
    private final List<Thread> readers = new ArrayList<>();
    private volatile boolean ending;

    /**
     * A packet at one end.
     *
     * @param position of its first byte: TCP's source port, then 32 bits of the sequence number; or
     *     the number of a datagram
     * @param length bytes of TCP's data, or 1 datagram
     * @param timeNs time at which it was seen, ns
     */
    record Seen(long position, long length, long timeNs) {}

    /**
     * Begins to watch.
     *
     * @param from namespace of the sender
     * @param to namespace of the receiver
     * @param port of the receiver, by which the flow's packets are known at both ends
     */
    WireDelay(String from, String to, int port) throws IOException {
        this.port = port;
        watch(from, left);
        watch(to, came);
    }

    private void watch(String namespace, List<Seen> seen) throws IOException {
        TimedTap tap = NetworkNamespace.call(namespace, () -> TimedTap.open(INTERFACE));
        Thread reader =
                new Thread(
                        () -> {
                            try (tap) {
                                while (!ending) {
                                    tap.read((ns, start, n) -> take(seen, ns, start, n), POLL_MS);
                                }
                            } catch (IOException e) {
                                // Nothing more is seen here; what was seen counts.
                            }
                        },
                        "wire-" + namespace);
        reader.setDaemon(true);
        reader.start();
        readers.add(reader);
    }

    private void take(List<Seen> seen, long timeNs, byte[] start, int length) {
        Seen one = read(timeNs, start, length, port);
        if (one != null) {
            synchronized (seen) {
                seen.add(one);
            }
        }
    }

    /** The packet of a frame; null if it has no data for the port. */
    static Seen read(long timeNs, byte[] start, int length, int port) {
        ByteBuffer frame = ByteBuffer.wrap(start, 0, length);
        // A header with options is none that Linux has written for these programs.
        if (length < IP + 20 + 20
                || (frame.getShort(12) & 0xffff) != IPV4
                || frame.get(IP) != VERSION_AND_LENGTH
                || (frame.getShort(IP + 22) & 0xffff) != port) {
            return null;
        }
        int data = (frame.getShort(IP + 2) & 0xffff) - 20;
        switch (frame.get(IP + 9)) {
            case TCP:
                data -= (frame.get(IP + 32) & 0xf0) >> 2;
                return data <= 0
                        ? null
                        : new Seen(
                                (frame.getShort(IP + 20) & 0xffffL) << 32
                                        | frame.getInt(IP + 24) & 0xffff_ffffL,
                                data,
                                timeNs);
            case UDP:
                return new Seen(frame.getLong(IP + 20 + UDP_BYTES), 1, timeNs);
            default:
                return null;
        }
    }

    /** Forgets the packets so far. */
    void reset() {
        for (List<Seen> seen : List.of(left, came)) {
            synchronized (seen) {
                seen.clear();
            }
        }
    }

    /**
     * Delays since the start or the last reset.
     *
     * @return the one below which are 99 of 100 packets, ms; NaN if none has arrived
     */
    double p99Ms() {
        List<Seen> departures;
        List<Seen> arrivals;
        synchronized (left) {
            departures = new ArrayList<>(left);
        }
        synchronized (came) {
            arrivals = new ArrayList<>(came);
        }
        return percentileMs(delaysNs(departures, arrivals), 99);
    }

    /** Delay of each arrival whose departure was seen, ns; both lists in the order of time. */
    static long[] delaysNs(List<Seen> departures, List<Seen> arrivals) {
        TreeMap<Long, Seen> byPosition = new TreeMap<>();
        List<Long> delays = new ArrayList<>();
        int next = 0;
        for (Seen arrival : arrivals) {
            while (next < departures.size() && departures.get(next).timeNs <= arrival.timeNs) {
                byPosition.put(departures.get(next).position, departures.get(next));
                next++;
            }
            Map.Entry<Long, Seen> sent = byPosition.floorEntry(arrival.position);
            if (sent != null
                    && arrival.position < sent.getValue().position + sent.getValue().length) {
                delays.add(arrival.timeNs - sent.getValue().timeNs);
            }
        }
        return delays.stream().mapToLong(Long::longValue).toArray();
    }

    private static double percentileMs(long[] delaysNs, int percent) {
        if (delaysNs.length == 0) {
            return Double.NaN;
        }
        Arrays.sort(delaysNs);
        int rank = (int) Math.ceil(delaysNs.length * percent / 100.0);
        return delaysNs[Math.max(0, rank - 1)] / NS_PER_MS;
    }

    @Override
    public void close() {
        ending = true;
        for (Thread reader : readers) {
            try {
                reader.join(CLOSE_MS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
