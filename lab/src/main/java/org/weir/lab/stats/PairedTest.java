// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.stats;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.commons.math3.distribution.TDistribution;

/** Two-sided tests that paired differences have no preferred sign; differences are independent. */
public final class PairedTest {
    /** Differences whose sizes differ by less count as equal: of rounding. */
    private static final double ROUNDING = 1e-9;

    private PairedTest() {}

    /**
     * Probability by Wilcoxon's signed-rank test (1945) of a rank sum as far from its mean if each
     * difference were as likely to have the other sign. Exact, also with equal sizes, which have
     * their mean rank; differences of 0 are left out.
     *
     * @return 0 to 1; 1 without a difference; NaN without a value
     */
    public static double wilcoxon(List<Double> differences) {
        if (differences.isEmpty()) {
            return Double.NaN;
        }
        List<Double> sorted = new ArrayList<>(differences);
        sorted.removeIf(one -> Math.abs(one) <= ROUNDING);
        sorted.sort(Comparator.comparingDouble(Math::abs));
        int count = sorted.size();
        // Twice the ranks, which are whole numbers also where they are means.
        int[] ranks = new int[count];
        for (int from = 0; from < count; ) {
            int until = from + 1;
            while (until < count
                    && Math.abs(sorted.get(until)) - Math.abs(sorted.get(from)) <= ROUNDING) {
                until++;
            }
            for (int i = from; i < until; i++) {
                ranks[i] = from + 1 + until;
            }
            from = until;
        }
        int all = count * (count + 1);
        double[] probabilities = new double[all + 1];
        probabilities[0] = 1;
        int positive = 0;
        int reached = 0;
        for (int i = 0; i < count; i++) {
            reached += ranks[i];
            for (int sum = reached; sum >= 0; sum--) {
                double with = sum >= ranks[i] ? probabilities[sum - ranks[i]] : 0;
                probabilities[sum] = (probabilities[sum] + with) / 2;
            }
            positive += sorted.get(i) > 0 ? ranks[i] : 0;
        }
        double probability = 0;
        for (int sum = 0; sum <= all; sum++) {
            if (Math.abs(2 * sum - all) >= Math.abs(2 * positive - all)) {
                probability += probabilities[sum];
            }
        }
        return Math.min(1, probability);
    }

    /**
     * Probability by Student's t test of a mean as far from 0 if the differences were normally
     * distributed around 0.
     *
     * @return 0 to 1; 1 if all are 0; NaN of fewer than two
     */
    public static double student(List<Double> differences) {
        int count = differences.size();
        if (count < 2) {
            return Double.NaN;
        }
        double mean = differences.stream().mapToDouble(one -> one).average().orElseThrow();
        double squares = differences.stream().mapToDouble(one -> (one - mean) * (one - mean)).sum();
        if (mean == 0) {
            return 1;
        }
        double t = Math.abs(mean) / Math.sqrt(squares / (count - 1) / count);
        return Double.isInfinite(t)
                ? 0
                : 2 * new TDistribution(count - 1).cumulativeProbability(-t);
    }
}
