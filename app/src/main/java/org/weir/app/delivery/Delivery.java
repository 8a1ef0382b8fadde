// SPDX-License-Identifier: Apache-2.0
package org.weir.app.delivery;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CompletionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.weir.app.event.Event;
import org.weir.app.event.EventId;
import org.weir.app.webhook.DeliveryState;
import org.weir.app.webhook.Webhook;

/**
 * The queue of one webhook. One event is under way at a time, so that the receiver gets them in
 * order; it is tried again until the receiver has taken it or the retry rule gives it up. Its
 * methods run in one thread, which never waits for the receiver.
 */
final class Delivery {

    /** Events that may wait; beyond that the oldest are dropped. */
    static final int MOST_WAITING = 1000;

    private static final Logger LOG = LoggerFactory.getLogger(Delivery.class);

    private final Transport transport;
    private final RetryRule retries;
    private final ScheduledExecutorService thread;
    private final LongSupplier wallMs;
    private final Deque<Event> queue = new ArrayDeque<>();
    private Webhook webhook;

    /** The event under way or about to be tried again; null if none is. */
    private Event head;

    private long headSinceNs;

    /** Failed attempts one after the other, of any event. */
    private int failures;

    private long delivered;
    private long failed;
    private long dropped;
    private long lastDeliveredMs;
    private String settledId;
    private String error;
    private boolean isStopped;

    /**
     * An empty queue.
     *
     * @param webhook receiver
     * @param before state from which the counts go on
     * @param transport sends
     * @param retries times between attempts
     * @param thread the one thread of this queue
     * @param wallMs wall-clock time, ms since 1970
     */
    Delivery(
            Webhook webhook,
            DeliveryState before,
            Transport transport,
            RetryRule retries,
            ScheduledExecutorService thread,
            LongSupplier wallMs) {
        this.webhook = webhook;
        this.transport = transport;
        this.retries = retries;
        this.thread = thread;
        this.wallMs = wallMs;
        delivered = before.delivered();
        failed = before.failed();
        dropped = before.dropped();
        lastDeliveredMs = before.lastDeliveredMs();
        settledId = before.settledId();
    }

    /** Notes the place in the journal behind which its events begin. */
    void beginAfter(EventId place) {
        settledId = place.toString();
    }

    /** True for its webhook, changed or not; false for one that was made after its removal. */
    boolean isOf(Webhook present) {
        return webhook.sinceMs() == present.sinceMs();
    }

    /** Sends from now on to a changed webhook of the same name. */
    void change(Webhook changed) {
        webhook = changed;
    }

    /** Puts an event at the end of the queue, if it is of a kind that the receiver gets. */
    void add(Event event) {
        if (!webhook.kinds().contains(event.kind())) {
            return;
        }
        if (queue.size() >= MOST_WAITING) {
            // Not settled: the event under way is older, and the next sender has to begin with it.
            queue.removeFirst();
            dropped++;
            if (dropped == 1 || dropped % MOST_WAITING == 0) {
                LOG.warn("webhook {}: {} events dropped, the queue is full", webhook, dropped);
            }
        }
        queue.addLast(event);
        next();
    }

    /** The present state. */
    DeliveryState state() {
        return new DeliveryState(
                delivered,
                failed,
                dropped,
                queue.size() + (head == null ? 0 : 1),
                lastDeliveredMs,
                settledId,
                error);
    }

    /** Sends nothing more and forgets the waiting events. */
    void stop() {
        isStopped = true;
        queue.clear();
        head = null;
    }

    private void next() {
        if (head == null && !queue.isEmpty() && !isStopped) {
            head = queue.removeFirst();
            headSinceNs = System.nanoTime();
            attempt();
        }
    }

    private void attempt() {
        if (isStopped) {
            return;
        }
        Event sent = head;
        try {
            transport
                    .send(webhook, sent)
                    .whenComplete((done, problem) -> run(() -> answered(sent, problem)));
        } catch (RuntimeException e) {
            answered(sent, e);
        }
    }

    private void run(Runnable task) {
        try {
            thread.execute(task);
        } catch (RejectedExecutionException e) {
            LOG.debug("an answer is not handled: the application stops");
        }
    }

    private void answered(Event sent, Throwable problem) {
        if (isStopped || head != sent) {
            return;
        }
        if (problem == null) {
            delivered++;
            lastDeliveredMs = wallMs.getAsLong();
            if (failures > 0) {
                LOG.info("webhook {}: takes events again", webhook);
            }
            failures = 0;
            error = null;
            end(sent);
            return;
        }
        failures++;
        error = text(problem);
        if (failures == 1) {
            LOG.warn("webhook {}: {}; the event is sent again", webhook, error);
        }
        long lastedNs = System.nanoTime() - headSinceNs;
        if (lastedNs >= TimeUnit.MILLISECONDS.toNanos(retries.giveUpMs())) {
            failed++;
            LOG.warn("webhook {}: event {} is given up: {}", webhook, sent.id(), error);
            end(sent);
            return;
        }
        try {
            thread.schedule(this::attempt, retries.delayMs(failures), TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException e) {
            LOG.debug("no further attempt: the application stops");
        }
    }

    private void end(Event sent) {
        settle(sent);
        head = null;
        next();
    }

    private void settle(Event event) {
        settledId = event.id().toString();
    }

    private static String text(Throwable problem) {
        Throwable cause = problem;
        while (cause instanceof CompletionException && cause.getCause() != null) {
            cause = cause.getCause();
        }
        if (cause instanceof TimeoutException) {
            return "no answer in time";
        }
        return cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
    }
}
