// SPDX-License-Identifier: Apache-2.0
package org.weir.control.loop;

import java.util.Locale;

/**
 * Prediction of one quantity of a class for the next period: the model's value, and beside it, once
 * there are enough measured periods to compare with, the value corrected by them and the interval
 * in which nine of ten periods are expected. Delays are in ms, loss is a fraction. Immutable.
 */
public final class Forecast {
    private final double modelled;
    private final double corrected;
    private final double low;
    private final double high;

    private Forecast(double modelled, double corrected, double low, double high) {
        this.modelled = modelled;
        this.corrected = corrected;
        this.low = low;
        this.high = high;
    }

    /** Before there is anything to compare with. */
    static Forecast unknown(double modelled) {
        return new Forecast(modelled, Double.NaN, Double.NaN, Double.NaN);
    }

    static Forecast of(double modelled, double corrected, double low, double high) {
        return new Forecast(modelled, corrected, low, high);
    }

    /** The value by the model of the queue alone. */
    public double modelled() {
        return modelled;
    }

    /** True if enough periods were measured for a correction and an interval. */
    public boolean isKnown() {
        return !Double.isNaN(low);
    }

    /** The model's value corrected by what was measured; NaN while that is unknown. */
    public double corrected() {
        return corrected;
    }

    /** Value below which one period of twenty is expected to stay; NaN while unknown. */
    public double low() {
        return low;
    }

    /** Value that one period of twenty is expected to exceed; NaN while unknown. */
    public double high() {
        return high;
    }

    @Override
    public String toString() {
        return isKnown()
                ? String.format(
                        Locale.ROOT, "%.3g (by measurement %.3g to %.3g)", modelled, low, high)
                : String.format(Locale.ROOT, "%.3g (interval unknown)", modelled);
    }
}
