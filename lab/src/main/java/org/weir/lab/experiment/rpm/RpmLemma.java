// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.experiment.rpm;

import java.util.List;
import org.apache.commons.math3.complex.Complex;

/**
 * RPM's linearised fluid model of one AIMD sender (equations 4 and 5 of its proof of Lemma 1), with
 * a = 1 and b = 1/2.
 *
 * @param d round trip, s
 * @param ds round trip between sender and bottleneck, s, 0 to d
 * @param c capacity of the bottleneck, packets/s
 */
public record RpmLemma(double d, double ds, double c) {
    private static final int GRID = 20_000;
    private static final int BISECTIONS = 60;

    private double gamma() {
        return c / (2 + c * c * d * d);
    }

    /** The model with a slope of marking η, per packet above the target. */
    public DelayEquation equation(double eta) {
        double gamma = gamma();
        return new DelayEquation(
                List.of(
                        new DelayEquation.Term(2 * gamma, 0, 0),
                        new DelayEquation.Term(-gamma, eta / (d * d), d),
                        new DelayEquation.Term(gamma, eta * c * c / 2, ds)));
    }

    /** η for which i·ω is a characteristic root; real only for some ω. */
    private Complex eta(double omega) {
        Complex s = new Complex(0, omega);
        Complex far = s.multiply(-d).exp();
        Complex near = s.multiply(-ds).exp();
        Complex left = s.multiply(s).add(s.multiply(gamma()).multiply(near.subtract(far).add(2)));
        return left.negate().divide(far.divide(d * d).add(near.multiply(c * c / 2)));
    }

    /**
     * The least positive η at which a root is on the imaginary axis: below it the model is stable,
     * because for η towards 0 the rightmost root is near −(1/d² + c²/2) η / (2 γ).
     *
     * @return per packet; infinite if none is found for ω up to 4 π / d
     */
    public double limit() {
        double least = Double.POSITIVE_INFINITY;
        double most = 4 * Math.PI / d;
        // Roots of low frequency need a grid that is as fine relative to them.
        double first = most * 1e-9;
        double ratio = Math.pow(most / first, 1.0 / GRID);
        double low = first;
        for (int i = 0; i < GRID; i++) {
            double high = low * ratio;
            if (eta(low).getImaginary() * eta(high).getImaginary() < 0) {
                double crossing = eta(crossing(low, high)).getReal();
                least = crossing > 0 ? Math.min(least, crossing) : least;
            }
            low = high;
        }
        return least;
    }

    private double crossing(double from, double to) {
        double low = from;
        double high = to;
        for (int i = 0; i < BISECTIONS; i++) {
            double middle = (low + high) / 2;
            if (eta(low).getImaginary() * eta(middle).getImaginary() <= 0) {
                high = middle;
            } else {
                low = middle;
            }
        }
        return low;
    }
}
