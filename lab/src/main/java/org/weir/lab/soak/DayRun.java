// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.soak;

import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.weir.bmv2.controlplane.ProgramException;
import org.weir.bmv2.controlplane.table.TableControl;
import org.weir.lab.controller.VirtualController;
import org.weir.lab.engine.Engine;
import org.weir.lab.engine.Pacing;
import org.weir.lab.network.LinkSpec;
import org.weir.lab.network.Network;
import org.weir.lab.network.NetworkSpec;
import org.weir.lab.network.SwitchNode;
import org.weir.lab.network.SwitchSpec;
import org.weir.lab.program.StaticRoutes;
import org.weir.lab.program.WeirProgram;
import org.weir.lab.workload.TrafficClass;

/**
 * A simulated day: Weir's program in every switch, its control loop over every port, senders that
 * react, and each hour another mix of the classes, a link that fails and comes back, and another
 * policy. The same plan gives the same packets, whatever the machine.
 */
final class DayRun {
    /**
     * Time from the failure of a link, or its return, to the new routes, ns: about what ONOS takes.
     */
    private static final long REROUTE_NS = 100_000_000;

    private static final long CONTROL_DELAY_NS = 5_000_000;
    private static final double LEAST_PATIENCE = 0.5;
    private static final double PATIENCE_RANGE = 2;

    /** Parts of an hour, in which the times of its events are given. */
    private static final int PARTS = 12;

    private static final int LINK_DOWN = 2;
    private static final int LINK_UP = 3;
    private static final int POLICY = 7;

    private final DayPlan plan;
    private final Engine engine = new Engine(Pacing.FREE);
    private final Network network;
    private final Map<String, WeirProgram> programs;
    private final VirtualController controller;
    private final DayRoutes routes;
    private final DayPolicies policies;
    private final List<LinkSpec> fabricLinks;
    private final SplittableRandom random;
    private int linkFailures;
    private int policyChanges;

    /**
     * Builds the network; nothing moves yet.
     *
     * @throws ProgramException when a switch refuses Weir's program
     */
    DayRun(DayPlan plan) throws ProgramException {
        this.plan = plan;
        // The mixes have a stream of their own: they do not follow from what else happens.
        random = new SplittableRandom(~plan.seed());
        NetworkSpec spec = DayTraffic.of(plan);
        network = new Network(spec, engine);
        programs = StaticRoutes.install(network);
        for (WeirProgram program : programs.values()) {
            for (TrafficClass one : TrafficClass.values()) {
                program.classify(one.dscp(), one.ordinal());
            }
        }
        routes = new DayRoutes(spec, programs);
        fabricLinks =
                spec.links().stream()
                        .filter(link -> link.first().port() > 0 && link.second().port() > 0)
                        .toList();
        int capacityPackets = spec.switches().get(0).ports().get(0).capacityPackets();
        policies = new DayPolicies(plan.rateBps(), capacityPackets);
        controller =
                new VirtualController(
                        network, programs, policies.policy(1, TrafficClass.A), CONTROL_DELAY_NS);
        for (SwitchNode node : network.nodes()) {
            for (SwitchSpec.PortSpec port : node.spec().ports()) {
                controller.control(node, port);
            }
        }
        controller.prepare();
    }

    /**
     * Runs to the end of the plan.
     *
     * @param readings is given each reading when it is taken, the first at the start
     */
    void run(Consumer<DayReading> readings) {
        controller.start(network);
        network.start();
        beginHour(0);
        readings.accept(read());
        long readNs = 0;
        while (readNs < plan.lengthNs()) {
            readNs = Math.min(plan.lengthNs(), readNs + plan.everyNs());
            engine.runUntil(readNs);
            readings.accept(read());
        }
    }

    private void beginHour(int hour) {
        long startNs = hour * plan.hourNs();
        long partNs = plan.hourNs() / PARTS;
        if (!fabricLinks.isEmpty()) {
            LinkSpec link = fabricLinks.get(random.nextInt(fabricLinks.size()));
            engine.schedule(startNs + LINK_DOWN * partNs, () -> setLink(link, false));
            engine.schedule(startNs + LINK_UP * partNs, () -> setLink(link, true));
        }
        double patience = LEAST_PATIENCE + PATIENCE_RANGE * random.nextDouble();
        TrafficClass[] classes = TrafficClass.values();
        TrafficClass most = classes[random.nextInt(classes.length)];
        engine.schedule(startNs + POLICY * partNs, () -> setPolicy(patience, most));
        engine.schedule(startNs + plan.hourNs(), () -> beginHour(hour + 1));
    }

    private void setLink(LinkSpec link, boolean up) {
        network.setLink(link.first().node(), link.second().node(), up);
        engine.scheduleAfter(REROUTE_NS, () -> routes.linkChanged(link, up));
        linkFailures += up ? 0 : 1;
    }

    private void setPolicy(double patience, TrafficClass most) {
        controller.setPolicy(policies.policy(patience, most));
        policyChanges++;
    }

    private DayReading read() {
        long entries = 0;
        for (SwitchNode node : network.nodes()) {
            for (TableControl table : node.device().orElseThrow().tables()) {
                entries += table.entries().size();
            }
        }
        PacketBalance packets = PacketBalance.of(network, programs, controller.packetIns());
        return new DayReading(
                engine.nowNs(),
                ProcessState.now(),
                entries,
                engine.pendingEvents(),
                controller.loop().solvedCount(),
                controller.loop().sentCount(),
                packets);
    }

    /** Links that have failed so far. */
    int linkFailures() {
        return linkFailures;
    }

    /** Policies put in force so far, after the first. */
    int policyChanges() {
        return policyChanges;
    }

    /** Feedback packets that senders have received so far. */
    long feedbackPackets() {
        return network.feedbackLatency().count();
    }
}
