// SPDX-License-Identifier: Apache-2.0
package org.weir.acceptance;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.weir.bmv2.ports.HostPort;
import org.weir.bmv2.ports.NetworkNamespace;
import org.weir.bmv2.ports.PacketSocketPort;
import org.weir.bmv2.ports.TimedTap;
import org.weir.wire.feedback.FeedbackMessage;
import org.weir.wire.packet.FrameBuilder;
import org.weir.wire.telemetry.TelemetryReport;

/**
 * Feedback packets that h2 of PMQECN's Fig. 6 forges: to h1, in the name of h5, about h1's UDP flow
 * from {@link #FLOW_PORT} to h5's {@link #RECEIVER_PORT}. They claim that it may send at 1 kb/s, a
 * rate that no switch states. And telemetry reports, and notifications (CNPs) about the same flow,
 * that h2 forges.
 */
final class ForgedFrames implements Closeable {
    /** Port of the flow in h1. */
    static final int FLOW_PORT = 4242;

    /** Port of the flow in h5. */
    static final int RECEIVER_PORT = 6000;

    private static final byte[] H1_MAC = {0, 0, 0, 0, 0, 1};
    private static final byte[] H2_MAC = {0, 0, 0, 0, 0, 2};
    private static final byte[] H1 = {10, 0, 0, 1};
    private static final byte[] H5 = {10, 0, 0, 5};
    private static final int TARGET_KBPS = 1;

    /** Of a real port's queue the agent may know later numbers and times, and refuse these. */
    private static final int UNUSED_PORT = 9;

    private static final long MOST_TIME_US = 0xffff_ffff_ffffL;
    private static final int NOTIFICATION_MAGIC = 0x57434e4d;
    private static final int NOTIFICATION_BYTES = 24;
    private static final int NOTIFICATION_TIME = 16;
    private static final int ETHER_TYPE = 12;
    private static final int UDP = 34;
    private static final int POLL_MS = 200;

    /** Fewer than the notifications that DCQCN's receivers send: one in 50 ms at most. */
    private static final int PER_SECOND = 15;

    private final HostPort wire;
    private final Thread reader;
    private volatile int sequence;
    private volatile int arrived;
    private Thread attack;
    private volatile boolean attacking;
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
            boolean forgedFeedback =
                    FeedbackMessage.parse(start, UDP + 8)
                            .filter(message -> message.targetRateKbps() == TARGET_KBPS)
                            .isPresent();
            if (frame.getShort(UDP + 2) == FLOW_PORT
                    && (forgedFeedback || frame.getInt(UDP + 8) == NOTIFICATION_MAGIC)) {
                arrived++;
            }
            if (frame.getShort(ETHER_TYPE) == (short) TelemetryReport.ETHER_TYPE) {
                arrived++;
            }
        }
    }

    /** Kind of packet that h2 forges in h5's name. */
    enum Kind {
        /** A switch's feedback. */
        FEEDBACK,

        /** A receiver's notification. */
        NOTIFICATION
    }

    private void send(Kind kind) {
        sequence++;
        byte[] payload =
                kind == Kind.FEEDBACK
                        ? new FeedbackMessage(
                                        0,
                                        FrameBuilder.UDP,
                                        8000,
                                        TARGET_KBPS,
                                        99,
                                        1,
                                        nowUs(),
                                        UNUSED_PORT,
                                        sequence)
                                .toPayload()
                        : notification();
        byte[] frame =
                FrameBuilder.ethernet(H1_MAC, H2_MAC)
                        .ipv4(H5, H1)
                        .dontFragment()
                        .udp(RECEIVER_PORT, FLOW_PORT)
                        .trafficClass(FeedbackMessage.DSCP << 2 | FeedbackMessage.ECN)
                        .payload(payload)
                        .build();
        wire.send(frame, 0, frame.length);
    }

    /** A time that grows, so that no packet looks like one that was replayed. */
    private static long nowUs() {
        return TimeUnit.MILLISECONDS.toMicros(System.currentTimeMillis()) & MOST_TIME_US;
    }

    /** As docs/adding-a-scheme.md defines it: magic number, version, and the time of day. */
    private static byte[] notification() {
        long timeUs = nowUs();
        ByteBuffer fields = ByteBuffer.allocate(NOTIFICATION_BYTES);
        fields.putInt(NOTIFICATION_MAGIC).put((byte) 1);
        fields.putShort(NOTIFICATION_TIME, (short) (timeUs >>> Integer.SIZE));
        fields.putInt(NOTIFICATION_TIME + 2, (int) timeUs);
        return fields.array();
    }

    /** Sends telemetry reports about queues that are full. */
    void sendTelemetry(int count) {
        byte[] report = new TelemetryReport(0, 4, 256, 256, 200_000, 1, 8000).toPayload();
        byte[] frame =
                FrameBuilder.ethernet(H1_MAC, H2_MAC)
                        .etherType(TelemetryReport.ETHER_TYPE)
                        .payload(report)
                        .padTo(60)
                        .build();
        for (int i = 0; i < count; i++) {
            wire.send(frame, 0, frame.length);
        }
    }

    /** Those that have come to h1's interface so far. */
    int arrived() {
        return arrived;
    }

    /** Begins to send, {@value #PER_SECOND} a second. */
    void begin(Kind kind) {
        attacking = true;
        attack =
                new Thread(
                        () -> {
                            while (attacking) {
                                send(kind);
                                LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(1) / PER_SECOND);
                            }
                        },
                        "forging host");
        attack.setDaemon(true);
        attack.start();
    }

    /**
     * Stops.
     *
     * @return packets sent by {@link #begin} so far
     */
    int stop() throws InterruptedException {
        attacking = false;
        attack.join(10L * POLL_MS);
        return sequence;
    }

    /** Waits until one has come to h1. */
    void awaitArrival(Duration limit) throws InterruptedException {
        long endNs = System.nanoTime() + limit.toNanos();
        while (arrived == 0) {
            if (System.nanoTime() > endNs) {
                throw new AssertionError("nothing forged has come to h1");
            }
            Thread.sleep(POLL_MS / 4);
        }
    }

    /** Waits until none has come to h1 for so long that some were sent. */
    void awaitSilence(Duration limit) throws InterruptedException {
        long endNs = System.nanoTime() + limit.toNanos();
        int before = -1;
        while (before != arrived) {
            if (System.nanoTime() > endNs) {
                throw new AssertionError("forged packets still come to h1");
            }
            before = arrived;
            int sent = sequence;
            while (sequence < sent + PER_SECOND) {
                Thread.sleep(POLL_MS / 4);
            }
        }
    }

    @Override
    public void close() {
        ending = true;
        attacking = false;
        wire.close();
        try {
            reader.join(10L * POLL_MS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
