// SPDX-License-Identifier: Apache-2.0
package org.weir.app.queues;

import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.weir.app.LoopView;
import org.weir.control.PortId;
import org.weir.control.loop.Decision;
import org.weir.control.loop.DecisionReason;

/**
 * Times of the control loop: from the measurement that made the controller solve a port anew until
 * the switch has confirmed the new settings.
 *
 * <p>The measurement is the first one that the controller had not answered yet. A round answers all
 * measurements that came before it, with new settings or by keeping the old ones. A port whose
 * settings are still on their way is not answered: its first measurement waits for a later round,
 * and so does that of settings that the switch refused. The times are therefore upper bounds. They
 * are counted for changed load only, neither for a port's first settings nor for a new policy.
 *
 * <p>Thread-safe. The last {@value #KEPT} times are kept.
 */
final class LoopTimes {

    /** Number of times kept. */
    static final int KEPT = 4096;

    private static final long NONE = Long.MIN_VALUE;

    private final LongSupplier clockNs;
    private final long[] fromReadingNs = new long[KEPT];
    private final long[] fromReportNs = new long[KEPT];
    private final long[] writeNs = new long[KEPT];

    /** Measurements since the round that runs, or the last one, began. */
    private Map<PortId, Trigger> fresh = new HashMap<>();

    /** Measurements that the round which runs answers. */
    private Map<PortId, Trigger> inRound = new HashMap<>();

    private final Map<PortId, Long> answeredReadings = new HashMap<>();
    private final Map<PortId, Attempt> open = new HashMap<>();
    private long confirmed;
    private long failed;

    /**
     * @param clockNs the clock of the measurements' times, ns; monotonic
     */
    LoopTimes(LongSupplier clockNs) {
        this.clockNs = clockNs;
    }

    /** The first reading and the first report of a port that are not answered. */
    private static final class Trigger {
        private long readingNs = NONE;
        private long reportNs = NONE;

        void merge(Trigger other) {
            readingNs = earlier(readingNs, other.readingNs);
            reportNs = earlier(reportNs, other.reportNs);
        }

        private static long earlier(long one, long other) {
            if (one == NONE || other == NONE) {
                return one == NONE ? other : one;
            }
            return one - other <= 0 ? one : other;
        }
    }

    /** Settings on their way. */
    private static final class Attempt {
        private final Trigger trigger;
        private final long sentNs;
        private boolean failed;

        Attempt(Trigger trigger, long sentNs) {
            this.trigger = trigger;
            this.sentNs = sentNs;
        }
    }

    /**
     * A port's counters were read.
     *
     * @param timeNs time at which the answer arrived, ns
     */
    synchronized void onReading(PortId port, long timeNs) {
        Trigger trigger = fresh.computeIfAbsent(port, none -> new Trigger());
        if (trigger.readingNs == NONE) {
            trigger.readingNs = timeNs;
        }
    }

    /**
     * A report about a port has come.
     *
     * @param timeNs time at which it arrived, ns
     */
    synchronized void onReport(PortId port, long timeNs) {
        Trigger trigger = fresh.computeIfAbsent(port, none -> new Trigger());
        if (trigger.reportNs == NONE) {
            trigger.reportNs = timeNs;
        }
    }

    /** A round begins: it answers what was measured before. */
    synchronized void beginRound() {
        Map<PortId, Trigger> before = inRound;
        inRound = fresh;
        fresh = before;
        fresh.clear();
    }

    /**
     * The round has decided. What was measured of a port that took no part waits for a later round.
     */
    synchronized void endRound(Collection<Decision> decisions) {
        for (Decision decision : decisions) {
            boolean isAnswered =
                    decision.reason() != DecisionReason.PENDING
                            && decision.reason() != DecisionReason.RETRY_LATER;
            if (isAnswered) {
                Trigger trigger = inRound.remove(decision.port());
                if (trigger != null && trigger.readingNs != NONE) {
                    answeredReadings.put(decision.port(), trigger.readingNs);
                }
            }
        }
        inRound.forEach(
                (port, trigger) ->
                        fresh.computeIfAbsent(port, none -> new Trigger()).merge(trigger));
        inRound.clear();
    }

    /** A port is under control no more, or comes under control. */
    synchronized void forget(PortId port) {
        fresh.remove(port);
        inRound.remove(port);
        answeredReadings.remove(port);
        open.remove(port);
    }

    /**
     * Sends settings and measures the time until they are confirmed; called within a round.
     *
     * @param reason reason for which they are sent
     * @param send sends them
     * @param confirmed of what {@code send} gave, what completes when the switch has confirmed them
     * @return the result of {@code send}
     */
    <T> T follow(
            PortId port,
            DecisionReason reason,
            Supplier<T> send,
            Function<T, CompletableFuture<Void>> confirmed) {
        Attempt attempt = attempt(port, reason);
        T sent = send.get();
        if (attempt != null) {
            confirmed.apply(sent).whenComplete((done, error) -> end(port, attempt, error == null));
        }
        return sent;
    }

    /** Null if the settings are not the answer to a measurement. */
    private synchronized Attempt attempt(PortId port, DecisionReason reason) {
        Attempt before = open.remove(port);
        if (before != null && !before.failed) {
            // It was given up.
            failed++;
        }
        boolean isRetry = reason == DecisionReason.RETRY && before != null;
        if (reason != DecisionReason.LOAD_CHANGED && !isRetry) {
            return null;
        }
        Trigger trigger = new Trigger();
        Trigger measured = inRound.get(port);
        if (measured != null) {
            trigger.merge(measured);
        }
        if (isRetry) {
            trigger.merge(before.trigger);
        }
        if (trigger.readingNs == NONE) {
            // Nothing was read since: the controller still follows what it has read before.
            trigger.readingNs = answeredReadings.getOrDefault(port, NONE);
        }
        if (trigger.readingNs == NONE) {
            return null;
        }
        Attempt attempt = new Attempt(trigger, clockNs.getAsLong());
        open.put(port, attempt);
        return attempt;
    }

    private synchronized void end(PortId port, Attempt attempt, boolean success) {
        if (open.get(port) != attempt) {
            // It was given up.
            return;
        }
        if (!success) {
            // It stays open until it is sent again.
            attempt.failed = true;
            failed++;
            return;
        }
        open.remove(port);
        long nowNs = clockNs.getAsLong();
        int place = (int) (confirmed % KEPT);
        fromReadingNs[place] = nowNs - attempt.trigger.readingNs;
        fromReportNs[place] =
                attempt.trigger.reportNs == NONE ? NONE : nowNs - attempt.trigger.reportNs;
        writeNs[place] = nowNs - attempt.sentNs;
        confirmed++;
    }

    /**
     * The times that are kept, without the first ones.
     *
     * @param after as many are left out, counted from the application's start; at least 0
     * @param behindPorts ports whose settings are not those of the policy
     */
    synchronized LoopView view(long after, int behindPorts) {
        long from = Math.min(confirmed, Math.max(after, confirmed - KEPT));
        int count = (int) (confirmed - from);
        long[] reading = new long[count];
        long[] report = new long[count];
        long[] write = new long[count];
        int reports = 0;
        for (int i = 0; i < count; i++) {
            int place = (int) ((from + i) % KEPT);
            reading[i] = fromReadingNs[place];
            write[i] = writeNs[place];
            if (fromReportNs[place] != NONE) {
                report[reports++] = fromReportNs[place];
            }
        }
        return new LoopView(
                confirmed,
                failed,
                LoopView.Times.of(reading),
                LoopView.Times.of(Arrays.copyOf(report, reports)),
                LoopView.Times.of(write),
                behindPorts);
    }
}
