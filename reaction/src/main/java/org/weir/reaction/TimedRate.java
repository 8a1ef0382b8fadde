// SPDX-License-Identifier: Apache-2.0
package org.weir.reaction;

/**
 * A sender whose cycles of recovery are of a fixed time. The rate does not grow while the
 * application sends less than it allows: otherwise it would stand at the line rate, and the first
 * cuts would not be felt.
 */
abstract class TimedRate implements RateControl {
    private final SteppedRate rate;
    private final long cycleNs;

    TimedRate(SteppedRate rate, long cycleNs) {
        this.rate = rate;
        this.cycleNs = cycleNs;
    }

    /** Makes the rate a part of itself. */
    final void cut(double factor) {
        rate.cut(factor);
    }

    @Override
    public final long rateBps() {
        return rate.rateBps();
    }

    @Override
    public final long cycleNs() {
        return cycleNs;
    }

    @Override
    public final void onCycle(boolean limited) {
        if (limited) {
            rate.endCycle();
        }
    }
}
