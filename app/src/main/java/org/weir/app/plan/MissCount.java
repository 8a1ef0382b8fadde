// SPDX-License-Identifier: Apache-2.0
package org.weir.app.plan;

/** Class-periods of one class at one port: how many could be judged, and how many were missed. */
final class MissCount {
    private int judged;
    private int missed;

    /** No periods. */
    MissCount() {}

    /** Periods that were counted before. */
    MissCount(int judged, int missed) {
        this.judged = judged;
        this.missed = missed;
    }

    void add(boolean met) {
        judged++;
        if (!met) {
            missed++;
        }
    }

    /** Number of periods that could be judged. */
    int judged() {
        return judged;
    }

    /** Of these, the periods in which a target was missed. */
    int missed() {
        return missed;
    }

    /**
     * Part of the periods that such a class misses, 0 to 1, by Laplace's rule: with few periods it
     * is near a half, because little is known.
     */
    double expectedPart() {
        return (missed + 1.0) / (judged + 2.0);
    }

    /**
     * Evidence against the hypothesis that the class misses at most a part of its periods: minus
     * the logarithm of the probability of that many misses, by Chernoff's bound, so at least as
     * great.
     *
     * @param part above 0 and at most 1
     * @return 0 if no more than that part was missed
     */
    double evidenceAgainst(double part) {
        double seen = judged == 0 ? 0 : (double) missed / judged;
        if (seen <= part) {
            return 0;
        }
        double rest = seen == 1 ? 0 : (1 - seen) * Math.log((1 - seen) / (1 - part));
        return judged * (seen * Math.log(seen / part) + rest);
    }

    @Override
    public String toString() {
        return missed + " of " + judged + " periods";
    }
}
