// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.experiment.rpm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.apache.commons.math3.complex.Complex;
import org.assertj.core.data.Offset;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

/** Delay differential equations with known roots, and RPM's Lemma 1. */
class RpmLemmaTest {
    private static final double STEP = 0.001;

    /** x″ + a x′(t − 1) = 0: beside 0 its roots are those of x′ = −a x(t − 1). */
    private static DelayEquation delayed(double a) {
        return new DelayEquation(List.of(new DelayEquation.Term(a, 0, 1)));
    }

    @Test
    void findsTheKnownBoundaryOfADelayedFirstOrderEquation() {
        Complex root = delayed(Math.PI / 2).rightmostRoot(8);
        assertThat(root.getReal()).isCloseTo(0, Offset.offset(1e-9));
        assertThat(root.getImaginary()).isCloseTo(Math.PI / 2, Offset.offset(1e-9));
        assertThat(delayed(1.5).rightmostRoot(8).getReal()).isNegative();
        assertThat(delayed(1.65).rightmostRoot(8).getReal()).isPositive();
    }

    @Test
    void integratesAnOscillatorWithoutDelay() {
        var oscillator = new DelayEquation(List.of(new DelayEquation.Term(0, 1, 0)));
        double[] x = oscillator.solution(STEP, 10_000);
        assertThat(x[10_000]).isCloseTo(Math.cos(10), Offset.offset(1e-9));
    }

    @Test
    void solutionsOfTheModelDecayBelowTheLimitAndGrowAboveAtTheRootsRate() {
        for (double[] each : new double[][] {{0.02, 0.004, 1000}, {0.08, 0.04, 1000}}) {
            RpmLemma model = new RpmLemma(each[0], each[1], each[2]);
            double limit = model.limit();
            for (double part : new double[] {0.5, 2}) {
                DelayEquation equation = model.equation(part * limit);
                Complex root = equation.rightmostRoot(3 / model.d());
                assertThat(root.getReal() > 0).isEqualTo(part > 1);
                double step = model.ds() / 50;
                int steps = (int) Math.round(60 / (Math.abs(root.getReal()) * 10) / step);
                double[] x = equation.solution(step, steps);
                double rate = rate(x, step, root);
                assertThat(rate).isCloseTo(root.getReal(), Percentage.withPercentage(10));
            }
        }
    }

    /** Growth of the peaks from the run's third quarter to its last, per second. */
    private static double rate(double[] x, double step, Complex root) {
        int quarter = x.length / 4;
        double third = 0;
        double last = 0;
        for (int i = 0; i < quarter; i++) {
            third = Math.max(third, Math.abs(x[2 * quarter + i]));
            last = Math.max(last, Math.abs(x[3 * quarter + i]));
        }
        return Math.log(last / third) / (quarter * step);
    }

    @Test
    void limitFallsAsTheBottleneckIsFarther() {
        double near = new RpmLemma(0.08, 0.008, 1000).limit();
        double middle = new RpmLemma(0.08, 0.04, 1000).limit();
        double far = new RpmLemma(0.08, 0.08, 1000).limit();
        assertThat(near).isGreaterThan(middle);
        assertThat(middle).isGreaterThan(far);
    }
}
