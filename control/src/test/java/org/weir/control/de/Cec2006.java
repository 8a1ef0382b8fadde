// SPDX-License-Identifier: Apache-2.0
package org.weir.control.de;

import java.util.Arrays;

/**
 * Problems of the CEC 2006 benchmark, written from their definitions in the technical report of
 * Liang et al., "Problem Definitions and Evaluation Criteria for the CEC 2006 Special Session on
 * Constrained Real-Parameter Optimization". Equalities have the report's tolerance of 1e-4.
 */
enum Cec2006 implements Problem {
    G01(-15, 9, fill(13, 0), bounds01()) {
        @Override
        public double evaluate(double[] x, double[] g) {
            double value = 0;
            for (int i = 0; i < 4; i++) {
                value += 5 * x[i] - 5 * x[i] * x[i];
            }
            for (int i = 4; i < 13; i++) {
                value -= x[i];
            }
            g[0] = 2 * x[0] + 2 * x[1] + x[9] + x[10] - 10;
            g[1] = 2 * x[0] + 2 * x[2] + x[9] + x[11] - 10;
            g[2] = 2 * x[1] + 2 * x[2] + x[10] + x[11] - 10;
            for (int i = 0; i < 3; i++) {
                g[3 + i] = -8 * x[i] + x[9 + i];
                g[6 + i] = -2 * x[3 + 2 * i] - x[4 + 2 * i] + x[9 + i];
            }
            return value;
        }
    },
    G04(
            -30665.5386717833,
            6,
            new double[] {78, 33, 27, 27, 27},
            new double[] {102, 45, 45, 45, 45}) {
        @Override
        public double evaluate(double[] x, double[] g) {
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
            g[0] = u - 92;
            g[1] = -u;
            g[2] = v - 110;
            g[3] = 90 - v;
            g[4] = w - 25;
            g[5] = 20 - w;
            return 5.3578547 * x[2] * x[2] + 0.8356891 * x[0] * x[4] + 37.293239 * x[0] - 40792.141;
        }
    },
    G06(-6961.8138755801, 2, new double[] {13, 0}, new double[] {100, 100}) {
        @Override
        public double evaluate(double[] x, double[] g) {
            g[0] = 100 - square(x[0] - 5) - square(x[1] - 5);
            g[1] = square(x[0] - 6) + square(x[1] - 5) - 82.81;
            return Math.pow(x[0] - 10, 3) + Math.pow(x[1] - 20, 3);
        }
    },
    G08(-0.0958250414, 2, fill(2, 0), fill(2, 10)) {
        @Override
        public double evaluate(double[] x, double[] g) {
            g[0] = x[0] * x[0] - x[1] + 1;
            g[1] = 1 - x[0] + square(x[1] - 4);
            double top = Math.pow(Math.sin(2 * Math.PI * x[0]), 3) * Math.sin(2 * Math.PI * x[1]);
            return -top / (Math.pow(x[0], 3) * (x[0] + x[1]));
        }
    },
    G09(680.6300573744, 4, fill(7, -10), fill(7, 10)) {
        @Override
        public double evaluate(double[] x, double[] g) {
            g[0] =
                    -127
                            + 2 * square(x[0])
                            + 3 * Math.pow(x[1], 4)
                            + x[2]
                            + 4 * square(x[3])
                            + 5 * x[4];
            g[1] = -282 + 7 * x[0] + 3 * x[1] + 10 * square(x[2]) + x[3] - x[4];
            g[2] = -196 + 23 * x[0] + square(x[1]) + 6 * square(x[5]) - 8 * x[6];
            g[3] =
                    4 * square(x[0])
                            + square(x[1])
                            - 3 * x[0] * x[1]
                            + 2 * square(x[2])
                            + 5 * x[5]
                            - 11 * x[6];
            return square(x[0] - 10)
                    + 5 * square(x[1] - 12)
                    + Math.pow(x[2], 4)
                    + 3 * square(x[3] - 11)
                    + 10 * Math.pow(x[4], 6)
                    + 7 * square(x[5])
                    + Math.pow(x[6], 4)
                    - 4 * x[5] * x[6]
                    - 10 * x[5]
                    - 8 * x[6];
        }
    },
    G11(0.7499, 1, fill(2, -1), fill(2, 1)) {
        @Override
        public double evaluate(double[] x, double[] g) {
            g[0] = Math.abs(x[1] - x[0] * x[0]) - 1e-4;
            return x[0] * x[0] + square(x[1] - 1);
        }
    },
    G12(-1, 1, fill(3, 0), fill(3, 10)) {
        @Override
        public double evaluate(double[] x, double[] g) {
            double nearest = 0;
            double value = 0;
            for (double one : x) {
                double centre = Math.max(1, Math.min(9, Math.rint(one)));
                nearest += square(one - centre);
                value += square(one - 5);
            }
            g[0] = nearest - 0.0625;
            return -(100 - value) / 100;
        }
    },
    G24(-5.5080132716, 2, fill(2, 0), new double[] {3, 4}) {
        @Override
        public double evaluate(double[] x, double[] g) {
            double a = x[0];
            g[0] = -2 * Math.pow(a, 4) + 8 * Math.pow(a, 3) - 8 * a * a + x[1] - 2;
            g[1] = -4 * Math.pow(a, 4) + 32 * Math.pow(a, 3) - 88 * a * a + 96 * a + x[1] - 36;
            return -a - x[1];
        }
    };

    private final double optimum;
    private final int constraints;
    private final double[] lower;
    private final double[] upper;

    Cec2006(double optimum, int constraints, double[] lower, double[] upper) {
        this.optimum = optimum;
        this.constraints = constraints;
        this.lower = lower;
        this.upper = upper;
    }

    /** The best known value. */
    double optimum() {
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
    public int constraints() {
        return constraints;
    }

    static double square(double value) {
        return value * value;
    }

    private static double[] fill(int length, double value) {
        double[] values = new double[length];
        Arrays.fill(values, value);
        return values;
    }

    private static double[] bounds01() {
        double[] values = fill(13, 1);
        Arrays.fill(values, 9, 12, 100);
        return values;
    }
}
