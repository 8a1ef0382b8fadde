// SPDX-License-Identifier: Apache-2.0
package org.weir.control.solver;

import java.util.ArrayList;
import java.util.List;
import org.weir.control.Marking;
import org.weir.control.QueueSettings;
import org.weir.control.Targets;
import org.weir.control.model.SpareCapacity;
import org.weir.control.tuning.Tunable;
import org.weir.control.tuning.Tuning;

/**
 * The default objective: meet the operator's targets. A class meets its targets depending on its
 * own share alone, so a direct method gives the exact answer in real numbers (see {@link
 * ShareAllotment}). A switch needs whole numbers, which depend on each other; {@link
 * SolverMethod#DE} searches them near the direct answer.
 *
 * <ul>
 *   <li>ω: the shares by importance, changed only as far as necessary for each class to meet its
 *       targets. If the port is too small for all, the least important class loses capacity first.
 *       If classes have a {@linkplain ClassProblem#pressure() pressure}, shares follow importance
 *       and measured delays instead.
 *   <li>K = μ (d − τ): μ is the class's service rate, d the strictest delay target of the classes
 *       of the port ({@link Tunable#COMMON_THRESHOLD}), τ the time until slower senders show at the
 *       queue.
 *   <li>λ*: slightly below the rate that the class can have, so that a standing queue drains. This
 *       rate is its service rate and the capacity that others leave (see {@link SpareCapacity}).
 *       With a lower {@link Tunable#THROTTLE_FLOOR}, λ* is the largest load that meets the targets
 *       at that rate. If the operator keeps a part of the port free ({@link
 *       Tunable#PORT_UTILIZATION}), λ* is the class's part of the rest, and the switch marks by
 *       rate instead of K.
 * </ul>
 *
 * <p>If all needs fit, their sum is the least part of the port with which every target is met
 * ({@link TargetsProgramme} states this optimisation problem for general solvers).
 *
 * <p>The solver assumes that each class is served at its own share, as if all others were
 * backlogged. This is the share of the installed whole numbers ({@link QueuePlan}). So a target
 * that is met is guaranteed, whatever the others send. In fact the port gives unused capacity to
 * other classes, so delays are mostly much shorter: {@link Expectation} has the values at the
 * present loads. Overload needs no special case.
 */
public final class TargetsObjective implements Objective {
    /** Its name in a policy. */
    public static final String NAME = "targets";

    private final SolverMethod method;

    /** The objective with the method that is the default. */
    public TargetsObjective() {
        this(SolverMethod.DE);
    }

    /**
     * @param method method by which the installed whole numbers are found
     */
    public TargetsObjective(SolverMethod method) {
        this.method = method;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public PortSolution solve(PortProblem port, Tuning tuning, long seed) {
        Needs needs = new Needs(port, tuning);
        double[] shares = needs.allotment.divide();
        QueuePlan plan = new QueuePlan(port, shares, needs.neededShare, tuning);
        String found =
                needs.allotment.followsDelays()
                        ? "shares by importance and measured delays"
                        : needs.allotment.totalNeed() <= 1
                                ? "direct: all needs fit"
                                : "direct: needs exceed the port, by importance";
        if (method == SolverMethod.DE) {
            InstalledSearch search =
                    InstalledSearch.run(
                            port,
                            needs.queues,
                            shares,
                            needs.neededShare,
                            plan.keptPackets(),
                            tuning,
                            seed);
            plan = new QueuePlan(port, search.keptPackets(), tuning);
            found += "; " + search.gain();
        }
        return solution(port, needs, plan, tuning, found);
    }

    @Override
    public PortSolution evaluate(PortProblem port, double[] shares, Tuning tuning) {
        Needs needs = new Needs(port, tuning);
        QueuePlan plan = new QueuePlan(port, shares, needs.neededShare, tuning);
        return solution(port, needs, plan, tuning, "shares were given");
    }

    /**
     * Needs of every class, and the division of the port that follows from them. A class needs
     * nothing for what it sends above its maximum rate.
     */
    private static final class Needs {
        final QueueNeed[] queues;
        final double[] leastShare;
        final double[] neededShare;
        final ShareAllotment allotment;

        Needs(PortProblem port, Tuning tuning) {
            int count = port.classes().size();
            queues = new QueueNeed[count];
            leastShare = new double[count];
            neededShare = new double[count];
            double[] minRateShare = new double[count];
            double[] loadShare = new double[count];
            double utilization = tuning.get(Tunable.TARGET_UTILIZATION);
            for (int i = 0; i < count; i++) {
                ClassProblem one = port.classes().get(i);
                queues[i] = new QueueNeed(port, one, tuning.get(Tunable.MIN_LIMIT));
                minRateShare[i] = one.targets().minRateBps().orElse(0) / port.rate();
                loadShare[i] = one.entitledRate() / (utilization * port.rate());
                leastShare[i] = queues[i].leastShare(one.entitledRate());
                neededShare[i] = Math.max(leastShare[i], minRateShare[i]);
            }
            allotment =
                    new ShareAllotment(port.classes(), leastShare, minRateShare, loadShare, tuning);
        }
    }

    private PortSolution solution(
            PortProblem port, Needs needs, QueuePlan plan, Tuning tuning, String stop) {
        int count = port.classes().size();
        double[] available = availableRates(port, plan, tuning);
        List<QueueSettings> queues = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            queues.add(queue(port, i, needs.queues[i], plan, available[i], tuning));
        }
        List<Expectation> expected = Expectation.of(port, queues);
        List<ClassSolution> classes = new ArrayList<>(count);
        double violation = 0;
        int evaluations = 0;
        for (int i = 0; i < count; i++) {
            Served guaranteed =
                    new Served(port, i, needs, queues.get(i), plan.servedShare(i), available[i]);
            for (MissedTarget missed : guaranteed.missed) {
                violation += missed.excess();
            }
            classes.add(guaranteed.solution(port.classes().get(i), expected.get(i)));
            evaluations += needs.queues[i].evaluations();
        }
        return new PortSolution(
                name(),
                violation == 0,
                needs.allotment.totalNeed(),
                violation,
                evaluations,
                stop,
                classes);
    }

    private static QueueSettings queue(
            PortProblem port,
            int index,
            QueueNeed need,
            QueuePlan plan,
            double availableRate,
            Tuning tuning) {
        ClassProblem one = port.classes().get(index);
        double weight = plan.weight(index);
        double serviceRate = weight * port.rate();
        boolean byRate = tuning.get(Tunable.PORT_UTILIZATION) < 1;
        double highest =
                byRate ? availableRate : tuning.get(Tunable.TARGET_UTILIZATION) * availableRate;
        double lowest = byRate ? availableRate : tuning.get(Tunable.THROTTLE_FLOOR) * availableRate;
        double availableShare = availableRate / port.rate();
        double servicePps = serviceRate / one.packetBits();
        double targetRate = need.largestLoad(availableShare, Math.min(lowest, highest), highest);
        targetRate = Math.min(targetRate, one.targets().maxRateBps().orElse(targetRate));

        return QueueSettings.builder(index)
                .weightFraction(weight)
                .weightPackets(plan.weightPackets(index))
                .limitPackets(plan.limitPackets(index))
                .marking(
                        byRate
                                ? Marking.BY_RATE
                                : Marking.atDepth(threshold(port, index, servicePps, plan, tuning)))
                .arrivalRateBps(one.arrivalRate())
                .serviceRateBps(serviceRate)
                .targetRateBps(targetRate)
                .build();
    }

    /**
     * A class that is served at a share of the port, and the targets that it then misses. All
     * values hold for the rate that arrives, also for a class above its maximum rate, because
     * nothing makes senders keep to that. The division of the port counts the maximum rate only.
     */
    private static final class Served {
        private final QueueSettings queue;
        private final Prediction predicted;
        private final Prediction afterFeedback;
        private final double slackRate;
        final List<MissedTarget> missed;

        /**
         * @param servedShare of the port's rate that the class is served at
         * @param availableRate that it can have beside the others once they obey feedback, bit/s
         */
        Served(
                PortProblem port,
                int index,
                Needs needs,
                QueueSettings queue,
                double servedShare,
                double availableRate) {
            this.queue = queue;
            ClassProblem one = port.classes().get(index);
            double servedRate = servedShare * port.rate();
            double load = one.arrivalRate();
            double admitted = Math.min(load, queue.targetRateBps());
            predicted =
                    Prediction.of(
                            load / one.packetBits(),
                            servedRate / one.packetBits(),
                            queue.limitPackets());
            afterFeedback =
                    admitted == load && availableRate == queue.serviceRateBps()
                            ? predicted
                            : Prediction.of(
                                    admitted / one.packetBits(),
                                    availableRate / one.packetBits(),
                                    queue.limitPackets());
            double leastRate = needs.queues[index].leastShare(load) * port.rate();
            slackRate = servedRate - Math.max(leastRate, one.targets().minRateBps().orElse(0));
            double bearable = needs.queues[index].largestLoad(servedShare, 0, load);
            missed =
                    GuaranteedTargets.missed(
                            one, predicted, afterFeedback, servedRate, leastRate, bearable);
        }

        /**
         * The class's solution. A guaranteed target does not count as missed at the present loads.
         */
        ClassSolution solution(ClassProblem one, Expectation expected) {
            return new ClassSolution(
                    one.name(),
                    queue,
                    predicted,
                    expected,
                    afterFeedback,
                    slackRate,
                    missed,
                    GuaranteedTargets.missedAtPresentLoad(expected.missed(one), missed));
        }
    }

    private static double[] availableRates(PortProblem port, QueuePlan plan, Tuning tuning) {
        int count = port.classes().size();
        double[] weight = new double[count];
        double[] demand = new double[count];
        for (int i = 0; i < count; i++) {
            weight[i] = plan.weight(i);
            demand[i] =
                    port.classes().get(i).entitledRate() / tuning.get(Tunable.TARGET_UTILIZATION);
        }
        double rate = tuning.get(Tunable.PORT_UTILIZATION) * port.rate();
        return SpareCapacity.availableRates(weight, demand, rate);
    }

    /**
     * Marking threshold of a class, packets: service rate · (permitted delay of its queue − lag of
     * the feedback). Backlogged classes share one line, so the permitted delay is the strictest
     * target of the classes that are at least as important. Then the class that exceeds its share
     * is marked first. With {@link Tunable#COMMON_THRESHOLD} the strictest target of all classes
     * holds.
     */
    private static int threshold(
            PortProblem port, int index, double servicePps, QueuePlan plan, Tuning tuning) {
        return plan.threshold(
                index,
                wantedThreshold(
                        port,
                        port.classes().get(index),
                        servicePps,
                        plan.keptPackets(index),
                        tuning));
    }

    private static double wantedThreshold(
            PortProblem port, ClassProblem one, double servicePps, int keptPackets, Tuning tuning) {
        double largest = tuning.get(Tunable.MAX_THRESHOLD_SHARE) * keptPackets;
        double least = leastThreshold(one.targets(), tuning);
        double delayMs = Double.POSITIVE_INFINITY;
        boolean ofAll = tuning.get(Tunable.COMMON_THRESHOLD) >= 0.5;
        for (ClassProblem other : port.classes()) {
            if (ofAll || other.importance() >= one.importance()) {
                delayMs = Math.min(delayMs, standingMs(other.targets(), tuning));
            }
        }
        if (Double.isInfinite(delayMs)) {
            double share = tuning.get(Tunable.THRESHOLD_SHARE);
            return Math.min(largest, Math.max(least, share * keptPackets));
        }
        double standingMs = delayMs - tuning.get(Tunable.FEEDBACK_LAG_MS);
        return Math.min(largest, Math.max(least, servicePps * standingMs / 1000));
    }

    private static double leastThreshold(Targets targets, Tuning tuning) {
        boolean isTolerant =
                Double.isInfinite(standingMs(targets, tuning)) && targets.jitterMs().isEmpty();
        double least = tuning.get(Tunable.MIN_THRESHOLD);
        return isTolerant ? Math.max(least, tuning.get(Tunable.TOLERANT_THRESHOLD)) : least;
    }

    /**
     * Permitted delay of a class's standing queue by its targets, ms; infinite without delay
     * targets.
     */
    private static double standingMs(Targets targets, Tuning tuning) {
        return Math.min(
                targets.delayMs().orElse(Double.POSITIVE_INFINITY),
                tuning.get(Tunable.P99_THRESHOLD_SHARE)
                        * targets.p99DelayMs().orElse(Double.POSITIVE_INFINITY));
    }
}
