// SPDX-License-Identifier: Apache-2.0
package org.weir.app.cluster;

import java.util.List;
import org.weir.app.Alert;

/** Findings of one instance that are not about a switch which it controls. Immutable. */
public final class NodeState {

    private final long timeMs;
    private final long resolves;
    private final List<Alert> alerts;

    /**
     * A state.
     *
     * @param timeMs time on the wall clock of the instance, ms since 1970
     * @param resolves rounds that led to new settings since its start
     * @param alerts its alerts
     */
    public NodeState(long timeMs, long resolves, List<Alert> alerts) {
        this.timeMs = timeMs;
        this.resolves = resolves;
        this.alerts = List.copyOf(alerts);
    }

    /** Time on the wall clock of the instance, ms since 1970. */
    public long timeMs() {
        return timeMs;
    }

    /** Rounds that led to new settings since its start. */
    public long resolves() {
        return resolves;
    }

    /** Its alerts. */
    public List<Alert> alerts() {
        return alerts;
    }
}
