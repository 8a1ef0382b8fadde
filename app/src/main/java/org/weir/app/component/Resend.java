// SPDX-License-Identifier: Apache-2.0
package org.weir.app.component;

import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Repeats an update that switches have refused, perhaps for good: more and more rarely, until they
 * accept it or something changes.
 *
 * <p>Example: with 10 s at first, an update that a switch always refuses is repeated after 10 s, 20
 * s, 40 s and so on, from the sixth time on after 5 min.
 */
final class Resend {

    private static final Logger LOG = LoggerFactory.getLogger(Resend.class);

    private final ScheduledExecutorService executor;
    private final long firstMs;
    private final long longestMs;
    private final BooleanSupplier hasFailed;
    private final Runnable update;

    /** The next repetition; null if none is due. Guarded by this. */
    private Future<?> next;

    /** Time to the repetition after the next one, ms; guarded by this. */
    private long pauseMs;

    /**
     * Nothing is to be repeated yet.
     *
     * @param executor runs the update
     * @param firstMs time to the first repetition, ms
     * @param longestMs longest time between two, ms
     * @param hasFailed whether a switch has refused a part of the update
     * @param update the update
     */
    Resend(
            ScheduledExecutorService executor,
            long firstMs,
            long longestMs,
            BooleanSupplier hasFailed,
            Runnable update) {
        this.executor = executor;
        this.firstMs = firstMs;
        this.longestMs = longestMs;
        this.hasFailed = hasFailed;
        this.update = update;
        pauseMs = firstMs;
    }

    /** Looks whether the update is to be repeated; to be called after it, and now and then. */
    synchronized void look() {
        if (!hasFailed.getAsBoolean()) {
            reset();
        } else if (next == null) {
            try {
                next = executor.schedule(this::run, pauseMs, TimeUnit.MILLISECONDS);
            } catch (RejectedExecutionException e) {
                LOG.debug("not repeated, the application is stopping");
            }
            pauseMs = Math.min(2 * pauseMs, longestMs);
        }
    }

    /** Begins again with the first pause: something has changed, and the update is due anyway. */
    synchronized void reset() {
        pauseMs = firstMs;
        if (next != null) {
            next.cancel(false);
            next = null;
        }
    }

    private void run() {
        synchronized (this) {
            next = null;
        }
        try {
            update.run();
        } catch (RuntimeException | Error e) {
            LOG.error("an update that a switch had refused failed", e);
        }
    }
}
