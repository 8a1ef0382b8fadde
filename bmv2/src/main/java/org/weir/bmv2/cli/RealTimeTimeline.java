// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.cli;

import java.util.PriorityQueue;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.weir.bmv2.Timeline;

/** A timeline that follows the wall clock: one thread that runs each task when its time has come, and sleeps between. */
public final class RealTimeTimeline implements Timeline, AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(RealTimeTimeline.class);

    private record Task(long timeNs, long sequence, Runnable work) implements Comparable<Task> {
        @Override
        public int compareTo(Task other) {
            int byTime = Long.compare(timeNs, other.timeNs);
            return byTime != 0 ? byTime : Long.compare(sequence, other.sequence);
        }
    }

    private final long startNs = System.nanoTime();
    private final PriorityQueue<Task> tasks = new PriorityQueue<>();
    private final Thread thread = new Thread(this::run, "timeline");
    private long nextSequence;
    private boolean closed;

    /** A timeline that starts at time 0, now. */
    public RealTimeTimeline() {
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public long nowNs() {
        return System.nanoTime() - startNs;
    }

    @Override
    public void schedule(long timeNs, Runnable task) {
        synchronized (tasks) {
            tasks.add(new Task(timeNs, nextSequence++, task));
            tasks.notifyAll();
        }
    }

    @Override
    public void submit(Runnable task) {
        schedule(nowNs(), task);
    }

    /** Runs nothing more. */
    @Override
    public void close() {
        synchronized (tasks) {
            closed = true;
            tasks.notifyAll();
        }
    }

    private void run() {
        while (true) {
            Runnable work = next();
            if (work == null) {
                return;
            }
            try {
                work.run();
            } catch (RuntimeException e) {
                // One task's error must not stop the others: it is the switch that would stand still.
                LOG.error("A task of the timeline failed", e);
            }
        }
    }

    private Runnable next() {
        synchronized (tasks) {
            while (!closed) {
                Task first = tasks.peek();
                long waitNs = first == null ? Long.MAX_VALUE : first.timeNs() - nowNs();
                if (waitNs <= 0) {
                    return tasks.poll().work();
                }
                try {
                    if (first == null) {
                        tasks.wait();
                    } else {
                        tasks.wait(waitNs / 1_000_000, (int) (waitNs % 1_000_000));
                    }
                } catch (InterruptedException e) {
                    return null;
                }
            }
            return null;
        }
    }
}
