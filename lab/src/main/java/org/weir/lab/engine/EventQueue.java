// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.engine;

import java.util.Arrays;
import org.weir.bmv2.time.TaskHeap;

/**
 * Pending events, ordered by time and, among equal times, by the order in which they were added.
 *
 * <p>What is due within a few µs, which in a fast network is nearly everything, stands in a wheel
 * with a slot for each ns: a slot's events have one time and form a list in their order, so that
 * adding and removing takes the same time however many are pending. A later event waits in a heap
 * and is moved to the wheel as soon as its time comes within reach, before anything can be added to
 * the same slot behind its back. Nothing is allocated per event. Not thread-safe.
 */
final class EventQueue {
    /** Slots of the wheel, a power of two: 8.2 µs. More would not stay in a processor's cache. */
    private static final int SLOTS = 1 << 13;

    private static final int SLOT_MASK = SLOTS - 1;
    private static final int WORDS = SLOTS / Long.SIZE;
    private static final int NONE = -1;
    private static final int INITIAL_CAPACITY = 1024;

    private final TaskHeap late = new TaskHeap();

    /** The last event of each slot, as a place in the arrays below; the first is next to it. */
    private final int[] tails = new int[SLOTS];

    /** A bit for each slot that has events, and one for each word of those that is not 0. */
    private final long[] used = new long[WORDS];

    private final long[] usedWords = new long[WORDS / Long.SIZE];

    private Runnable[] tasks = new Runnable[INITIAL_CAPACITY];

    /** The next event of the same slot, round to its first, or the next free place. */
    private int[] next = new int[INITIAL_CAPACITY];

    private int free = NONE;
    private int places;
    private int inWheel;

    /** Time of the event removed last: the wheel reaches from here on. */
    private long baseNs;

    /** Time of the earliest event; known while there is one. */
    private long firstNs = Long.MAX_VALUE;

    EventQueue() {
        Arrays.fill(tails, NONE);
    }

    boolean isEmpty() {
        return inWheel == 0 && late.isEmpty();
    }

    int size() {
        return inWheel + late.size();
    }

    /** The earliest event's time in ns; the queue must not be empty. */
    long firstTimeNs() {
        return firstNs;
    }

    /**
     * Adds an event.
     *
     * @param timeNs not before the event removed last
     */
    void add(long timeNs, Runnable task) {
        if (timeNs - baseNs < SLOTS) {
            put(timeNs, task);
        } else {
            late.add(timeNs, task);
        }
        if (timeNs < firstNs) {
            firstNs = timeNs;
        }
    }

    private void put(long timeNs, Runnable task) {
        int place = free;
        if (place == NONE) {
            place = newPlace();
        } else {
            free = next[place];
        }
        tasks[place] = task;
        int slot = (int) timeNs & SLOT_MASK;
        int last = tails[slot];
        if (last == NONE) {
            next[place] = place;
            used[slot >>> 6] |= 1L << slot;
            usedWords[slot >>> 12] |= 1L << (slot >>> 6);
        } else {
            next[place] = next[last];
            next[last] = place;
        }
        tails[slot] = place;
        inWheel++;
    }

    private int newPlace() {
        if (places == tasks.length) {
            tasks = Arrays.copyOf(tasks, places * 2);
            next = Arrays.copyOf(next, places * 2);
        }
        return places++;
    }

    /** Removes the earliest event and returns what it runs; the queue must not be empty. */
    Runnable removeFirst() {
        if (firstNs != baseNs) {
            baseNs = firstNs;
            while (!late.isEmpty() && late.firstTimeNs() - baseNs < SLOTS) {
                put(late.firstTimeNs(), late.removeFirst());
            }
        }
        int slot = (int) baseNs & SLOT_MASK;
        int last = tails[slot];
        int place = next[last];
        Runnable task = tasks[place];
        inWheel--;
        if (place != last) {
            next[last] = next[place];
        } else {
            tails[slot] = NONE;
            used[slot >>> 6] &= ~(1L << slot);
            if (used[slot >>> 6] == 0) {
                usedWords[slot >>> 12] &= ~(1L << (slot >>> 6));
            }
            findFirst(slot);
        }
        tasks[place] = null;
        next[place] = free;
        free = place;
        return task;
    }

    /** Finds the earliest event when a slot has just run empty. */
    private void findFirst(int slot) {
        if (inWheel > 0) {
            int distance = (nextUsed(slot) - slot) & SLOT_MASK;
            firstNs = baseNs + distance;
        } else {
            firstNs = late.isEmpty() ? Long.MAX_VALUE : late.firstTimeNs();
        }
    }

    /** The first slot with events behind an empty one, round the wheel; there is one. */
    private int nextUsed(int slot) {
        int word = slot >>> 6;
        // Shifts count modulo 64: in the last place this is all ones, in which nothing is set.
        long rest = used[word] & (-1L << slot);
        if (rest != 0) {
            return word << 6 | Long.numberOfTrailingZeros(rest);
        }
        word = nextUsedWord(word + 1 & WORDS - 1);
        return word << 6 | Long.numberOfTrailingZeros(used[word]);
    }

    private int nextUsedWord(int from) {
        int group = from >>> 6;
        long rest = usedWords[group] & (-1L << from);
        while (rest == 0) {
            group = group + 1 & usedWords.length - 1;
            rest = usedWords[group];
        }
        return group << 6 | Long.numberOfTrailingZeros(rest);
    }
}
