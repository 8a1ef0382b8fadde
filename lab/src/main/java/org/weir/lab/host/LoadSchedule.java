// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.host;

import java.util.List;

/**
 * Offered rate of a flow over time: steps, optionally repeated for ever. Before the first step
 * nothing is offered.
 *
 * @param steps in order of time, at least one
 * @param periodNs after which the steps begin again, ns, beyond the last step; 0 for never
 */
public record LoadSchedule(List<Step> steps, long periodNs) {
    /**
     * A change of the offered rate.
     *
     * @param atNs time of the change, ns since the start of the run or of the period
     * @param rateBps offered from then on, bit/s of Ethernet frames; 0 for a pause
     */
    public record Step(long atNs, long rateBps) {}

    /** Copies the steps. */
    public LoadSchedule {
        steps = List.copyOf(steps);
    }

    /** The same rate for ever. */
    public static LoadSchedule constant(long rateBps) {
        return new LoadSchedule(List.of(new Step(0, rateBps)), 0);
    }

    /** The rate offered at a time, bit/s. */
    public long rateAt(long timeNs) {
        long rateBps = periodNs > 0 && timeNs >= periodNs ? lastRateBps() : 0;
        long withinNs = periodNs > 0 ? timeNs % periodNs : timeNs;
        for (Step step : steps) {
            if (step.atNs() > withinNs) {
                break;
            }
            rateBps = step.rateBps();
        }
        return rateBps;
    }

    /** The first time after the given one at which the rate may change; -1 when it never does. */
    public long nextChangeNs(long timeNs) {
        long periodStartNs = periodNs > 0 ? timeNs - timeNs % periodNs : 0;
        for (Step step : steps) {
            if (periodStartNs + step.atNs() > timeNs) {
                return periodStartNs + step.atNs();
            }
        }
        return periodNs > 0 ? periodStartNs + periodNs + steps.get(0).atNs() : -1;
    }

    private long lastRateBps() {
        return steps.get(steps.size() - 1).rateBps();
    }
}
