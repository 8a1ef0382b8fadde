// SPDX-License-Identifier: Apache-2.0
package org.weir.bench.solver;

import static org.weir.bench.solver.Cec2006Problems1To12.cube;
import static org.weir.bench.solver.Cec2006Problems1To12.square;

/** The functions of g13 to g24. */
final class Cec2006Problems13To24 {
    private static final double[] G14_ENERGY = {
        -6.089, -17.164, -34.054, -5.914, -24.721, -14.986, -24.100, -10.708, -26.662, -22.179
    };

    /** Lower and upper bound of g16's y1 to y17; y4's lower bound is another inequality. */
    private static final double[][] G16_RANGE = {
        {213.1, 405.23},
        {17.505, 1053.6667},
        {11.275, 35.03},
        {214.228, 665.585},
        {7.458, 584.463},
        {0.961, 265.916},
        {1.612, 7.046},
        {0.146, 0.222},
        {107.99, 273.366},
        {922.693, 1286.105},
        {926.832, 1444.046},
        {18.766, 537.141},
        {1072.163, 3247.039},
        {8961.448, 26844.086},
        {0.063, 0.386},
        {71084.33, 140000},
        {2802713, 12146108}
    };

    private static final double[][] G19_A = {
        {-16, 2, 0, 1, 0},
        {0, -2, 0, 0.4, 2},
        {-3.5, 0, 2, 0, 0},
        {0, -2, 0, -4, -1},
        {0, -9, -2, 1, -2.8},
        {2, 0, -4, 0, 0},
        {-1, -1, -1, -1, -1},
        {-1, -2, -3, -2, -1},
        {1, 2, 3, 4, 5},
        {1, 1, 1, 1, 1}
    };
    private static final double[] G19_B = {-40, -2, -0.25, -4, -4, -1, -40, -60, 5, 1};
    private static final double[][] G19_C = {
        {30, -20, -10, 32, -10},
        {-20, 39, -6, -31, 32},
        {-10, -6, 10, -6, -10},
        {32, -31, -6, 39, -20},
        {-10, 32, -10, -20, 30}
    };
    private static final double[] G19_D = {4, 8, 10, 6, 2};
    private static final double[] G19_E = {-15, -27, -36, -18, -12};

    private static final double[] G20_A = {
        0.0693, 0.0577, 0.05, 0.2, 0.26, 0.55, 0.06, 0.1, 0.12, 0.18, 0.1, 0.09
    };
    private static final double[] G20_B = {
        44.094, 58.12, 58.12, 137.4, 120.9, 170.9, 62.501, 84.94, 133.425, 82.507, 46.07, 60.097
    };
    private static final double[] G20_C = {
        123.7, 31.7, 45.7, 14.7, 84.7, 27.7, 49.7, 7.1, 2.1, 17.7, 0.85, 0.64
    };
    private static final double[] G20_D = {
        31.244, 36.12, 34.784, 92.7, 82.7, 91.6, 56.708, 82.7, 80.8, 64.517, 49.4, 49.1
    };
    private static final double[] G20_E = {0.1, 0.3, 0.4, 0.3, 0.6, 0.3};

    private Cec2006Problems13To24() {}

    static double g13(double[] x, double[] c) {
        double squares = 0;
        double product = 1;
        for (double one : x) {
            squares += one * one;
            product *= one;
        }
        c[0] = squares - 10;
        c[1] = x[1] * x[2] - 5 * x[3] * x[4];
        c[2] = cube(x[0]) + cube(x[1]) + 1;
        return Math.exp(product);
    }

    static double g14(double[] x, double[] c) {
        double sum = 0;
        for (double one : x) {
            sum += one;
        }
        double value = 0;
        for (int i = 0; i < x.length; i++) {
            value += x[i] * (G14_ENERGY[i] + Math.log(x[i] / sum));
        }
        c[0] = x[0] + 2 * x[1] + 2 * x[2] + x[5] + x[9] - 2;
        c[1] = x[3] + 2 * x[4] + x[5] + x[6] - 1;
        c[2] = x[2] + x[6] + x[7] + 2 * x[8] + x[9] - 1;
        return value;
    }

    static double g15(double[] x, double[] c) {
        c[0] = square(x[0]) + square(x[1]) + square(x[2]) - 25;
        c[1] = 8 * x[0] + 14 * x[1] + 7 * x[2] - 56;
        return 1000 - square(x[0]) - 2 * square(x[1]) - square(x[2]) - x[0] * x[1] - x[0] * x[2];
    }

    static double g16(double[] x, double[] c) {
        double[] y = new double[17];
        y[0] = x[1] + x[2] + 41.6;
        y[1] = 12.5 / (0.024 * x[3] - 4.62) + 12;
        y[2] =
                (0.0003535 * square(x[0]) + 0.5311 * x[0] + 0.08705 * y[1] * x[0])
                        / (0.052 * x[0] + 78 + 0.002377 * y[1] * x[0]);
        y[3] = 19 * y[2];
        double rest = x[0] - y[2];
        double c3 = 0.04782 * rest + 0.1956 * square(rest) / x[1] + 0.6376 * y[3] + 1.594 * y[2];
        y[4] = (rest - y[3]) * (0.950 - c3 / (100 * x[1]));
        y[5] = rest - y[4] - y[3];
        double c7 = 0.995 * (y[4] + y[3]);
        y[6] = c7 / y[0];
        y[7] = c7 / 3798;
        y[8] = 96.82 / (y[6] - 0.0663 * y[6] / y[7] - 0.3153) + 0.321 * y[0];
        y[9] = 1.29 * y[4] + 1.258 * y[3] + 2.29 * y[2] + 1.71 * y[5];
        y[10] = 1.71 * x[0] - 0.452 * y[3] + 0.580 * y[2];
        double c11 = 0.995 * y[9] + 1998;
        y[11] = 12.3 / 752.3 * x[0] + 1.75 * y[1] * 0.995 * x[0] / c11;
        y[12] = c11 - 1.75 * y[1];
        y[13] = 3623 + 64.4 * x[1] + 58.4 * x[2] + 146312 / (y[8] + x[4]);
        double c12 = 0.995 * y[9] + 60.8 * x[1] + 48 * x[3] - 0.1121 * y[13] - 5095;
        y[14] = y[12] / c12;
        y[15] = 148000 - 331000 * y[14] + 40 * y[12] - 61 * y[14] * y[12];
        y[16] = 14130000 - 1328 * y[9] - 531 * y[10] + (2324 * y[9] - 28740000 * y[1]) / c11;
        c[0] = 0.28 / 0.72 * y[4] - y[3];
        c[1] = x[2] - 1.5 * x[1];
        c[2] = 3496 * y[1] / c11 - 21;
        c[3] = 110.6 + y[0] - 62212 / (y[8] + x[4]);
        for (int i = 0; i < 17; i++) {
            c[4 + 2 * i] = G16_RANGE[i][0] - y[i];
            c[5 + 2 * i] = y[i] - G16_RANGE[i][1];
        }
        double quotient = (y[12] / y[14] - y[12] / 0.52) / (1.104 - 0.72 * y[14]);
        return 0.000117 * y[13]
                + 0.1365
                + 0.00002358 * y[12]
                + 0.000001502 * y[15]
                + 0.0321 * y[11]
                + 0.004324 * y[4]
                + 0.0001 * quotient
                + 37.48 * y[1] / c11
                - 0.0000005843 * y[16];
    }

    static double g17(double[] x, double[] c) {
        double product = x[2] * x[3] / 131.078;
        double third = 0.90798 * square(x[2]) / 131.078;
        double fourth = 0.90798 * square(x[3]) / 131.078;
        double cosine = Math.cos(1.47588);
        double sine = Math.sin(1.47588);
        double first = 300 - product * Math.cos(1.48477 - x[5]) + third * cosine;
        double second = -product * Math.cos(1.48477 + x[5]) + fourth * cosine;
        c[0] = first - x[0];
        c[1] = second - x[1];
        c[2] = -product * Math.sin(1.48477 + x[5]) + fourth * sine - x[4];
        c[3] = 200 - product * Math.sin(1.48477 - x[5]) + third * sine;
        double firstPrice = x[0] < 300 ? 30 : 31;
        double secondPrice = x[1] < 100 ? 28 : x[1] < 200 ? 29 : 30;
        return firstPrice * x[0] + secondPrice * x[1];
    }

    static double g18(double[] x, double[] c) {
        c[0] = square(x[2]) + square(x[3]) - 1;
        c[1] = square(x[8]) - 1;
        c[2] = square(x[4]) + square(x[5]) - 1;
        c[3] = square(x[0]) + square(x[1] - x[8]) - 1;
        c[4] = square(x[0] - x[4]) + square(x[1] - x[5]) - 1;
        c[5] = square(x[0] - x[6]) + square(x[1] - x[7]) - 1;
        c[6] = square(x[2] - x[4]) + square(x[3] - x[5]) - 1;
        c[7] = square(x[2] - x[6]) + square(x[3] - x[7]) - 1;
        c[8] = square(x[6]) + square(x[7] - x[8]) - 1;
        c[9] = x[1] * x[2] - x[0] * x[3];
        c[10] = -x[2] * x[8];
        c[11] = x[4] * x[8];
        c[12] = x[5] * x[6] - x[4] * x[7];
        return -0.5
                * (x[0] * x[3]
                        - x[1] * x[2]
                        + x[2] * x[8]
                        - x[4] * x[8]
                        + x[4] * x[7]
                        - x[5] * x[6]);
    }

    static double g19(double[] x, double[] c) {
        double value = 0;
        for (int i = 0; i < 10; i++) {
            value -= G19_B[i] * x[i];
        }
        for (int j = 0; j < 5; j++) {
            double quadratic = 0;
            double linear = 0;
            for (int i = 0; i < 5; i++) {
                quadratic += G19_C[i][j] * x[10 + i];
            }
            for (int i = 0; i < 10; i++) {
                linear += G19_A[i][j] * x[i];
            }
            value += quadratic * x[10 + j] + 2 * G19_D[j] * cube(x[10 + j]);
            c[j] = linear - 2 * quadratic - 3 * G19_D[j] * square(x[10 + j]) - G19_E[j];
        }
        return value;
    }

    static double g20(double[] x, double[] c) {
        double value = 0;
        double sum = 0;
        double first = 0;
        double second = 0;
        double volume = 0;
        for (int i = 0; i < 12; i++) {
            value += G20_A[i] * (x[i] + x[12 + i]);
            sum += x[i] + x[12 + i];
            first += x[i] / G20_B[i];
            second += x[12 + i] / G20_B[i];
            volume += x[i] / G20_D[i];
        }
        for (int i = 0; i < 6; i++) {
            int j = i < 3 ? i : i + 3;
            c[i] = (x[j] + x[12 + j]) / (sum + G20_E[i]);
        }
        for (int i = 0; i < 12; i++) {
            c[6 + i] = x[12 + i] / (G20_B[i] * second) - G20_C[i] * x[i] / (40 * G20_B[i] * first);
        }
        c[18] = sum - 1;
        c[19] = volume + 0.7302 * 530 * (14.7 / 40) * second - 1.671;
        return value;
    }

    static double g21(double[] x, double[] c) {
        c[0] = 35 * Math.pow(x[1], 0.6) + 35 * Math.pow(x[2], 0.6) - x[0];
        c[1] = -300 * x[2] + 7500 * (x[4] - x[5]) - 25 * x[3] * (x[4] - x[5]) + x[2] * x[3];
        c[2] = 100 * x[1] + 155.365 * x[3] + 2500 * x[6] - x[1] * x[3] - 25 * x[3] * x[6] - 15536.5;
        c[3] = Math.log(900 - x[3]) - x[4];
        c[4] = Math.log(300 + x[3]) - x[5];
        c[5] = Math.log(700 - 2 * x[3]) - x[6];
        return x[0];
    }

    static double g22(double[] x, double[] c) {
        c[0] = Math.pow(x[1], 0.6) + Math.pow(x[2], 0.6) + Math.pow(x[3], 0.6) - x[0];
        c[1] = x[4] - 1e5 * x[7] + 1e7;
        c[2] = x[5] + 1e5 * x[7] - 1e5 * x[8];
        c[3] = x[6] + 1e5 * x[8] - 5e7;
        c[4] = x[4] + 1e5 * x[9] - 3.3e7;
        c[5] = x[5] + 1e5 * x[10] - 4.4e7;
        c[6] = x[6] + 1e5 * x[11] - 6.6e7;
        c[7] = x[4] - 120 * x[1] * x[12];
        c[8] = x[5] - 80 * x[2] * x[13];
        c[9] = x[6] - 40 * x[3] * x[14];
        c[10] = x[7] - x[10] + x[15];
        c[11] = x[8] - x[11] + x[16];
        c[12] = Math.log(x[9] - 100) - x[17];
        c[13] = Math.log(300 - x[7]) - x[18];
        c[14] = Math.log(x[15]) - x[19];
        c[15] = Math.log(400 - x[8]) - x[20];
        c[16] = Math.log(x[16]) - x[21];
        c[17] = 400 - x[7] - x[9] + x[12] * (x[17] - x[18]);
        c[18] = 400 + x[7] - x[8] - x[10] + x[13] * (x[19] - x[20]);
        c[19] = 100 + x[8] - x[11] - 4.60517 * x[14] + x[14] * x[21];
        return x[0];
    }

    static double g23(double[] x, double[] c) {
        c[0] = x[8] * x[2] + 0.02 * x[5] - 0.025 * x[4];
        c[1] = x[8] * x[3] + 0.02 * x[6] - 0.015 * x[7];
        c[2] = x[0] + x[1] - x[2] - x[3];
        c[3] = 0.03 * x[0] + 0.01 * x[1] - x[8] * (x[2] + x[3]);
        c[4] = x[2] + x[5] - x[4];
        c[5] = x[3] + x[6] - x[7];
        return -9 * x[4] - 15 * x[7] + 6 * x[0] + 16 * x[1] + 10 * (x[5] + x[6]);
    }

    static double g24(double[] x, double[] c) {
        double a = x[0];
        c[0] = -2 * square(square(a)) + 8 * cube(a) - 8 * a * a + x[1] - 2;
        c[1] = -4 * square(square(a)) + 32 * cube(a) - 88 * a * a + 96 * a + x[1] - 36;
        return -a - x[1];
    }
}
