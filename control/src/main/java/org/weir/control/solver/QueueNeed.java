// SPDX-License-Identifier: Apache-2.0
package org.weir.control.solver;

import java.util.OptionalDouble;
import org.weir.control.Targets;
import org.weir.control.model.MM1N;

/**
 * What one class needs: the least share of the port at which a load has all its targets, and the
 * largest load that has them at a given share. Both are found by bisection, for every value the
 * targets are about falls with the share and grows with the load.
 */
final class QueueNeed {
    private static final double PRECISION = 1e-9;

    private final PortProblem port;
    private final ClassProblem one;
    private final double minLimitPackets;
    private int evaluations;

    QueueNeed(PortProblem port, ClassProblem one, double minLimitPackets) {
        this.port = port;
        this.one = one;
        this.minLimitPackets = minLimitPackets;
    }

    /** How often the queue model was asked. */
    int evaluations() {
        return evaluations;
    }

    /** Whether the class states a delay, percentile, jitter or loss target. */
    boolean hasQueueTargets() {
        Targets targets = one.targets();
        return targets.delayMs().isPresent()
                || targets.p99DelayMs().isPresent()
                || targets.jitterMs().isPresent()
                || targets.lossFraction().isPresent();
    }

    /**
     * The least share of the port at which the load is carried with all queue targets kept.
     *
     * @param load work/s
     * @param utilization largest load over service rate
     * @return infinite if the whole port is not enough
     */
    double leastShare(double load, double utilization) {
        if (load <= 0) {
            return 0;
        }
        double low = load / (utilization * port.rate());
        if (low > 1) {
            return Double.POSITIVE_INFINITY;
        }
        if (!hasQueueTargets() || meets(load, low)) {
            return low;
        }
        double high = 1;
        if (!meets(load, high)) {
            return Double.POSITIVE_INFINITY;
        }
        while (high - low > PRECISION * high) {
            double middle = 0.5 * (low + high);
            if (meets(load, middle)) {
                high = middle;
            } else {
                low = middle;
            }
        }
        return high;
    }

    /**
     * The largest load between two bounds that has all queue targets at a share; the lower bound if
     * not even that has them.
     */
    double largestLoad(double share, double lowest, double highest) {
        if (!hasQueueTargets() || meets(highest, share)) {
            return highest;
        }
        if (!meets(lowest, share)) {
            return lowest;
        }
        double low = lowest;
        double high = highest;
        while (high - low > PRECISION * high) {
            double middle = 0.5 * (low + high);
            if (meets(middle, share)) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private boolean meets(double load, double share) {
        evaluations++;
        double packets = Math.max(minLimitPackets, share * port.capacityPackets());
        double work = one.packetWork();
        MM1N queue =
                new MM1N(
                        Math.max(load, 1e-9 * port.rate()) / work,
                        share * port.rate() / work,
                        packets);
        Targets targets = one.targets();
        OptionalDouble delay = targets.delayMs();
        if (delay.isPresent() && 1000 * queue.delaySeconds() > delay.getAsDouble()) {
            return false;
        }
        OptionalDouble jitter = targets.jitterMs();
        if (jitter.isPresent() && 1000 * queue.delayDeviationSeconds() > jitter.getAsDouble()) {
            return false;
        }
        OptionalDouble loss = targets.lossFraction();
        if (loss.isPresent() && queue.fullProbability() > loss.getAsDouble()) {
            return false;
        }
        OptionalDouble p99 = targets.p99DelayMs();
        return p99.isEmpty() || queue.delayTail(p99.getAsDouble() / 1000) <= 0.01;
    }
}
