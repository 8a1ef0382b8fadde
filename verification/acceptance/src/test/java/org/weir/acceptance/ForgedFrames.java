// SPDX-License-Identifier: Apache-2.0
package org.weir.acceptance;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import org.weir.bmv2.ports.HostPort;
import org.weir.bmv2.ports.NetworkNamespace;
import org.weir.bmv2.ports.PacketSocketPort;
import org.weir.bmv2.ports.TimedTap;
import org.weir.wire.feedback.FeedbackMessage;
import org.weir.wire.packet.FrameBuilder;

/**
 * Feedback packets that h2 of PMQECN's Fig. 6 forges: to h1, in the name of h5, about a UDP flow
 * from port 4242 that does not exist. So a switch cannot have sent them.
 */
final class ForgedFrames implements Closeable {
    private static final int FLOW_PORT = 4242;
    private static final byte[] H1_MAC = {0, 0, 0, 0, 0, 1};
    private static final byte[] H2_MAC = {0, 0, 0, 0, 0, 2};
    private static final byte[] H1 = {10, 0, 0, 1};
    private static final byte[] H5 = {10, 0, 0, 5};
    private static final int UDP = 34;
    private static final int POLL_MS = 200;

    private final HostPort wire;
    private final Thread reader;
    private int sequence;
    private volatile int arrived;
    private volatile boolean ending;

    /** Opens the interfaces of h1 and h2 in a run of {@code weir up}. */
    ForgedFrames(long pid) throws IOException {
        TimedTap tap =
                NetworkNamespace.call("weirhost-" + pid + "-h1", () -> TimedTap.open("eth0"));
        reader = new Thread(() -> read(tap), "forged frames");
        reader.setDaemon(true);
        reader.start();
        wire =
                NetworkNamespace.call(
                        "weirhost-" + pid + "-h2", () -> PacketSocketPort.open("eth0"));
    }

    private void read(TimedTap tap) {
        try (tap) {
            while (!ending) {
                tap.read(this::take, POLL_MS);
            }
        } catch (IOException e) {
            // The interface is gone, and nothing more can arrive.
        }
    }

    private void take(long timeNs, byte[] start, int length) {
        if (length >= UDP + 12) {
            ByteBuffer frame = ByteBuffer.wrap(start, 0, length);
            if (frame.getShort(UDP + 2) == FLOW_PORT
                    && frame.getInt(UDP + 8) == FeedbackMessage.MAGIC) {
                arrived++;
            }
        }
    }

    /** Sends some. */
    void send(int count) {
        for (int i = 0; i < count; i++) {
            FeedbackMessage message =
                    new FeedbackMessage(0, FrameBuilder.UDP, 8000, 1, 99, 1, 1, 4, ++sequence);
            byte[] frame =
                    FrameBuilder.ethernet(H1_MAC, H2_MAC)
                            .ipv4(H5, H1)
                            .dontFragment()
                            .udp(6000, FLOW_PORT)
                            .trafficClass(FeedbackMessage.DSCP << 2 | FeedbackMessage.ECN)
                            .payload(message.toPayload())
                            .build();
            wire.send(frame, 0, frame.length);
        }
    }

    /** Those that have come to h1's interface so far. */
    int arrived() {
        return arrived;
    }

    /** Sends one after the other until one has come to h1. */
    void awaitArrival(Duration limit) throws InterruptedException {
        long endNs = System.nanoTime() + limit.toNanos();
        while (arrived == 0) {
            if (System.nanoTime() > endNs) {
                throw new AssertionError("no forged feedback has come to h1");
            }
            send(1);
            Thread.sleep(POLL_MS);
        }
    }

    @Override
    public void close() {
        ending = true;
        wire.close();
        try {
            reader.join(10L * POLL_MS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
