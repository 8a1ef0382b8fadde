// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.soak;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.weir.lab.host.FlowConfig;
import org.weir.lab.host.LoadSchedule;
import org.weir.lab.host.config.HostConfig;
import org.weir.lab.network.NetworkSpec;
import org.weir.lab.workload.TrafficClass;
import org.weir.reaction.PmqecnReaction;

/**
 * Flows of the day: each pair of hosts has a flow of each class, and the classes' parts of the rate
 * that the pair offers are drawn anew each hour. The sum stays.
 */
final class DayTraffic {
    private static final int FIRST_DESTINATION_PORT = 5001;

    private static final long ANNOUNCE_PERIOD_NS = 60_000_000_000L;

    /** No class is ever without packets. */
    private static final double LEAST_WEIGHT = 0.1;

    private DayTraffic() {}

    /** The plan's network with its flows. */
    static NetworkSpec of(DayPlan plan) {
        SplittableRandom random = new SplittableRandom(plan.seed());
        double[][] parts = new double[plan.hours()][];
        for (int hour = 0; hour < parts.length; hour++) {
            parts[hour] = draw(random);
        }
        Optional<PmqecnReaction> reaction = Optional.of(reaction(plan.rateBps()));
        List<NetworkSpec.Traffic> flows = new ArrayList<>();
        for (NetworkSpec.Traffic pair : plan.pairs().flows()) {
            long pairBps = pair.flow().load().rateAt(0);
            for (TrafficClass one : TrafficClass.values()) {
                List<LoadSchedule.Step> steps = new ArrayList<>();
                for (int hour = 0; hour < parts.length; hour++) {
                    long rateBps = Math.max(1, Math.round(pairBps * parts[hour][one.ordinal()]));
                    steps.add(new LoadSchedule.Step(hour * plan.hourNs(), rateBps));
                }
                flows.add(
                        new NetworkSpec.Traffic(
                                pair.sender(),
                                flow(pair.flow(), one, flows.size(), steps, reaction)));
            }
        }
        return new NetworkSpec(
                plan.pairs().name(),
                plan.pairs().seed(),
                plan.pairs().onosFile(),
                plan.pairs().switches(),
                plan.pairs().hosts().stream().map(DayTraffic::announcing).toList(),
                plan.pairs().links(),
                flows);
    }

    /** A cycle has to outlast the interval of feedback, which goes with the line. */
    private static PmqecnReaction reaction(long lineBps) {
        PmqecnReaction usual = PmqecnReaction.forLine(lineBps);
        return new PmqecnReaction(
                usual.recovery(),
                Math.round(DayPolicies.slowness(lineBps) * usual.cycleNs()),
                usual.leastRatio());
    }

    /** Hosts of a generated network announce themselves once; real ones go on. */
    private static HostConfig announcing(HostConfig host) {
        return new HostConfig(
                host.name(),
                host.mac(),
                host.ipv4(),
                host.ipv6(),
                host.rateBps(),
                host.queueFrames(),
                ANNOUNCE_PERIOD_NS);
    }

    private static double[] draw(SplittableRandom random) {
        double[] parts = new double[TrafficClass.values().length];
        double sum = 0;
        for (int i = 0; i < parts.length; i++) {
            parts[i] = LEAST_WEIGHT + random.nextDouble();
            sum += parts[i];
        }
        for (int i = 0; i < parts.length; i++) {
            parts[i] /= sum;
        }
        return parts;
    }

    private static FlowConfig flow(
            FlowConfig pair,
            TrafficClass one,
            int id,
            List<LoadSchedule.Step> steps,
            Optional<PmqecnReaction> reaction) {
        return new FlowConfig(
                id,
                pair.name() + " " + one.name(),
                one.name(),
                pair.source(),
                pair.destination(),
                pair.sourcePort(),
                FIRST_DESTINATION_PORT + one.ordinal(),
                one.dscp(),
                pair.ecnCapable(),
                pair.packetBytes(),
                pair.process(),
                new LoadSchedule(steps, 0),
                pair.backlogPackets(),
                reaction);
    }
}
