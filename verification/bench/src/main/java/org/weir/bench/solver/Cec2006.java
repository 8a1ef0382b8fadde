// SPDX-License-Identifier: Apache-2.0
package org.weir.bench.solver;

import java.util.Arrays;
import org.weir.control.de.Problem;

/**
 * The 24 problems of the CEC 2006 benchmark, written from their definitions in the technical report
 * of Liang et al., "Problem Definitions and Evaluation Criteria for the CEC 2006 Special Session on
 * Constrained Real-Parameter Optimization". Equalities have the report's tolerance of 1e-4, and so
 * have the best known values.
 */
public enum Cec2006 implements Problem {
    G01(-15, 9, 0, fill(13, 0), with(fill(13, 1), 9, 100, 100, 100), Cec2006Problems1To12::g01),
    G02(-0.8036191042, 2, 0, fill(20, 0), fill(20, 10), Cec2006Problems1To12::g02),
    G03(-1.0005001000, 0, 1, fill(10, 0), fill(10, 1), Cec2006Problems1To12::g03),
    G04(
            -30665.5386717834,
            6,
            0,
            row(78, 33, 27, 27, 27),
            row(102, 45, 45, 45, 45),
            Cec2006Problems1To12::g04),
    G05(
            5126.4967140071,
            2,
            3,
            row(0, 0, -0.55, -0.55),
            row(1200, 1200, 0.55, 0.55),
            Cec2006Problems1To12::g05),
    G06(-6961.8138755802, 2, 0, row(13, 0), fill(2, 100), Cec2006Problems1To12::g06),
    G07(24.3062090681, 8, 0, fill(10, -10), fill(10, 10), Cec2006Problems1To12::g07),
    G08(-0.0958250415, 2, 0, fill(2, 0), fill(2, 10), Cec2006Problems1To12::g08),
    G09(680.6300573745, 4, 0, fill(7, -10), fill(7, 10), Cec2006Problems1To12::g09),
    G10(
            7049.2480205286,
            6,
            0,
            row(100, 1000, 1000, 10, 10, 10, 10, 10),
            row(10000, 10000, 10000, 1000, 1000, 1000, 1000, 1000),
            Cec2006Problems1To12::g10),
    G11(0.7499, 0, 1, fill(2, -1), fill(2, 1), Cec2006Problems1To12::g11),
    G12(-1, 1, 0, fill(3, 0), fill(3, 10), Cec2006Problems1To12::g12),
    G13(
            0.0539415140,
            0,
            3,
            row(-2.3, -2.3, -3.2, -3.2, -3.2),
            row(2.3, 2.3, 3.2, 3.2, 3.2),
            Cec2006Problems13To24::g13),
    G14(-47.7648884595, 0, 3, fill(10, 0), fill(10, 10), Cec2006Problems13To24::g14),
    G15(961.7150222899, 0, 2, fill(3, 0), fill(3, 10), Cec2006Problems13To24::g15),
    G16(
            -1.9051552586,
            38,
            0,
            row(704.4148, 68.6, 0, 193, 25),
            row(906.3855, 288.88, 134.75, 287.0966, 84.1988),
            Cec2006Problems13To24::g16),
    G17(
            8853.5338748065,
            0,
            4,
            row(0, 0, 340, 340, -1000, 0),
            row(400, 1000, 420, 420, 1000, 0.5236),
            Cec2006Problems13To24::g17),
    G18(
            -0.8660254038,
            13,
            0,
            with(fill(9, -10), 8, 0),
            with(fill(9, 10), 8, 20),
            Cec2006Problems13To24::g18),
    G19(32.6555929502, 5, 0, fill(15, 0), fill(15, 10), Cec2006Problems13To24::g19),
    /** No feasible point of this one is known; the value is that of the least violation known. */
    G20(0.2049794002, 6, 14, fill(24, 0), fill(24, 10), Cec2006Problems13To24::g20),
    G21(
            193.7245100700,
            1,
            5,
            row(0, 0, 0, 100, 6.3, 5.9, 4.5),
            row(1000, 40, 40, 300, 6.7, 6.4, 6.25),
            Cec2006Problems13To24::g21),
    G22(
            236.4309755040,
            1,
            19,
            with(
                    fill(22, 0),
                    7,
                    100,
                    100,
                    100.01,
                    100,
                    100,
                    0,
                    0,
                    0,
                    0.01,
                    0.01,
                    -4.7,
                    -4.7,
                    -4.7,
                    -4.7,
                    -4.7),
            row(
                    20000, 1e6, 1e6, 1e6, 4e7, 4e7, 4e7, 299.99, 399.99, 300, 400, 600, 500, 500,
                    500, 300, 400, 6.25, 6.25, 6.25, 6.25, 6.25),
            Cec2006Problems13To24::g22),
    G23(
            -400.0551,
            2,
            4,
            with(fill(9, 0), 8, 0.01),
            row(300, 300, 100, 200, 100, 300, 100, 200, 0.03),
            Cec2006Problems13To24::g23),
    G24(-5.5080132716, 2, 0, fill(2, 0), row(3, 4), Cec2006Problems13To24::g24);

    private final double optimum;
    private final int inequalities;
    private final int equalities;
    private final double[] lower;
    private final double[] upper;
    private final Formula formula;

    Cec2006(
            double optimum,
            int inequalities,
            int equalities,
            double[] lower,
            double[] upper,
            Formula formula) {
        this.optimum = optimum;
        this.inequalities = inequalities;
        this.equalities = equalities;
        this.lower = lower;
        this.upper = upper;
        this.formula = formula;
    }

    /** The best known value. */
    public double optimum() {
        return optimum;
    }

    @Override
    public double[] lower() {
        return lower.clone();
    }

    @Override
    public double[] upper() {
        return upper.clone();
    }

    @Override
    public int inequalities() {
        return inequalities;
    }

    @Override
    public int equalities() {
        return equalities;
    }

    @Override
    public double evaluate(double[] x, double[] constraints) {
        return formula.evaluate(x, constraints);
    }

    /** A problem's function; fills g, then h. */
    @FunctionalInterface
    interface Formula {
        double evaluate(double[] x, double[] c);
    }

    private static double[] row(double... values) {
        return values;
    }

    private static double[] fill(int length, double value) {
        double[] values = new double[length];
        Arrays.fill(values, value);
        return values;
    }

    /** The values with some replaced, from an index on. */
    private static double[] with(double[] values, int from, double... replacements) {
        System.arraycopy(replacements, 0, values, from, replacements.length);
        return values;
    }
}
