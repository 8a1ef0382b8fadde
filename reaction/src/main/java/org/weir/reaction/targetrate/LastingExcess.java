// SPDX-License-Identifier: Apache-2.0
package org.weir.reaction.targetrate;

/**
 * Cut of a flow by the excess of its class that lasts, and by what the flow has caused itself.
 *
 * <p>New messages send a burst before any feedback can reach them, and are often over when it does.
 * If each flow gave up its part of such a burst, a flow that lasts would lose a part of its rate at
 * each, and would have to grow back between them. So the flow averages the excess over some cycles,
 * as DCTCP averages marks (RFC 8257). What it has grown by since the last feedback that it obeyed,
 * it gives up at once.
 *
 * <p>Example: the excess was 0, and a burst makes it 20 Mb/s for one cycle. A flow sends a tenth of
 * its class and has not grown. With a {@code depthGain} of 0.5 and an average over 5 cycles it
 * gives up 0.18 Mb/s (20 Mb/s · (1 − e^(−1/5)) · 0.5 · 0.1) instead of 1.
 */
final class LastingExcess {
    /** Time constant of the average, cycles; 0 if only the newest excess counts. */
    private final double memoryCycles;

    private double meanBps;
    private double newestBps;

    /** Rate that the last feedback that the flow obeyed has left, bit/s. */
    private double obeyedBps;

    /**
     * No excess yet.
     *
     * @param memoryCycles time constant of the average, cycles, 0 or more; 0 for no average
     */
    LastingExcess(double memoryCycles) {
        this.memoryCycles = memoryCycles;
    }

    /**
     * Takes an excess.
     *
     * @param excessBps packets in excess of the plan as a rate, bit/s
     * @param cycles time in which they came, cycles; infinite for the first
     */
    void add(double excessBps, double cycles) {
        double weight = memoryCycles == 0 ? 1 : -Math.expm1(-cycles / memoryCycles);
        // The sum would be rounded.
        meanBps = weight == 1 ? excessBps : meanBps + weight * (excessBps - meanBps);
        newestBps = excessBps;
    }

    /**
     * The rate that a flow gives up, bit/s.
     *
     * @param part part of the excess that is the flow's to give up
     * @param bps its present rate, bit/s
     */
    double cutBps(double part, double bps) {
        double lastingBps = part * Math.min(newestBps, meanBps);
        double grownBps = Math.max(0, bps - obeyedBps);
        return Math.max(lastingBps, Math.min(grownBps, part * newestBps));
    }

    /** Takes note of the rate that feedback has left, with a cut or without, bit/s. */
    void obeyed(double bps) {
        obeyedBps = bps;
    }
}
