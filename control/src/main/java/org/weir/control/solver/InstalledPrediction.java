// SPDX-License-Identifier: Apache-2.0
package org.weir.control.solver;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToIntFunction;
import org.weir.control.QueueSettings;

/**
 * Predictions for the settings that a switch has, which may differ from the solved ones: it has
 * refused these, they are on their way, or the change was too small to be sent.
 */
public final class InstalledPrediction {
    private InstalledPrediction() {}

    /**
     * The answers of a solution for its classes, with other settings of their queues. Needs are the
     * solution's. The rates in {@link MissedTarget} that would help are not known.
     *
     * @param port the problem that was solved
     * @param solution its solution
     * @param installed the settings that the switch has
     * @return a solution for each class; the given ones if these have the same queue limits and
     *     packets per level, or if the installed settings are of another number of classes
     */
    public static List<ClassSolution> of(
            PortProblem port, PortSolution solution, List<QueueSettings> installed) {
        List<ClassSolution> solved = solution.classes();
        int count = solved.size();
        List<QueueSettings> queues = new ArrayList<>();
        solved.forEach(one -> queues.add(one.queue()));
        if (installed.size() != count || haveSameShares(queues, installed)) {
            return solved;
        }
        double[] solvedShare = servedShares(port, queues);
        double[] share = servedShares(port, installed);
        List<Expectation> expected = Expectation.of(port, installed);
        List<ClassSolution> all = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            double gain = (share[i] - solvedShare[i]) * port.rate();
            all.add(
                    with(
                            port.classes().get(i),
                            solved.get(i),
                            installed.get(i),
                            share[i] * port.rate(),
                            gain,
                            expected.get(i)));
        }
        return all;
    }

    private static ClassSolution with(
            ClassProblem one,
            ClassSolution solved,
            QueueSettings queue,
            double servedRate,
            double gain,
            Expectation expected) {
        double servedPps = servedRate / one.packetBits();
        double load = one.arrivalRate();
        double admitted = Math.min(load, queue.targetRateBps());
        Prediction guaranteed =
                Prediction.of(load / one.packetBits(), servedPps, queue.limitPackets());
        Prediction afterFeedback =
                Prediction.of(admitted / one.packetBits(), servedPps, queue.limitPackets());
        List<MissedTarget> notGuaranteed =
                GuaranteedTargets.missed(
                        one, guaranteed, afterFeedback, servedRate, Double.NaN, Double.NaN);
        return new ClassSolution(
                solved.name(),
                queue,
                guaranteed,
                expected,
                afterFeedback,
                solved.slackRate() + gain,
                notGuaranteed,
                GuaranteedTargets.missedAtPresentLoad(expected.missed(one), notGuaranteed));
    }

    private static boolean haveSameShares(List<QueueSettings> some, List<QueueSettings> others) {
        for (int i = 0; i < some.size(); i++) {
            QueueSettings one = some.get(i);
            QueueSettings other = others.get(i);
            if (one.limitPackets() != other.limitPackets()
                    || one.weightPackets() != other.weightPackets()) {
                return false;
            }
        }
        return true;
    }

    /**
     * Shares of the port's rate that classes get for sure: the smaller one of those by packets per
     * level and by queue limits. Where each class may fill the whole buffer, limits say nothing.
     */
    private static double[] servedShares(PortProblem port, List<QueueSettings> queues) {
        double[] share = shares(port, queues, QueueSettings::weightPackets);
        long limits = queues.stream().mapToInt(QueueSettings::limitPackets).distinct().count();
        if (limits > 1) {
            double[] byLimit = shares(port, queues, QueueSettings::limitPackets);
            for (int i = 0; i < share.length; i++) {
                share[i] = Math.min(share[i], byLimit[i]);
            }
        }
        return share;
    }

    private static double[] shares(
            PortProblem port, List<QueueSettings> queues, ToIntFunction<QueueSettings> packets) {
        double[] bits = new double[queues.size()];
        double sum = 0;
        for (int i = 0; i < bits.length; i++) {
            bits[i] = packets.applyAsInt(queues.get(i)) * port.classes().get(i).packetBits();
            sum += bits[i];
        }
        for (int i = 0; i < bits.length; i++) {
            bits[i] /= sum;
        }
        return bits;
    }
}
