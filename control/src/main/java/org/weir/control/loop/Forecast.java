// SPDX-License-Identifier: Apache-2.0
package org.weir.control.loop;

import java.util.Locale;

/**
 * Expected value of one quantity of a class for the next period, at the present loads of all
 * classes, with an interval for nine of ten periods. Until enough periods were measured, the
 * interval is the model's calibrated error; then it is the scatter of the measured periods. A
 * forecast also has the value that the class's own share guarantees. Delays are in ms, loss is a
 * fraction. Immutable.
 */
public final class Forecast {
    private final double modelled;
    private final double corrected;
    private final double low;
    private final double high;
    private final boolean isMeasured;
    private final double guaranteed;

    private Forecast(
            double modelled,
            double corrected,
            double low,
            double high,
            boolean isMeasured,
            double guaranteed) {
        this.modelled = modelled;
        this.corrected = corrected;
        this.low = low;
        this.high = high;
        this.isMeasured = isMeasured;
        this.guaranteed = guaranteed;
    }

    /** With an unknown load: nothing is known. */
    static Forecast unknown() {
        return new Forecast(Double.NaN, Double.NaN, Double.NaN, Double.NaN, false, Double.NaN);
    }

    /** By the model alone, with the model's calibrated interval. */
    static Forecast byModel(double modelled, double low, double high) {
        return new Forecast(modelled, modelled, low, high, false, Double.NaN);
    }

    /** Corrected by measured periods. */
    static Forecast of(double modelled, double corrected, double low, double high) {
        return new Forecast(modelled, corrected, low, high, true, Double.NaN);
    }

    /** The same with the value that the class's own share guarantees. */
    Forecast withGuaranteed(double value) {
        return new Forecast(modelled, corrected, low, high, isMeasured, value);
    }

    /** The model's value at the present loads; NaN while the load is unknown. */
    public double modelled() {
        return modelled;
    }

    /** True if there is an interval: the load is known. */
    public boolean isKnown() {
        return !Double.isNaN(low);
    }

    /** True if value and interval follow from measured periods. */
    public boolean isMeasured() {
        return isMeasured;
    }

    /** The expected value: the model's, corrected by what was measured; NaN while unknown. */
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

    /** The value if all other classes are backlogged; NaN while the load is unknown. */
    public double guaranteed() {
        return guaranteed;
    }

    @Override
    public String toString() {
        return isKnown()
                ? String.format(
                        Locale.ROOT,
                        "%.3g (%.3g to %.3g by %s; guaranteed %.3g)",
                        corrected,
                        low,
                        high,
                        isMeasured ? "measurement" : "the model",
                        guaranteed)
                : "unknown";
    }
}
