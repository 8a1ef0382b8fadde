// SPDX-License-Identifier: Apache-2.0
package org.weir.agent;

import java.io.IOException;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.weir.agent.feedback.FeedbackCheck;
import org.weir.agent.feedback.FeedbackPacket;
import org.weir.agent.feedback.FeedbackReader;
import org.weir.agent.feedback.FrameForm;
import org.weir.agent.feedback.Refusal;
import org.weir.agent.flow.FlowTable;
import org.weir.agent.flow.Shape;
import org.weir.agent.metrics.AgentMetrics;
import org.weir.agent.notification.Notifications;
import org.weir.agent.shaping.Shaping;

/**
 * The agent's one thread: reads feedback and notifications, lets reaction points decide, and puts
 * rates in force.
 */
final class AgentLoop {
    /** Time between two readings of counters while a flow is shaped, ns. */
    static final long POLL_NS = 25_000_000L;

    /** Time between two looks at the interface, ns. */
    static final long CHECK_NS = 1_000_000_000L;

    /** Packets read together, before rates are put in force. */
    private static final int MOST_AT_ONCE = 64;

    private static final int FRAME_BYTES = 256;
    private static final long NS_PER_MS = 1_000_000L;

    /** Source of frames. */
    @FunctionalInterface
    interface Frames {
        /** Waits for a frame at most so many ms; its length, or 0 for none. */
        int read(byte[] buffer, int timeoutMs) throws IOException;
    }

    private final Frames frames;
    private final FeedbackCheck check;
    private final Optional<Notifications> notifications;
    private final FlowTable flows;
    private final Shaping shaping;
    private final AgentMetrics metrics;
    private final LongSupplier clockNs;
    private final long lineBps;
    private final LongSupplier unread;
    private final Consumer<String> say;

    AgentLoop(
            Frames frames,
            FeedbackCheck check,
            Optional<Notifications> notifications,
            FlowTable flows,
            Shaping shaping,
            AgentMetrics metrics,
            LongSupplier clockNs,
            long lineBps,
            LongSupplier unread,
            Consumer<String> say) {
        this.frames = frames;
        this.check = check;
        this.notifications = notifications;
        this.flows = flows;
        this.shaping = shaping;
        this.metrics = metrics;
        this.clockNs = clockNs;
        this.lineBps = lineBps;
        this.unread = unread;
        this.say = say;
    }

    /**
     * Works until it is asked to end.
     *
     * @param upkeep called every {@link #CHECK_NS}
     * @throws IOException if frames can no longer be read or rates no longer be put in force
     */
    void run(BooleanSupplier ending, Upkeep upkeep) throws IOException {
        byte[] buffer = new byte[FRAME_BYTES];
        long pollNs = clockNs.getAsLong();
        long checkNs = pollNs + CHECK_NS;
        boolean shaped = false;
        while (!ending.getAsBoolean()) {
            long waitNs = (shaped ? pollNs : checkNs) - clockNs.getAsLong();
            boolean changed = readSome(buffer, waitMs(waitNs));
            long nowNs = clockNs.getAsLong();
            if (nowNs >= checkNs) {
                checkNs = nowNs + CHECK_NS;
                upkeep.run();
                if (shaping.check()) {
                    metrics.countTcFailure();
                }
                note();
            }
            boolean due = nowNs >= pollNs;
            if (changed || shaped && due) {
                pollNs = due ? nowNs + POLL_NS : pollNs;
                shaped = step(nowNs, due);
            }
        }
    }

    /** Time to wait for frames, ms: rounded up, because a wait of 0 ms would turn in circles. */
    static int waitMs(long waitNs) {
        long boundedNs = Math.max(0, Math.min(waitNs, POLL_NS));
        return (int) ((boundedNs + NS_PER_MS - 1) / NS_PER_MS);
    }

    /** Duty that recurs every {@link #CHECK_NS}. */
    @FunctionalInterface
    interface Upkeep {
        /** Does it. */
        void run() throws IOException;
    }

    /**
     * Puts rates in force; true while a flow has a slot.
     *
     * @param due true to read the counters of all classes and end cycles before: feedback that
     *     comes often must not do so each time
     */
    private boolean step(long nowNs, boolean due) throws IOException {
        try {
            if (due) {
                flows.onTraffic(shaping.traffic(), nowNs);
                flows.advance(nowNs);
            }
            shaping.apply(flows.shapes());
        } catch (IOException e) {
            metrics.countTcFailure();
            say.accept(e.getMessage() + "; making everything on the interface anew");
            shaping.repair();
        }
        note();
        return !flows.shapes().isEmpty();
    }

    private void note() {
        long lowest = flows.shapes().stream().mapToLong(Shape::rateBps).min().orElse(lineBps);
        metrics.state(flows.size(), lowest, flows.released(), unread.getAsLong());
    }

    /** Reads what has come; true if any was obeyed. */
    private boolean readSome(byte[] buffer, int waitMs) throws IOException {
        boolean obeyed = false;
        int timeoutMs = waitMs;
        for (int i = 0; i < MOST_AT_ONCE; i++) {
            int length = frames.read(buffer, timeoutMs);
            if (length == 0) {
                break;
            }
            timeoutMs = 0;
            obeyed |= take(buffer, length);
        }
        return obeyed;
    }

    private boolean take(byte[] buffer, int length) throws IOException {
        switch (FrameForm.of(buffer, length)) {
            case FEEDBACK:
                return takeFeedback(buffer, length);
            case NOTIFICATION:
                if (notifications.isEmpty()) {
                    metrics.refuseNotification(Refusal.OTHER_REACTION);
                    return false;
                }
                return notifications.get().take(buffer, length, flows, clockNs.getAsLong());
            default:
                if (notifications.isPresent()) {
                    notifications.get().takeData(buffer, length, clockNs.getAsLong());
                }
                return false;
        }
    }

    private boolean takeFeedback(byte[] buffer, int length) {
        if (notifications.isPresent()) {
            metrics.refuse(Refusal.OTHER_REACTION);
            return false;
        }
        FeedbackReader.Reading reading = FeedbackReader.read(buffer, length);
        FeedbackPacket packet = reading.packet();
        Refusal refusal = reading.refusal();
        if (packet != null) {
            long nowNs = clockNs.getAsLong();
            Optional<Refusal> found = check.check(packet, nowNs);
            if (found.isEmpty() && !flows.hasRoom(packet.flow())) {
                found = Optional.of(Refusal.TOO_MANY_FLOWS);
            }
            if (found.isEmpty()) {
                check.accept(packet, nowNs);
                flows.onFeedback(packet.flow(), packet.message(), nowNs);
                metrics.accept(packet.message().classId());
                return true;
            }
            refusal = found.get();
        }
        metrics.refuse(refusal);
        return false;
    }
}
