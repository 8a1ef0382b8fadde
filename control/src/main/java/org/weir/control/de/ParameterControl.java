// SPDX-License-Identifier: Apache-2.0
package org.weir.control.de;

import org.apache.commons.math3.random.RandomGenerator;

/**
 * Source of the scale F and the crossover rate CR of each trial, which may learn from trials that
 * won.
 */
interface ParameterControl {
    /** Begins a generation. */
    void begin(RandomGenerator random);

    /** Draws both for one trial. */
    void draw(RandomGenerator random);

    /** F as drawn last, above 0. */
    double scale();

    /** CR as drawn last, 0 to 1. */
    double crossoverRate();

    /**
     * Records a trial that replaced its parent.
     *
     * @param gain improvement of the value, at least 0
     */
    void won(double scale, double crossoverRate, double gain);

    /** Ends a generation. */
    void end();
}
