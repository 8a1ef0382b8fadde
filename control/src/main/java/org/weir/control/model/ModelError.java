// SPDX-License-Identifier: Apache-2.0
package org.weir.control.model;

/**
 * Calibrated error of {@link SharedPort}: for each quantity the interval of the ratio measured /
 * predicted that contains nine of ten classes. One of twenty is below the lower factor, one of
 * twenty above the upper one.
 *
 * <p>Calibrated with 200 random ports, by Weir's P4 program in virtual time and by deficit weighted
 * round robin; of 200 other ports 87 to 93 % of the classes lie inside ({@code SharedPortTest}).
 * The model knew rate and dispersion of the arrivals only; the factors for an unknown dispersion
 * are of the same ports, for a model that takes all arrivals as Poisson ones. The senders did not
 * react to congestion. Immutable.
 */
public final class ModelError {
    /** Port less than 90 % in use, dispersion as of Poisson arrivals or a little more. */
    private static final ModelError STEADY = new ModelError(0.55, 1.63, 0.52, 2.61, 0.9, 1.4);

    /** Port less than 90 % in use, bursts. */
    private static final ModelError BURSTY = new ModelError(0.25, 3.09, 0.40, 4.01, 0.007, 8.0);

    /** Port 90 % or more in use, dispersion as of Poisson arrivals or a little more. */
    private static final ModelError BUSY = new ModelError(0.23, 3.85, 0.21, 2.69, 0.22, 2.96);

    /** Port 90 % or more in use, bursts. */
    private static final ModelError BUSY_BURSTY =
            new ModelError(0.25, 3.85, 0.40, 4.66, 0.18, 11.3);

    /** Port less than 90 % in use, dispersion not known. */
    private static final ModelError UNKNOWN = new ModelError(0.67, 10.1, 0.58, 8.85, 0.9, 30.4);

    /** Port 90 % or more in use, dispersion not known. */
    private static final ModelError BUSY_UNKNOWN =
            new ModelError(0.29, 5.67, 0.27, 5.69, 0.42, 42.1);

    /**
     * Resolution of a delay, in times of a packet of 1000 bytes; it is added to both sides of a
     * ratio.
     */
    public static final double RESOLUTION_PACKETS = 0.1;

    /** Resolution of a loss fraction; it is added to both sides of a ratio. */
    public static final double LOSS_RESOLUTION = 1e-3;

    private final double meanLow;
    private final double meanHigh;
    private final double tailLow;
    private final double tailHigh;
    private final double lossLow;
    private final double lossHigh;

    private ModelError(
            double meanLow,
            double meanHigh,
            double tailLow,
            double tailHigh,
            double lossLow,
            double lossHigh) {
        this.meanLow = meanLow;
        this.meanHigh = meanHigh;
        this.tailLow = tailLow;
        this.tailHigh = tailHigh;
        this.lossLow = lossLow;
        this.lossHigh = lossHigh;
    }

    /**
     * The error of a class with a known dispersion.
     *
     * @param busy true if 90 % or more of the port are in use
     * @param bursty true if the class has bursts
     */
    static ModelError of(boolean busy, boolean bursty) {
        return busy ? bursty ? BUSY_BURSTY : BUSY : bursty ? BURSTY : STEADY;
    }

    /**
     * The error of a class whose own dispersion is not known, whether those of the others are or
     * not.
     *
     * @param busy true if 90 % or more of the port are in use
     */
    static ModelError ofUnknown(boolean busy) {
        return busy ? BUSY_UNKNOWN : UNKNOWN;
    }

    /**
     * The error with the smallest interval of each quantity that contains this one's and another's.
     */
    ModelError with(ModelError other) {
        return new ModelError(
                Math.min(meanLow, other.meanLow),
                Math.max(meanHigh, other.meanHigh),
                Math.min(tailLow, other.tailLow),
                Math.max(tailHigh, other.tailHigh),
                Math.min(lossLow, other.lossLow),
                Math.max(lossHigh, other.lossHigh));
    }

    /** Lower factor of a mean delay. */
    public double meanLow() {
        return meanLow;
    }

    /** Upper factor of a mean delay. */
    public double meanHigh() {
        return meanHigh;
    }

    /** Lower factor of a 99th percentile. */
    public double tailLow() {
        return tailLow;
    }

    /** Upper factor of a 99th percentile. */
    public double tailHigh() {
        return tailHigh;
    }

    /** Lower factor of a loss, {@link #LOSS_RESOLUTION} added to both sides. */
    public double lossLow() {
        return lossLow;
    }

    /** Upper factor of a loss, {@link #LOSS_RESOLUTION} added to both sides. */
    public double lossHigh() {
        return lossHigh;
    }
}
