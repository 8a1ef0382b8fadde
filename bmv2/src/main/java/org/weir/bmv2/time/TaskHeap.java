// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.time;

import java.util.Arrays;

/**
 * Tasks ordered by time and, at the same time, by the order in which they were added. A heap with
 * four children to a node, in arrays, so that adding and taking allocate nothing once it has grown.
 * Not safe for use by several threads.
 */
public final class TaskHeap {

    private static final int CHILD_BITS = 2;

    private long[] timesNs = new long[64];
    private long[] sequences = new long[64];
    private Runnable[] tasks = new Runnable[64];
    private long nextSequence;
    private int size;

    /** Number of tasks. */
    public int size() {
        return size;
    }

    /** Whether there is no task. */
    public boolean isEmpty() {
        return size == 0;
    }

    /** Time of the first task, ns; there must be one. */
    public long firstTimeNs() {
        return timesNs[0];
    }

    /**
     * Adds a task behind all others of its time.
     *
     * @param timeNs time at which it is due, ns
     * @param task the task
     */
    public void add(long timeNs, Runnable task) {
        if (size == tasks.length) {
            timesNs = Arrays.copyOf(timesNs, size * 2);
            sequences = Arrays.copyOf(sequences, size * 2);
            tasks = Arrays.copyOf(tasks, size * 2);
        }
        // The newest task goes behind all others of its time, so times alone decide here.
        int at = size++;
        while (at > 0) {
            int parent = (at - 1) >>> CHILD_BITS;
            if (timesNs[parent] <= timeNs) {
                break;
            }
            move(parent, at);
            at = parent;
        }
        put(at, timeNs, nextSequence++, task);
    }

    /** Takes the first task; there must be one. */
    public Runnable removeFirst() {
        final Runnable first = tasks[0];
        int last = --size;
        final long timeNs = timesNs[last];
        final long sequence = sequences[last];
        final Runnable task = tasks[last];
        tasks[last] = null;
        if (last > 0) {
            sink(timeNs, sequence, task);
        }
        return first;
    }

    private void sink(long timeNs, long sequence, Runnable task) {
        int at = 0;
        while (true) {
            int child = (at << CHILD_BITS) + 1;
            if (child >= size) {
                break;
            }
            int least = child;
            int end = Math.min(size, child + (1 << CHILD_BITS));
            for (int other = child + 1; other < end; other++) {
                if (isBefore(timesNs[other], sequences[other], timesNs[least], sequences[least])) {
                    least = other;
                }
            }
            if (isBefore(timeNs, sequence, timesNs[least], sequences[least])) {
                break;
            }
            move(least, at);
            at = least;
        }
        put(at, timeNs, sequence, task);
    }

    private static boolean isBefore(long time, long sequence, long otherTime, long otherSequence) {
        return time < otherTime || time == otherTime && sequence < otherSequence;
    }

    private void move(int from, int to) {
        put(to, timesNs[from], sequences[from], tasks[from]);
    }

    private void put(int at, long timeNs, long sequence, Runnable task) {
        timesNs[at] = timeNs;
        sequences[at] = sequence;
        tasks[at] = task;
    }
}
