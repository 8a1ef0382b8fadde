// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.experiment.tcp;

/**
 * Rates of TCP senders by formulas, in segments per round trip; α of DCTCP. All assume one
 * acknowledgement per segment. p is the probability of a loss or a mark, 0 to 1.
 */
final class LawFormulas {
    private static final double BETA = 0.7;
    private static final double C = 0.4;
    private static final int ITERATIONS = 200;
    private static final int PERIODS = 100_000;

    /** Duplicate acknowledgements that RFC 5681 needs instead of a timeout. */
    private static final int DUPLICATES = 3;

    private LawFormulas() {}

    /** NewReno: √1.5/√p (Mathis et al., CCR 1997). */
    static double reno(double p) {
        return Math.sqrt(1.5 / p);
    }

    /**
     * NewReno with a round trip of repair at half the window W: 3/8 W² + 5/4 W = 1/p segments in
     * W/2 + 2 round trips.
     */
    static double renoWithRepair(double p) {
        double most = (-1.25 + Math.sqrt(1.25 * 1.25 + 1.5 / p)) / 0.75;
        return 1 / p / (most / 2 + 2);
    }

    /**
     * Reno with timeouts (PFTK: Padhye et al., SIGCOMM 1998, equation 28, b = 1), segments sent.
     *
     * @param timeoutRounds first retransmission timeout, round trips
     */
    static double pftk(double p, double timeoutRounds) {
        double window = pftkWindow(p);
        double timeout = pftkTimeouts(p);
        double backOff = 1;
        for (int i = 1; i <= 6; i++) {
            backOff += Math.pow(2, i - 1) * Math.pow(p, i);
        }
        double sent = (1 - p) / p + window + timeout / (1 - p);
        return sent / (window / 2 + 1 + timeout * timeoutRounds * backOff / (1 - p));
    }

    /** Fraction of PFTK's loss events that end in a timeout (equation 24). */
    static double pftkTimeouts(double p) {
        double window = pftkWindow(p);
        double kept = Math.pow(1 - p, DUPLICATES);
        double repaired = kept * (1 - Math.pow(1 - p, window - DUPLICATES));
        return Math.min(1, (1 - kept) * (1 + repaired) / (1 - Math.pow(1 - p, window)));
    }

    private static double pftkWindow(double p) {
        return 1 + Math.sqrt(8 * (1 - p) / (3 * p) + 1);
    }

    /** CUBIC: 1.054 (RTT/p)^¾ (RFC 9438, section 5.1), or NewReno's rate where that is higher. */
    static double cubic(double p, double rttSeconds) {
        double cubic =
                Math.pow(C * (3 + BETA) / (4 * (1 - BETA)), 0.25) * Math.pow(rttSeconds / p, 0.75);
        return Math.max(cubic, reno(p));
    }

    /** DCTCP with two marks in each round trip: α = p and W α/2 = 1. */
    static double dctcp(double p) {
        return 2 / p;
    }

    /**
     * DCTCP with random marks by RFC 8257's rules. A reduction by α/2 waits one round trip and then
     * for the next mark. Meanwhile the window grows by whole segments, one for each window without
     * a mark: W α/2 = (1 − p²)^W / (1 − (1 − p)^W). A window is half a segment larger than what is
     * in flight.
     */
    static double dctcpByRules(double p) {
        double low = 0;
        double high = 4 / p;
        for (int i = 0; i < ITERATIONS; i++) {
            double window = (low + high) / 2;
            double growth = Math.pow(1 - p * p, window) / (1 - Math.pow(1 - p, window));
            if (window * p / 2 < growth) {
                low = window;
            } else {
                high = window;
            }
        }
        return low - 0.5;
    }

    /**
     * DCTCP's α with marks above W segments: α² (1 − α/4) = (2W + 1)/(W + 1)² (Alizadeh et al.,
     * SIGCOMM 2010, equation 6).
     */
    static double alpha(double window) {
        double right = (2 * window + 1) / Math.pow(window + 1, 2);
        double alpha = 0.1;
        for (int i = 0; i < ITERATIONS; i++) {
            alpha = Math.sqrt(right / (1 - alpha / 4));
        }
        return alpha;
    }

    /**
     * The same with a gain g that is not small: one round trip in each period of n has marks, so
     * the mean α is 1/n. A reduction is by the α before these marks count, a. A period has a round
     * trip of marks, one of their echo, and (W + 1) a/2 of growth. The next period begins with (a
     * (1 − g) + g) (1 − g)^(n − 1). Above a window of about 2000 segments, with g = 1/16, long and
     * short periods alternate.
     */
    static double alphaWithGain(double window, double gain) {
        double alpha = alpha(window);
        double rounds = 0;
        for (int i = 0; i < 2 * PERIODS; i++) {
            double period = period(window, alpha);
            alpha = (alpha * (1 - gain) + gain) * Math.pow(1 - gain, period - 1);
            rounds += i < PERIODS ? 0 : period;
        }
        return PERIODS / rounds;
    }

    private static double period(double window, double alpha) {
        return (window + 1) * alpha / 2 + 2;
    }
}
