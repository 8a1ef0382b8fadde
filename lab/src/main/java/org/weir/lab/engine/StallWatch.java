// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.engine;

import java.util.ArrayList;
import java.util.List;

/**
 * Finds the {@link Stall}s of an engine in the delays of its events behind the wall clock. A stall
 * begins with an event that is later than the one before it by {@value #LEAST_NS} ns or more; in
 * what follows the engine catches up. Any thread may ask for them.
 */
public final class StallWatch implements LagWatch {
    /** An engine that does not stand still is late by less: a timer's delay. */
    public static final long LEAST_NS = 200_000;

    private final long beginNs;
    private final List<Stall> stalls = new ArrayList<>();
    private long lastLagNs;
    private long lastTimeNs;

    /**
     * @param beginNs time of the engine from which stalls count, ns
     */
    public StallWatch(long beginNs) {
        this.beginNs = beginNs;
        lastTimeNs = beginNs;
    }

    @Override
    public synchronized void late(long timeNs, long lagNs) {
        // While it waits for the wall clock it is not late.
        long since = Math.max(0, timeNs - lastTimeNs);
        long expected = Math.max(0, lastLagNs - since);
        if (lagNs >= expected + LEAST_NS && timeNs >= beginNs) {
            stalls.add(new Stall(timeNs - beginNs, lagNs));
        }
        lastLagNs = lagNs;
        lastTimeNs = timeNs;
    }

    /** Those so far, in their order. */
    public synchronized List<Stall> stalls() {
        return List.copyOf(stalls);
    }
}
