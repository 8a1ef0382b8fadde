// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.time;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * A timeline whose time goes on as fast as its tasks are done; starts at 0. Its thread is the one
 * that runs it.
 */
public final class VirtualTimeline implements Timeline {

    private final TaskHeap tasks = new TaskHeap();
    private final Queue<Runnable> submitted = new ConcurrentLinkedQueue<>();
    private long nowNs;

    @Override
    public long nowNs() {
        return nowNs;
    }

    @Override
    public void schedule(long timeNs, Runnable task) {
        tasks.add(Math.max(timeNs, nowNs), task);
    }

    @Override
    public void submit(Runnable task) {
        submitted.add(task);
    }

    /** Tasks that are yet to run, those of other threads not counted. */
    public int pendingTasks() {
        return tasks.size();
    }

    /** Runs all tasks up to and at a time, and sets the clock to it. */
    public void runUntil(long timeNs) {
        while (true) {
            Runnable task = submitted.poll();
            if (task != null) {
                task.run();
                continue;
            }
            if (tasks.isEmpty() || tasks.firstTimeNs() > timeNs) {
                break;
            }
            nowNs = tasks.firstTimeNs();
            tasks.removeFirst().run();
        }
        nowNs = Math.max(nowNs, timeNs);
    }

    /**
     * Runs until nothing is left to do, but no longer than a time.
     *
     * @return whether nothing was left
     */
    public boolean runUntilIdle(long latestNs) {
        while (!tasks.isEmpty() || !submitted.isEmpty()) {
            if (submitted.isEmpty() && tasks.firstTimeNs() > latestNs) {
                return false;
            }
            runUntil(submitted.isEmpty() ? tasks.firstTimeNs() : nowNs);
        }
        return true;
    }
}
