// SPDX-License-Identifier: Apache-2.0
package org.weir.app.fabric;

import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs a task once for many requests that come close together. A task that takes long is run more
 * rarely, unless it is urgent: between two runs passes at least twice the time that the last one
 * took.
 */
public final class Debounce {

    private static final Logger LOG = LoggerFactory.getLogger(Debounce.class);

    private static final long REST = 2;

    private final ScheduledExecutorService executor;
    private final long delayMs;
    private final Runnable task;
    private final AtomicBoolean pending = new AtomicBoolean();
    private volatile long tookMs;

    /**
     * A debounced task.
     *
     * @param executor runs it
     * @param delayMs time from the first request to the run, ms; 0 for a task that is urgent
     * @param task the task
     */
    public Debounce(ScheduledExecutorService executor, long delayMs, Runnable task) {
        this.executor = executor;
        this.delayMs = delayMs;
        this.task = task;
    }

    /** Asks for a run; returns at once. */
    public void request() {
        if (!pending.compareAndSet(false, true)) {
            return;
        }
        try {
            executor.schedule(
                    this::run,
                    delayMs == 0 ? 0 : Math.max(delayMs, REST * tookMs),
                    TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException e) {
            LOG.debug("not run, the application is stopping");
        }
    }

    private void run() {
        // Before the task: a request while it runs has to lead to another run.
        pending.set(false);
        long startNs = System.nanoTime();
        try {
            task.run();
        } catch (RuntimeException | Error e) {
            LOG.error("update after a change of the network failed", e);
        }
        tookMs = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNs);
    }
}
