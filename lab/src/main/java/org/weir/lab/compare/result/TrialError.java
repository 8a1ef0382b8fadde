// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.compare.result;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Error of a controller that tries other settings: placebo trials on runs whose settings were the
 * same everywhere. A trial of N periods gives hosts of even number the other settings in its first
 * half and those of odd number in its second half. Its result is the mean difference of the
 * class-periods kept with other and with usual settings. In a placebo both are the same, so what it
 * finds is error. The table has the root mean square over trials that begin at each half, then over
 * networks.
 */
public final class TrialError {
    private static final double PERCENT = 100;
    private static final int[] HALVES = {3, 6, 12, 23};

    private TrialError() {}

    /**
     * The table as text; empty where runs are too short for the shortest trial.
     *
     * @param periods length of each run
     */
    public static List<String> lines(List<RunRow> rows, int periods) {
        Map<String, List<RunRow>> ofSchemes = new LinkedHashMap<>();
        for (RunRow row : rows) {
            ofSchemes.computeIfAbsent(row.scheme(), key -> new ArrayList<>()).add(row);
        }
        List<String> lines = new ArrayList<>();
        ofSchemes.forEach(
                (scheme, own) -> {
                    StringBuilder line = new StringBuilder();
                    for (int half : HALVES) {
                        double error = error(own, half, periods);
                        if (!Double.isNaN(error)) {
                            line.append(String.format(Locale.ROOT, "  %d: %.1f", 2 * half, error));
                        }
                    }
                    if (!line.isEmpty()) {
                        lines.add(String.format(Locale.ROOT, "%-20s%s", scheme, line));
                    }
                });
        if (!lines.isEmpty()) {
            lines.add(
                    0,
                    "error of a trial of other settings at half of the hosts, by its periods,"
                            + " points of class-periods kept");
        }
        return lines;
    }

    /** Root mean square over networks, points; NaN without a trial. */
    static double error(List<RunRow> rows, int half, int periods) {
        double sum = 0;
        int count = 0;
        for (RunRow row : rows) {
            double square = meanSquare(row.verdicts().split("/"), half, periods);
            if (!Double.isNaN(square)) {
                sum += square;
                count++;
            }
        }
        return count == 0 ? Double.NaN : PERCENT * Math.sqrt(sum / count);
    }

    private static double meanSquare(String[] classes, int half, int periods) {
        double sum = 0;
        int count = 0;
        for (int from = 1; from + 2 * half <= periods; from += half) {
            double effect =
                    0.5
                            * (difference(classes, periods, from, from + half)
                                    - difference(classes, periods, from + half, from + 2 * half));
            if (!Double.isNaN(effect)) {
                sum += effect * effect;
                count++;
            }
        }
        return count == 0 ? Double.NaN : sum / count;
    }

    /** Part kept at hosts of even number less that at hosts of odd number; NaN without either. */
    private static double difference(String[] classes, int periods, int from, int until) {
        int[] kept = new int[2];
        int[] judged = new int[2];
        for (String one : classes) {
            for (int host = 0; host * periods < one.length(); host++) {
                for (int period = from; period < until; period++) {
                    char verdict = one.charAt(host * periods + period);
                    kept[host % 2] += verdict == '1' ? 1 : 0;
                    judged[host % 2] += verdict == '-' ? 0 : 1;
                }
            }
        }
        return (double) kept[0] / judged[0] - (double) kept[1] / judged[1];
    }
}
