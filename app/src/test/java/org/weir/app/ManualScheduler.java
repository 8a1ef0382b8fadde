// SPDX-License-Identifier: Apache-2.0
package org.weir.app;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Delayed;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** An executor whose tasks run in the thread of the test, when the test lets their time come. */
public final class ManualScheduler extends ScheduledThreadPoolExecutor {
    private final List<Task> waiting = new ArrayList<>();
    private long nowMs;
    private int runs;

    /** An executor without tasks. */
    public ManualScheduler() {
        super(0);
    }

    /** Time that has passed, ms. */
    public long nowMs() {
        return nowMs;
    }

    /** Number of tasks that have run. */
    public int runs() {
        return runs;
    }

    /** Lets time pass, and runs what falls due in it, in the order in which it does. */
    public void pass(long timeMs) {
        long endMs = nowMs + timeMs;
        for (Task next = next(endMs); next != null; next = next(endMs)) {
            waiting.remove(next);
            nowMs = Math.max(nowMs, next.dueMs);
            next.run();
            runs++;
        }
        nowMs = endMs;
    }

    private Task next(long endMs) {
        waiting.removeIf(FutureTask::isCancelled);
        Task next = null;
        for (Task task : waiting) {
            if (task.dueMs <= endMs && (next == null || task.dueMs < next.dueMs)) {
                next = task;
            }
        }
        return next;
    }

    @Override
    public ScheduledFuture<?> schedule(Runnable task, long delay, TimeUnit unit) {
        Task added = new Task(task, nowMs + unit.toMillis(delay));
        waiting.add(added);
        return added;
    }

    @Override
    public void execute(Runnable task) {
        schedule(task, 0, TimeUnit.MILLISECONDS);
    }

    private final class Task extends FutureTask<Void> implements ScheduledFuture<Void> {
        private final long dueMs;

        Task(Runnable task, long dueMs) {
            super(task, null);
            this.dueMs = dueMs;
        }

        @Override
        public long getDelay(TimeUnit unit) {
            return unit.convert(dueMs - nowMs, TimeUnit.MILLISECONDS);
        }

        @Override
        public int compareTo(Delayed other) {
            return Long.compare(
                    getDelay(TimeUnit.MILLISECONDS), other.getDelay(TimeUnit.MILLISECONDS));
        }
    }
}
