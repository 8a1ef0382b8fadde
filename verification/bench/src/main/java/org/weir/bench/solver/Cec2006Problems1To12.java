// SPDX-License-Identifier: Apache-2.0
package org.weir.bench.solver;

/** The functions of g01 to g12. */
final class Cec2006Problems1To12 {
    private Cec2006Problems1To12() {}

    static double square(double value) {
        return value * value;
    }

    static double cube(double value) {
        return value * value * value;
    }

    static double g01(double[] x, double[] c) {
        double value = 0;
        for (int i = 0; i < 4; i++) {
            value += 5 * x[i] - 5 * x[i] * x[i];
        }
        for (int i = 4; i < 13; i++) {
            value -= x[i];
        }
        c[0] = 2 * x[0] + 2 * x[1] + x[9] + x[10] - 10;
        c[1] = 2 * x[0] + 2 * x[2] + x[9] + x[11] - 10;
        c[2] = 2 * x[1] + 2 * x[2] + x[10] + x[11] - 10;
        for (int i = 0; i < 3; i++) {
            c[3 + i] = -8 * x[i] + x[9 + i];
            c[6 + i] = -2 * x[3 + 2 * i] - x[4 + 2 * i] + x[9 + i];
        }
        return value;
    }

    static double g02(double[] x, double[] c) {
        double fourths = 0;
        double squares = 1;
        double weighed = 0;
        double product = 1;
        double sum = 0;
        for (int i = 0; i < x.length; i++) {
            double cosine = square(Math.cos(x[i]));
            fourths += cosine * cosine;
            squares *= cosine;
            weighed += (i + 1) * x[i] * x[i];
            product *= x[i];
            sum += x[i];
        }
        c[0] = 0.75 - product;
        c[1] = sum - 7.5 * x.length;
        return -Math.abs((fourths - 2 * squares) / Math.sqrt(weighed));
    }

    static double g03(double[] x, double[] c) {
        double product = 1;
        double squares = 0;
        for (double one : x) {
            product *= Math.sqrt(x.length) * one;
            squares += one * one;
        }
        c[0] = squares - 1;
        return -product;
    }

    static double g04(double[] x, double[] c) {
        double u =
                85.334407
                        + 0.0056858 * x[1] * x[4]
                        + 0.0006262 * x[0] * x[3]
                        - 0.0022053 * x[2] * x[4];
        double v =
                80.51249
                        + 0.0071317 * x[1] * x[4]
                        + 0.0029955 * x[0] * x[1]
                        + 0.0021813 * x[2] * x[2];
        double w =
                9.300961
                        + 0.0047026 * x[2] * x[4]
                        + 0.0012547 * x[0] * x[2]
                        + 0.0019085 * x[2] * x[3];
        c[0] = u - 92;
        c[1] = -u;
        c[2] = v - 110;
        c[3] = 90 - v;
        c[4] = w - 25;
        c[5] = 20 - w;
        return 5.3578547 * x[2] * x[2] + 0.8356891 * x[0] * x[4] + 37.293239 * x[0] - 40792.141;
    }

    static double g05(double[] x, double[] c) {
        c[0] = x[2] - x[3] - 0.55;
        c[1] = x[3] - x[2] - 0.55;
        c[2] = 1000 * (Math.sin(-x[2] - 0.25) + Math.sin(-x[3] - 0.25)) + 894.8 - x[0];
        c[3] = 1000 * (Math.sin(x[2] - 0.25) + Math.sin(x[2] - x[3] - 0.25)) + 894.8 - x[1];
        c[4] = 1000 * (Math.sin(x[3] - 0.25) + Math.sin(x[3] - x[2] - 0.25)) + 1294.8;
        return 3 * x[0] + 1e-6 * cube(x[0]) + 2 * x[1] + 2e-6 / 3 * cube(x[1]);
    }

    static double g06(double[] x, double[] c) {
        c[0] = 100 - square(x[0] - 5) - square(x[1] - 5);
        c[1] = square(x[0] - 6) + square(x[1] - 5) - 82.81;
        return cube(x[0] - 10) + cube(x[1] - 20);
    }

    static double g07(double[] x, double[] c) {
        c[0] = 4 * x[0] + 5 * x[1] - 3 * x[6] + 9 * x[7] - 105;
        c[1] = 10 * x[0] - 8 * x[1] - 17 * x[6] + 2 * x[7];
        c[2] = -8 * x[0] + 2 * x[1] + 5 * x[8] - 2 * x[9] - 12;
        c[3] = 3 * square(x[0] - 2) + 4 * square(x[1] - 3) + 2 * square(x[2]) - 7 * x[3] - 120;
        c[4] = 5 * square(x[0]) + 8 * x[1] + square(x[2] - 6) - 2 * x[3] - 40;
        c[5] = square(x[0]) + 2 * square(x[1] - 2) - 2 * x[0] * x[1] + 14 * x[4] - 6 * x[5];
        c[6] = 0.5 * square(x[0] - 8) + 2 * square(x[1] - 4) + 3 * square(x[4]) - x[5] - 30;
        c[7] = -3 * x[0] + 6 * x[1] + 12 * square(x[8] - 8) - 7 * x[9];
        return square(x[0])
                + square(x[1])
                + x[0] * x[1]
                - 14 * x[0]
                - 16 * x[1]
                + square(x[2] - 10)
                + 4 * square(x[3] - 5)
                + square(x[4] - 3)
                + 2 * square(x[5] - 1)
                + 5 * square(x[6])
                + 7 * square(x[7] - 11)
                + 2 * square(x[8] - 10)
                + square(x[9] - 7)
                + 45;
    }

    static double g08(double[] x, double[] c) {
        c[0] = x[0] * x[0] - x[1] + 1;
        c[1] = 1 - x[0] + square(x[1] - 4);
        double top = cube(Math.sin(2 * Math.PI * x[0])) * Math.sin(2 * Math.PI * x[1]);
        return -top / (cube(x[0]) * (x[0] + x[1]));
    }

    static double g09(double[] x, double[] c) {
        c[0] =
                2 * square(x[0])
                        + 3 * square(square(x[1]))
                        + x[2]
                        + 4 * square(x[3])
                        + 5 * x[4]
                        - 127;
        c[1] = 7 * x[0] + 3 * x[1] + 10 * square(x[2]) + x[3] - x[4] - 282;
        c[2] = 23 * x[0] + square(x[1]) + 6 * square(x[5]) - 8 * x[6] - 196;
        c[3] =
                4 * square(x[0])
                        + square(x[1])
                        - 3 * x[0] * x[1]
                        + 2 * square(x[2])
                        + 5 * x[5]
                        - 11 * x[6];
        return square(x[0] - 10)
                + 5 * square(x[1] - 12)
                + square(square(x[2]))
                + 3 * square(x[3] - 11)
                + 10 * square(cube(x[4]))
                + 7 * square(x[5])
                + square(square(x[6]))
                - 4 * x[5] * x[6]
                - 10 * x[5]
                - 8 * x[6];
    }

    static double g10(double[] x, double[] c) {
        c[0] = 0.0025 * (x[3] + x[5]) - 1;
        c[1] = 0.0025 * (x[4] + x[6] - x[3]) - 1;
        c[2] = 0.01 * (x[7] - x[4]) - 1;
        c[3] = -x[0] * x[5] + 833.33252 * x[3] + 100 * x[0] - 83333.333;
        c[4] = -x[1] * x[6] + 1250 * x[4] + x[1] * x[3] - 1250 * x[3];
        c[5] = -x[2] * x[7] + 1_250_000 + x[2] * x[4] - 2500 * x[4];
        return x[0] + x[1] + x[2];
    }

    static double g11(double[] x, double[] c) {
        c[0] = x[1] - x[0] * x[0];
        return x[0] * x[0] + square(x[1] - 1);
    }

    /** Feasible is a ball around each of 9 × 9 × 9 centres; the nearest decides. */
    static double g12(double[] x, double[] c) {
        double nearest = 0;
        double value = 0;
        for (double one : x) {
            double centre = Math.max(1, Math.min(9, Math.rint(one)));
            nearest += square(one - centre);
            value += square(one - 5);
        }
        c[0] = nearest - 0.0625;
        return -(100 - value) / 100;
    }
}
