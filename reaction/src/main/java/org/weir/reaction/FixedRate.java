// SPDX-License-Identifier: Apache-2.0
package org.weir.reaction;

/** Rate control of a sender that ignores congestion and sends at line rate. */
public final class FixedRate implements RateControl {
    private final long rateBps;

    /**
     * @param rateBps bit/s, above 0
     */
    public FixedRate(long rateBps) {
        this.rateBps = rateBps;
    }

    @Override
    public long rateBps() {
        return rateBps;
    }

    @Override
    public long cycleNs() {
        return 0;
    }

    @Override
    public void onCycle(boolean limited) {
        throw new IllegalStateException("a fixed rate has no cycles");
    }
}
