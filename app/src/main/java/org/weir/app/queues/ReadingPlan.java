// SPDX-License-Identifier: Apache-2.0
package org.weir.app.queues;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.weir.pipelines.QueueId;
import org.weir.pipelines.QueueReading;
import org.weir.pipelines.QueueSelection;
import org.weir.pipelines.QueueSelection.Depth;

/**
 * Decides how much to read of each queue of a switch, and completes what was not read from what is
 * known. A queue is busy when packets have arrived since it was read last, and until all have left
 * and their delays have been read. Of a busy queue all counters are read, of any other only the
 * arrivals. A queue whose counters no longer change although packets seem to wait in it, because
 * its switch has lost them uncounted, is read whole only now and then until packets arrive. If
 * there are more busy queues than a round may cost, they take turns; the histograms of their
 * delays, 64 counters each, take turns of their own.
 *
 * <p>Example: on 2 switches with 21 queues everything is read each round; on 80 switches with 1920
 * busy queues each queue is read every fifth round, and as many idle ones are looked at every
 * fourth.
 */
final class ReadingPlan {

    /** Busy queues that are read in one round, over all switches. */
    static final int QUEUES_PER_ROUND = 400;

    /** Histograms that are read in one round, over all switches. */
    static final int HISTOGRAMS_PER_ROUND = 48;

    /** Other queues that are looked at in one round, over all switches, for new arrivals. */
    static final int LOOKS_PER_ROUND = 480;

    /** Rounds without a change after which a backlog is taken for packets that were lost. */
    static final int STILL_ROUNDS = 10;

    /** Rounds between two readings of such a queue, which may be blocked only. */
    static final int STILL_READ_ROUNDS = 60;

    private final Map<QueueId, State> states = new HashMap<>();
    private final int phase;
    private long round;

    /**
     * A plan.
     *
     * @param phase a number of its own for each switch, so that not all are read in the same round
     */
    ReadingPlan(int phase) {
        this.phase = phase;
    }

    /** Last reading of a queue, and the rounds in which it was read. */
    private static final class State {
        private QueueReading last;
        private boolean isBusy = true;
        private boolean isEmpty = true;
        private long arrivedPackets = -1;
        private long readInRound;
        private long lookedAtInRound;
        private long histogramInRound;
        private long changedInRound;

        /** True if packets seem to wait, and all counters are known and have long been the same. */
        private boolean isStill() {
            return !isEmpty
                    && histogramInRound >= changedInRound
                    && readInRound - changedInRound >= STILL_ROUNDS;
        }

        private boolean isDue(long round) {
            return isBusy && (!isStill() || round - readInRound >= STILL_READ_ROUNDS);
        }
    }

    /**
     * Chooses what to read.
     *
     * @param queues every queue of the switch that is controlled
     * @param switches number of switches that share what a round may cost, at least 1
     */
    synchronized QueueSelection select(Set<QueueId> queues, int switches) {
        round++;
        states.keySet().retainAll(queues);
        QueueSelection selection = new QueueSelection();
        List<QueueId> busy = new ArrayList<>();
        List<QueueId> idle = new ArrayList<>();
        for (QueueId queue : queues) {
            boolean isBusy = states.computeIfAbsent(queue, none -> new State()).isDue(round);
            (isBusy ? busy : idle).add(queue);
        }
        idle.sort(Comparator.comparingLong(queue -> states.get(queue).lookedAtInRound));
        idle.stream()
                .limit(looks(idle.size(), busy.isEmpty(), switches))
                .forEach(
                        queue -> {
                            states.get(queue).lookedAtInRound = round;
                            selection.add(queue, Depth.ARRIVALS);
                        });
        busy.sort(Comparator.comparingLong(queue -> states.get(queue).readInRound));
        List<QueueId> due =
                busy.subList(0, Math.min(busy.size(), share(QUEUES_PER_ROUND, switches)));
        due.forEach(queue -> selection.add(queue, Depth.COUNTERS));
        due.stream()
                .sorted(Comparator.comparingLong(queue -> states.get(queue).histogramInRound))
                .limit(share(HISTOGRAMS_PER_ROUND, switches))
                .forEach(queue -> selection.add(queue, Depth.DELAYS));
        return selection;
    }

    /**
     * Number of idle queues whose arrivals are read in this round. If this switch has a busy queue,
     * or its idle queues fit in one round, it is the switch's share of {@code LOOKS_PER_ROUND}.
     * Otherwise one round in {@code n} reads all idle queues with a single request, and the rounds
     * between read none; {@code n} is the idle queues over that share, rounded up.
     */
    private int looks(int idle, boolean isQuiet, int switches) {
        int looks = share(LOOKS_PER_ROUND, switches);
        int rounds = (idle + looks - 1) / looks;
        if (!isQuiet || rounds <= 1) {
            return looks;
        }
        return (round + phase) % rounds == 0 ? idle : 0;
    }

    /**
     * Chooses all counters of queues that have changed, by what their switch reports. Counters that
     * {@link #select} has chosen of them in this round stay chosen.
     *
     * @param chosen the queues that this round reads already
     * @param changed queues of this switch
     */
    synchronized void addChanged(QueueSelection chosen, Set<QueueId> changed) {
        for (QueueId queue : changed) {
            states.computeIfAbsent(queue, none -> new State());
            if (chosen.queues().getOrDefault(queue, Depth.ARRIVALS) == Depth.ARRIVALS) {
                chosen.add(queue, Depth.COUNTERS);
            }
        }
    }

    private static int share(int ofAll, int switches) {
        return Math.max(1, ofAll / switches);
    }

    /**
     * Takes what was read.
     *
     * @return the queues whose counters are known as of now
     */
    synchronized List<QueueReading> take(Collection<QueueReading> readings) {
        List<QueueReading> known = new ArrayList<>();
        for (QueueReading reading : readings) {
            State state = states.get(reading.queue());
            if (state != null) {
                take(state, reading, known);
            }
        }
        return known;
    }

    private void take(State state, QueueReading reading, List<QueueReading> known) {
        boolean hasArrivals = reading.arrivedPackets() != state.arrivedPackets;
        boolean wasBusy = state.isBusy;
        state.arrivedPackets = reading.arrivedPackets();
        if (hasArrivals) {
            state.changedInRound = round;
        }
        if (reading.depth() == Depth.ARRIVALS) {
            state.isBusy |= hasArrivals;
            if (!state.isBusy || state.isStill()) {
                // Nothing has come since all of it was read, and nothing was waiting then, or it
                // was not moving.
                known.add(state.last);
            }
            return;
        }
        QueueReading complete =
                reading.depth() == Depth.DELAYS || state.last == null
                        ? reading
                        : reading.withDelaysOf(state.last);
        if (reading.depth() == Depth.DELAYS) {
            state.histogramInRound = round;
        }
        if (state.last == null || left(complete) != left(state.last)) {
            state.changedInRound = round;
        }
        boolean isHistogramCurrent = state.histogramInRound == round;
        state.isEmpty = left(complete) >= complete.arrivedPackets();
        state.isBusy = hasArrivals || !state.isEmpty || wasBusy && !isHistogramCurrent;
        state.readInRound = round;
        state.last = complete;
        known.add(complete);
    }

    private static long left(QueueReading reading) {
        return reading.departedPackets() + reading.droppedPackets();
    }
}
