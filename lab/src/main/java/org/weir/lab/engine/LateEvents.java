// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.engine;

import java.util.Arrays;

/**
 * Events that are far off, in a four-ary heap of parallel arrays, ordered by time and, among equal
 * times, by the order in which they were added. Nothing is boxed and nothing is allocated per
 * event. Not thread-safe.
 */
final class LateEvents {
    private static final int INITIAL_CAPACITY = 1024;

    private long[] timesNs = new long[INITIAL_CAPACITY];
    private long[] sequences = new long[INITIAL_CAPACITY];
    private Runnable[] tasks = new Runnable[INITIAL_CAPACITY];
    private int size;
    private long nextSequence;

    boolean isEmpty() {
        return size == 0;
    }

    int size() {
        return size;
    }

    /** The earliest event's time in ns; there must be one. */
    long firstTimeNs() {
        return timesNs[0];
    }

    void add(long timeNs, Runnable task) {
        if (size == timesNs.length) {
            int capacity = size * 2;
            timesNs = Arrays.copyOf(timesNs, capacity);
            sequences = Arrays.copyOf(sequences, capacity);
            tasks = Arrays.copyOf(tasks, capacity);
        }
        siftUp(size++, timeNs, nextSequence++, task);
    }

    /** Removes the earliest event and returns what it runs; there must be one. */
    Runnable removeFirst() {
        Runnable first = tasks[0];
        int last = --size;
        Runnable moved = tasks[last];
        tasks[last] = null;
        if (last > 0) {
            siftDown(timesNs[last], sequences[last], moved);
        }
        return first;
    }

    private void siftUp(int start, long timeNs, long sequence, Runnable task) {
        int hole = start;
        while (hole > 0) {
            int parent = (hole - 1) >>> 2;
            // A newly added event has the highest sequence: it goes behind its equals in time.
            if (timesNs[parent] <= timeNs) {
                break;
            }
            move(parent, hole);
            hole = parent;
        }
        place(hole, timeNs, sequence, task);
    }

    private void siftDown(long timeNs, long sequence, Runnable task) {
        int hole = 0;
        while (true) {
            int child = (hole << 2) + 1;
            if (child >= size) {
                break;
            }
            int best = child;
            int end = Math.min(child + 4, size);
            for (int other = child + 1; other < end; other++) {
                if (before(timesNs[other], sequences[other], timesNs[best], sequences[best])) {
                    best = other;
                }
            }
            if (before(timeNs, sequence, timesNs[best], sequences[best])) {
                break;
            }
            move(best, hole);
            hole = best;
        }
        place(hole, timeNs, sequence, task);
    }

    private static boolean before(long timeNs, long sequence, long otherNs, long otherSequence) {
        return timeNs < otherNs || (timeNs == otherNs && sequence < otherSequence);
    }

    private void move(int from, int to) {
        timesNs[to] = timesNs[from];
        sequences[to] = sequences[from];
        tasks[to] = tasks[from];
    }

    private void place(int at, long timeNs, long sequence, Runnable task) {
        timesNs[at] = timeNs;
        sequences[at] = sequence;
        tasks[at] = task;
    }
}
