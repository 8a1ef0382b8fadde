// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.network;

import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.weir.bmv2.controlplane.ProgramException;
import org.weir.control.QueueSettings;
import org.weir.control.RateWindow;
import org.weir.lab.engine.Engine;
import org.weir.lab.engine.Pacing;
import org.weir.lab.host.ArrivalProcess;
import org.weir.lab.host.FlowConfig;
import org.weir.lab.host.LoadSchedule;
import org.weir.lab.program.StaticRoutes;
import org.weir.lab.program.WeirProgram;
import org.weir.reaction.PmqecnReaction;

/** PMQECN's Fig. 6 with given settings instead of a controller. */
final class Fig6 {
    static final long SECOND = 1_000_000_000L;
    static final long PORT_BPS = 10_000_000;
    static final int CAPACITY_PACKETS = 256;

    /** S1's port to S2, where three hosts' traffic meets. */
    static final int BOTTLENECK_PORT = 4;

    static final int[] DSCPS = {46, 34, 0};
    private static final int ROUND_PACKETS = 24 * QueueSettings.TURNS_PER_ROUND;
    private static final int FEEDBACK_INTERVAL_US = 40_000;

    final Engine engine;
    final Network network;
    final Map<String, WeirProgram> programs;

    Fig6(Pacing pacing, long seed, long offeredBps, boolean reacting) throws Exception {
        NetworkSpec file = NetworkFileReader.read(Path.of("../netcfg/pmqecn-fig6/network.json"));
        List<NetworkSpec.Traffic> flows = new ArrayList<>();
        for (NetworkSpec.Traffic traffic : file.flows()) {
            flows.add(
                    new NetworkSpec.Traffic(
                            traffic.sender(), withLoad(traffic.flow(), offeredBps, reacting)));
        }
        NetworkSpec spec =
                new NetworkSpec(
                        file.name(),
                        seed,
                        file.onosFile(),
                        file.switches(),
                        file.hosts(),
                        file.links(),
                        flows);
        engine = new Engine(pacing);
        network = new Network(spec, engine);
        programs = install(network);
    }

    private static Map<String, WeirProgram> install(Network network) throws ProgramException {
        Map<String, WeirProgram> programs = StaticRoutes.install(network);
        for (WeirProgram program : programs.values()) {
            for (int i = 0; i < DSCPS.length; i++) {
                program.classify(DSCPS[i], i);
            }
        }
        return programs;
    }

    private static FlowConfig withLoad(FlowConfig flow, long offeredBps, boolean reacting) {
        return new FlowConfig(
                flow.id(),
                flow.name(),
                flow.className(),
                flow.source(),
                flow.destination(),
                flow.sourcePort(),
                flow.destinationPort(),
                flow.dscp(),
                flow.ecnCapable(),
                flow.packetBytes(),
                ArrivalProcess.POISSON,
                LoadSchedule.constant(offeredBps),
                flow.backlogPackets(),
                reacting ? Optional.of(PmqecnReaction.forLine(PORT_BPS)) : Optional.empty());
    }

    /** Gives the bottleneck's classes shares of the port, and thresholds in packets. */
    void share(double[] weights, int[] thresholdsPackets) {
        WeirProgram program = programs.get("s1");
        for (int i = 0; i < weights.length; i++) {
            program.virtualQueue(
                    BOTTLENECK_PORT,
                    i,
                    (int) Math.max(1, Math.round(weights[i] * ROUND_PACKETS)),
                    thresholdsPackets[i],
                    (int) Math.round(weights[i] * CAPACITY_PACKETS),
                    (long) (weights[i] * PORT_BPS / 1000),
                    FEEDBACK_INTERVAL_US);
        }
        program.useSettings(BOTTLENECK_PORT, ROUND_PACKETS, RateWindow.LONGEST);
    }

    /** Runs on, and gives each class's goodput over that time in bit/s. */
    double[] goodputBps(long seconds) {
        List<FlowReport> before = network.flowReports();
        engine.runUntil(engine.nowNs() + seconds * SECOND);
        List<FlowReport> after = network.flowReports();
        double[] goodput = new double[after.size()];
        for (int i = 0; i < goodput.length; i++) {
            long bytes = after.get(i).receivedBytes() - before.get(i).receivedBytes();
            goodput[i] = bytes * 8.0 / seconds;
        }
        return goodput;
    }

    /** Runs for a time, and gives a digest of every frame that arrived anywhere, with its time. */
    String digestOfRun(long untilNs) throws NoSuchAlgorithmException {
        MessageDigest digest = MessageDigest.getInstance("SHA-256");
        network.links()
                .forEach(
                        link -> {
                            link.forward().observe(frame -> update(digest, 'f', frame));
                            link.backward().observe(frame -> update(digest, 'b', frame));
                        });
        network.start();
        engine.runUntil(untilNs);
        return HexFormat.of().formatHex(digest.digest());
    }

    private void update(MessageDigest digest, char direction, byte[] frame) {
        digest.update((byte) direction);
        for (int shift = 56; shift >= 0; shift -= 8) {
            digest.update((byte) (engine.nowNs() >>> shift));
        }
        digest.update(frame);
    }
}
