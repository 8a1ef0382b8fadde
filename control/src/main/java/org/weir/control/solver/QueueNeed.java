// SPDX-License-Identifier: Apache-2.0
package org.weir.control.solver;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.DoubleUnaryOperator;
import java.util.function.ToDoubleFunction;
import org.weir.control.Targets;
import org.weir.control.model.Boundary;
import org.weir.control.model.MM1N;

/**
 * Needs of one class: the least share of the port at which a load meets all its targets, and the
 * largest load that meets them at a given share. Delay, jitter and loss fall with the share and
 * grow with the load, so each need is the boundary between meeting and missing a target.
 *
 * <p>The search begins with the answer for a queue without limit, which is known in closed form:
 * excess capacity 1/D for a mean delay D, ln 100 / d for a 99th percentile d. This answer is on the
 * safe side, and mostly very near the right one.
 */
final class QueueNeed {
    private static final double PRECISION = 1e-12;
    private static final double SMALLEST_SHARE = 1e-6;
    private static final double PERCENTILE_TAIL = 0.01;

    private final PortProblem port;
    private final ClassProblem one;
    private final double minLimitPackets;
    private final List<Condition> conditions = new ArrayList<>();
    private double knownLoad = Double.NaN;
    private double knownShare;
    private int evaluations;

    QueueNeed(PortProblem port, ClassProblem one, double minLimitPackets) {
        this.port = port;
        this.one = one;
        this.minLimitPackets = minLimitPackets;
        Targets targets = one.targets();
        OptionalDouble delayMs = targets.delayMs();
        if (delayMs.isPresent()) {
            double seconds = delayMs.getAsDouble() / 1000;
            add(MM1N::delaySeconds, seconds, 1 / seconds);
        }
        OptionalDouble jitterMs = targets.jitterMs();
        if (jitterMs.isPresent()) {
            double seconds = jitterMs.getAsDouble() / 1000;
            add(MM1N::delayDeviationSeconds, seconds, 1 / seconds);
        }
        targets.lossFraction().ifPresent(loss -> add(MM1N::fullProbability, loss, 0));
        OptionalDouble p99Ms = targets.p99DelayMs();
        if (p99Ms.isPresent()) {
            double seconds = p99Ms.getAsDouble() / 1000;
            add(
                    queue -> queue.delayTail(seconds),
                    PERCENTILE_TAIL,
                    -Math.log(PERCENTILE_TAIL) / seconds);
        }
    }

    private void add(ToDoubleFunction<MM1N> value, double bound, double excessPps) {
        conditions.add(new Condition(value, Math.log(bound), excessPps * one.packetBits()));
    }

    /** Number of targets that bound the queue, and so of {@link #excess} values. */
    int conditions() {
        return conditions.size();
    }

    /** ln(value / bound) of one target at a share; at most 0 if the load meets it. */
    double excess(int condition, double load, double share) {
        return excess(conditions.get(condition), load, share);
    }

    /**
     * The same with a given queue limit.
     *
     * @param limitPackets at least 1
     */
    double excess(int condition, double load, double share, double limitPackets) {
        return excess(conditions.get(condition), load, share, limitPackets);
    }

    /** Number of evaluations of the queue model. */
    int evaluations() {
        return evaluations;
    }

    /**
     * The least share of the port at which a load meets all its queue targets; 0 if it has no
     * targets.
     *
     * @param load bit/s
     * @return infinite if the whole port is not enough
     */
    double leastShare(double load) {
        // Asked for one load by the division of the port and by the search of whole numbers.
        if (load != knownLoad) {
            knownShare = 0;
            for (int i = 0; load > 0 && i < conditions.size(); i++) {
                knownShare = Math.max(knownShare, leastShare(conditions.get(i), load));
            }
            knownLoad = load;
        }
        return knownShare;
    }

    private double leastShare(Condition condition, double load) {
        DoubleUnaryOperator excess = share -> excess(condition, load, share);
        double good = Math.min(1, (load + condition.excessRate) / port.rate());
        if (excess.applyAsDouble(good) > 0) {
            if (excess.applyAsDouble(1) > 0) {
                return Double.POSITIVE_INFINITY;
            }
            return Boundary.find(excess, 1, good, PRECISION);
        }
        double step = 1e-3 * good;
        double bad = good - step;
        while (excess.applyAsDouble(bad) <= 0) {
            if (bad <= SMALLEST_SHARE) {
                return SMALLEST_SHARE;
            }
            good = bad;
            step *= 4;
            bad = Math.max(SMALLEST_SHARE, good - step);
        }
        return Boundary.find(excess, good, bad, PRECISION);
    }

    /**
     * The largest load between two bounds that meets all queue targets at a share; the lower bound
     * if not even that load meets them.
     */
    double largestLoad(double share, double lowest, double highest) {
        double largest = highest;
        for (Condition condition : conditions) {
            largest = Math.min(largest, largestLoad(condition, share, lowest, highest));
        }
        return largest;
    }

    private double largestLoad(Condition condition, double share, double lowest, double highest) {
        DoubleUnaryOperator excess = load -> excess(condition, load, share);
        if (excess.applyAsDouble(highest) <= 0) {
            return highest;
        }
        if (excess.applyAsDouble(lowest) > 0) {
            return lowest;
        }
        double guess = share * port.rate() - condition.excessRate;
        double good = lowest;
        if (guess > lowest && guess < highest && excess.applyAsDouble(guess) <= 0) {
            good = guess;
        }
        double bad = highest;
        double near = good + 1e-3 * (highest - good);
        if (excess.applyAsDouble(near) > 0) {
            bad = near;
        }
        return Boundary.find(excess, good, bad, PRECISION);
    }

    /** ln(value / bound) of a condition. */
    private double excess(Condition condition, double load, double share) {
        double packets = Math.max(minLimitPackets, share * port.capacityPackets());
        return excess(condition, load, share, packets);
    }

    private double excess(Condition condition, double load, double share, double packets) {
        evaluations++;
        double packetBits = one.packetBits();
        double arrivalPps = Math.max(load, 1e-9 * port.rate()) / packetBits;
        MM1N queue = new MM1N(arrivalPps, share * port.rate() / packetBits, packets);
        // A value too small for a double is simply small.
        return Math.log(Math.max(Double.MIN_NORMAL, condition.value.applyAsDouble(queue)))
                - condition.logBound;
    }

    /** One stated target: a value of the queue and its upper bound. */
    private static final class Condition {
        final ToDoubleFunction<MM1N> value;
        final double logBound;

        /** Service rate above the load that keeps the bound in a queue without limit, bit/s. */
        final double excessRate;

        Condition(ToDoubleFunction<MM1N> value, double logBound, double excessRate) {
            this.value = value;
            this.logBound = logBound;
            this.excessRate = excessRate;
        }
    }
}
