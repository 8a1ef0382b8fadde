// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2;

import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * A timeline whose time goes on as fast as its tasks are done; starts at 0. Its thread is the one
 * that runs it.
 */
public final class VirtualTimeline implements Timeline {

    private record Task(long timeNs, long sequence, Runnable task) {}

    private final PriorityQueue<Task> tasks =
            new PriorityQueue<>(
                    Comparator.comparingLong(Task::timeNs).thenComparingLong(Task::sequence));
    private final Queue<Runnable> submitted = new ConcurrentLinkedQueue<>();
    private long nextSequence;
    private long nowNs;

    @Override
    public long nowNs() {
        return nowNs;
    }

    @Override
    public void schedule(long timeNs, Runnable task) {
        tasks.add(new Task(Math.max(timeNs, nowNs), nextSequence++, task));
    }

    @Override
    public void submit(Runnable task) {
        submitted.add(task);
    }

    /** Runs all tasks up to and at a time, and sets the clock to it. */
    public void runUntil(long timeNs) {
        while (true) {
            Runnable task = submitted.poll();
            if (task != null) {
                task.run();
                continue;
            }
            Task next = tasks.peek();
            if (next == null || next.timeNs > timeNs) {
                break;
            }
            tasks.poll();
            nowNs = next.timeNs;
            next.task.run();
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
            if (submitted.isEmpty() && tasks.peek().timeNs > latestNs) {
                return false;
            }
            runUntil(submitted.isEmpty() ? tasks.peek().timeNs : nowNs);
        }
        return true;
    }
}
