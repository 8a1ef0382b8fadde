// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.compare.plot;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.DoubleStream;

/**
 * Places of values along a line, with ticks at round numbers.
 *
 * @param logarithmic whether equal ratios have equal lengths
 * @param least value at the beginning
 * @param most value at the end
 */
record Axis(boolean logarithmic, double least, double most) {
    private static final int TICKS = 4;
    private static final double SHORT = 1e4;
    private static final double SLACK = 1.0001;

    /** From 0 to a tick that is not below any value. */
    static Axis fromZero(DoubleStream values) {
        double most = values.filter(Double::isFinite).max().orElse(1);
        double step = step(most);
        return new Axis(false, 0, step * Math.max(1, Math.ceil(most / step)));
    }

    /** Around all values, from tick to tick. */
    static Axis around(DoubleStream values) {
        double[] known = values.filter(Double::isFinite).sorted().toArray();
        if (known.length == 0) {
            return new Axis(false, 0, 1);
        }
        double last = known[known.length - 1];
        double step = step(last > known[0] ? last - known[0] : Math.abs(last));
        double from = step * Math.floor(known[0] / step);
        return new Axis(false, from, Math.max(from + step, step * Math.ceil(last / step)));
    }

    /** Powers of ten around all values above 0. */
    static Axis logarithmic(DoubleStream values) {
        double[] known = values.filter(Double::isFinite).filter(one -> one > 0).sorted().toArray();
        if (known.length == 0) {
            return new Axis(true, 1, 10);
        }
        double from = Math.pow(10, Math.floor(Math.log10(known[0]) + 1e-9));
        double to = Math.pow(10, Math.ceil(Math.log10(known[known.length - 1]) - 1e-9));
        return new Axis(true, from, Math.max(10 * from, to));
    }

    /** Place of a value, 0 at the beginning to 1 at the end. */
    double place(double value) {
        double place =
                logarithmic
                        ? Math.log(Math.max(value, least) / least) / Math.log(most / least)
                        : (value - least) / (most - least);
        return Math.max(0, Math.min(1, place));
    }

    /** Values of the ticks. */
    List<Double> ticks() {
        List<Double> ticks = new ArrayList<>();
        if (logarithmic) {
            for (double tick = least; tick <= most * SLACK; tick *= 10) {
                ticks.add(tick);
            }
            return ticks;
        }
        double step = step(most - least);
        for (int i = 0; least + i * step <= most + step * (SLACK - 1); i++) {
            ticks.add(least + i * step);
        }
        return ticks;
    }

    /** Label of a tick, such as 0.5, 2000 or 2e4. */
    static String label(double tick) {
        if (Math.abs(tick) >= SHORT) {
            return String.format(Locale.ROOT, "%.4g", tick).replaceFirst("\\.?0*e\\+0?", "e");
        }
        return String.format(Locale.ROOT, "%.4g", tick)
                .replaceFirst("(\\.\\d*?)0+$", "$1")
                .replaceFirst("\\.$", "");
    }

    /** 1, 2 or 5 times a power of ten, so that an axis has about four of them. */
    private static double step(double length) {
        if (!(length > 0)) {
            return 1;
        }
        double rough = length / TICKS;
        double power = Math.pow(10, Math.floor(Math.log10(rough)));
        double digit = rough / power;
        return power * (digit <= 1 ? 1 : digit <= 2 ? 2 : digit <= 5 ? 5 : 10);
    }
}
