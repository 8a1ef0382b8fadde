// SPDX-License-Identifier: Apache-2.0
package org.weir.bench.tcp;

import java.io.Closeable;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.concurrent.TimeUnit;

/** Congestion window and threshold of a sender's one socket, by {@code ss -ti} again and again. */
final class WindowSamples implements Closeable {
    private static final long PAUSE_MS = 20;
    private static final long CLOSE_MS = 5_000;
    private static final long NS_PER_SECOND = 1_000_000_000L;

    private final List<Sample> samples = new ArrayList<>();
    private final Thread reader;
    private volatile boolean on;
    private volatile boolean ending;

    /**
     * State of the socket at some time between two.
     *
     * @param fromNs begin of the look, ns since 1970
     * @param untilNs its end, ns since 1970
     * @param window congestion window, segments
     * @param threshold slow-start threshold, segments
     */
    record Sample(long fromNs, long untilNs, int window, int threshold) {}

    /**
     * Prepares to look at the socket of a namespace that is connected to a port; nothing is looked
     * at before {@link #turn}.
     */
    WindowSamples(String namespace, int peerPort) {
        reader = new Thread(() -> look(namespace, peerPort), "ss");
        reader.setDaemon(true);
        reader.start();
    }

    private void look(String namespace, int peerPort) {
        try {
            while (!ending) {
                TimeUnit.MILLISECONDS.sleep(PAUSE_MS);
                if (!on) {
                    continue;
                }
                long fromNs = nowNs();
                List<SocketSample> sockets =
                        List.copyOf(SocketSample.of(namespace, peerPort).values());
                long untilNs = nowNs();
                if (sockets.size() == 1) {
                    SocketSample socket = sockets.get(0);
                    synchronized (samples) {
                        samples.add(
                                new Sample(fromNs, untilNs, socket.window(), socket.threshold()));
                    }
                }
            }
        } catch (IOException e) {
            // The namespace is gone; what was seen counts.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static long nowNs() {
        Instant now = Instant.now();
        return now.getEpochSecond() * NS_PER_SECOND + now.getNano();
    }

    /** Turns looking on or off. */
    void turn(boolean looking) {
        on = looking;
    }

    /** The samples so far, in the order of time. */
    List<Sample> all() {
        synchronized (samples) {
            return List.copyOf(samples);
        }
    }

    /**
     * Factor of a multiplicative decrease: the threshold after a reduction over the window before.
     *
     * @param samples in the order of time
     * @param reductionsNs times of all reductions, in their order
     * @param index of the reduction
     * @param quietNs time after a reduction in which the window still falls, ns
     * @return empty if no two samples enclose it, if they enclose another too, or if the window
     *     still fell by one before
     */
    static OptionalDouble factor(
            List<Sample> samples, List<Long> reductionsNs, int index, long quietNs) {
        long atNs = reductionsNs.get(index);
        Sample before = null;
        for (Sample sample : samples) {
            if (sample.untilNs < atNs) {
                before = sample;
            } else if (sample.fromNs > atNs) {
                boolean alone =
                        before != null
                                && (index == 0
                                        || reductionsNs.get(index - 1) < before.fromNs - quietNs)
                                && (index + 1 == reductionsNs.size()
                                        || reductionsNs.get(index + 1) > sample.untilNs);
                return alone
                        ? OptionalDouble.of((double) sample.threshold / before.window)
                        : OptionalDouble.empty();
            }
        }
        return OptionalDouble.empty();
    }

    @Override
    public void close() {
        ending = true;
        try {
            reader.join(CLOSE_MS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
