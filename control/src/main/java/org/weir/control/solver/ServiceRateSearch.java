// SPDX-License-Identifier: Apache-2.0
package org.weir.control.solver;

import java.util.Arrays;
import java.util.function.DoubleUnaryOperator;
import org.apache.commons.math3.analysis.UnivariateFunction;
import org.apache.commons.math3.optim.MaxEval;
import org.apache.commons.math3.optim.nonlinear.scalar.GoalType;
import org.apache.commons.math3.optim.univariate.BrentOptimizer;
import org.apache.commons.math3.optim.univariate.SearchInterval;
import org.apache.commons.math3.optim.univariate.UnivariateObjectiveFunction;
import org.apache.commons.math3.optim.univariate.UnivariatePointValuePair;
import org.weir.control.model.Boundary;

/**
 * Search of the published first layer for two or three classes, line by line instead of at random.
 * For each rate of the first class, the division of the rest between the other two is a function of
 * one variable. Its optimum is where the function is flat, at an end of the range that the buffer
 * permits, or at the kink where video has its measured delay. Each line is evaluated in logarithmic
 * steps from both ends, because the optima are in thin regions at λ = μ; then the best places are
 * searched closely (Brent 1973).
 */
final class ServiceRateSearch {
    /** No class is fixed: two share everything. */
    private static final int NONE = -1;

    /** Largest |z| on a line whose parts are e^z to 1. */
    private static final double SPAN = 25;

    private static final int OUTER_PLACES = 24;
    private static final int INNER_PLACES = 8;

    /** Valleys of the outer line that are searched closely. */
    private static final int VALLEYS = 2;

    /** Precisions of Brent's search, relative to z. */
    private static final double COARSE = 1e-2;

    private static final double FINE = 1e-5;
    private static final double FINEST = 1e-6;

    /**
     * Relative height above the lowest place up to which another valley of an inner line is
     * searched.
     */
    private static final double NEXT_VALLEY = 0.1;

    /** Part of a bracket in which a minimum counts as on its edge. */
    private static final double EDGE = 1e-3;

    private static final double ROOT_PRECISION = 1e-13;
    private static final int MOST_STEPS = 80;

    private final PublishedProgramme programme;
    private final int count;
    private final double residual;
    private final double longestQueue;
    private final double[] kink;
    private int evaluations;

    /** The first class's part of the sums, and what it leaves, along one inner line. */
    private double left;

    private final double[] first = new double[3];
    private final double[] sums = new double[3];
    private double lastInside;
    private final double[] answer;
    private double leastValue = Double.POSITIVE_INFINITY;
    private int second;
    private int third;
    private double tolerance;

    ServiceRateSearch(PublishedProgramme programme) {
        this.programme = programme;
        this.count = programme.count();
        if (!suits(count)) {
            throw new IllegalArgumentException("2 or 3 classes, not " + count);
        }
        this.residual = programme.searchedRate();
        this.longestQueue = programme.longestQueues();
        this.answer = new double[count];
        this.kink = new double[count];
        for (int i = 0; i < count; i++) {
            kink[i] = kinkOf(i);
        }
    }

    static boolean suits(int classes) {
        return classes == 2 || classes == 3;
    }

    int evaluations() {
        return evaluations;
    }

    /**
     * Rate of class i above its least rate at which its delay is the measured one, packet/s; −1 if
     * there is none.
     */
    private double kinkOf(int index) {
        DoubleUnaryOperator late = extra -> programme.lateness(index, extra);
        if (!programme.hasKink(index) || !(late.applyAsDouble(residual) < 0)) {
            return -1;
        }
        return late.applyAsDouble(0) <= 0 ? -1 : Boundary.find(late, residual, 0, ROOT_PRECISION);
    }

    /**
     * The parts of the searched rate that each class gets; null if no division keeps the
     * constraints.
     */
    double[] search() {
        tolerance = FINE;
        if (count == 2) {
            line(NONE, 0, residual);
        } else {
            searchLines();
        }
        return leastValue < Double.POSITIVE_INFINITY ? answer : null;
    }

    private void searchLines() {
        UnivariateFunction outer = z -> line(0, part(residual, z), part(residual, -z));
        tolerance = COARSE;
        double[] place = new double[OUTER_PLACES + 1];
        double[] value = new double[OUTER_PLACES + 1];
        for (int i = 0; i <= OUTER_PLACES; i++) {
            place[i] = -SPAN + 2 * SPAN * i / OUTER_PLACES;
            value[i] = outer.value(place[i]);
        }
        boolean[] done = new boolean[OUTER_PLACES + 1];
        tolerance = FINE;
        for (int valley = 0; valley < VALLEYS; valley++) {
            int lowest = lowestValley(value, done);
            if (lowest < 0) {
                break;
            }
            done[lowest] = true;
            outer.value(place[lowest]);
            descend(outer, place, lowest);
        }
        searchEdges();
    }

    /**
     * Searches the corners of the outer line, where a class is at its kink or at its least rate.
     */
    private void searchEdges() {
        for (int i = 0; i < count; i++) {
            double least = part(residual, -SPAN);
            line(i, least, residual - least);
            if (kink[i] > 0 && kink[i] < residual) {
                line(i, kink[i], residual - kink[i]);
            }
        }
        double others = kink[1] + kink[2];
        if (kink[1] > 0 && kink[2] > 0 && others < residual) {
            line(0, residual - others, others);
        }
    }

    /**
     * The least value with so much for one class, or none, and the rest for the two others. The
     * division is kept if it is the best so far.
     */
    private double line(int fixed, double extra, double rest) {
        second = fixed == 0 ? 1 : 0;
        third = fixed == second + 1 ? second + 2 : second + 1;
        left = rest;
        Arrays.fill(first, 0);
        if (fixed != NONE) {
            programme.add(fixed, extra, first);
        }
        Best found = inner();
        if (found.value < leastValue) {
            leastValue = found.value;
            answer[second] = found.extra;
            answer[third] = found.other;
            if (fixed != NONE) {
                answer[fixed] = extra;
            }
        }
        return found.value;
    }

    /** Searches closely about a place, and on to the next places as long as it goes down there. */
    private static void descend(UnivariateFunction line, double[] place, int from) {
        int middle = from;
        for (int step = 0; step < place.length; step++) {
            double low = place[Math.max(0, middle - 1)];
            double high = place[Math.min(place.length - 1, middle + 1)];
            double at = minimize(line, low, high, FINEST).getPoint();
            double edge = EDGE * (high - low);
            if (at < low + edge && middle > 1) {
                middle--;
            } else if (at > high - edge && middle < place.length - 2) {
                middle++;
            } else {
                return;
            }
        }
    }

    private static int lowestValley(double[] value, boolean[] done) {
        int lowest = -1;
        for (int i = 0; i < value.length; i++) {
            boolean valley =
                    value[i] < Double.POSITIVE_INFINITY
                            && (i == 0 || value[i] <= value[i - 1])
                            && (i == value.length - 1 || value[i] <= value[i + 1]);
            if (valley && !done[i] && (lowest < 0 || value[i] < value[lowest])) {
                lowest = i;
            }
        }
        return lowest;
    }

    private static double part(double whole, double z) {
        return whole / (1 + Math.exp(-z));
    }

    /** The best division found between two classes. */
    private static final class Best {
        double value = Double.POSITIVE_INFINITY;
        double extra;
        double other;

        void take(double newValue, double newExtra, double newOther) {
            if (newValue < value) {
                value = newValue;
                extra = newExtra;
                other = newOther;
            }
        }
    }

    private double queues(double extra, double other) {
        return first[0] + programme.queue(second, extra) + programme.queue(third, other);
    }

    private double value(double extra, double other) {
        evaluations++;
        System.arraycopy(first, 0, sums, 0, sums.length);
        programme.add(second, extra, sums);
        programme.add(third, other, sums);
        return sums[0] > longestQueue
                ? Double.POSITIVE_INFINITY
                : sums[1] + sums[2] * programme.rest(sums[0]);
    }

    /** Along the line on which the second and third class divide what the first leaves. */
    private Best inner() {
        Best found = new Best();
        double whole = left;
        double inside = feasiblePlace(whole);
        if (Double.isNaN(inside)) {
            return found;
        }
        DoubleUnaryOperator fromBelow = extra -> queues(extra, whole - extra) - longestQueue;
        DoubleUnaryOperator fromAbove = other -> queues(whole - other, other) - longestQueue;
        double low = -SPAN;
        double lowExtra = part(whole, low);
        if (queues(lowExtra, part(whole, -low)) > longestQueue) {
            lowExtra = Boundary.find(fromBelow, part(whole, inside), lowExtra, rootPrecision());
            low = Math.log(lowExtra / (whole - lowExtra));
            found.take(value(lowExtra, whole - lowExtra), lowExtra, whole - lowExtra);
        }
        double high = SPAN;
        double highOther = part(whole, -high);
        if (queues(part(whole, high), highOther) > longestQueue) {
            highOther = Boundary.find(fromAbove, part(whole, -inside), highOther, rootPrecision());
            high = -Math.log(highOther / (whole - highOther));
            found.take(value(whole - highOther, highOther), whole - highOther, highOther);
        }
        if (kink[second] > 0 && kink[second] < whole) {
            found.take(
                    value(kink[second], whole - kink[second]), kink[second], whole - kink[second]);
        }
        if (kink[third] > 0 && kink[third] < whole) {
            found.take(value(whole - kink[third], kink[third]), whole - kink[third], kink[third]);
        }
        UnivariateFunction along =
                z -> {
                    double extra = part(whole, z);
                    double other = part(whole, -z);
                    double value = value(extra, other);
                    found.take(value, extra, other);
                    return value;
                };
        if (!(high > low)) {
            along.value(inside);
        } else {
            searchValleys(along, low, high);
        }
        return found;
    }

    /**
     * Searches a line in steps, then closely about each valley that is nearly as low as the lowest.
     */
    private void searchValleys(UnivariateFunction along, double low, double high) {
        double[] values = new double[INNER_PLACES + 1];
        for (int i = 0; i <= INNER_PLACES; i++) {
            values[i] = along.value(low + (high - low) * i / INNER_PLACES);
        }
        boolean[] done = new boolean[values.length];
        double step = (high - low) / INNER_PLACES;
        double reach = Double.POSITIVE_INFINITY;
        for (int lowest = lowestValley(values, done);
                lowest >= 0 && values[lowest] <= reach;
                lowest = lowestValley(values, done)) {
            done[lowest] = true;
            reach = values[lowest] + NEXT_VALLEY * Math.abs(values[lowest]);
            minimize(
                    along,
                    low + step * Math.max(0, lowest - 1),
                    low + step * Math.min(INNER_PLACES, lowest + 1),
                    tolerance);
        }
    }

    private double rootPrecision() {
        return tolerance == FINE ? ROOT_PRECISION : tolerance;
    }

    /** A place on the line where the queues fit into the buffer; NaN if there is none. */
    private double feasiblePlace(double whole) {
        if (queues(part(whole, lastInside), part(whole, -lastInside)) <= longestQueue) {
            return lastInside;
        }
        double least = Double.POSITIVE_INFINITY;
        double at = 0;
        for (int i = 1; i < 8; i++) {
            double z = -SPAN / 2 + SPAN * i / 8;
            double queued = queues(part(whole, z), part(whole, -z));
            if (queued < least) {
                least = queued;
                at = z;
            }
        }
        if (least <= longestQueue) {
            lastInside = at;
            return at;
        }
        UnivariatePointValuePair shortest =
                minimize(
                        z -> queues(part(whole, z), part(whole, -z)),
                        at - SPAN / 8,
                        at + SPAN / 8,
                        FINE);
        return shortest.getValue() <= longestQueue ? shortest.getPoint() : Double.NaN;
    }

    private static UnivariatePointValuePair minimize(
            UnivariateFunction function, double low, double high, double precision) {
        BrentOptimizer brent =
                new BrentOptimizer(
                        Math.max(precision, 2 * Math.ulp(1d)),
                        precision,
                        (step, before, now) -> step >= MOST_STEPS);
        return brent.optimize(
                MaxEval.unlimited(),
                new UnivariateObjectiveFunction(
                        z -> Math.min(function.value(z), Double.MAX_VALUE / 1e10)),
                GoalType.MINIMIZE,
                new SearchInterval(low, high));
    }
}
