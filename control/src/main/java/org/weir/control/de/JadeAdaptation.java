// SPDX-License-Identifier: Apache-2.0
package org.weir.control.de;

import org.apache.commons.math3.distribution.CauchyDistribution;
import org.apache.commons.math3.random.RandomGenerator;

/**
 * JADE's adaptation (Zhang and Sanderson 2009): one mean of F and one of CR, moved each generation
 * towards the Lehmer mean and the mean of what won.
 */
final class JadeAdaptation implements ParameterControl {
    private static final double LEARNING_RATE = 0.1;

    private final SuccessHistory.Means won = new SuccessHistory.Means();
    private CauchyDistribution cauchy;
    private double meanScale = 0.5;
    private double meanRate = 0.5;
    private double scale;
    private double rate;

    @Override
    public void begin(RandomGenerator random) {
        if (cauchy == null) {
            cauchy = new CauchyDistribution(random, 0, 1);
        }
        won.clear();
    }

    @Override
    public void draw(RandomGenerator random) {
        rate = SuccessHistory.drawRate(random, meanRate);
        scale = SuccessHistory.drawScale(cauchy, meanScale);
    }

    @Override
    public double scale() {
        return scale;
    }

    @Override
    public double crossoverRate() {
        return rate;
    }

    @Override
    public void won(double wonScale, double wonRate, double gain) {
        won.add(wonScale, wonRate, 1);
    }

    @Override
    public void end() {
        if (!won.isEmpty()) {
            meanScale += LEARNING_RATE * (won.lehmerScale() - meanScale);
            meanRate += LEARNING_RATE * (won.meanRate() - meanRate);
        }
    }
}
