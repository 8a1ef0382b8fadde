// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.runtime.table;

import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.weir.bmv2.controlplane.table.IdleEntry;
import org.weir.bmv2.controlplane.table.TableEntry;
import org.weir.bmv2.time.Timeline;

/**
 * The idle timeouts of a program's table entries. As P4Runtime asks for, an entry that is not hit
 * within its timeout is reported to a listener and its timer starts again; the entry stays.
 */
public final class IdleTimers {

    /** Timeouts below are taken as this, so that idle entries cannot keep the switch busy. */
    private static final long LEAST_TIMEOUT_NS = 1_000_000;

    /** One entry's timer. */
    static final class Timer {
        private final String table;
        private final Entry entry;
        private final TableEntry spec;
        private final long timeoutNs;
        private final long sequence;
        private long startNs;
        private long dueNs;

        private Timer(String table, Entry entry, TableEntry spec, long sequence) {
            this.table = table;
            this.entry = entry;
            this.spec = spec;
            this.timeoutNs = Math.max(spec.idleTimeoutNs(), LEAST_TIMEOUT_NS);
            this.sequence = sequence;
        }
    }

    private final Timeline timeline;
    private final Consumer<IdleEntry> listener;
    private final TreeSet<Timer> timers =
            new TreeSet<>(
                    Comparator.<Timer>comparingLong(timer -> timer.dueNs)
                            .thenComparingLong(timer -> timer.sequence));
    private final Runnable expire = this::expire;
    private long nextSequence;

    /**
     * Times at which {@link #expire} is to run, ns, the earliest last: a time is added only before
     * the others.
     */
    private final ArrayDeque<Long> scheduledNs = new ArrayDeque<>();

    /** Timers of a timeline; the listener is called on its thread. */
    public IdleTimers(Timeline timeline, Consumer<IdleEntry> listener) {
        this.timeline = timeline;
        this.listener = listener;
    }

    /** Starts the timer of an entry that has none. */
    void start(String table, Entry entry, TableEntry spec) {
        Timer timer = new Timer(table, entry, spec, nextSequence++);
        entry.idleTimer = timer;
        timer.startNs = timeline.nowNs();
        add(timer, timer.startNs);
        schedule();
    }

    /** The timeout that an entry was given; 0 for none. */
    static long timeoutNs(Entry entry) {
        return entry.idleTimer == null ? 0 : entry.idleTimer.spec.idleTimeoutNs();
    }

    /** Ends the timer of an entry. */
    void stop(Entry entry) {
        if (entry.idleTimer != null) {
            timers.remove(entry.idleTimer);
            entry.idleTimer = null;
        }
    }

    /** Ends all timers. */
    public void stop() {
        timers.clear();
    }

    private void add(Timer timer, long fromNs) {
        long dueNs = fromNs + timer.timeoutNs;
        timer.dueNs = dueNs < fromNs ? Long.MAX_VALUE : dueNs;
        timers.add(timer);
    }

    private void schedule() {
        if (timers.isEmpty()) {
            return;
        }
        long dueNs = timers.first().dueNs;
        if (scheduledNs.isEmpty() || dueNs < scheduledNs.getLast()) {
            scheduledNs.addLast(dueNs);
            timeline.schedule(dueNs, expire);
        }
    }

    private void expire() {
        scheduledNs.removeLast();
        long nowNs = timeline.nowNs();
        while (!timers.isEmpty() && timers.first().dueNs <= nowNs) {
            Timer timer = timers.pollFirst();
            long busyNs = Math.max(timer.startNs, timer.entry.lastHitNs);
            if (busyNs + timer.timeoutNs > nowNs) {
                add(timer, busyNs);
                continue;
            }
            timer.startNs = nowNs;
            add(timer, nowNs);
            listener.accept(new IdleEntry(timer.table, timer.spec, nowNs));
        }
        schedule();
    }
}
