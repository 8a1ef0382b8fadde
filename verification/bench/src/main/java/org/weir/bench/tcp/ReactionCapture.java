// SPDX-License-Identifier: Apache-2.0
package org.weir.bench.tcp;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.weir.bmv2.pcap.CaptureFormat;
import org.weir.bmv2.pcap.CaptureWriter;
import org.weir.bmv2.ports.NetworkNamespace;
import org.weir.bmv2.ports.TimedTap;
import org.weir.lab.link.Direction;
import org.weir.lab.link.Link;
import org.weir.lab.network.LinkSpec;
import org.weir.lab.network.Network;

/**
 * A pcapng file with the headers of frames at the sender, at the receiver and at the bottleneck's
 * switch, all by the machine's one clock. At the hosts Linux tells the times.
 */
final class ReactionCapture implements Closeable {
    /** Places of capture. Their order is that of the file's interfaces. */
    enum Place {
        /** Both directions at the sender. */
        SENDER("h1"),
        /** Both directions at the receiver. */
        RECEIVER("h3"),
        /** Frames that come to the bottleneck's switch from the sender. */
        TO_SWITCH("s1>r1"),
        /** Frames that leave by the bottleneck. */
        FROM_BOTTLENECK("r1>s2"),
        /** Acknowledgements that come to the bottleneck's switch. */
        ACKS_TO_SWITCH("s2>r1"),
        /** Acknowledgements that leave it for the sender. */
        ACKS_FROM_SWITCH("r1>s1"),
        /** Both directions at the sender of the steps of load. */
        STEP_SENDER("h2");

        private final String interfaceName;

        Place(String interfaceName) {
            this.interfaceName = interfaceName;
        }
    }

    private static final int POLL_MS = 200;
    private static final long CLOSE_MS = 5_000;
    private static final long NS_PER_SECOND = 1_000_000_000L;

    private final CaptureWriter writer;
    private final List<Thread> readers = new ArrayList<>();
    private final AtomicLong feedbackFrames = new AtomicLong();
    private volatile boolean on;
    private volatile boolean ending;

    /**
     * A file without frames.
     *
     * @param file is created, or emptied
     */
    ReactionCapture(Path file) throws IOException {
        Place[] places = Place.values();
        writer = CaptureWriter.create(file, CaptureFormat.PCAPNG, places[0].interfaceName);
        for (int i = 1; i < places.length; i++) {
            writer.addInterface(places[i].interfaceName);
        }
    }

    /** Begins to watch the bottleneck's switch; nothing is written before {@link #turn}. */
    void watchSwitch(Network network) {
        for (int i = 0; i < network.links().size(); i++) {
            LinkSpec spec = network.spec().links().get(i);
            Link link = network.links().get(i);
            if (spec.joins("s1", "r1")) {
                observe(Place.TO_SWITCH, link.forward());
                observe(Place.ACKS_FROM_SWITCH, link.backward());
            } else if (spec.joins("r1", "s2")) {
                observe(Place.FROM_BOTTLENECK, link.forward());
                observe(Place.ACKS_TO_SWITCH, link.backward());
            }
        }
    }

    private void observe(Place place, Direction direction) {
        direction.observe(
                frame -> {
                    if (on) {
                        Instant now = Instant.now();
                        long ns = now.getEpochSecond() * NS_PER_SECOND + now.getNano();
                        write(place, ns, frame, frame.length);
                    }
                });
    }

    /** Begins to watch a host; nothing is written before {@link #turn}. */
    void watch(Place place, LinuxHost host) throws IOException {
        TimedTap tap =
                NetworkNamespace.call(host.namespace(), () -> TimedTap.open(LinuxHost.INTERFACE));
        Thread reader =
                new Thread(
                        () -> {
                            try (tap) {
                                while (!ending) {
                                    tap.read((ns, start, n) -> take(place, ns, start, n), POLL_MS);
                                }
                            } catch (IOException e) {
                                throw new UncheckedIOException(e);
                            }
                        },
                        "capture-" + place);
        reader.setDaemon(true);
        reader.start();
        readers.add(reader);
    }

    private void take(Place place, long ns, byte[] start, int length) {
        if (TcpFrame.isFeedback(start, length)) {
            feedbackFrames.incrementAndGet();
        }
        if (on) {
            write(place, ns, start, length);
        }
    }

    private synchronized void write(Place place, long ns, byte[] frame, int length) {
        if (TcpFrame.read(ns, frame, 0, length) == null) {
            return;
        }
        int written = Math.min(length, TcpFrame.HEADER_BYTES);
        int original = Math.max(written, TcpFrame.frameBytes(frame, 0));
        try {
            writer.writeStart(place.ordinal(), ns, frame, 0, written, original);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Feedback packets of Weir's switches that came to a watched host, written or not. */
    long feedbackFrames() {
        return feedbackFrames.get();
    }

    /** Turns writing on or off. */
    void turn(boolean recording) {
        on = recording;
    }

    @Override
    public void close() throws IOException {
        on = false;
        ending = true;
        for (Thread reader : readers) {
            try {
                reader.join(CLOSE_MS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        synchronized (this) {
            writer.close();
        }
    }
}
