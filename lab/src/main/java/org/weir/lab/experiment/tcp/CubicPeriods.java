// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.experiment.tcp;

/**
 * CUBIC's mean rate by the window functions of RFC 9438, integrated over periods of 1/p segments
 * each, with its Reno-friendly region and fast convergence. A period begins with the round trip in
 * which ECE is set, where the window does not grow (RFC 3168). In flight are whole segments.
 */
final class CubicPeriods {
    private static final double C = 0.4;
    private static final double BETA = 0.7;
    private static final double RENO_ALPHA = 3 * (1 - BETA) / (1 + BETA);
    private static final double MOST_GROWTH = 1.5;
    private static final double LEAST_SEGMENTS = 2;
    private static final int STEPS_PER_ROUND_TRIP = 100;
    private static final int SETTLING_PERIODS = 100;
    private static final int PERIODS = 400;

    private final double perPeriod;
    private final double rttSeconds;
    private double window;
    private double plateau;

    private CubicPeriods(double p, double rttSeconds) {
        perPeriod = 1 / p;
        this.rttSeconds = rttSeconds;
        window = LawFormulas.reno(p);
    }

    /** Segments per round trip with a mark every 1/p segments. */
    static double rate(double p, double rttSeconds) {
        CubicPeriods periods = new CubicPeriods(p, rttSeconds);
        double segments = 0;
        double rounds = 0;
        for (int i = 0; i < PERIODS; i++) {
            double[] one = periods.next();
            if (i >= SETTLING_PERIODS) {
                segments += one[0];
                rounds += one[1];
            }
        }
        return segments / rounds;
    }

    /** A period from a reduction to the next: segments, round trips. */
    private double[] next() {
        double before = window;
        plateau = before < plateau ? before * (1 + BETA) / 2 : before;
        window = Math.max(LEAST_SEGMENTS, BETA * before);
        plateau = Math.max(plateau, window);
        double toPlateau = Math.cbrt((plateau - window) / C);
        double reno = window;
        double segments = Math.floor(window);
        double part = 1.0 / STEPS_PER_ROUND_TRIP;
        int steps = 0;
        while (segments < perPeriod) {
            segments += Math.floor(window) * part;
            // Acknowledged over the window: growth in this step is by so many of them.
            double acknowledged = Math.floor(window) / window * part;
            steps++;
            double seconds = steps * part * rttSeconds - toPlateau;
            reno += (reno >= before ? 1 : RENO_ALPHA) * acknowledged;
            if (cubic(seconds) < reno) {
                window = Math.max(window, reno);
            } else {
                double target = Math.min(MOST_GROWTH * window, cubic(seconds + rttSeconds));
                window += Math.max(0, target - window) * acknowledged;
            }
        }
        return new double[] {segments, 1 + steps * part};
    }

    private double cubic(double seconds) {
        return C * seconds * seconds * seconds + plateau;
    }
}
