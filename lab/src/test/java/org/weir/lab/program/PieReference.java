// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.program;

/**
 * RFC 8033 in double precision: update of the probability (section 4.2), burst allowance (4.4) and
 * the decision on an arrival (4.1, 5.1). Times in µs. The update runs with the first packet that
 * leaves after it was due. Updates that no packet did are made up for in steps of 1/32 of the 44
 * updates in which 1/64 each halves the probability.
 */
final class PieReference {
    private static final double[] BELOW = {1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 1e-1};
    private static final double[] DIVISOR = {2048, 512, 128, 32, 8, 2};

    private final PieProgram.Settings settings;
    private long dueUs;
    private double probability;
    private long lastDelayUs;
    private double allowanceUs;
    private boolean wasIdle;

    PieReference(PieProgram.Settings settings) {
        this.settings = settings;
        allowanceUs = settings.burstUs();
    }

    double probability() {
        return probability;
    }

    /** Whether updates were made up for; then the program's probability differs a little. */
    boolean wasIdle() {
        return wasIdle;
    }

    /** Takes the program's state, where both differ by rounding only. */
    void adopt(double newProbability, double newAllowanceUs) {
        probability = newProbability;
        allowanceUs = newAllowanceUs;
    }

    double allowanceUs() {
        return allowanceUs;
    }

    /** A packet leaves its queue. */
    void depart(long nowUs, long waitedUs, int behind) {
        if (nowUs < dueUs) {
            return;
        }
        long delayUs = behind == 0 ? 0 : waitedUs;
        double step =
                (settings.alpha() * (delayUs - settings.targetUs())
                                + settings.beta() * (delayUs - lastDelayUs))
                        / 1e6;
        int range = 0;
        while (range < BELOW.length && probability >= BELOW[range]) {
            range++;
        }
        if (range < BELOW.length) {
            step /= DIVISOR[range];
        } else {
            step = Math.min(step, 0.02);
        }
        probability += step;
        long lateUs = nowUs - dueUs;
        double updates = 1;
        if (lateUs >= settings.updateUs()) {
            updates += (double) lateUs / settings.updateUs();
            dueUs = nowUs;
            if (delayUs == 0) {
                wasIdle |= probability > 0;
                probability *= Math.pow(2, -Math.floor(32.0 * (updates - 1) / 44) / 32);
            }
        } else if (delayUs == 0 && lastDelayUs == 0) {
            probability *= 1 - 1.0 / 64;
        }
        // The program's numbers end here.
        probability = probability < 0x1p-48 ? 0 : Math.min(1, probability);
        dueUs += settings.updateUs();
        allowanceUs = Math.max(0, allowanceUs - updates * settings.updateUs());
        long half = settings.targetUs() / 2;
        if (probability == 0 && delayUs < half && lastDelayUs < half) {
            allowanceUs = settings.burstUs();
        }
        lastDelayUs = delayUs;
    }

    /** Probability with which a packet is chosen that finds some waiting. */
    double chance(int waiting) {
        boolean passes =
                allowanceUs > 0
                        || waiting <= 2
                        || lastDelayUs < settings.targetUs() / 2 && probability < 0.2;
        return passes ? 0 : probability;
    }
}
