// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.experiment.rpm;

import java.util.List;
import org.apache.commons.math3.complex.Complex;

/**
 * Linear delay differential equation x″(t) + Σ pᵢ x′(t − dᵢ) + Σ qᵢ x(t − dᵢ) = 0. Times are in any
 * one unit.
 *
 * @param terms pᵢ, qᵢ and dᵢ of each term; delays of 0 are the present
 */
public record DelayEquation(List<Term> terms) {
    private static final int STARTS = 40;
    private static final int MOST_STEPS = 60;
    private static final double ENOUGH = 1e-12;

    /** Copies the terms. */
    public DelayEquation {
        terms = List.copyOf(terms);
    }

    /**
     * Terms of one delay.
     *
     * @param first factor of x′
     * @param zeroth factor of x
     * @param delay not negative
     */
    public record Term(double first, double zeroth, double delay) {}

    /** The characteristic function s² + Σ (pᵢ s + qᵢ) exp(−s dᵢ). */
    public Complex characteristic(Complex s) {
        Complex sum = s.multiply(s);
        for (Term term : terms) {
            Complex factor = s.multiply(term.first).add(term.zeroth);
            sum = sum.add(factor.multiply(s.multiply(-term.delay).exp()));
        }
        return sum;
    }

    private Complex slope(Complex s) {
        Complex sum = s.multiply(2);
        for (Term term : terms) {
            Complex factor = s.multiply(term.first).add(term.zeroth).multiply(-term.delay);
            sum = sum.add(factor.add(term.first).multiply(s.multiply(-term.delay).exp()));
        }
        return sum;
    }

    /**
     * The rightmost characteristic root that Newton's method finds from a grid of starts, other
     * than 0; its real part is the rate at which solutions grow.
     *
     * @param scale size of the box of starts: real parts −scale to scale, imaginary parts 0 to
     *     scale
     */
    public Complex rightmostRoot(double scale) {
        Complex best = new Complex(Double.NEGATIVE_INFINITY, 0);
        for (int i = 0; i <= STARTS; i++) {
            for (int j = 0; j <= STARTS; j++) {
                Complex start = new Complex(scale * (2.0 * i / STARTS - 1), scale * j / STARTS);
                Complex root = newton(start);
                boolean found = characteristic(root).abs() < 1e-9 * (1 + scale * scale);
                if (found && root.abs() > 1e-6 * scale && root.getReal() > best.getReal()) {
                    best = root;
                }
            }
        }
        return best;
    }

    private Complex newton(Complex start) {
        Complex s = start;
        for (int i = 0; i < MOST_STEPS; i++) {
            Complex step = characteristic(s).divide(slope(s));
            s = s.subtract(step);
            if (step.abs() <= ENOUGH * (1 + s.abs()) || s.isNaN()) {
                break;
            }
        }
        return s;
    }

    /**
     * Integrates by the classic Runge–Kutta method with linear interpolation of the past, in which
     * x was 1.
     *
     * @param step much shorter than every delay but 0
     * @return x at the multiples of the step, from 0 on
     */
    public double[] solution(double step, int steps) {
        double[] x = new double[steps + 1];
        double[] v = new double[steps + 1];
        x[0] = 1;
        for (int i = 0; i < steps; i++) {
            double a1 = acceleration(x, v, i, step, 0, x[i], v[i]);
            double x2 = x[i] + step / 2 * v[i];
            double v2 = v[i] + step / 2 * a1;
            double a2 = acceleration(x, v, i, step, 0.5, x2, v2);
            double x3 = x[i] + step / 2 * v2;
            double v3 = v[i] + step / 2 * a2;
            double a3 = acceleration(x, v, i, step, 0.5, x3, v3);
            double x4 = x[i] + step * v3;
            double v4 = v[i] + step * a3;
            double a4 = acceleration(x, v, i, step, 1, x4, v4);
            x[i + 1] = x[i] + step / 6 * (v[i] + 2 * v2 + 2 * v3 + v4);
            v[i + 1] = v[i] + step / 6 * (a1 + 2 * a2 + 2 * a3 + a4);
        }
        return x;
    }

    private double acceleration(
            double[] x, double[] v, int i, double step, double part, double nowX, double nowV) {
        double sum = 0;
        for (Term term : terms) {
            double at = i + part - term.delay / step;
            boolean now = term.delay == 0;
            sum -= term.first * (now ? nowV : past(v, at, 0));
            sum -= term.zeroth * (now ? nowX : past(x, at, 1));
        }
        return sum;
    }

    private static double past(double[] values, double at, double before) {
        if (at < 0) {
            return before;
        }
        int below = (int) at;
        double part = at - below;
        return part == 0
                ? values[below]
                : values[below] + part * (values[below + 1] - values[below]);
    }
}
