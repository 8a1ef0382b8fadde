// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.traffic;

import org.weir.bmv2.controlplane.traffic.PfcConfig;
import org.weir.bmv2.controlplane.traffic.PfcPriority;
import org.weir.bmv2.controlplane.traffic.PortTraffic;

/** Pauses of a port's queues by its peer, with their ends (IEEE 802.1Q clause 36). */
final class ReceivedPauses {

    private static final long NANOS_PER_SECOND = 1_000_000_000L;

    private final long[] untilNs = new long[PortTraffic.QUEUES];
    private final long[] pauses = new long[PortTraffic.QUEUES];
    private final long[] resumes = new long[PortTraffic.QUEUES];
    private long frames;
    private long malformed;

    /** Priorities that have flow control, a bit for each. */
    private int enabled;

    /** Queues whose pause may not have ended, a bit for each. */
    private int paused;

    private long rateBps;

    /** Changes the priorities that obey pauses; others resume. */
    void configure(PortTraffic traffic) {
        rateBps = traffic.rateBps();
        enabled = 0;
        PfcConfig pfc = traffic.pfc();
        for (PfcPriority each : pfc.priorities()) {
            enabled |= 1 << each.priority();
        }
        paused &= enabled;
    }

    boolean areHeeded() {
        return enabled != 0;
    }

    /** Takes a PFC frame; returns whether it said anything about a queue. */
    boolean receive(byte[] buffer, int offset, int length, long nowNs) {
        frames++;
        if (!PauseFrame.isWhole(length)) {
            malformed++;
            return false;
        }
        int vector = PauseFrame.vector(buffer, offset) & enabled;
        for (int left = vector; left != 0; left &= left - 1) {
            int i = Integer.numberOfTrailingZeros(left);
            int quanta = PauseFrame.quanta(buffer, offset, i);
            if (quanta == 0) {
                resumes[i]++;
                paused &= ~(1 << i);
            } else {
                pauses[i]++;
                paused |= 1 << i;
                untilNs[i] = nowNs + durationNs(quanta, rateBps);
            }
        }
        return vector != 0;
    }

    /** Time of a number of quanta at a rate; never less, in whole nanoseconds. */
    static long durationNs(int quanta, long rateBps) {
        long scaled = quanta * PauseFrame.QUANTUM_BITS * NANOS_PER_SECOND;
        return scaled / rateBps + (scaled % rateBps == 0 ? 0 : 1);
    }

    /** Lets all queues resume. */
    void clear() {
        paused = 0;
    }

    int paused() {
        return paused;
    }

    /** End of the pause of a queue in {@link #paused}, ns; forgets the pause when it is over. */
    long untilNs(int queue, long nowNs) {
        if (untilNs[queue] <= nowNs) {
            paused &= ~(1 << queue);
        }
        return untilNs[queue];
    }

    boolean isPaused(int queue, long nowNs) {
        return (paused >> queue & 1) != 0 && untilNs[queue] > nowNs;
    }

    long endNs(int queue) {
        return (paused >> queue & 1) != 0 ? untilNs[queue] : 0;
    }

    long pauses(int priority) {
        return pauses[priority];
    }

    long resumes(int priority) {
        return resumes[priority];
    }

    long frames() {
        return frames;
    }

    long malformed() {
        return malformed;
    }
}
