// SPDX-License-Identifier: Apache-2.0
package org.weir.control.de;

import org.apache.commons.math3.random.RandomGenerator;
import org.apache.commons.math3.util.MathArrays;

/** Points that fill every variable's range evenly: one in each slice of every variable. */
final class LatinHypercube {
    private LatinHypercube() {}

    static double[][] sample(int size, double[] lower, double[] upper, RandomGenerator random) {
        double[][] points = new double[size][lower.length];
        for (int j = 0; j < lower.length; j++) {
            int[] slices = MathArrays.natural(size);
            MathArrays.shuffle(slices, random);
            for (int i = 0; i < size; i++) {
                double at = (slices[i] + random.nextDouble()) / size;
                points[i][j] = Math.min(upper[j], lower[j] + at * (upper[j] - lower[j]));
            }
        }
        return points;
    }
}
