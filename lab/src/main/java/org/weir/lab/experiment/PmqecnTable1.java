// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.experiment;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.weir.bmv2.control.ProgramException;
import org.weir.lab.engine.Engine;
import org.weir.lab.engine.Pacing;
import org.weir.lab.host.ArrivalProcess;
import org.weir.lab.host.FlowConfig;
import org.weir.lab.host.HostConfig;
import org.weir.lab.host.LoadSchedule;
import org.weir.lab.network.FlowReport;
import org.weir.lab.network.LinkSpec;
import org.weir.lab.network.Network;
import org.weir.lab.network.NetworkSpec;
import org.weir.lab.network.SwitchSpec;
import org.weir.lab.packet.IpAddress;
import org.weir.lab.packet.MacAddress;
import org.weir.lab.program.StaticRoutes;
import org.weir.lab.program.WeirProgram;

/**
 * PMQECN's Table 1: three classes with equal weights, offered the same rate, share one port; strict
 * priority starves the lowest, weighted round robin of virtual queues does not.
 *
 * <p>The paper does not give the offered rate. Strict priority serves its highest class in full, so
 * that class's 6.22 Mb/s is what each class was offered.
 */
public final class PmqecnTable1 implements Experiment {
    private static final List<String> CLASSES = List.of("high", "medium", "low");
    private static final double[] PUBLISHED_STRICT_MBPS = {6.222333333, 3.565245902, 0.1583333};
    private static final double[] PUBLISHED_ROUND_ROBIN_MBPS = {
        3.090322581, 3.017741935, 2.992786885
    };
    private static final long OFFERED_BPS = 6_222_333;
    private static final long LINE_BPS = 10_000_000;
    private static final int CAPACITY_PACKETS = 256;
    private static final int PACKET_BYTES = 1000;
    private static final long LINK_DELAY_NS = 500_000;
    private static final long NS_PER_SECOND = 1_000_000_000L;
    private static final long WARM_UP_SECONDS = 5;
    private static final long MEASURED_SECONDS = 60;
    private static final int RECEIVER_PORT = 4;
    private static final int WEIGHT_PACKETS = 8;
    private static final int LIMIT_PACKETS = 85;
    private static final int TOP_LEVEL = 6;

    @Override
    public String id() {
        return "pmqecn-table1";
    }

    @Override
    public String title() {
        return "PMQECN Table 1: strict priority v. weighted round robin of virtual queues";
    }

    @Override
    public Result run(long seed) {
        double[] strict = measure(seed, false);
        double[] roundRobin = measure(seed, true);
        List<Result.Row> rows = new ArrayList<>();
        for (int i = 0; i < CLASSES.size(); i++) {
            rows.add(
                    new Result.Row(
                            "strict priority, " + CLASSES.get(i),
                            "Mb/s",
                            PUBLISHED_STRICT_MBPS[i],
                            strict[i]));
        }
        for (int i = 0; i < CLASSES.size(); i++) {
            rows.add(
                    new Result.Row(
                            "virtual queues, " + CLASSES.get(i),
                            "Mb/s",
                            PUBLISHED_ROUND_ROBIN_MBPS[i],
                            roundRobin[i]));
        }
        return new Result(
                "one 10 Mb/s port, 256 packets; each class Poisson, 6.22 Mb/s of 1000-byte packets;"
                        + " 60 s after 5 s of warm-up; seed "
                        + seed,
                rows);
    }

    /** Goodput of each class, Mb/s. */
    private static double[] measure(long seed, boolean virtualQueues) {
        Engine engine = new Engine(Pacing.FREE);
        Network network = new Network(spec(seed), engine);
        program(network, virtualQueues);
        network.start();
        engine.runUntil(WARM_UP_SECONDS * NS_PER_SECOND);
        List<FlowReport> before = network.flowReports();
        engine.runUntil((WARM_UP_SECONDS + MEASURED_SECONDS) * NS_PER_SECOND);
        List<FlowReport> after = network.flowReports();
        double[] goodputMbps = new double[CLASSES.size()];
        for (int i = 0; i < goodputMbps.length; i++) {
            long bytes = after.get(i).receivedBytes() - before.get(i).receivedBytes();
            goodputMbps[i] = bytes * 8e-6 / MEASURED_SECONDS;
        }
        return goodputMbps;
    }

    private static void program(Network network, boolean virtualQueues) {
        Map<String, WeirProgram> programs;
        try {
            programs = StaticRoutes.install(network);
        } catch (ProgramException e) {
            throw new IllegalStateException("the switch refuses Weir's program", e);
        }
        WeirProgram program = programs.get("s1");
        for (int i = 0; i < CLASSES.size(); i++) {
            program.classify(dscp(i), i);
            if (virtualQueues) {
                program.virtualQueue(
                        RECEIVER_PORT,
                        i,
                        WEIGHT_PACKETS,
                        LIMIT_PACKETS,
                        LIMIT_PACKETS,
                        LINE_BPS / 1000,
                        NS_PER_SECOND / 1000);
            } else {
                program.strictPriority(RECEIVER_PORT, i, TOP_LEVEL - i);
            }
        }
        program.useSettings(RECEIVER_PORT, CLASSES.size() * WEIGHT_PACKETS);
    }

    private static int dscp(int classIndex) {
        return 8 * (classIndex + 1);
    }

    private static NetworkSpec spec(long seed) {
        List<SwitchSpec.PortSpec> ports = new ArrayList<>();
        List<HostConfig> hosts = new ArrayList<>();
        List<LinkSpec> links = new ArrayList<>();
        for (int i = 1; i <= RECEIVER_PORT; i++) {
            ports.add(new SwitchSpec.PortSpec(i, "s1-eth" + i, LINE_BPS, CAPACITY_PACKETS));
            hosts.add(
                    new HostConfig(
                            "h" + i,
                            new MacAddress(i),
                            IpAddress.parse("10.0.0." + i),
                            Optional.empty(),
                            LINE_BPS,
                            HostConfig.DEFAULT_QUEUE_FRAMES,
                            0));
            links.add(
                    new LinkSpec(
                            new LinkSpec.End("h" + i, 0),
                            new LinkSpec.End("s1", i),
                            LINK_DELAY_NS,
                            0));
        }
        List<NetworkSpec.Traffic> traffic = new ArrayList<>();
        for (int i = 0; i < CLASSES.size(); i++) {
            FlowConfig flow =
                    new FlowConfig(
                            i,
                            CLASSES.get(i),
                            CLASSES.get(i),
                            hosts.get(i).ipv4(),
                            hosts.get(RECEIVER_PORT - 1).ipv4(),
                            49152,
                            5001 + i,
                            dscp(i),
                            false,
                            PACKET_BYTES,
                            ArrivalProcess.POISSON,
                            LoadSchedule.constant(OFFERED_BPS),
                            FlowConfig.DEFAULT_BACKLOG_PACKETS,
                            Optional.empty());
            traffic.add(new NetworkSpec.Traffic(hosts.get(i).name(), flow));
        }
        SwitchSpec device = new SwitchSpec("s1", 1, "127.0.0.1", 50001, ports);
        return new NetworkSpec(
                "pmqecn-table1", seed, Optional.empty(), List.of(device), hosts, links, traffic);
    }
}
