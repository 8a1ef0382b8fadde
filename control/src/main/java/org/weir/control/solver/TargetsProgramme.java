// SPDX-License-Identifier: Apache-2.0
package org.weir.control.solver;

import org.weir.control.de.Problem;
import org.weir.control.tuning.Tunable;
import org.weir.control.tuning.Tuning;

/**
 * The targets of a port as an optimisation problem for general solvers: the least sum of shares
 * with which every class meets all its targets. Minimise Σωᵢ over lowᵢ ≤ ωᵢ ≤ 1, where lowᵢ
 * suffices for the load, the guaranteed rate and the share of an idle class, so that
 * ln(value/bound) ≤ 0 for each target of delay, jitter or loss. If the minimum is above 1, not all
 * targets can be met at once.
 *
 * <p>{@link TargetsObjective} solves it directly; this form serves to check its answers by other
 * solvers.
 */
public final class TargetsProgramme implements Problem {
    private final QueueNeed[] queues;
    private final double[] load;
    private final double[] lower;
    private final double[] upper;
    private final int inequalities;

    /**
     * @param port the port
     * @param tuning chosen values of the tunables
     */
    public TargetsProgramme(PortProblem port, Tuning tuning) {
        int count = port.classes().size();
        queues = new QueueNeed[count];
        load = new double[count];
        lower = new double[count];
        upper = new double[count];
        double importance = 0;
        for (ClassProblem one : port.classes()) {
            importance += one.importance();
        }
        int targets = 0;
        for (int i = 0; i < count; i++) {
            ClassProblem one = port.classes().get(i);
            queues[i] = new QueueNeed(port, one, tuning.get(Tunable.MIN_LIMIT));
            load[i] = one.entitledRate();
            double idle = tuning.get(Tunable.IDLE_SHARE) * one.importance() / importance;
            double least = one.targets().minRateBps().orElse(0) / port.rate();
            double carried = load[i] / (tuning.get(Tunable.TARGET_UTILIZATION) * port.rate());
            lower[i] = Math.max(idle, Math.max(least, carried));
            upper[i] = Math.max(1, lower[i]);
            targets += load[i] > 0 ? queues[i].conditions() : 0;
        }
        inequalities = targets;
    }

    @Override
    public double[] lower() {
        return lower.clone();
    }

    @Override
    public double[] upper() {
        return upper.clone();
    }

    @Override
    public int inequalities() {
        return inequalities;
    }

    @Override
    public double evaluate(double[] x, double[] constraints) {
        double sum = 0;
        int next = 0;
        for (int i = 0; i < x.length; i++) {
            sum += x[i];
            for (int k = 0; load[i] > 0 && k < queues[i].conditions(); k++) {
                constraints[next++] = queues[i].excess(k, load[i], x[i]);
            }
        }
        return sum;
    }
}
