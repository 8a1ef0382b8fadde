// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.compare.result;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/**
 * Measurements of one run.
 *
 * @param scheme label of the scheme
 * @param network name of the network
 * @param seed of the run
 * @param metrics by metric, every one of them; NaN where there was nothing to measure
 * @param verdicts one character for each class-period, by class, host and period, {@code /} between
 *     classes: {@code 1} kept, {@code 0} missed, {@code -} not judged
 */
public record RunRow(
        String scheme, String network, long seed, Map<Metric, Double> metrics, String verdicts) {
    private static final double UNCARRIED_WEIGHT = 2;
    private static final double SLOWDOWN_WEIGHT = 0.1;
    private static final double PERCENT = 100;

    /** Copies the metrics. */
    public RunRow {
        metrics = Collections.unmodifiableMap(new EnumMap<>(metrics));
    }

    /** Part of its judged class-periods that were kept, 0 to 1; NaN of none. */
    public double keptPart() {
        return part(verdicts);
    }

    /** The same row under another label. */
    public RunRow labelled(String otherScheme) {
        return new RunRow(otherScheme, network, seed, metrics, verdicts);
    }

    /**
     * Part of those class-periods that another run kept which this one kept too; NaN of none.
     *
     * @param other of the same network, seed and length
     * @throws IllegalArgumentException when the other's run was of another length
     */
    public double keptPartOf(RunRow other) {
        if (verdicts.length() != other.verdicts.length()) {
            throw new IllegalArgumentException(
                    "runs on " + network + " are not of the same length");
        }
        int kept = 0;
        int both = 0;
        for (int i = 0; i < verdicts.length(); i++) {
            if (other.verdicts.charAt(i) == '1') {
                kept++;
                both += verdicts.charAt(i) == '1' ? 1 : 0;
            }
        }
        return kept == 0 ? Double.NaN : (double) both / kept;
    }

    /**
     * Part of the judged class-periods of one class that were kept, 0 to 1; NaN of none.
     *
     * @param classIndex 0 to 2
     */
    public double keptPartOfClass(int classIndex) {
        return part(verdicts.split("/")[classIndex]);
    }

    /**
     * Score of the run that a search minimises: part of class-periods missed + 2 · part of the
     * offered bytes not carried + 0.1 · ln of the 99.9th percentile of the slowdown. NaN without
     * one of these metrics; a run without judged class-periods has missed none.
     */
    public double searchScore() {
        double kept = keptPart();
        double missed = Double.isNaN(kept) ? 0 : 1 - kept;
        double uncarried = Math.max(0, 1 - metrics.get(Metric.CARRIED_PERCENT) / PERCENT);
        double slowdown = metrics.get(Metric.SLOWDOWN_P999);
        return missed
                + UNCARRIED_WEIGHT * uncarried
                + SLOWDOWN_WEIGHT * Math.log(Math.max(1, slowdown));
    }

    private static double part(String verdicts) {
        long kept = verdicts.chars().filter(one -> one == '1').count();
        long missed = verdicts.chars().filter(one -> one == '0').count();
        return kept + missed == 0 ? Double.NaN : (double) kept / (kept + missed);
    }
}
