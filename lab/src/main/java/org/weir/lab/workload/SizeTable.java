// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.workload;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.regex.Pattern;

/** Points of a distribution function of sizes, with straight lines between. */
public final class SizeTable implements MessageSizes {
    /** The largest size that a table may have, bytes. */
    public static final long MAX_BYTES = 1_000_000_000;

    private static final Pattern NUMBER = Pattern.compile("\\d{1,12}(\\.\\d{1,12})?");
    private static final double PERCENT = 100;

    /** Bytes, and the part of all sizes that do not exceed them. */
    private final double[][] points;

    SizeTable(double[][] points) {
        this.points = points;
    }

    /**
     * Reads what simulations of data centres keep such distributions in: a size in bytes and the
     * percentage of messages that are not larger in each line, both rising, from 0 % to 100 %.
     *
     * @param lines of a file; empty ones, and what follows a {@code #}, do not count
     * @throws IllegalArgumentException naming the line and the rule
     */
    public static SizeTable read(List<String> lines) {
        List<double[]> points = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i).replaceFirst("#.*", "").trim();
            if (!line.isEmpty()) {
                points.add(point(line, "line " + (i + 1) + ": ", points));
            }
        }
        if (points.size() < 2 || points.get(points.size() - 1)[1] != 1) {
            throw new IllegalArgumentException("the last line must have 100 %");
        }
        return new SizeTable(points.toArray(new double[0][]));
    }

    private static double[] point(String line, String where, List<double[]> before) {
        String[] words = line.split("\\s+");
        if (words.length != 2
                || !NUMBER.matcher(words[0]).matches()
                || !NUMBER.matcher(words[1]).matches()) {
            throw new IllegalArgumentException(
                    where + "must be bytes and a percentage, such as 10000 15, not " + line);
        }
        double bytes = Double.parseDouble(words[0]);
        double percent = Double.parseDouble(words[1]);
        double part = percent / PERCENT;
        if (bytes > MAX_BYTES) {
            throw new IllegalArgumentException(where + "bytes must be at most " + MAX_BYTES);
        }
        if (percent > PERCENT) {
            throw new IllegalArgumentException(where + "the percentage must be at most 100");
        }
        if (before.isEmpty()) {
            if (percent != 0) {
                throw new IllegalArgumentException(where + "the first percentage must be 0");
            }
        } else {
            double[] last = before.get(before.size() - 1);
            if (bytes <= last[0]) {
                throw new IllegalArgumentException(where + "bytes must rise");
            }
            if (part < last[1]) {
                throw new IllegalArgumentException(where + "the percentage must not fall");
            }
        }
        return new double[] {bytes, part};
    }

    @Override
    public double meanBytes() {
        double mean = 0;
        for (int i = 1; i < points.length; i++) {
            double part = points[i][1] - points[i - 1][1];
            mean += part * (points[i][0] + points[i - 1][0]) / 2;
        }
        return mean;
    }

    /** The size that a part of all messages does not exceed, bytes, at least 1. */
    public long quantileBytes(double part) {
        int i = 1;
        while (i < points.length - 1 && points[i][1] < part) {
            i++;
        }
        double[] low = points[i - 1];
        double[] high = points[i];
        double along = high[1] > low[1] ? (part - low[1]) / (high[1] - low[1]) : 1;
        return Math.max(1, Math.round(low[0] + along * (high[0] - low[0])));
    }

    @Override
    public long draw(SplittableRandom random) {
        return quantileBytes(random.nextDouble());
    }
}
