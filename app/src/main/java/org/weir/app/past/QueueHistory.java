// SPDX-License-Identifier: Apache-2.0
package org.weir.app.past;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The last hour of each queue in memory, a point every {@value #STEP_MS} ms. It begins when the
 * application does. A queue of which nothing was heard for an hour is forgotten. Thread-safe.
 *
 * <p>A queue takes about 30 KB.
 */
public final class QueueHistory {
    /** Time from point to point, ms. */
    public static final long STEP_MS = 10_000;

    private static final long KEPT_MS = 3_600_000;
    private static final int MOST_POINTS = (int) (KEPT_MS / STEP_MS);

    /** Counters of a queue, which are kept as differences from point to point. */
    private static final List<QueuePoint.Figure> COUNTS =
            List.of(QueuePoint.Figure.MARKS, QueuePoint.Figure.FEEDBACK, QueuePoint.Figure.DROPS);

    private final Map<String, Track> tracks = new HashMap<>();

    private static final class Track {
        private final Deque<QueuePoint> points = new ArrayDeque<>();
        private Map<QueuePoint.Figure, Number> totals = Map.of();
    }

    /**
     * Adds the present figures of a queue. A point with the time of the one before, or an earlier
     * one, is left out.
     *
     * @param queue identifier of the queue
     * @param timeMs time, ms since 1970
     * @param figures the figures; marks, feedback and drops as totals
     */
    public synchronized void add(
            String queue, long timeMs, Map<QueuePoint.Figure, ? extends Number> figures) {
        Track track = tracks.computeIfAbsent(queue, none -> new Track());
        if (!track.points.isEmpty() && track.points.getLast().timeMs() >= timeMs) {
            return;
        }
        Map<QueuePoint.Figure, Number> kept = new EnumMap<>(QueuePoint.Figure.class);
        kept.putAll(figures);
        Map<QueuePoint.Figure, Number> totals = new EnumMap<>(QueuePoint.Figure.class);
        for (QueuePoint.Figure count : COUNTS) {
            Number total = kept.remove(count);
            Number before = track.totals.get(count);
            if (total != null) {
                totals.put(count, total);
                // A counter that goes backwards began again: its switch has another master.
                if (before != null && total.longValue() >= before.longValue()) {
                    kept.put(count, total.longValue() - before.longValue());
                }
            }
        }
        track.totals = totals;
        track.points.add(QueuePoint.of(timeMs, kept));
        if (track.points.size() > MOST_POINTS) {
            track.points.remove();
        }
    }

    /** Forgets the points from a time on. */
    public synchronized void forgetFrom(long timeMs) {
        for (Track track : tracks.values()) {
            while (!track.points.isEmpty() && track.points.getLast().timeMs() >= timeMs) {
                track.points.removeLast();
            }
        }
    }

    /** Forgets all that is older than an hour. */
    public synchronized void expire(long nowMs) {
        for (Track track : tracks.values()) {
            while (!track.points.isEmpty() && track.points.peek().timeMs() < nowMs - KEPT_MS) {
                track.points.remove();
            }
        }
        tracks.values().removeIf(track -> track.points.isEmpty());
    }

    /** The points of a queue, oldest first; none of a queue that is not known. */
    public synchronized List<QueuePoint> points(String queue) {
        Track track = tracks.get(queue);
        return track == null ? List.of() : new ArrayList<>(track.points);
    }
}
