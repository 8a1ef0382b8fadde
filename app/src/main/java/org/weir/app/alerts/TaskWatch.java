// SPDX-License-Identifier: Apache-2.0
package org.weir.app.alerts;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.weir.app.AlertType;

/**
 * Watches tasks that an instance repeats: whatever a run throws, the next one follows, and an alert
 * is listed while none has ended well for {@value #LIMIT_S} s, or for {@value #PERIODS} periods if
 * these are longer. The time for which another one holds up its thread does not count.
 */
public final class TaskWatch {

    private static final Logger LOG = LoggerFactory.getLogger(TaskWatch.class);

    private static final String TASK_FAILING = AlertType.TASK_FAILING.word();

    private static final long LIMIT_S = 10;
    private static final int PERIODS = 5;

    private final AlertBoard alerts;
    private final String node;
    private final LongSupplier clockNs;
    private final Map<String, Task> tasks = new ConcurrentHashMap<>();
    private boolean lookFailed;

    /** A task that has begun at least once. */
    private static final class Task {
        volatile long limitNs;
        volatile long endedWellNs;
        volatile String error = "";

        /** Thread of its last run. */
        volatile Thread thread;

        volatile boolean isRunning;
        volatile long begunNs;

        Task(long nowNs) {
            endedWellNs = nowNs;
        }

        boolean isLate(long nowNs) {
            return nowNs - endedWellNs > limitNs;
        }

        /** True if a run of this task has held up another one since before that one was late. */
        boolean holdsUp(Task other) {
            return isRunning
                    && !other.isRunning
                    && other.error.isEmpty()
                    && thread == other.thread
                    && begunNs - other.endedWellNs <= other.limitNs;
        }
    }

    /**
     * A watch without tasks.
     *
     * @param alerts is told of tasks that fail
     * @param node this instance
     * @param clockNs monotonic time without standstills of this process, ns
     */
    public TaskWatch(AlertBoard alerts, String node, LongSupplier clockNs) {
        this.alerts = alerts;
        this.node = node;
        this.clockNs = clockNs;
    }

    /**
     * Returns a task that is watched, from its first run on; it throws nothing.
     *
     * @param name short name of the task, for the alert's subject
     * @param periodMs time between two runs, ms
     * @param task one run
     */
    public Runnable watched(String name, long periodMs, Runnable task) {
        return () -> run(name, periodMs, task);
    }

    /**
     * Carries out one run of a task that is watched; throws nothing.
     *
     * @param name short name of the task, for the alert's subject
     * @param periodMs time between two runs, ms; it may change
     * @param task the run
     */
    public void run(String name, long periodMs, Runnable task) {
        Task watched = tasks.computeIfAbsent(name, none -> new Task(now()));
        watched.limitNs = limitNs(periodMs);
        watched.thread = Thread.currentThread();
        watched.begunNs = now();
        watched.isRunning = true;
        try {
            task.run();
            watched.endedWellNs = now();
            watched.error = "";
        } catch (RuntimeException | Error e) {
            if (watched.error.equals(e.toString())) {
                LOG.debug("{} failed again", name, e);
            } else {
                LOG.error("{} failed; it is repeated", name, e);
            }
            watched.error = e.toString();
        } finally {
            excuse(watched);
            watched.isRunning = false;
        }
    }

    /** Tasks that a run has held up take their turns now, and have their whole time for it. */
    private void excuse(Task ended) {
        long heldUpNs = now() - ended.begunNs;
        tasks.values().stream()
                .filter(ended::holdsUp)
                .forEach(other -> other.endedWellNs += heldUpNs);
    }

    private static long limitNs(long periodMs) {
        return Math.max(
                TimeUnit.SECONDS.toNanos(LIMIT_S),
                TimeUnit.MILLISECONDS.toNanos(PERIODS * periodMs));
    }

    private long now() {
        return clockNs.getAsLong();
    }

    /**
     * Brings the alerts up to date; to be called once a second, by a thread without a task that
     * takes long. Throws nothing.
     */
    public void look() {
        try {
            judge();
            lookFailed = false;
        } catch (RuntimeException | Error e) {
            if (lookFailed) {
                LOG.debug("tasks could not be looked at again", e);
            } else {
                LOG.error("tasks could not be looked at; the next look follows", e);
            }
            lookFailed = true;
        }
    }

    private void judge() {
        long nowNs = now();
        Map<String, String> late = new TreeMap<>();
        tasks.forEach(
                (name, task) -> {
                    boolean waits = tasks.values().stream().anyMatch(other -> other.holdsUp(task));
                    if (task.isLate(nowNs) && !waits) {
                        late.put(node + "/" + name, text(name, task.error));
                    }
                });
        alerts.replace(TASK_FAILING, late);
    }

    private static String text(String name, String error) {
        return "the task "
                + name
                + (error.isEmpty() ? " does not come to its end" : " fails each time: " + error);
    }
}
