// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.whatif;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.DoubleConsumer;
import org.weir.bmv2.controlplane.ProgramException;
import org.weir.control.PortId;
import org.weir.control.loop.ClassState;
import org.weir.control.loop.PortState;
import org.weir.control.policy.Policy;
import org.weir.lab.compare.network.Routes;
import org.weir.lab.controller.VirtualController;
import org.weir.lab.engine.Engine;
import org.weir.lab.engine.Pacing;
import org.weir.lab.experiment.run.Estimate;
import org.weir.lab.host.ArrivalProcess;
import org.weir.lab.host.FlowConfig;
import org.weir.lab.host.LoadSchedule;
import org.weir.lab.host.config.HostConfig;
import org.weir.lab.network.LinkSpec;
import org.weir.lab.network.Network;
import org.weir.lab.network.NetworkSpec;
import org.weir.lab.network.SwitchNode;
import org.weir.lab.network.SwitchSpec;
import org.weir.lab.packet.DataPayload;
import org.weir.lab.packet.UdpPacket;
import org.weir.lab.program.StaticRoutes;
import org.weir.lab.program.WeirProgram;
import org.weir.reaction.targetrate.TargetRateReaction;

/**
 * Runs of a measured network under a policy, in virtual time: Weir's P4 program in the switches,
 * Weir's control loop, and hosts that send what was measured. Each run reads the figures of the
 * control loop once a period, as {@code GET /ports} shows them, and takes their mean.
 */
public final class WhatIf {
    /** Periods before the measurement, in which the control loop learns the loads. */
    public static final int WARM_UP_PERIODS = 20;

    private static final long CHANNEL_DELAY_NS = 5_000_000;
    private static final long NS_PER_MS = 1_000_000;
    private static final int LONGEST_FRAME_BYTES = 9018;
    private static final int LEAST_FRAME_BYTES = UdpPacket.headerBytes(true) + DataPayload.BYTES;
    private static final int FIRST_UDP_PORT = 10_000;
    private static final double MOST_ARRIVALS = 1e9;

    private final MeasuredNetwork network;
    private final Policy policy;
    private final TrafficEstimate traffic;
    private final boolean reacting;

    /**
     * A network under a policy.
     *
     * @param network the network as it was measured
     * @param policy the policy
     * @param reacting whether senders react to feedback packets as PMQECN's do; otherwise they
     *     ignore them
     */
    public WhatIf(MeasuredNetwork network, Policy policy, boolean reacting) {
        this.network = network;
        this.policy = policy;
        this.reacting = reacting;
        NetworkSpec spec = network.spec();
        traffic =
                TrafficEstimate.of(
                        new Routes(spec),
                        spec.hosts().size(),
                        policy.classes().size(),
                        network.loadsBps());
    }

    /** The demands between hosts that are simulated. */
    public TrafficEstimate traffic() {
        return traffic;
    }

    /**
     * Figures of a class at a port, over all runs.
     *
     * @param delayMs mean queueing delay, ms
     * @param p99DelayMs 99th percentile of the queueing delay, ms
     * @param lossFraction dropped over arrived packets
     * @param goodputBps rate that leaves, bit/s
     */
    public record Figures(
            Estimate delayMs, Estimate p99DelayMs, Estimate lossFraction, Estimate goodputBps) {}

    /**
     * Runs the network with several seeds.
     *
     * @param seeds number of runs, at least 1; the first has seed 1
     * @param periods of the control loop that are measured in each, at least 1
     * @param progress is told the part that is done, 0 to 1
     * @return for each port and class with traffic the figures, by the name of the class
     * @throws ProgramException when a switch refuses the program
     */
    public Map<PortId, Map<String, Figures>> run(int seeds, int periods, DoubleConsumer progress)
            throws ProgramException {
        Map<PortId, Map<String, List<double[]>>> runs = new LinkedHashMap<>();
        int length = WARM_UP_PERIODS + periods;
        for (int seed = 1; seed <= seeds; seed++) {
            int before = seed - 1;
            Run run = new Run(seed);
            run.measure(periods, done -> progress.accept((before + done / length) / seeds));
            run.means()
                    .forEach(
                            (port, classes) ->
                                    classes.forEach(
                                            (name, means) ->
                                                    runs.computeIfAbsent(
                                                                    port,
                                                                    any -> new LinkedHashMap<>())
                                                            .computeIfAbsent(
                                                                    name, any -> new ArrayList<>())
                                                            .add(means)));
        }
        Map<PortId, Map<String, Figures>> figures = new LinkedHashMap<>();
        runs.forEach(
                (port, classes) -> {
                    Map<String, Figures> own = new LinkedHashMap<>();
                    classes.forEach((name, means) -> own.put(name, figures(means)));
                    figures.put(port, own);
                });
        return figures;
    }

    /**
     * Number of packets that the ports take in all runs, roughly.
     *
     * @return the number, before anything is run
     */
    public double packets(int seeds, int periods) {
        double perSecond = 0;
        for (double[] loads : network.loadsBps().values()) {
            for (int i = 0; i < loads.length; i++) {
                perSecond += loads[i] / 8 / frameBytes(i);
            }
        }
        return perSecond * seeds * (WARM_UP_PERIODS + periods) * policy.periodMs() / 1000.0;
    }

    /** Whether the runs would take hours. */
    public boolean isTooLong(int seeds, int periods) {
        return packets(seeds, periods) > MOST_ARRIVALS;
    }

    private static Figures figures(List<double[]> means) {
        return new Figures(
                estimate(means, 0), estimate(means, 1), estimate(means, 2), estimate(means, 3));
    }

    private static Estimate estimate(List<double[]> means, int figure) {
        return Estimate.of(means.stream().map(one -> one[figure]).toList());
    }

    private int frameBytes(int classIndex) {
        long mean = Math.round(network.packetBytes()[classIndex]);
        return (int) Math.max(LEAST_FRAME_BYTES, Math.min(LONGEST_FRAME_BYTES, mean));
    }

    private NetworkSpec.Traffic flow(TrafficEstimate.Demand demand, int id) {
        HostConfig from = network.spec().hosts().get(demand.from());
        HostConfig to = network.spec().hosts().get(demand.to());
        String className = policy.classes().get(demand.classIndex()).spec().name();
        FlowConfig flow =
                new FlowConfig(
                        id,
                        from.name() + ">" + to.name() + " " + className,
                        className,
                        from.ipv4(),
                        to.ipv4(),
                        FIRST_UDP_PORT + demand.classIndex(),
                        FIRST_UDP_PORT + demand.classIndex(),
                        demand.classIndex(),
                        true,
                        frameBytes(demand.classIndex()),
                        ArrivalProcess.POISSON,
                        LoadSchedule.constant(Math.round(demand.rateBps())),
                        FlowConfig.DEFAULT_BACKLOG_PACKETS,
                        reacting
                                ? Optional.of(TargetRateReaction.forLine(from.rateBps()))
                                : Optional.empty());
        return new NetworkSpec.Traffic(from.name(), flow);
    }

    /** One run. */
    private final class Run {
        private final Network simulated;
        private final VirtualController controller;
        private final Map<PortId, Map<String, double[]>> sums = new LinkedHashMap<>();
        private int measured;

        Run(long seed) throws ProgramException {
            List<NetworkSpec.Traffic> flows = new ArrayList<>();
            for (TrafficEstimate.Demand demand : traffic.demands()) {
                flows.add(flow(demand, flows.size() + 1));
            }
            NetworkSpec spec = network.spec().withFlows(flows).withSeed(seed);
            simulated = new Network(spec, new Engine(Pacing.FREE));
            Map<String, WeirProgram> programs = StaticRoutes.install(simulated);
            for (WeirProgram program : programs.values()) {
                // In the simulation a packet's DSCP is the index of its class.
                for (int i = 0; i < policy.classes().size(); i++) {
                    program.classify(i, i);
                }
            }
            controller = new VirtualController(simulated, programs, policy, CHANNEL_DELAY_NS);
            for (SwitchNode node : simulated.nodes()) {
                for (SwitchSpec.PortSpec port : node.spec().ports()) {
                    LinkSpec.End end = new LinkSpec.End(node.spec().name(), port.number());
                    if (network.loadsBps().containsKey(end)) {
                        controller.control(node, port);
                    }
                }
            }
            controller.prepare();
            controller.start(simulated);
            simulated.start();
        }

        void measure(int periods, DoubleConsumer progress) {
            long periodNs = policy.periodMs() * NS_PER_MS;
            for (int i = 1; i <= WARM_UP_PERIODS + periods; i++) {
                simulated.engine().runUntil(i * periodNs);
                progress.accept(i);
                if (i > WARM_UP_PERIODS) {
                    controller.loop().states().forEach(this::add);
                    measured++;
                }
            }
        }

        private void add(PortState port) {
            double[] loads =
                    network.loadsBps()
                            .get(new LinkSpec.End(port.port().device(), (int) port.port().port()));
            List<ClassState> classes = port.classes();
            for (int i = 0; i < classes.size(); i++) {
                if (loads[i] < TrafficEstimate.LEAST_BPS) {
                    continue;
                }
                ClassState one = classes.get(i);
                double[] sum =
                        sums.computeIfAbsent(port.port(), any -> new LinkedHashMap<>())
                                .computeIfAbsent(one.spec().name(), any -> new double[4]);
                sum[0] += one.delayMeanMs();
                sum[1] += one.delayP99Ms();
                sum[2] += one.lossFraction();
                sum[3] += one.goodputBps();
            }
        }

        Map<PortId, Map<String, double[]>> means() {
            for (Map<String, double[]> classes : sums.values()) {
                for (double[] sum : classes.values()) {
                    for (int i = 0; i < sum.length; i++) {
                        sum[i] /= measured;
                    }
                }
            }
            return sums;
        }
    }
}
