// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.engine;

/** Hears of events that an engine runs later than the wall clock says. */
@FunctionalInterface
public interface LagWatch {
    /**
     * Hears of one, before it runs.
     *
     * @param timeNs its time, ns since the engine's start
     * @param lagNs by which the wall clock is past it, ns, not negative
     */
    void late(long timeNs, long lagNs);
}
