// SPDX-License-Identifier: Apache-2.0
package org.weir.control.de;

import org.apache.commons.math3.random.RandomGenerator;

/**
 * F drawn for each generation between two bounds, CR constant. One scale for all trials of a
 * generation keeps the search invariant to rotation.
 */
final class Dither implements ParameterControl {
    private final double low;
    private final double high;
    private final double crossoverRate;
    private double scale;

    Dither(double low, double high, double crossoverRate) {
        this.low = low;
        this.high = high;
        this.crossoverRate = crossoverRate;
    }

    @Override
    public void begin(RandomGenerator random) {
        scale = low + (high - low) * random.nextDouble();
    }

    @Override
    public void draw(RandomGenerator random) {}

    @Override
    public double scale() {
        return scale;
    }

    @Override
    public double crossoverRate() {
        return crossoverRate;
    }

    @Override
    public void won(double wonScale, double wonRate, double gain) {}

    @Override
    public void end() {}
}
