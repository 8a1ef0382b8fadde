// SPDX-License-Identifier: Apache-2.0
package org.weir.app.past;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;

/** Figures of a queue at one time of its last hour. */
public final class QueuePoint {

    /** A figure that is kept. */
    public enum Figure {
        /** Measured arrival rate in the period that ended last, bit/s. */
        OFFERED_BPS,
        /** Measured rate that left through the port in that period, bit/s. */
        GOODPUT_BPS,
        /** Target rate λ* in force, bit/s. */
        TARGET_RATE_BPS,
        /** Marking threshold K in force, packets. */
        THRESHOLD_PACKETS,
        /** Mean packets waiting in that period. */
        DEPTH_MEAN_PACKETS,
        /** Most packets waiting in that period. */
        DEPTH_MAX_PACKETS,
        /** Median queueing delay in that period, ms. */
        DELAY_P50_MS,
        /** 99th percentile of the queueing delay in that period, ms. */
        DELAY_P99_MS,
        /** Packets marked since the point before. */
        MARKS,
        /** Feedback packets sent since the point before. */
        FEEDBACK,
        /** Packets dropped since the point before. */
        DROPS
    }

    private static final Figure[] FIGURES = Figure.values();

    private final long timeMs;

    /** By {@link Figure#ordinal()}; NaN is unknown. Thousands of queues have 360 points each. */
    private final float[] values;

    private QueuePoint(long timeMs, float[] values) {
        this.timeMs = timeMs;
        this.values = values;
    }

    /**
     * A point.
     *
     * @param timeMs time, ms since 1970
     * @param known the figures; one that is absent is unknown
     */
    public static QueuePoint of(long timeMs, Map<Figure, ? extends Number> known) {
        float[] values = new float[FIGURES.length];
        Arrays.fill(values, Float.NaN);
        known.forEach((figure, value) -> values[figure.ordinal()] = value.floatValue());
        return new QueuePoint(timeMs, values);
    }

    /** Time, ms since 1970. */
    public long timeMs() {
        return timeMs;
    }

    /** A figure; null if it is unknown. */
    public Double value(Figure figure) {
        float value = values[figure.ordinal()];
        return Float.isNaN(value) ? null : Double.valueOf(Float.toString(value));
    }

    /** A figure as a whole number; null if it is unknown. */
    public Long whole(Figure figure) {
        Double value = value(figure);
        return value == null ? null : Math.round(value);
    }

    @Override
    public String toString() {
        Map<Figure, Double> known = new EnumMap<>(Figure.class);
        for (Figure figure : FIGURES) {
            known.put(figure, value(figure));
        }
        return timeMs + " " + known;
    }
}
