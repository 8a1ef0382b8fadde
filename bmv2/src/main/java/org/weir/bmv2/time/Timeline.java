// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.time;

import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/**
 * The clock that a switch, its links and its hosts run on, and the one thread they share.
 *
 * <p>Whether time is paced by the wall clock or runs as fast as it can is the timeline's business;
 * nothing that uses one may depend on which. Tasks run one after the other, ordered by time and, at
 * the same time, by the order in which they were scheduled.
 */
public interface Timeline {

    /**
     * Nanoseconds since the network's epoch, the same for all switches of a network; never goes
     * back.
     */
    long nowNs();

    /**
     * Runs a task at a time. A time that has passed means as soon as possible. To be called on the
     * timeline's own thread only.
     */
    void schedule(long timeNs, Runnable task);

    /**
     * Runs a task after a delay in ns, at least 0; one beyond the end of time is never over. To be
     * called on the timeline's own thread only.
     */
    default void scheduleAfter(long delayNs, Runnable task) {
        long nowNs = nowNs();
        schedule(delayNs > Long.MAX_VALUE - nowNs ? Long.MAX_VALUE : nowNs + delayNs, task);
    }

    /**
     * Runs a task on the timeline's own thread as soon as possible. May be called from any thread.
     */
    void submit(Runnable task);

    /**
     * Runs a task like {@link #submit} and tells its result, or the exception or error it ended
     * with. May be called from any thread.
     */
    default <T> CompletableFuture<T> call(Supplier<T> task) {
        CompletableFuture<T> result = new CompletableFuture<>();
        submit(
                () -> {
                    try {
                        result.complete(task.get());
                    } catch (RuntimeException | Error e) {
                        result.completeExceptionally(e);
                    }
                });
        return result;
    }
}
